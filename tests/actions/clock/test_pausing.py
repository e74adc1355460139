"""The clocks of a table are stopped: nobody is late, whoever likes plays on, and no time is lost or won."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from tests.actions.asked import HOUR, NO_GRACE, START, begin, late, legal, open_turn
from tests.actions.position import order
from tests.shared.cast import Cast, asked_seat, person
from tests.shared.post import newest
from tournaments.actions.clock import deadlines, pausing
from tournaments.actions.player import bounces
from tournaments.language.refusals import MovedOn, NotOpen, NotYours
from tournaments.models import JournalLine, OutboundLetter, Table
from tournaments.queries import calendars, needs
from tournaments.running import sweeps

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
WEEK = timedelta(days=7)


def test_nobody_is_reminded_or_judged_and_nothing_needs_the_organiser(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast, **NO_GRACE)
    clock.shift(HOUR)
    pausing.pause(seat.table_id, cast.organiser, "holidays")
    clock.shift(WEEK)
    assert sweeps.sweep()["expired"] == 0
    assert not OutboundLetter.objects.filter(kind__in=("reminder", "turn_expired")).exists()
    assert needs.needs_of(cast.organiser) == []
    assert seat.player is not None
    assert b"BEGIN:VEVENT" not in calendars.feed(seat.player)


def test_afterwards_the_question_has_as_much_time_as_was_left(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, **NO_GRACE)
    clock.shift(10 * HOUR)
    pausing.pause(seat.table_id, cast.organiser, "holidays")
    clock.shift(WEEK)
    pausing.go_on(seat.table_id, cast.organiser, "back")
    again = open_turn(seat)
    assert (again.due_by, again.judge_at) == (turn.due_by + WEEK, turn.due_by + WEEK)
    assert again.remind_at == turn.remind_at + WEEK
    late(clock, again)
    assert deadlines.expire(again.pk) == "stand-in"


def test_a_question_that_comes_up_meanwhile_begins_when_the_clocks_go_on(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast)
    pausing.pause(seat.table_id, cast.organiser, "holidays")
    clock.shift(24 * HOUR)
    assert order(seat, legal(seat)) == ["played"]
    following = asked_seat(seat.table)
    assert open_turn(following).judge_at is None
    letter = newest(following, "turn")
    assert "until the clocks run again" in letter.text.splitlines()[0]
    assert "stand still: you have time" in " ".join(letter.text.split())
    clock.shift(WEEK)
    pausing.go_on(seat.table_id, cast.organiser, "back")
    assert open_turn(following).due_by == START + 24 * HOUR + WEEK + seat.table.league.turn_time


def test_everybody_reads_of_it_with_the_reason_and_the_asked_seat_its_new_deadline(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast)
    pausing.pause(seat.table_id, cast.organiser, "The mail host is down.")
    with pytest.raises(MovedOn, match="stand still already"):
        pausing.pause(seat.table_id, cast.organiser, "once more")
    letters = OutboundLetter.objects.filter(kind="clocks_changed")
    assert {letter.player for letter in letters} == set(cast.players)
    assert letters.count() == 3
    assert all("| The mail host is down." in letter.text.replace("\xa0", " ") for letter in letters)
    clock.shift(HOUR)
    pausing.go_on(seat.table_id, cast.organiser, "It works.")
    with pytest.raises(MovedOn, match="go on already"):
        pausing.go_on(seat.table_id, cast.organiser, "once more")
    assert letters.all().count() == 6
    assert "until Wed 11:00" in newest(seat, "clocks_changed").text.splitlines()[0]


def test_more_time_counts_and_the_stand_in_waits_while_the_clocks_stand_still(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, turn = begin(cast)
    pausing.pause(seat.table_id, cast.organiser, "holidays")
    deadlines.extend(turn.pk, 24 * HOUR, cast.organiser, "more")
    assert open_turn(seat).judge_at is None
    clock.shift(WEEK)
    pausing.go_on(seat.table_id, cast.organiser, "back")
    assert open_turn(seat).due_by == turn.due_by + 24 * HOUR + WEEK


def test_a_mailbox_that_works_again_during_the_pause_wins_no_time_twice(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, turn = begin(cast)
    assert seat.player is not None
    clock.shift(2 * HOUR)
    bounces.address_is_dead(seat.player.email, "no such mailbox")
    clock.shift(3 * HOUR)
    pausing.pause(seat.table_id, cast.organiser, "holidays")
    clock.shift(WEEK)
    seat.player.refresh_from_db()
    assert bounces.hear_from(seat.player)
    assert open_turn(seat).judge_at is None
    pausing.go_on(seat.table_id, cast.organiser, "back")
    assert open_turn(seat).due_by == turn.due_by + 3 * HOUR + WEEK


def test_only_an_organiser_and_only_at_a_running_table(cast: Cast) -> None:
    seat, _ = begin(cast)
    stranger = person("Oscar", is_staff=True)
    for act in (pausing.pause, pausing.go_on):
        with pytest.raises(NotYours):
            act(seat.table_id, stranger, "mine")
    Table.objects.update(state=Table.State.FINISHED)
    with pytest.raises(NotOpen):
        pausing.pause(seat.table_id, cast.organiser, "late")
    assert not JournalLine.objects.filter(verb__in=("paused", "goes on")).exists()
