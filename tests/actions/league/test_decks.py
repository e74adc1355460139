"""Leagues with a deck of their own: every table plays it, in every process, and nobody's later deck changes it."""

from __future__ import annotations

import gc
import json
from functools import cache
from pathlib import Path

import pytest
from django.db import IntegrityError, transaction
from pytest_django import Settings

import engine
from engine.bruges import GAME, Bruges
from engine.bruges.data import cards as known
from engine.bruges.data import persons
from engine.match.remembered import KEPT, Remembered
from tests.engine.bruges.table import club_file
from tests.shared.cast import Cast, asked_seat, make_cast, only_table, person, prepared_league, running_league
from tests.shared.post import deliver, newest
from tournaments.actions.league import cancel, decks, leagues
from tournaments.actions.league import settings as league_settings
from tournaments.actions.player import people
from tournaments.actions.table import tables
from tournaments.language.refusals import BadSettings, TooOften
from tournaments.models import Deck, League, OutboundLetter, Seat
from tournaments.papers import papers
from tournaments.queries import matches

pytestmark = pytest.mark.django_db
FILE = club_file().encode()
CARD = "guilders {}"
DRAFT, SECOND, THIRD = ({"name": name, "tag": name, "game": "bruges", "seats": 3} for name in ("Elm", "Oak", "Yew"))


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def club_league(cast: Cast, **settings: object) -> League:
    return running_league(cast, deck=decks.read("bruges", "club.json", FILE), **settings)


def card_of(seat: Seat) -> str:
    """The name of a card in the hand of a seat."""
    match = papers.match_of(seat.table)
    view = match.view(seat.number)
    assert isinstance(match.game, Bruges)
    return str(match.game.deck_of(view).name[view.seats[seat.number].cards()[0]])


