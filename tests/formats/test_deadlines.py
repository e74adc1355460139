"""When a question is due: what moves a deadline, by how much, and that nobody wins time by it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.deadlines import (
    Clock,
    behind_days_off,
    behind_night,
    due,
    lost,
    moment_between,
    note_expiry,
    stand_in_stays,
)  # fmt: skip
from tournaments.formats.spans import NONE, Span, length

HOUR = timedelta(hours=1)
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
EVENING = datetime(2025, 11, 12, 19, tzinfo=UTC)
REMIND = 0.75
hours = st.integers(0, 24 * 9).map(lambda number: number * HOUR)
moments = hours.map(lambda after: NOON + after)
some = st.tuples(moments, moments).map(lambda pair: Span(*sorted(pair)))
several = st.lists(some, max_size=5)


def always(_asked: datetime, due: datetime) -> tuple[datetime, list[Span]]:
    """Behind nothing: the player is never away."""
    return due, []


def away(asked: datetime, due: datetime) -> tuple[datetime, list[Span]]:
    """Behind two days off."""
    return behind_days_off(asked, due, [(NOON + 40 * HOUR, NOON + 88 * HOUR)])


behinds = st.sampled_from([always, away])
clocks = st.builds(lambda asked, time, behind: Clock.start(asked, time, REMIND, behind), moments, hours, behinds)
of_who_is_never_away = st.builds(lambda asked, time: Clock.start(asked, time, REMIND, always), moments, hours)


# --- the clock of a question ---------------------------------------------------------------------


def test_a_question_is_due_after_its_time_and_reminded_of_before() -> None:
    clock = Clock.start(NOON, 40 * HOUR, REMIND, always)
    assert (clock.due_by, clock.judge_at, clock.remind_at) == (NOON + 40 * HOUR, clock.due_by, NOON + 30 * HOUR)
    late = Clock.start(NOON, 60 * HOUR, REMIND, away)
    assert late.due_by == NOON + 108 * HOUR
    assert late.due_by - (late.remind_at or NOON) == 15 * HOUR
    assert late.not_counted == [Span(NOON + 40 * HOUR, NOON + 88 * HOUR)]


@given(clocks, hours, moments)
def test_more_time_counts_from_the_deadline_or_from_now(clock: Clock, by: timedelta, now: datetime) -> None:
    longer = clock.extended(by, now)
    assert longer.due_by == longer.judge_at == max(clock.due_by, now) + by
    assert longer.remind_at is not None
    assert longer.remind_at >= longer.due_by - by
    told = replace(clock, reminded_at=now, remind_at=None)
    assert told.extended(by, now).remind_at is None, "a question is reminded of once"


@given(clocks, hours, moments)
def test_a_grace_runs_from_now_and_from_its_own_letter(clock: Clock, time: timedelta, now: datetime) -> None:
    graced = clock.with_grace(time, now, always)
    assert graced.due_by == graced.judge_at == graced.grace_until == now + time
    assert graced.grace_time == graced.due_by - clock.due_by
    assert (graced.counts_from, graced.handed_at) == (now, None)


@given(clocks, several)
def test_time_that_was_given_back_is_not_given_back_again(clock: Clock, stood: list[Span]) -> None:
    once = clock.given_back(stood, always)
    assert clock.due_by <= once.due_by <= clock.due_by + length(stood)
    assert once.given_back(stood, always).due_by == once.due_by


@given(clocks, several)
def test_what_hangs_on_a_deadline_moves_with_it(clock: Clock, stood: list[Span]) -> None:
    graced = replace(clock, grace_until=clock.due_by)
    after = graced.given_back(stood, away)
    assert after.grace_until == after.judge_at == after.due_by
    assert (after.remind_at or NOON) - (clock.remind_at or NOON) == after.due_by - clock.due_by
    assert clock.stopped().given_back(stood, away).stopped() == clock.stopped().given_back(stood, away)


@given(of_who_is_never_away, some)
def test_a_clock_that_goes_on_has_as_much_time_as_it_had_left(clock: Clock, pause: Span) -> None:
    after = clock.stopped().given_back([pause], always).running(48 * HOUR, REMIND)
    if clock.counts_from <= pause.begins <= clock.due_by:
        assert after.due_by - pause.ends == clock.due_by - pause.begins
    assert (after.judge_at, after.remind_at) == (after.due_by, after.due_by - 12 * HOUR)


@given(of_who_is_never_away, moments)
def test_the_time_in_which_its_letter_lay_here_is_not_counted(clock: Clock, at: datetime) -> None:
    handed = clock.handed_over(at, always)
    assert handed.counts_from == handed.handed_at == max(clock.counts_from, at)
    if at <= clock.due_by:
        assert handed.due_by - handed.counts_from == clock.due_by - clock.counts_from


@given(clocks, hours, st.lists(moments, min_size=1, max_size=5))
def test_playing_and_taking_back_again_and_again_wins_no_time(
    clock: Clock, delay: timedelta, times: list[datetime]
) -> None:
    first, *_ = times = sorted(times)
    until = max(clock.due_by, first) + delay
    for now in times:
        clock = clock.answered(now, delay)
        assert (clock.judge_at, clock.remind_at) == (None, None)
        before, clock = clock.due_by, clock.again(now, delay, REMIND)
        assert before <= clock.due_by == clock.judge_at <= until
        assert clock.remind_at is None or clock.remind_at > now


@given(moments, moments, several)
def test_nothing_is_lost_of_a_wait_by_what_was_before_it(since: datetime, until: datetime, stood: list[Span]) -> None:
    assert NONE <= lost(since, until, stood) <= sum((span.length for span in stood), NONE)
    assert lost(NOON + 999 * HOUR, NOON + 1000 * HOUR, stood) == NONE


# --- days off and nights -------------------------------------------------------------------------


def behind(asked: datetime, due: datetime, away: list[tuple[datetime, datetime]]) -> datetime:
    return behind_days_off(asked, due, away)[0]


def test_a_deadline_that_falls_into_the_days_keeps_the_time_that_was_left() -> None:
    away = [(NOON, NOON + 72 * HOUR)]
    assert behind(NOON - 12 * HOUR, NOON + 36 * HOUR, away) == NOON + 108 * HOUR
    assert behind(NOON + 10 * HOUR, NOON + 58 * HOUR, away) == NOON + 120 * HOUR


def test_a_deadline_before_or_after_the_days_stays() -> None:
    away = [(NOON, NOON + 72 * HOUR)]
    for until in (NOON - HOUR, NOON + 72 * HOUR, NOON + 99 * HOUR):
        assert behind(NOON - 40 * HOUR, until, away) == until


def test_one_absence_after_the_other_moves_it_twice() -> None:
    away = [(NOON + 24 * HOUR, NOON + 48 * HOUR), (NOON, NOON + 12 * HOUR)]
    assert behind(NOON - 20 * HOUR, NOON + 4 * HOUR, away) == NOON + 16 * HOUR
    assert behind(NOON - 20 * HOUR, NOON + 13 * HOUR, away) == NOON + 13 * HOUR
    assert behind(NOON, NOON + 11 * HOUR + HOUR * 0.5, away) == NOON + 23.5 * HOUR


def test_days_that_are_booked_twice_move_a_deadline_once() -> None:
    hours = [(0, 48), (1, 12), (40, 60)]
    away = [(NOON + begins * HOUR, NOON + ends * HOUR) for begins, ends in hours]
    until = behind(NOON - 20 * HOUR, NOON + 4 * HOUR, away)
    assert until == behind(NOON - 20 * HOUR, NOON + 4 * HOUR, [(NOON, NOON + 60 * HOUR)])


@pytest.mark.parametrize(
    ("due", "quiet", "moved"),
    [
        ("2026-05-04 22:00", (22, 7), "2026-05-04 22:00"),  # the moment at which they begin is still day
        ("2026-05-04 22:01", (22, 7), "2026-05-05 07:00"),
        ("2026-05-05 06:59", (22, 7), "2026-05-05 07:00"),
        ("2026-05-05 07:00", (22, 7), "2026-05-05 07:00"),
        ("2026-05-05 13:30", (13, 15), "2026-05-05 15:00"),
        ("2026-05-05 12:30", (13, 15), "2026-05-05 12:30"),
        ("2026-03-29 01:30", (23, 8), "2026-03-29 08:00"),  # the night in which an hour is left out
        ("2026-10-25 02:30", (23, 8), "2026-10-25 08:00"),  # and the one in which an hour comes twice
    ],
)
def test_no_deadline_falls_into_quiet_hours(due: str, quiet: tuple[int, int], moved: str) -> None:
    zone = ZoneInfo("Europe/Brussels")
    found = behind_night(datetime.fromisoformat(due).replace(tzinfo=zone), quiet, zone.key)
    assert f"{found.astimezone(zone):%Y-%m-%d %H:%M}" == moved


# --- moments and expiries ------------------------------------------------------------------------


def test_a_start_in_local_time_counts_real_hours() -> None:
    start = datetime(2026, 3, 28, 18, 0, tzinfo=ZoneInfo("Europe/Brussels"))
    assert due(start, timedelta(hours=24)) == datetime(2026, 3, 29, 17, 0, tzinfo=UTC)


def test_a_moment_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="no time zone"):
        due(NOON.replace(tzinfo=None), timedelta(hours=1))


def test_a_reminder_falls_into_the_last_quarter() -> None:
    assert moment_between(NOON, NOON + timedelta(hours=48), 0.75) == NOON + timedelta(hours=36)


def test_the_stand_in_stays_after_expiries_on_three_different_days() -> None:
    days: list[str] = []
    for hours in (0, 1, 24):
        days = note_expiry(days, EVENING + timedelta(hours=hours), "Europe/Brussels")
    assert days == ["2025-11-12", "2025-11-13"]
    assert not stand_in_stays(days)
    days = note_expiry(days, EVENING + timedelta(hours=48), "Europe/Brussels")
    assert stand_in_stays(days)


def test_the_day_is_the_players_own() -> None:
    late = datetime(2025, 11, 12, 23, 30, tzinfo=UTC)
    assert note_expiry([], late, "Europe/Brussels") == ["2025-11-13"]
    assert note_expiry([], late, "America/New_York") == ["2025-11-12"]
