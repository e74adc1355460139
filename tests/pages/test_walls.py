"""Walls: whoever walks through every address of the players' site finds nothing that is hidden from them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from itertools import product

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from engine.bruges.data.persons import load_deck
from engine.bruges.state import State
from tests.shared.cast import Cast, make_cast, only_table, person, prepared_league, running_league
from tests.shared.desk import SignIn
from tests.shared.play import play_on, play_to_the_end
from tests.shared.shared_rows import made_once
from tournaments.actions.league import leagues
from tournaments.models import InboundLetter, League, Player, Table
from tournaments.pages.table_view import match_of
from tournaments.player.admins import site

pytestmark = pytest.mark.django_db

RAW = b"From: a@elsewhere.example\r\nTo: play@mail.example.org\r\nMessage-ID: <1@x>\r\n\r\nworkers heirloom\r\n"
FORGERY = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')  # another one for each page
OPTION = re.compile(r"<option.*?</option>", re.DOTALL)
OF_OUR_OWN = {"Page", "Bishop"}  # "To the page", and the person in the examples of the rules
STEPS = ("1", "9", "17")  # of a game that is stepped through
PAGES_FOR_ALL = {"/", "/help/", "/status/", "/sign-up/", "/sign-in/", "/sign-in/sent/", "/sign-in/link/", "/verify.py"}


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[Cast, Table]]:
    """The cast, and the world that the walks go through."""
    with made_once(django_db_blocker):
        cast = make_cast()
        yield cast, make_world(cast)


@pytest.fixture
def cast(made: tuple[Cast, Table], db: None) -> Cast:
    return deepcopy(made[0])


@pytest.fixture
def world(made: tuple[Cast, Table], db: None) -> Table:
    return deepcopy(made[1])


def make_world(cast: Cast) -> Table:
    """A running table in the middle of a round, a finished one of others, a league to join, one in preparation."""
    table = only_table(running_league(cast))
    play_on(table, 20)
    others = prepared_league(cast, name="Others", tag="Others", seats=2, max_players=2)
    for name in ("Yann", "Zoe"):
        leagues.enrol(others, person(name), f"{name}s-own-word")
    leagues.start(others, cast.organiser)
    play_to_the_end(only_table(others) if others.tables.count() > 1 else others.tables.get())
    to_join = prepared_league(cast, name="Spring", tag="Spring")
    leagues.enrol(to_join, cast.player, "secretword")
    leagues.create(cast.organiser, name="Unborn", tag="Unborn", game="bruges")
    held_letter(table, cast.player)
    table.refresh_from_db()
    return table


def held_letter(table: Table, player: Player) -> InboundLetter:
    seat = table.seats.get(player=player)
    return InboundLetter.objects.create(
        key="held", door="smtp", raw=RAW, mail_from="a@elsewhere.example", sender="a@elsewhere.example", seat=seat,
        player=player, received_at=timezone.now(), state=InboundLetter.State.HELD,
    )  # fmt: skip


OWN_LETTERS = "/letter/"  # a list that is empty for whom no letter waits


def addresses() -> Iterator[str]:
    """Every address of the site, with the number of every row and one that no row has."""
    rows = {pk for model in (League, InboundLetter) for pk in model.objects.values_list("pk", flat=True)}
    # Of the tables of one league that have come equally far, one is enough.
    tables = {(league, state): pk for pk, league, state in Table.objects.values_list("pk", "league", "state")}
    numbers = sorted({*rows, *tables.values(), max([*rows, *tables.values()]) + 1})
    for url in site.get_urls():
        route = f"/{url.pattern}".replace("<slug:game>", "bruges")
        route = route.replace("<str:key>", "forged")
        route = route.replace("<slug:kind>", "record" if "table/" in route else "book")
        if "<" not in route:
            yield route
        else:
            assert "<int:pk>" in route, f"the walk does not know how to fill {route}"
            steps = STEPS if "<int:step>" in route else ("",)
            for number, step in product(numbers, steps):
                yield route.replace("<int:pk>", str(number)).replace("<int:step>", step)


def walk(client: Client) -> dict[str, str]:
    """The page of each address that answers with one."""
    found = {}
    for address in addresses():
        answer = client.get(address)
        assert answer.status_code in {200, 302, 404, 410}, f"{address}: {answer.status_code}"
        shown = answer.content.decode("utf-8", "replace")
        if answer.status_code == 200 and address.endswith("/deck.json"):
            assert shown == whole_deck(), f"{address} shows more than every card of the box"
        elif answer.status_code == 200:
            found[address] = shown
    return found


def whole_deck() -> str:
    """Our own deck as leagues keep it: the names of all cards, in an order that tells nothing."""
    return json.dumps(load_deck().file, ensure_ascii=False)


def cards_known(view: State) -> set[int]:
    """Every card whose face is somewhere in a view."""
    cards = {*view.discard, *(card for pile in view.piles for card in pile)}
    for seat in view.seats:
        cards |= {*seat.hand, *seat.public}
        cards |= {card for house in seat.houses for card in (house.card, house.person) if card is not None}
    return {card for card in cards if card >= 0}


def hidden_names(table: Table, reader: int | None) -> set[str]:
    """Names of the cards that other seats hold or have laid face down and that the reader cannot know."""
    match = match_of(table)
    theirs = [cards_known(match.view(seat)) for seat in range(match.seats) if seat != reader]
    hidden = set().union(*theirs) - cards_known(match.view(reader))
    assert hidden, "nothing is hidden: the position does not test anything"
    return {load_deck().persons[card].name for card in hidden} - OF_OUR_OWN


def assert_nothing_hidden(pages: dict[str, str], names: set[str], reader: Player | None) -> None:
    for address, page in pages.items():
        page = OPTION.sub("", page)  # among the towns to choose from is Port-au-Prince
        shown = [name for name in names if re.search(rf"\b{re.escape(name)}\b", page, re.IGNORECASE)]
        assert shown == [], f"{address} shows {shown}"
        for player in set(Player.objects.all()) - {reader}:
            assert player.email not in page, f"{address} shows an address"
        assert "secretword" not in page or (reader and reader.name == "Anna"), f"{address} shows a word for the chance"
        assert "heirloom" not in page, f"{address} shows a letter"
        assert "Unborn" not in page, f"{address} shows a league in preparation"


def test_an_opponent_finds_nothing_of_the_other_seats(cast: Cast, world: Table, sign_in: SignIn) -> None:
    seat = world.seats.get(player=cast.opponent)
    pages = walk(sign_in(cast.opponent))
    assert f"/table/{world.pk}/" in pages
    assert_nothing_hidden(pages, hidden_names(world, seat.number), cast.opponent)


def test_an_outsider_finds_no_table_at_all(cast: Cast, world: Table, sign_in: SignIn) -> None:
    pages = walk(sign_in(cast.outsider))
    assert not any(address.startswith(("/table/", "/letter/")) for address in pages.keys() - {OWN_LETTERS})
    assert_nothing_hidden(pages, hidden_names(world, None), cast.outsider)


def test_a_visitor_finds_what_is_for_all_and_the_open_league(world: Table) -> None:
    pages = walk(Client())
    to_join = League.objects.get(state=League.State.OPEN)
    assert set(pages) == PAGES_FOR_ALL | {f"/league/{to_join.pk}/", f"/league/{to_join.pk}/rules.pdf"}
    assert_nothing_hidden(pages, hidden_names(world, None), None)
    assert not any("Anna" in page for page in pages.values())


def test_an_organiser_is_an_outsider_on_the_players_site(cast: Cast, world: Table, sign_in: SignIn) -> None:
    pages = walk(sign_in(cast.organiser))
    assert not any(address.startswith(("/table/", "/letter/")) for address in pages.keys() - {OWN_LETTERS})


def test_nobody_orders_for_another_seat(cast: Cast, world: Table, sign_in: SignIn) -> None:
    before = world.entries.count()
    for client in (sign_in(cast.outsider), sign_in(cast.organiser)):
        assert client.post(f"/table/{world.pk}/orders/", {"lines": "workers 1", "serial": 1}).status_code == 404
    assert Client().post(f"/table/{world.pk}/orders/", {"lines": "workers 1"}).status_code == 302
    assert world.entries.count() == before


def test_what_a_seat_may_not_know_changes_nothing_that_it_is_shown(cast: Cast, world: Table, sign_in: SignIn) -> None:
    """Two worlds that differ in hidden things alone look the same at one moment, whatever the game."""
    seat = world.seats.get(player=cast.opponent)
    client = sign_in(cast.opponent)
    with time_machine.travel(timezone.now(), tick=False):
        before = {address: FORGERY.sub("", page) for address, page in walk(client).items()}
        other = match_of(world).imagined(seat.number)
        assert match_of(world).position() != other.position()
        Table.objects.filter(pk=world.pk).update(position=other.dump())
        after = {address: FORGERY.sub("", page) for address, page in walk(client).items()}
    assert [address for address in before if before[address] != after.get(address)] == []


def test_a_former_entrant_sees_no_more_than_an_outsider(cast: Cast, sign_in: SignIn) -> None:
    league = prepared_league(cast, max_players=4)
    for player in (*cast.players, cast.outsider):
        leagues.enrol(league, player)
    leagues.leave(league, cast.outsider)
    leagues.start(league, cast.organiser)
    client = sign_in(cast.outsider)
    assert client.get(f"/league/{league.pk}/").status_code == 404
    assert client.get(f"/table/{only_table(league).pk}/").status_code == 404


def test_only_the_player_answers_was_this_you(cast: Cast, world: Table, sign_in: SignIn) -> None:
    letter = InboundLetter.objects.get(state=InboundLetter.State.HELD)
    address = f"/letter/{letter.pk}/"
    for stranger in (cast.opponent, cast.outsider, cast.organiser):
        assert sign_in(stranger).post(address, {"answer": "yes"}).status_code == 404
    page = sign_in(cast.player).get(address).content.decode()
    assert "workers heirloom" in page
    assert "a@elsewhere.example" in page
    for unclear in ({}, {"answer": ""}, {"answer": "maybe"}):
        asked_again = sign_in(cast.player).post(address, unclear)
        assert asked_again.status_code == 422
        assert "press one of the buttons" in asked_again.content.decode()
    letter.refresh_from_db()
    assert letter.state == InboundLetter.State.HELD


def test_a_letter_is_not_said_to_be_put_away_that_was_answered_meanwhile(
    cast: Cast, world: Table, sign_in: SignIn
) -> None:
    letter = InboundLetter.objects.get(state=InboundLetter.State.HELD)
    client, none_of_them = sign_in(cast.player), {"answer": "no", "letter": str(letter.pk)}
    client.post(f"/letter/{letter.pk}/", {"answer": "yes"})
    page = client.post(OWN_LETTERS, none_of_them, follow=True).content.decode()
    assert "answered meanwhile" in page
    assert "put away unread" not in page
    InboundLetter.objects.filter(pk=letter.pk).update(state=InboundLetter.State.HELD)
    assert client.post(OWN_LETTERS, {"answer": "no"}).status_code == 422, "no letter is named"
    assert "put away unread" in client.post(OWN_LETTERS, none_of_them, follow=True).content.decode()


@pytest.mark.parametrize(
    ("answer", "state", "known"),
    [("yes", InboundLetter.State.RECEIVED, True), ("no", InboundLetter.State.DONE, False)],
)
def test_the_players_word_decides_over_a_held_letter(
    cast: Cast, world: Table, sign_in: SignIn, answer: str, state: str, known: bool
) -> None:
    letter = InboundLetter.objects.get(state=InboundLetter.State.HELD)
    client = sign_in(cast.player)
    client.post(f"/letter/{letter.pk}/", {"answer": answer})
    letter.refresh_from_db()
    assert letter.state == state
    assert cast.player.addresses.filter(email="a@elsewhere.example").exists() is known
    page = client.get(f"/letter/{letter.pk}/").content.decode()
    assert "answered this already" in page
