"""Time is given back to many tables in portions: few statements, no long lock, and nothing lost where it stops."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from tests.actions.asked import HOUR, NO_GRACE, START
from tests.shared.cast import Cast, prepared_league
from tournaments.actions.clock import deadlines, outage_time, turn_clock
from tournaments.actions.league import leagues
from tournaments.models import Heartbeat, JournalLine, Outage, OutboundLetter, Table, Turn
from tournaments.running import sweeps
from tournaments.runtime import heartbeats, outages, portions

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
TABLES = 3  # of a league
DUE = START + 48 * HOUR


class Stopped(Exception):
    """An error that ends a worker in the middle."""


def deadlines_now() -> list[timedelta]:
    """By how much each has moved, in the order of their tables."""
    found = Turn.objects.filter(ended_at=None).order_by("seat__table")
    return [due - DUE for due in found.values_list("due_by", flat=True)]


def many(cast: Cast, count: int = 1) -> None:
    """So many leagues of TABLES tables, each table with one question and a kept order that waits."""
    for _ in range(count):
        league = prepared_league(cast, seats=2, delay=5 * HOUR, **NO_GRACE)
        for player in cast.players:
            leagues.enrol(league, player)
        leagues.start(league, cast.organiser)
    running().update(run_at=START + 12 * HOUR)


def running() -> QuerySet[Table]:
    return Table.objects.filter(state=Table.State.RUNNING)


def stop_at(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker dies at that question."""
    given, seen = turn_clock.give, []

    def give(turn: Turn, *rest: Any) -> timedelta:
        seen.append(turn.pk)
        if len(seen) == number:
            raise Stopped
        return given(turn, *rest)

    monkeypatch.setattr(turn_clock, "give", give)


def statements(begins: int) -> int:
    """That it takes to give an hour back to all tables."""
    begun = START + begins * HOUR
    Outage.objects.create(source=heartbeats.WORKER, begins_at=begun, ends_at=begun + HOUR)
    with CaptureQueriesContext(connection) as asked:
        assert outage_time.give_back() == running().count()
    return len(asked)


def test_many_tables_take_no_more_statements_than_few(cast: Cast) -> None:
    many(cast)
    few = statements(1)
    many(cast, 3)
    assert statements(5) == few


def test_where_a_worker_dies_the_next_one_goes_on_and_nothing_is_given_twice(
    cast: Cast, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    many(cast)
    outage = Outage.objects.create(source=heartbeats.WORKER, begins_at=START + 8 * HOUR, ends_at=START + 10 * HOUR)
    clock.move_to(START + 50 * HOUR - timedelta(minutes=1))
    with monkeypatch.context() as patched:
        patched.setattr(portions, "SIZE", 1)
        stop_at(3, patched)
        with pytest.raises(Stopped):
            sweeps.sweep()
        assert deadlines_now() == [2 * HOUR, 2 * HOUR, 0 * HOUR]
        assert not running().exclude(run_at=START + 12 * HOUR).exists()
        not_moved = Turn.objects.filter(ended_at=None, due_by=DUE).values_list("pk", flat=True)
        assert {deadlines.expire(pk) for pk in not_moved} == {"at rest"}
    with monkeypatch.context() as patched:
        stop_at(2, patched)  # more questions than are left
        sweeps.sweep()
    assert deadlines_now() == [2 * HOUR] * TABLES
    lines = JournalLine.objects.filter(verb=outages.OUTAGE)
    assert lines.filter(league__isnull=False).count() == 1
    outage.refresh_from_db()
    assert outage.credited_until == outage.ends_at


def test_what_there_is_no_time_for_is_given_with_the_next_sweep_and_nothing_is_judged_before(
    cast: Cast, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    many(cast)
    Outage.objects.create(source=heartbeats.WORKER, begins_at=START + 8 * HOUR, ends_at=START + 10 * HOUR)
    clock.move_to(START + 11 * HOUR)
    with monkeypatch.context() as patched:
        patched.setattr(outage_time, "GIVE_FOR", -1.0)
        assert not outage_time.settle()
        assert deadlines_now() == [0 * HOUR] * TABLES
    assert outage_time.settle()
    assert deadlines_now() == [2 * HOUR] * TABLES
    assert not running().exclude(run_at=START + 14 * HOUR).exists()


def test_tables_that_were_told_are_told_of_an_outage_that_comes_before_all_have_been(
    cast: Cast, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    many(cast)
    for begins, told in ((8, 1), (14, TABLES)):
        begun = START + begins * HOUR
        Outage.objects.create(source=heartbeats.WORKER, begins_at=begun, ends_at=begun + 2 * HOUR)
        clock.move_to(begun + 3 * HOUR)
        outage_time.give_back()
        with monkeypatch.context() as patched:
            moments = iter([0.0] * (told + 1))
            patched.setattr(outage_time, "monotonic", lambda times=moments: next(times, 2 * outage_time.TELL_FOR))
            assert outage_time.tell() == told
    letters = OutboundLetter.objects.filter(kind="time_back")
    assert letters.values("seat__table").distinct().count() == TABLES
    assert letters.filter(seat=letters.order_by("pk")[0].seat).count() == 2


def test_an_outage_that_goes_on_while_its_time_is_given_back_is_given_to_every_table(
    cast: Cast, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.OUTAGE_AFTER = HOUR
    many(cast)
    outage = Outage.objects.create(source=heartbeats.SWEEP, begins_at=START + 8 * HOUR, ends_at=START + 10 * HOUR)
    Heartbeat.objects.create(name=heartbeats.SWEEP, at=outage.begins_at)
    clock.move_to(START + 11 * HOUR)
    with monkeypatch.context() as patched:
        patched.setattr(portions, "SIZE", 1)
        stop_at(3, patched)
        with pytest.raises(Stopped):
            outage_time.give_back()
    heartbeats.beat(heartbeats.SWEEP)  # the same gap, noticed later: it has lasted until now
    outage_time.give_back()
    assert deadlines_now() == [3 * HOUR] * TABLES
    assert not running().exclude(run_at=START + 15 * HOUR).exists()
