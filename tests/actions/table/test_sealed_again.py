"""Sealed choices that are opened again: the moment of the reveal and the deadlines are set once."""

from __future__ import annotations

from datetime import timedelta
from itertools import cycle

import pytest
import time_machine
from django.utils import timezone

from tests.actions.asked import HOUR, open_turn
from tests.actions.table.test_sealed import MINUTES, begin, bid_all, revealed, table_of, words
from tests.shared.cast import Cast
from tests.shared.post import deliver, newest
from tournaments.actions.clock import pausing
from tournaments.actions.table import changed_choices, orders, tables, undo
from tournaments.models import Seat, Turn
from tournaments.queries import matches
from tournaments.running import sweeps

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
NEARLY = MINUTES - timedelta(seconds=1)
ALSO_THE_LAST = " at least, and until the last of you has chosen."
UNTIL_ALL = "You can change your mind until Mon 10:10" + ALSO_THE_LAST


def test_a_choice_that_is_forgotten_is_asked_again_with_its_old_deadline(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seats = begin(cast)
    due = open_turn(seats[0]).due_by
    bid_all(seats)
    clock.shift(MINUTES / 2)
    moment = table_of(seats).reveal_at
    deliver(newest(seats[0]), "forget")
    assert open_turn(seats[0]).due_by == due
    assert "So far 2 of 3 have chosen." in words(seats[0])
    assert UNTIL_ALL in words(seats[0])
    clock.shift(MINUTES)
    assert (sweeps.sweep()["reveals"], tables.reveal(seats[0].table_id)) == (0, False)
    orders.take_orders(seats[1].pk, ["bid 2"], serial=None, by="page")
    assert (table_of(seats).reveal_at, revealed(seats)) == (moment, 0)
    deliver(newest(seats[0]), "bid 0")
    assert "All have chosen. The choices are revealed now." in words(seats[0])
    assert (sweeps.sweep()["reveals"], revealed(seats)) == (1, 1)


def test_a_choice_that_is_made_again_in_time_is_revealed_when_it_would_have_been(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seats = begin(cast)
    bid_all(seats)
    for lines in (("forget",), ("bid 0",), ("undo",), ("bid 2",)):
        clock.shift(MINUTES / 5)
        deliver(newest(seats[2]), *lines)
        assert ("until Mon 10:10" + ALSO_THE_LAST in words(seats[2])) == (lines[0] in ("forget", "undo"))
    clock.shift(MINUTES / 5)
    assert (sweeps.sweep()["reveals"], revealed(seats)) == (1, 1)


ONE_SEAT = {
    "forgets and chooses": [["forget"], ["bid 1"]],
    "forgets and chooses in one letter": [["forget", "bid 1"]],
    "takes back and chooses": [["undo"], ["bid 1"]],
    "forgets, chooses and takes back": [["forget"], ["bid 1"], ["undo"], ["bid 2"]],
    "forgets": [["forget"]],
    "takes back": [["undo"]],
    "drops all": [["forget all"], ["always bid 1"], ["forget all"], ["bid 1"]],
}


@pytest.mark.parametrize("every", [3, 9])
@pytest.mark.parametrize("letters", ONE_SEAT.values(), ids=ONE_SEAT)
@pytest.mark.parametrize("ahead", [1, 10])
def test_nothing_that_one_seat_writes_puts_a_deadline_or_the_reveal_off_for_more_than_the_second_thoughts(
    cast: Cast, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch, letters: list[list[str]], *,
    every: int, ahead: int,
) -> None:  # fmt: skip
    monkeypatch.setattr(changed_choices, "CHANGED_AN_HOUR", 1000)
    monkeypatch.setattr(undo, "UNDONE_A_DAY", 1000)
    delay = 3 * MINUTES
    seats = begin(cast, delay=delay)
    due = open_turn(seats[0]).due_by
    clock.move_to(due - timedelta(minutes=ahead))
    bid_all([*seats[1:], seats[0]])
    written = cycle(letters)
    while not revealed(seats):
        assert timezone.now() <= due + delay + MINUTES + timedelta(minutes=every)
        orders.take_orders(seats[0].pk, next(written), serial=None, by="page")
        assert all(turn.due_by <= due + delay for turn in Turn.objects.filter(seat=seats[0]))
        clock.shift(timedelta(minutes=every))
        sweeps.sweep()


def second_round(seats: list[Seat], clock: time_machine.Traveller, *by_rule: Seat) -> None:
    """The bids of a new round are asked; these seats have made theirs by a standing order."""
    for seat in by_rule:
        orders.take_orders(seat.pk, ["always bid 1"], serial=None, by="page")
    bid_all([seat for seat in seats if seat not in by_rule])
    clock.shift(MINUTES)
    sweeps.sweep()
    for seat in seats:
        orders.take_orders(seat.pk, ["take 1", "end"], serial=None, by="page")


def test_a_choice_made_by_a_standing_order_is_opened_again_with_the_time_that_all_had(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seats = begin(cast, delay=timedelta(0))
    second_round(seats, clock, seats[0])
    due = open_turn(seats[1]).due_by
    clock.shift(HOUR)
    orders.take_orders(seats[0].pk, ["forget all"], serial=None, by="page")
    assert (open_turn(seats[0]).due_by, open_turn(seats[0]).handed_at) == (due, timezone.now())
    orders.take_orders(seats[0].pk, ["bid 1"], serial=None, by="page")
    clock.move_to(due)
    account = orders.take_orders(seats[0].pk, ["forget"], serial=None, by="page")
    assert account.lines[0].state == "refused"


def test_a_choice_that_its_seats_move_brings_once_more_has_all_its_second_thoughts(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seats = begin(cast, delay=timedelta(0))
    second_round(seats, clock, *seats)
    assert table_of(seats).reveal_at == timezone.now() + MINUTES
    clock.shift(MINUTES / 2)
    orders.take_orders(seats[2].pk, ["undo", "take 2", "end"], serial=None, by="page")
    assert table_of(seats).reveal_at == timezone.now() + MINUTES


def test_a_choice_whose_time_is_over_is_not_opened_again_but_may_be_replaced(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seats = begin(cast, delay=timedelta(0))
    due = open_turn(seats[0]).due_by
    clock.move_to(due - timedelta(seconds=1))
    bid_all(seats)
    deliver(newest(seats[0]), "bid 2", "take 1")
    clock.move_to(due)
    deliver(newest(seats[0]), "forget")
    assert "time for this choice is over: it stays unless you send another one" in words(seats[0])
    assert (len(Seat.objects.get(pk=seats[0].pk).plan["kept"]), table_of(seats).reveal_look_at) == (1, due + NEARLY)
    orders.take_orders(seats[0].pk, ["bid 0"], serial=None, by="page")
    assert matches.load(table_of(seats)).view(0).bids[0] == 0


def test_a_choice_may_be_opened_again_while_the_clocks_stand_still(cast: Cast, clock: time_machine.Traveller) -> None:
    seats = begin(cast)
    due = open_turn(seats[0]).due_by
    deliver(newest(seats[0]), "bid 1")
    pausing.pause(seats[0].table_id, cast.organiser, "snow")
    clock.move_to(due + HOUR)
    deliver(newest(seats[0]), "forget")
    assert open_turn(seats[0]).judge_at is None
