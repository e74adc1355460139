"""A turn of La Venise du Nord by mail: the whole turn in one reply, drawn cards in a short letter, what others get."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine

from tests.actions.asked import START
from tests.shared.cast import make_cast, only_table, running_league
from tests.shared.post import deliver, newest
from tournaments.models import OutboundLetter, Seat, Table
from tournaments.queries import matches

pytestmark = pytest.mark.django_db


@pytest.fixture
def seats(db: None) -> list[Seat]:
    """The seats of a table; everybody has put the Burgher on Market."""
    with time_machine.travel(START, tick=False):
        league = running_league(make_cast(), game="venise", delay=timedelta(0))
    found = list(only_table(league).seats.order_by("number"))
    for _ in found:
        deliver(newest(asked(found)), "burgher market")
    return found


def match_of(seats: list[Seat]):
    return matches.load(Table.objects.get(pk=seats[0].table_id))


def asked(seats: list[Seat]) -> Seat:
    return seats[match_of(seats).decisions[0].seat]


def words(letter: OutboundLetter) -> str:
    return " ".join(letter.text.split())


def example_of(letter: OutboundLetter) -> list[str]:
    """The whole turn that a letter shows as its example."""
    said = re.search(r"for example: ((?:\[[^\]]+\](?:, )?)+)\.", words(letter))
    assert said is not None, letter.text
    return re.findall(r"\[([^\]]+)\]", said[1])


def asks_for_a_card(letter: OutboundLetter) -> bool:
    first = letter.text.splitlines()[0]
    return "CHOOSE ONE OF" in first or "KEEP THIS CARD?" in first


def move_to(seats: list[Seat], seat: Seat, *tiles: str) -> str:
    decision = match_of(seats).decision(seat.number)
    return next(m.text for m in decision.moves if m.verb == "move" and m[2] in tiles and "idle" not in m)


def test_the_turn_letter_begins_with_the_dice_and_its_example_is_a_whole_turn(seats: list[Seat]) -> None:
    seat = asked(seats)
    letter = newest(seat)
    dice = match_of(seats).view(None).now.dice
    assert letter.text.startswith(f"#=#=# YOUR TURN: DICE {dice[0]} AND {dice[1]} - until ")
    assert "== WHERE YOU CAN GO ==" in letter.text
    assert max(map(len, letter.text.splitlines())) <= 72
    deliver(letter, *example_of(letter))
    assert newest(seat).text.startswith("#=#=# DONE") or asks_for_a_card(newest(seat))


def test_a_whole_turn_without_cards_costs_one_letter_and_the_next_seat_is_asked(seats: list[Seat]) -> None:
    seat = asked(seats)
    letters = OutboundLetter.objects.count()
    deliver(newest(seat), move_to(seats, seat, "wool", "flax", "gold"), "end")
    assert asked(seats) != seat
    assert newest(seat).text.startswith("#=#=# DONE")
    assert OutboundLetter.objects.count() - letters == 2


def test_drawn_cards_come_back_in_a_letter_and_the_rest_of_the_reply_waits(seats: list[Seat]) -> None:
    seat = asked(seats)
    deliver(newest(seat), move_to(seats, seat, "workshop", "order", "builder"), "end")
    letter = newest(seat)
    assert asks_for_a_card(letter)
    assert "[1]" in letter.text
    deliver(letter, "1")
    assert asked(seats) != seat
    assert newest(seat).text.startswith("#=#=# DONE")


def test_nobody_is_asked_about_what_comes_beside_anothers_turn(seats: list[Seat]) -> None:
    """Everybody is on Market: the first goes to a tile where the next one then is too."""
    first = asked(seats)
    deliver(newest(first), move_to(seats, first, "wool", "flax", "gold", "order"), "end")
    while asked(seats) == first:
        deliver(newest(first), "1", "end")
    second = asked(seats)
    deliver(newest(second), *example_of(newest(second)))
    assert {decision.kind for decision in match_of(seats).decisions} <= {"turn", "take", "finish", "sell", "keep"}
    assert len(match_of(seats).decisions) == 1


def test_an_order_for_what_happened_by_itself_is_told_as_such(seats: list[Seat]) -> None:
    """Nobody can build or make anything yet, so the turn ends behind the cubes."""
    seat = asked(seats)
    deliver(newest(seat), move_to(seats, seat, "wool", "flax", "gold"), "end")
    assert "+ Done already: [end]" in newest(seat).text
    assert newest(seat).text.startswith("#=#=# DONE - 1 played, 1 done already - ")


def test_help_about_a_standing_order_tells_how_it_is_written(seats: list[Seat]) -> None:
    seat = asked(seats)
    deliver(newest(seat), "help cubes")
    said = words(newest(seat, "words"))
    assert "[put 2 gold on brooch, 1 in stock]" in said
    assert "[always cubes cards > workshops > stock]" in said
