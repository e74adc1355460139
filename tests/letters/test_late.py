"""What a player reads who is late: what has happened, who the stand-in is, and what comes next."""

from __future__ import annotations

import pytest
import time_machine

from engine.bots import bots
from engine.orders import api
from engine.orders.api import Plan
from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.post import newest
from tournaments.actions.clock import deadlines
from tournaments.actions.table.session import Session
from tournaments.letters import table as of_table
from tournaments.letters.parts.draft import Draft
from tournaments.models import OutboundLetter, Seat
from tournaments.running.demo.reading import asks

pytestmark = pytest.mark.django_db
WHO = "The stand-in is a program"


@pytest.fixture
def seat() -> Seat:
    return asked_seat(only_table(running_league(make_cast())))


def reminded(seat: Seat) -> OutboundLetter:
    turn = seat.turns.get(ended_at=None)
    with time_machine.travel(turn.remind_at):
        deadlines.remind(turn.pk)
    return newest(seat, "reminder")


def words_of(letter: OutboundLetter | Draft) -> str:
    return " ".join(letter.text.split())


def expired(seat: Seat, *, asked: bool = False, keeps_seat: bool = False) -> Draft:
    """The letter after the stand-in has moved; asked: and it is the player's turn once more."""
    s = Session.open(seat.table_id)
    steps = api.stand_in(s.match.copy(), {number: Plan() for number in range(3)}, seat.number, bots["greedy"])
    turn = seat.turns.get(ended_at=None) if asked else None
    return of_table.turn_expired(s.seat(seat.pk), steps, s.match, Plan(), turn, keeps_seat)


def test_a_reminder_tells_a_new_player_what_to_do_and_who_the_stand_in_is(seat: Seat) -> None:
    words = words_of(reminded(seat))
    assert "One order is enough, sent as an answer to this letter." in words
    assert WHO in words


def test_a_practised_player_is_not_told_again(seat: Seat) -> None:
    seat.player.letters_understood = {seat.table.league.game: 3}
    seat.player.save()
    words = words_of(reminded(seat))
    assert "One order is enough" not in words
    assert WHO not in words


def test_where_the_table_waits_nobody_reads_of_a_stand_in(seat: Seat) -> None:
    seat.table.league.expiry = "wait"
    seat.table.league.save()
    assert "stand-in" not in words_of(reminded(seat))


def test_who_was_late_reads_what_the_stand_in_did_and_that_the_seat_is_still_theirs(seat: Seat) -> None:
    words = words_of(expired(seat))
    assert WHO in words
    assert "This is what it did: * You " in words
    assert "The seat is still yours" in words


def test_who_was_late_on_three_days_does_not_read_that_the_seat_is_still_theirs(seat: Seat) -> None:
    words = words_of(expired(seat, keeps_seat=True))
    assert "the stand-in keeps your seat until you write again" in words
    assert "still yours" not in words


def test_who_was_late_and_is_asked_again_reads_the_question_and_its_deadline_in_the_first_line(seat: Seat) -> None:
    draft = expired(seat, asked=True)
    assert asks(draft.text)
    assert draft.text.startswith("#=#=# TIME WAS UP - now YOUR CARD 1 OF 4 - until ")
    assert "Now you are asked again." in words_of(draft)