def forget_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Know of decks what a process knows that has just begun."""
    monkeypatch.setattr(known, "_decks", Remembered())
    monkeypatch.setattr(known, "shipped", cache(known.shipped.__wrapped__))


# --- played with ---------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"persons": "friendly", "piles": "five"}])
def test_a_tables_letters_and_its_mail_speak_of_the_cards_of_the_leagues_deck(
    cast: Cast, options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    league = club_league(cast, options=options)
    table = only_table(league)
    assert table.header["deck"] == league.deck.digest == GAME.with_deck(FILE.decode(), "club.json").deck_digest
    seat = asked_seat(table)
    card = card_of(seat)
    letter = newest(seat, "turn")
    assert card.endswith("us")
    assert f"{card.capitalize()}" in letter.text
    forget_decks(monkeypatch)
    row = deliver(letter, "Dear all,", "here is my move:", CARD.format(card), quote=False)
    assert [line["state"] for line in row.account["lines"] if line["text"] == CARD.format(card)] == ["played"]


def test_a_deck_that_was_forgotten_comes_back_from_the_copy_of_its_league(cast: Cast) -> None:
    own = club_file(queen={"id": "zorro"}).encode()  # of this test alone
    seat = asked_seat(only_table(running_league(cast, deck=decks.read("bruges", "club.json", own))))
    letter, card = newest(seat, "turn"), card_of(seat)
    changed = [card for card in json.loads(FILE)["persons"] if card["price"] != 6]
    for person_of in changed[:KEPT]:
        other = club_file(**{person_of["id"].removesuffix("us"): {"price": 12 - person_of["price"]}})
        decks.read("bruges", "other.json", other.encode())
    gc.collect()
    with pytest.raises(engine.BadDeck):
        GAME.of_deck(seat.table.header["deck"])
    row = deliver(letter, CARD.format(card), quote=False)
    assert [line["state"] for line in row.account["lines"] if line["text"] == CARD.format(card)] == ["played"]


def test_an_order_below_the_quoted_letter_is_found_by_the_names_of_that_deck(cast: Cast) -> None:
    seat = asked_seat(only_table(club_league(cast)))
    letter, order = newest(seat, "turn"), CARD.format(card_of(seat))
    row = deliver(letter, *(f"> {line}" for line in letter.text.splitlines()), "", order, quote=False)
    assert [line["state"] for line in row.account["lines"] if line["text"] == order] == ["played"]


def test_a_name_of_our_own_deck_is_no_order_there(cast: Cast) -> None:
    seat = asked_seat(only_table(club_league(cast)))
    row = deliver(newest(seat, "turn"), "house prince", quote=False)
    assert not any(line["state"] == "played" for line in row.account["lines"])
    assert matches.game_at(seat.table).reads("house princessus")
    assert not matches.game_at(seat.table).reads("house prince")


def test_a_process_that_has_just_begun_plays_draws_and_prints_the_table(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = asked_seat(only_table(club_league(cast)))
    drawn = OutboundLetter.objects.filter(picture__isnull=False).order_by("pk").last()
    assert drawn is not None
    forget_decks(monkeypatch)
    assert papers.picture(drawn).light.startswith(b"\x89PNG")
    forget_decks(monkeypatch)
    assert papers.view_at(seat.table, 0, seat.number).deck == seat.table.header["deck"]
    forget_decks(monkeypatch)
    assert tables.run(seat.table.pk) is False  # nothing is due, but the table has been loaded


def test_a_deck_that_is_ours_later_leaves_running_tables_as_they_are(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = only_table(running_league(cast))
    before = papers.match_of(table).dump()
    later = tmp_path / "persons.json"
    later.write_text(club_file(), encoding="utf-8")
    monkeypatch.setattr(persons, "DEFAULT", later)
    forget_decks(monkeypatch)
    assert papers.match_of(table).dump() == before
    seat = asked_seat(table)
    assert deliver(newest(seat, "turn"), CARD.format(card_of(seat))).account["lines"][0]["state"] == "played"
    following = prepared_league(cast, name="Winter League")
    assert following.deck.digest != table.header["deck"]
    assert following.deck.digest == GAME.deck_digest


# --- kept ----------------------------------------------------------------------------------------


def test_a_league_keeps_the_file_as_it_came(cast: Cast) -> None:
    league = club_league(cast)
    copy = Deck.objects.get(leagues=league)
    assert (copy.name, copy.text.encode(), copy.cards, copy.game) == ("club.json", FILE, 165, "bruges")


def test_leagues_without_a_file_share_one_copy_of_our_own(cast: Cast) -> None:
    first, second = prepared_league(cast), prepared_league(cast, name="Winter League")
    assert first.deck == second.deck
    assert first.deck.name == ""
    assert json.loads(first.deck.text) == GAME.deck


def test_the_database_keeps_no_second_copy_of_our_own(cast: Cast) -> None:
    own = running_league(cast).deck
    own.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        own.save()


def test_a_deck_that_is_replaced_before_opening_is_forgotten(cast: Cast) -> None:
    brought = decks.read("bruges", "club.json", FILE)
    settings = {"name": "Cup", "tag": "Cup", "game": "bruges", "seats": 3, "max_players": 7}
    league = leagues.create(cast.organiser, deck=brought, **settings)
    other = decks.read("bruges", "second.json", club_file(queen={"price": 12}).encode())
    league = league_settings.change(league, cast.organiser, deck=other)
    assert list(Deck.objects.values_list("name", flat=True)) == ["second.json"]
    league = league_settings.change(league, cast.organiser, tag="Cups")
    assert league.deck.name == "second.json"
    league_settings.change(league, cast.organiser, deck=None)
    assert not Deck.objects.exists()


# --- refused -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "data", "fault"),
    [
        ("club.json", FILE.decode().encode("utf-16"), "club.json, line 1: is not written in UTF-8"),
        ("club.json", FILE.replace(b"The cards of", b"The \xe9lite of"), "club.json, line 1: is not written in UTF-8"),
        ("club.json", FILE.replace(b"}", b"", 1), "club.json, line 2: no JSON"),
        ("club.json", FILE + b" " * decks.MOST_BYTES, "club.json is larger than 256 kB"),
        ("club.json", FILE.replace(b'"price": 0', b'"price": 1', 1), "card 1 (miniaturistus), field price: is 1, not"),
        ("a\u202ecub.json", FILE, "The name of the file is one line without invisible characters"),
        ("welcome.0123456789abcdef01234567.json", FILE, "it would be taken out"),
        (f"{'a' * 101}.json", FILE, "The name of the file has at most 100 characters"),
        ("club.json", FILE.replace(b'"price"', b'"' + b"p" * 5000 + b'"', 1), "field price: is missing"),
    ],
)
def test_a_wrong_file_is_refused_with_line_card_and_field(name: str, data: bytes, fault: str) -> None:
    with pytest.raises(BadSettings) as refused:
        decks.read("bruges", name, data)
    assert fault in str(refused.value)
    assert len(str(refused.value)) < 400


def test_a_file_with_a_mark_of_its_byte_order_is_read() -> None:
    assert decks.read("bruges", "club.json", b"\xef\xbb\xbf" + FILE).text == FILE.decode()


def test_a_deck_of_attackers_cannot_be_played_without_attacks(cast: Cast) -> None:
    attack = {"icon": "arrow", "effect": [{"kind": "each_other", "loses": "points", "n": 1, "to_owner": False}]}
    fierce = club_file(**dict.fromkeys(GAME.cards.name[:70], attack)).encode()
    brought = decks.read("bruges", "fierce.json", fierce)
    with pytest.raises(BadSettings, match="The game cannot be played so: without the persons who attack"):
        prepared_league(cast, deck=brought, options={"persons": "friendly"})


def test_nobody_joins_by_a_name_that_orders_something_with_that_deck(cast: Cast) -> None:
    league = prepared_league(cast, deck=decks.read("bruges", "club.json", FILE))
    ordering = person("Anna House Kingus", "king@example.net")
    with pytest.raises(BadSettings, match="reads like an order with the deck of Autumn League"):
        leagues.enrol(league, ordering)
    leagues.enrol(league, cast.player)
    with pytest.raises(BadSettings, match="reads like an order with the deck"):
        people.change_profile(cast.player, "House Kingus", "UTC")
    leagues.enrol(prepared_league(cast, name="Winter League"), ordering)


def test_no_league_goes_by_an_order_of_its_own_deck(cast: Cast) -> None:
    brought = decks.read("bruges", "club.json", FILE)
    with pytest.raises(BadSettings, match="“House Kingus” reads like an order with the deck"):
        prepared_league(cast, deck=brought, name="House Kingus")


def test_no_town_of_a_box_is_called_by_a_link() -> None:
    file = json.loads(json.dumps(engine.games["flandern"].deck))
    file["note"] = "Of https://club.example: a remark stands in no letter."
    decks.read("flandern", "box.json", json.dumps(file).encode())
    file["towns"][0]["name"] = "listed.example"
    with pytest.raises(BadSettings, match="would be a link"):
        decks.read("flandern", "box.json", json.dumps(file).encode())


# --- how many ------------------------------------------------------------------------------------


def test_a_draft_that_is_cancelled_takes_its_deck_with_it_and_one_that_was_open_does_not(cast: Cast) -> None:
    club = decks.read("bruges", "club.json", FILE)
    opened = prepared_league(cast, deck=club)
    other = decks.read("bruges", "other.json", FILE)
    draft = leagues.create(cast.organiser, **{**DRAFT, "deck": other})
    for league in (opened, draft):
        cancel.cancel(league, cast.organiser, "no time")
    assert Deck.objects.get() == club
    draft.refresh_from_db()
    assert (draft.state, draft.deck) == (League.State.CANCELLED, None)


def test_one_organiser_prepares_a_bounded_number_of_leagues(
    cast: Cast, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leagues, "PREPARED_AT_MOST", 1)
    settings.LEAGUES_A_DAY = 2
    first = leagues.create(cast.organiser, **DRAFT)
    with pytest.raises(TooOften, match="in preparation"):
        leagues.create(cast.organiser, **SECOND, deck=decks.read("bruges", "club.json", FILE))
    assert not Deck.objects.exists()
    leagues.open_league(first, cast.organiser)
    second = leagues.create(cast.organiser, **SECOND)
    leagues.open_league(second, cast.organiser)
    with pytest.raises(TooOften, match="prepared 2 leagues today"):
        leagues.create(cast.organiser, **THIRD)
    other = person("Oscar", is_staff=True)
    assert leagues.create(other, **THIRD).pk
