"""A round of Flandern by mail: sealed choices with what is attached to them, the reveal, and what the letters say."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from engine.events import Event
from tests.actions.asked import START
from tests.shared.cast import make_cast, only_table, running_league
from tests.shared.post import deliver, newest
from tournaments.actions.practice import practice
from tournaments.models import OutboundLetter, Seat, Table
from tournaments.queries import matches, telling
from tournaments.running import sweeps

pytestmark = pytest.mark.django_db
MINUTES = timedelta(minutes=10)


@pytest.fixture
def clock():
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def seats(db: None, clock: time_machine.Traveller) -> list[Seat]:
    """The seats of a table; the game begins with the choice of all."""
    league = running_league(make_cast(), game="flandern", delay=timedelta(0), reveal_delay=MINUTES)
    return list(only_table(league).seats.order_by("number"))


def words(letter: OutboundLetter) -> str:
    return " ".join(letter.text.split())


def match_of(seats: list[Seat]):
    return matches.load(Table.objects.get(pk=seats[0].table_id))


def test_all_are_asked_at_once_and_told_until_when_they_may_change_their_minds(seats: list[Seat]) -> None:
    for seat in seats:
        letter = newest(seat)
        assert letter.kind == "turn"
        assert letter.text.startswith("#=#=# CHOOSE A CARD - until ")
        assert "sealed till all choose" in letter.text.splitlines()[0]
        assert "You can change your mind until 10 minutes after the last of you has chosen." in words(letter)


def test_a_round_costs_one_letter_a_seat_when_orders_are_attached(
    seats: list[Seat], clock: time_machine.Traveller
) -> None:
    for seat in seats:
        town = ("brugge", "gent", "ieper")[seat.number]
        lay = next(move for move in lays(seats, seat, town))
        deliver(newest(seat), f"choose {town}", lay)
        assert newest(seat).text.startswith("#=#=# STORED, sealed - ")
        assert "Kept for later:" in newest(seat).text
    letters = OutboundLetter.objects.count()
    clock.shift(MINUTES)
    assert sweeps.sweep()["reveals"] == 1
    assert match_of(seats).round == 2 or match_of(seats).decisions[0].kind == "gold"
    assert OutboundLetter.objects.count() - letters <= 3


def lays(seats: list[Seat], seat: Seat, town: str) -> list[str]:
    from engine.flandern.data.box import shipped
    from engine.flandern.rules.moves import Action, ways

    view = match_of(seats).view(seat.number)
    found = ways(view, shipped(), Action(shipped().card[town], (seat.number, 4, 5)))
    return [move.text for move in found]


def test_the_others_learn_that_somebody_has_chosen_but_not_what(seats: list[Seat]) -> None:
    deliver(newest(seats[0]), "choose gent with 2")
    deliver(newest(seats[1]), "status")
    said = words(newest(seats[1]))
    assert "gent with 2" not in said
    assert "with 2 influence" not in said
    view = match_of(seats).view(1)
    assert view.seats[0].choice == (-1, -1)


def test_what_the_round_brought_is_told_in_the_next_letter(seats: list[Seat], clock: time_machine.Traveller) -> None:
    for seat in seats:
        deliver(newest(seat), "choose pickup")
    clock.shift(MINUTES)
    sweeps.sweep()
    asked = [newest(seat) for seat in seats if newest(seat).kind == "turn"]
    assert asked
    assert all("The cards are open. Order of play: " in words(letter) for letter in asked)


def test_a_table_to_practise_at_is_the_game_for_two(db: None) -> None:
    player = make_cast().player
    practice.begin(player, "flandern")
    seat = Seat.objects.get(player=player)
    letter = newest(seat)
    assert letter.text.startswith("#=#=# YOUR TURN, ACTION 1 OF 2 - until ")
    deliver(letter, "choose gent", "choose influence")
    assert "You turned up the " in words(newest(seat)) or "You played the Gent card." in words(newest(seat))


def test_a_choice_made_anew_is_told_to_its_seat_once_and_to_nobody_else(seats: list[Seat]) -> None:
    before = OutboundLetter.objects.exclude(seat=seats[0]).count()
    for lines in (["choose gent"], ["choose ieper with 1"], ["forget"], ["choose brugge"]):
        deliver(newest(seats[0]), *lines)
    assert OutboundLetter.objects.exclude(seat=seats[0]).count() == before
    pages = {}
    for seat in seats:
        client = Client()
        client.force_login(seat.player)
        pages[seat.number] = client.get(f"/table/{seat.table_id}/log/").content.decode()
    assert pages[0].count("You have chosen your") == pages[0].count("You have chosen your Brugge card.") == 1
    assert all("sealed choice" not in page for page in pages.values())


def test_what_the_stand_in_chose_is_told_as_its_move_and_not_what_it_replaced(seats: list[Seat]) -> None:
    names = ["Anna", "Bea", "Chidi"]
    match = match_of(seats)
    first, second = (Event(telling.STOOD_IN, {"seat": 0, "events": 2}) for _ in range(2))
    told = [first, *match.play(0, "choose gent"), second, *match.play(0, "choose ieper")]
    assert telling.told(match.game, told, names, 0) == ["The stand-in moved for you: You have chosen your Ieper card."]
    assert telling.told(match.game, told, names, 1) == []
    told += match.play(0, "choose luik")
    assert telling.told(match.game, told, names, 0) == ["You have chosen your Luik card."]
