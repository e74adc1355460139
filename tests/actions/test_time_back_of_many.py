"""Time is given back to many tables in portions: few statements, no long lock, and nothing lost where it stops."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from tests.actions.asked import HOUR, NO_GRACE, START
from tests.cast import Cast, running_league
from tournaments import heartbeats, portions, sweeps
from tournaments.actions import deadlines, outages, time_back
from tournaments.models import Heartbeat, JournalLine, Outage, Table, Turn

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
TABLES = 4
DUE = START + 48 * HOUR


class Stopped(Exception):
    """What ends a worker in the middle."""


def deadlines_now() -> list[timedelta]:
    """By how much each has moved, in the order of their tables."""
    found = Turn.objects.filter(ended_at=None).order_by("seat__table")
    return [due - DUE for due in found.values_list("due_by", flat=True)]


def many(cast: Cast, count: int = TABLES) -> None:
    """So many tables, each in a league of its own, and each with one question and a kept order that waits."""
    for _ in range(count):
        running_league(cast, delay=5 * HOUR, **NO_GRACE)
    running().update(run_at=START + 12 * HOUR)


def running() -> QuerySet[Table]:
    return Table.objects.filter(state=Table.State.RUNNING)


def stop_at(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker dies at that question."""
    given, seen = time_back.give, []

    def give(turn: Turn, *rest: object) -> timedelta:
        seen.append(turn.pk)
        if len(seen) == number:
            raise Stopped
        return given(turn, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(time_back, "give", give)


def statements(cast: Cast, tables: int) -> int:
    """That it takes to give this many tables more an hour back."""
    many(cast, tables)
    ends = Outage.objects.count() + 2
    Outage.objects.create(source=heartbeats.WORKER, begins_at=START + (ends - 1) * HOUR, ends_at=START + ends * HOUR)
    with CaptureQueriesContext(connection) as asked:
        outages.give_back()
    return len(asked)


def test_many_tables_take_no_more_statements_than_one(cast: Cast, clock: time_machine.Traveller) -> None:
    clock.move_to(START + 11 * HOUR)
    assert statements(cast, 1) == statements(cast, TABLES)


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
        assert deadlines_now() == [2 * HOUR, 2 * HOUR, 0 * HOUR, 0 * HOUR]
        assert not running().exclude(run_at=START + 12 * HOUR).exists()
        not_moved = Turn.objects.filter(ended_at=None, due_by=DUE).values_list("pk", flat=True)
        assert {deadlines.expire(pk) for pk in not_moved} == {"at rest"}
    with monkeypatch.context() as patched:
        stop_at(TABLES - 1, patched)  # more questions than are left
        sweeps.sweep()
    assert deadlines_now() == [2 * HOUR] * TABLES
    lines = JournalLine.objects.filter(verb=outages.OUTAGE)
    assert lines.filter(league__isnull=False).count() == TABLES
    outage.refresh_from_db()
    assert outage.credited_until == outage.ends_at


def test_what_there_is_no_time_for_is_given_with_the_next_sweep_and_nothing_is_judged_before(
    cast: Cast, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    many(cast, 2)
    Outage.objects.create(source=heartbeats.WORKER, begins_at=START + 8 * HOUR, ends_at=START + 10 * HOUR)
    clock.move_to(START + 11 * HOUR)
    with monkeypatch.context() as patched:
        patched.setattr(outages, "GIVE_FOR", -1.0)
        assert not outages.settle()
        assert deadlines_now() == [0 * HOUR] * 2
    assert outages.settle()
    assert deadlines_now() == [2 * HOUR] * 2
    assert not running().exclude(run_at=START + 14 * HOUR).exists()


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
            outages.give_back()
    heartbeats.beat(heartbeats.SWEEP)  # the same gap, noticed later: it has lasted until now
    outages.give_back()
    assert deadlines_now() == [3 * HOUR] * TABLES
    assert not running().exclude(run_at=START + 15 * HOUR).exists()
