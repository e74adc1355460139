"""Deadlines of players whom no letter reaches: their clocks stand still until they are heard of again."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine

from tests.actions.asked import HOUR, NO_GRACE, START, begin, kinds, late, legal, open_turn
from tests.cast import Cast, asked_seat
from tests.post import deliver, newest
from tournaments import sweeps
from tournaments.actions import bounces, deadlines, people
from tournaments.actions.refusals import NotWaiting, TurnIsOver
from tournaments.models import JournalLine, OutboundLetter, Player, Seat, Turn

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]


def mailbox_of(seat: Seat) -> Player:
    assert seat.player is not None
    seat.player.refresh_from_db()
    return seat.player


def test_a_deadline_that_no_letter_told_of_is_no_miss(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, **NO_GRACE)
    bounces.address_is_dead(mailbox_of(seat).email, "a test")
    late(clock, turn)
    assert deadlines.expire(turn.pk) == "cannot be reached"
    clock.shift(2 * HOUR)
    assert sweeps.sweep()["expired"] == 1
    seat.refresh_from_db()
    assert (seat.expired_on, seat.grace_used_at, seat.mover) == ([], None, Seat.Mover.PLAYER)
    assert asked_seat(seat.table).pk == seat.pk
    assert JournalLine.objects.filter(verb="cannot be reached").count() == 1


@pytest.mark.parametrize("policy", ["stand-in", "ask"])
def test_with_the_organisers_yes_the_stand_in_moves_and_nothing_is_held_against_the_player(
    cast: Cast, clock: time_machine.Traveller, policy: str
) -> None:
    seat, turn = begin(cast, expiry=policy)
    bounces.address_is_dead(mailbox_of(seat).email, "a test")
    with pytest.raises(TurnIsOver):
        deadlines.allow_stand_in(turn.pk, cast.organiser)
    late(clock, turn)
    assert deadlines.expire(turn.pk) == "cannot be reached"
    deadlines.allow_stand_in(turn.pk, cast.organiser)
    turn.refresh_from_db()
    seat.refresh_from_db()
    assert turn.end == Turn.End.STAND_IN
    assert (seat.expired_on, seat.grace_used_at, seat.mover) == ([], None, Seat.Mover.PLAYER)


def test_a_league_that_waits_waits_for_who_is_out_of_reach_too(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, expiry="wait")
    bounces.address_is_dead(mailbox_of(seat).email, "a test")
    late(clock, turn)
    with pytest.raises(NotWaiting):
        deadlines.allow_stand_in(turn.pk, cast.organiser)


def test_the_clock_stands_still_while_no_letter_arrives(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, **NO_GRACE)
    clock.move_to(START + 10 * HOUR)
    bounces.address_is_dead(mailbox_of(seat).email, "a test")
    late(clock, turn, by=100 * HOUR)
    deadlines.expire(turn.pk)
    people.confirm(mailbox_of(seat))
    turn.refresh_from_db()
    assert turn.due_by == turn.judge_at == datetime.now(UTC) + 38 * HOUR
    assert turn.remind_at == datetime.now(UTC) + 26 * HOUR
    late(clock, turn)
    assert deadlines.expire(turn.pk) == "stand-in"


def test_a_turn_that_began_while_no_letter_arrived_has_its_whole_time(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    first, _ = begin(cast, **NO_GRACE)
    other = first.table.seats.get(number=(first.number + 1) % 3)
    bounces.address_is_dead(mailbox_of(other).email, "a test")
    clock.shift(10 * HOUR)
    deliver(newest(first), legal(first))
    assert asked_seat(first.table).pk == other.pk
    clock.shift(70 * HOUR)
    people.confirm(mailbox_of(other))
    assert open_turn(other).due_by == datetime.now(UTC) + 48 * HOUR


def test_nobody_is_reminded_at_an_address_that_is_dead(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast)
    bounces.address_is_dead(mailbox_of(seat).email, "a test")
    clock.move_to(START + 36 * HOUR)
    assert not deadlines.remind(turn.pk)
    assert sweeps.sweep()["reminders"] == 0
    assert kinds(seat) == ["turn"]


@pytest.mark.parametrize("kind", ["turn", "reminder", "grace", "orders_refused"])
def test_an_open_question_is_sent_again_whatever_letter_asked_it(
    cast: Cast, clock: time_machine.Traveller, kind: str
) -> None:
    seat, turn = begin(cast)
    if kind == "reminder":
        clock.move_to(START + 36 * HOUR)
        deadlines.remind(turn.pk)
    if kind == "grace":
        late(clock, turn)
        deadlines.expire(turn.pk)
    if kind == "orders_refused":
        deliver(newest(seat), "recruit prince in red")
    letter = newest(seat)
    assert letter.kind == kind
    OutboundLetter.objects.update(state=OutboundLetter.State.SENT)
    bounces.address_is_dead(mailbox_of(seat).email, "it came back")
    people.confirm(mailbox_of(seat))
    again = OutboundLetter.objects.filter(state=OutboundLetter.State.QUEUED)
    assert list(again) == [letter]


def test_a_letter_that_went_out_after_the_mailbox_was_dead_is_not_sent_again(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast)
    bounces.address_is_dead(mailbox_of(seat).email, "it came back")
    clock.shift(HOUR)
    # The answer to the letter that shows it, posted by another worker in the same moment.
    answered = {"created_at": datetime.now(UTC), "state": OutboundLetter.State.SENT}
    OutboundLetter.objects.filter(pk=newest(seat).pk).update(**answered)
    assert bounces.hear_from(mailbox_of(seat))
    assert newest(seat).state == OutboundLetter.State.SENT


def test_a_question_that_the_reviving_letter_answers_is_not_sent_again(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast)
    letter = newest(seat)
    OutboundLetter.objects.update(state=OutboundLetter.State.SENT)
    bounces.address_is_dead(mailbox_of(seat).email, "it came back")
    deliver(letter, legal(seat))
    assert newest(seat).state == OutboundLetter.State.QUEUED
    letter.refresh_from_db()
    assert letter.state == OutboundLetter.State.SENT
