"""Deadlines: when a question is due, and everything that moves that. Counts in UTC, reads no clock and no rows.

A deadline is moved here alone: by days off and quiet hours, a grace, more time from an organiser, time that is given
back, and an answer that is taken back. Who decides that, and writes it into rows, is `tournaments.actions.clock`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Self
from zoneinfo import ZoneInfo

from tournaments.formats import spans
from tournaments.formats.clocks import local_day, next_hour, utc
from tournaments.formats.spans import NONE, Span

EXPIRIES_BEFORE_STAND_IN_STAYS = 3
# The deadline of a question that was asked at a moment, moved behind the time off of its player: `behind_days_off` and
# `behind_night`; with the spans in which its time does not run.
Behind = Callable[[datetime, datetime], tuple[datetime, list[Span]]]


@dataclass(frozen=True, slots=True)
class Clock:
    """The moments of one question: the columns of `tournaments.models.Turn`, which says what they are.

    A clock that is stopped has neither `judge_at` nor `remind_at`.
    """

    opened_at: datetime
    counts_from: datetime
    due_by: datetime
    judge_at: datetime | None
    remind_at: datetime | None
    reminded_at: datetime | None = None
    handed_at: datetime | None = None
    grace_until: datetime | None = None
    grace_time: timedelta = NONE
    latest: datetime | None = None
    not_counted: Sequence[Span] = ()

    @classmethod
    def start(cls, asked: datetime, time: timedelta, remind: float, behind: Behind) -> Self:
        """The clock of a question with so much time, and a reminder when that fraction of it has gone by.

        A player who is away is reminded afterwards: as long before the new deadline as it would have been before the
        old one.
        """
        usual = due(asked, time)
        moved, free = behind(asked, usual)
        reminder = moment_between(asked, usual, remind) + (moved - usual)
        return cls(asked, asked, moved, moved, reminder, not_counted=free)

    def stopped(self) -> Self:
        """The clock stopped: nobody is reminded or judged."""
        return replace(self, judge_at=None, remind_at=None)

    def running(self, time: timedelta, remind: float) -> Self:
        """The clock going on after a stop; what it has lost is given back before."""
        reminder = self.remind_at if self.reminded_at else self.due_by - time * (1 - remind)
        return replace(self, judge_at=self.due_by, remind_at=reminder)

    def extended(self, by: timedelta, now: datetime) -> Self:
        """More time: counted from the deadline, or from now if that has passed. A stopped clock stays stopped."""
        until = due(max(self.due_by, now), by)
        reminder = self.remind_at if self.reminded_at else max(self.remind_at or now, until - by)
        return replace(self, due_by=until, judge_at=until, remind_at=reminder)

    def with_grace(self, grace: timedelta, now: datetime, behind: Behind) -> Self:
        """Some hours more from now; they run from the hand-over of the letter that tells them."""
        until, free = behind(self.opened_at, due(now, grace))
        return replace(
            self, due_by=until, judge_at=until, grace_until=until, grace_time=until - self.due_by, counts_from=now,
            handed_at=None, not_counted=[*self.not_counted, *free],
        )  # fmt: skip

    def given_back(self, stood: Iterable[Span], behind: Behind) -> Self:
        """The clock moved because it was stopped for these spans: what was left of the time is left afterwards.

        Its reminder moves as far, if it waits to be sent, and so does the moment at which it is judged, if it waits for
        that. A deadline that comes to lie in days off or quiet hours moves behind them, as it would have been at first.
        """
        known, until = list(self.not_counted), self.due_by
        for span in spans.union(stood):
            until += spans.given_back(self.counts_from, until, span, known)
            known.append(Span(max(span.begins, self.counts_from), span.ends))
        if until > self.due_by:
            until, free = behind(self.opened_at, until)
            known += free
        moved = until - self.due_by
        return replace(
            self,
            due_by=until,
            judge_at=self.judge_at and max(self.judge_at, until),
            remind_at=self.remind_at if self.reminded_at else self.remind_at and self.remind_at + moved,
            grace_until=self.grace_until and self.grace_until + moved,
            not_counted=known,
        )

    def handed_over(self, at: datetime, behind: Behind) -> Self:
        """The clock counted from when its letter was handed over; the time in which that waited here is given back."""
        clock = self.given_back([Span(self.counts_from, at)], behind) if at > self.counts_from else self
        counts_from = max(self.counts_from, at)
        return replace(clock, counts_from=counts_from, handed_at=counts_from)

    def answered(self, now: datetime, delay: timedelta) -> Self:
        """Over, and how late it may be again once for all if the answer is taken back within the delay."""
        return replace(self.stopped(), latest=self._latest(now, delay))

    def again(self, now: datetime, delay: timedelta, remind: float) -> Self:
        """Going on after its answer was taken back: playing and taking back win no time."""
        until = self.due_again(now, delay)
        reminder = moment_between(self.opened_at, until, remind)
        again = self.reminded_at is None and reminder > now
        return replace(self, due_by=until, judge_at=until, remind_at=reminder if again else None)

    def due_again(self, now: datetime, delay: timedelta) -> datetime:
        """The deadline of an answered question that is open again: the old one, but once for all with the delay."""
        return max(self.due_by, min(now + delay, self._latest(now, delay)))

    def _latest(self, now: datetime, delay: timedelta) -> datetime:
        return self.latest or max(self.due_by, now) + delay


def due(start: datetime, allowance: timedelta) -> datetime:
    """The deadline in UTC: `allowance` real hours after `start`, whatever clocks are changed meanwhile."""
    return utc(start) + allowance


def moment_between(start: datetime, end: datetime, fraction: float) -> datetime:
    """The moment in UTC when that fraction of the time has gone by: for reminders."""
    return utc(start) + (end - start) * fraction


def lost(since: datetime, due: datetime, stood: Iterable[Span]) -> timedelta:
    """The time by which a deadline that is no question's moves because it was stopped for these spans, one by one."""
    by = NONE
    for span in stood:
        by += spans.given_back(since, due + by, span)
    return by


