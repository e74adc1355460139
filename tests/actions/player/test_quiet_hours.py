"""Quiet hours of a player: a deadline that would fall into the own night moves to its end, and no further."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
import time_machine

from tests.shared.cast import Cast, asked_seat, only_table, running_league
from tournaments.actions.clock import deadlines
from tournaments.actions.player import preferences
from tournaments.language.refusals import BadSettings
from tournaments.models import Turn

pytestmark = pytest.mark.django_db

NIGHT = (22, 7)


def first_turn(cast: Cast, hour: int, night: tuple[int, int] | None = NIGHT) -> Turn:
    """The first question of a game that begins at that hour in Brussels; everybody has the same night, 48 hours."""
    for player in cast.players:
        preferences.keep_quiet(player, night)
    with time_machine.travel(datetime(2026, 5, 4, hour, 30, tzinfo=ZoneInfo("Europe/Brussels")), tick=False):
        return asked_seat(only_table(running_league(cast))).turns.get(ended_at=None)


def in_brussels(moment: datetime) -> str:
    return f"{moment.astimezone(ZoneInfo('Europe/Brussels')):%d %H:%M}"


@pytest.mark.parametrize(
    ("hour", "due"), [(23, "07 07:00"), (3, "06 07:00"), (12, "06 12:30"), (21, "06 21:30"), (22, "07 07:00")]
)
def test_a_deadline_in_the_night_is_in_the_morning(cast: Cast, hour: int, due: str) -> None:
    assert in_brussels(first_turn(cast, hour).due_by) == due


def test_who_has_no_quiet_hours_has_the_usual_deadline(cast: Cast) -> None:
    assert in_brussels(first_turn(cast, 23, None).due_by) == "06 23:30"


def test_the_reminder_moves_with_the_deadline(cast: Cast) -> None:
    usual, moved = first_turn(cast, 23, None), first_turn(cast, 23)
    assert (in_brussels(usual.due_by), in_brussels(moved.due_by)) == ("06 23:30", "07 07:00")
    assert moved.remind_at - usual.remind_at == moved.due_by - usual.due_by
    assert usual.opened_at < usual.remind_at < usual.due_by


def test_the_grace_ends_in_the_morning_too(cast: Cast) -> None:
    turn = first_turn(cast, 12)
    late = datetime(2026, 5, 6, 21, 45, tzinfo=UTC)  # 23:45 in Brussels, and a day of grace
    with time_machine.travel(late, tick=False):
        assert deadlines.expire(turn.pk) == "grace"
    turn.refresh_from_db()
    assert in_brussels(turn.due_by) == "08 07:00"


def test_a_clock_that_runs_keeps_its_deadline(cast: Cast) -> None:
    turn = first_turn(cast, 23, None)
    preferences.keep_quiet(turn.seat.player, NIGHT)
    before = turn.due_by
    turn.refresh_from_db()
    assert turn.due_by == before


@pytest.mark.parametrize("hours", [(7, 7), (8, 7), (0, 11)])
def test_a_night_is_no_way_to_win_a_day(cast: Cast, hours: tuple[int, int]) -> None:
    with pytest.raises(BadSettings):
        preferences.keep_quiet(cast.player, hours)
    cast.player.refresh_from_db()
    assert cast.player.quiet is None
