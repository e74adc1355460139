"""Parts of the service are away while deadlines fall due: nobody is late by that, and nothing is given back twice."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone
from pytest_django import Settings
from pytest_django.plugin import DjangoDbBlocker

from tests.actions.asked import HOUR, START
from tests.shared.cast import Cast, make_cast, running_league
from tests.shared.faults import BEAT, DOOR, HOST, PARTS, STEP, WORKER, Parts
from tests.shared.hand_over import by_hand
from tests.shared.post import newest
from tests.shared.shared_rows import made_once
from tournaments.models import JournalLine, Outage, OutboundLetter, Seat, Turn

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock"), pytest.mark.posted_by_hand]
TABLES = 3
ORDER = "12"


@pytest.fixture
def parts(clock: time_machine.Traveller, settings: Settings) -> Parts:
    settings.OUTAGE_AFTER = 2 * STEP
    settings.SWEEP_EVERY = STEP
    settings.MAIL_LINE_KEPT = 0
    return Parts(clock, settings)


@pytest.fixture(scope="module")
def leagues(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Cast]:
    with made_once(django_db_blocker), time_machine.travel(START, tick=False), by_hand():
        cast = make_cast()
        for number in range(TABLES):
            running_league(cast, name=f"League {number}", tag=f"L{number}", turn_time=24 * HOUR, grace=24 * HOUR)
        yield cast


@pytest.fixture
def turns(db: None, leagues: Cast, parts: Parts) -> list[Turn]:
    """Questions whose letters have gone out, due one by one in the hour behind START + 24 hours; ten minutes before."""
    parts.work()
    for number, turn in enumerate(Turn.objects.order_by("pk")):
        due = START + 24 * HOUR + (number + 0.5) * HOUR / TABLES
        Turn.objects.filter(pk=turn.pk).update(due_by=due, judge_at=due, remind_at=due - HOUR / 4)
    assert not Turn.objects.filter(handed_at=None)
    parts.skip_to(START + 24 * HOUR - 2 * STEP)
    return list(Turn.objects.order_by("pk"))


def missed() -> int:
    """Questions that somebody else has answered or that have cost a grace."""
    seats = Seat.objects.filter(grace_used_at__isnull=False).count()
    return seats + Turn.objects.filter(end=Turn.End.STAND_IN).count()


def answer(parts: Parts, turn: Turn) -> None:
    seat = Seat.objects.select_related("player", "table__league").get(pk=turn.seat_id)
    parts.send(newest(seat, "turn"), ORDER)


def answered(turns: list[Turn]) -> int:
    return Turn.objects.filter(pk__in=[turn.pk for turn in turns], end=Turn.End.ANSWERED).count()


def all_answer_in_time(parts: Parts, turns: list[Turn]) -> None:
    """Each a moment before the deadline that they have then; and some hours in which all of them are judged."""
    for turn in turns:
        turn.refresh_from_db()
        parts.until(turn.due_by - timedelta(seconds=1))
        answer(parts, turn)
    parts.until(timezone.now() + 2 * HOUR, step=3 * STEP)


@pytest.mark.parametrize(
    "gone", [(WORKER,), (BEAT,), (HOST,), (DOOR,), tuple(PARTS)], ids=lambda gone: " and ".join(sorted(gone))
)
def test_an_hour_without_a_part_makes_nobody_late(parts: Parts, turns: list[Turn], gone: tuple[str, ...]) -> None:
    parts.without(*gone)
    parts.until(START + 25 * HOUR)
    parts.all_back()
    parts.until(START + 25 * HOUR + 2 * STEP)
    all_answer_in_time(parts, turns)
    assert missed() == 0
    assert answered(turns) == TABLES
    assert all(turn.due_by >= START + 25 * HOUR for turn in turns)
    assert min(Outage.objects.values_list("begins_at", flat=True)) <= START + 24 * HOUR


def test_where_nobody_notices_an_outage_it_does_make_people_late(parts: Parts, turns: list[Turn]) -> None:
    parts.settings.OUTAGE_AFTER = 1000 * HOUR
    parts.without(*PARTS)
    parts.until(START + 25 * HOUR)
    parts.all_back()
    assert missed() == TABLES


@pytest.mark.parametrize("order", [(DOOR, HOST, WORKER, BEAT), (BEAT, WORKER, HOST, DOOR)], ids=" ".join)
def test_an_answer_that_waited_for_a_closed_door_counts_in_whatever_order_the_parts_come_back(
    parts: Parts, turns: list[Turn], order: tuple[str, ...]
) -> None:
    parts.without(*PARTS)
    for turn in turns:
        parts.clock.move_to(turn.due_by - timedelta(seconds=1))
        answer(parts, turn)
    parts.clock.move_to(START + 124 * HOUR)
    parts.all_back(order)
    assert missed() == 0
    parts.until(timezone.now() + STEP)
    assert answered(turns) == TABLES
    parts.until(timezone.now() + 2 * HOUR, step=3 * STEP)
    assert missed() == 0


def test_after_a_hundred_hours_everybody_has_what_was_left_and_reads_so_once(parts: Parts, turns: list[Turn]) -> None:
    parts.without(*PARTS)
    parts.clock.move_to(START + 124 * HOUR)
    parts.all_back()
    parts.until(timezone.now() + 2 * STEP)
    begun = Outage.objects.order_by("begins_at")[0].begins_at
    lasted = max(Outage.objects.values_list("ends_at", flat=True)) - begun
    for turn in turns:
        before = turn.due_by
        turn.refresh_from_db()
        assert before < turn.due_by <= before + lasted
        assert turn.due_by - before >= 100 * HOUR
        kinds = OutboundLetter.objects.filter(seat=turn.seat_id).order_by("pk").values_list("kind", flat=True)
        assert [kind for kind in kinds if kind != "reminder"] == ["turn", "time_back"]
    told = OutboundLetter.objects.filter(kind="time_back")
    assert told.count() == Seat.objects.count()
    assert JournalLine.objects.filter(verb="outage", league__isnull=False).count() == TABLES
    parts.until(timezone.now() + 3 * STEP)
    assert told.count() == Seat.objects.count()


def test_a_question_that_waited_here_for_a_hundred_hours_has_all_its_time_from_then(
    leagues: Cast, parts: Parts
) -> None:
    parts.without(WORKER, BEAT, HOST)
    parts.until(START + STEP)
    parts.clock.move_to(START + 100 * HOUR)
    parts.running |= {WORKER, BEAT}
    parts.work()
    assert not OutboundLetter.objects.filter(kind__in=("reminder", "grace", "turn_expired")).exists()
    parts.all_back()
    parts.until(timezone.now() + 3 * STEP)
    for turn in Turn.objects.filter(ended_at=None):
        assert turn.handed_at is not None
        assert turn.due_by == turn.handed_at + 24 * HOUR
    assert not OutboundLetter.objects.filter(kind__in=("reminder", "grace", "turn_expired")).exists()
    assert missed() == 0