# --- time off ------------------------------------------------------------------------------------


def behind_days_off(
    asked: datetime, due: datetime, away: Iterable[tuple[datetime, datetime]]
) -> tuple[datetime, list[Span]]:
    """The deadline of a question that was asked then, moved behind every absence into which it falls; with those spans.

    What was left of the time when the absence began, or all of it if the question came during it, is left afterwards.
    Days that are booked twice count once.
    """
    free = []
    for begins, ends in spans.union(Span(*days) for days in away):
        if begins <= due < ends:
            free.append(Span(max(asked, begins), ends))
            due = ends + (due - max(asked, begins))
    return due, free


def behind_night(due: datetime, quiet: tuple[int, int] | None, zone: str) -> datetime:
    """A deadline in UTC, moved to the end of the quiet hours of the zone if it falls into them.

    `quiet` are two full hours of the clock on the wall, the second of the next day if it is not behind the first.
    """
    if quiet is None:
        return utc(due)
    begins, ends = quiet
    local = utc(due).astimezone(ZoneInfo(zone))
    since = (local.hour - begins) % 24 * 3600 + local.minute * 60 + local.second
    inside = 0 < since < (ends - begins) % 24 * 3600
    return next_hour(due, ends, zone) if inside else utc(due)


# --- expiries ------------------------------------------------------------------------------------


def note_expiry(expired_on: Sequence[str], moment: datetime, zone: str) -> list[str]:
    """The days (ISO) on which a seat's deadline ran out, with this one added; a day counts once."""
    return sorted({*expired_on, local_day(moment, zone).isoformat()})


def stand_in_stays(expired_on: Iterable[str]) -> bool:
    """Whether the stand-in keeps the seat: its deadlines ran out on three different days."""
    return len(set(expired_on)) >= EXPIRIES_BEFORE_STAND_IN_STAYS
