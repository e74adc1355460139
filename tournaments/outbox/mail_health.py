"""Whether mail works: what waits to be read or posted, and when the sweep last ran. One light, and its reasons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Min, Q, QuerySet, Value
from django.utils import timezone
from django.utils.timesince import timesince

from tournaments.models import InboundLetter, OutboundLetter
from tournaments.runtime import heartbeats
from tournaments.runtime.literal import literals

SWEPT_WITHIN = timedelta(minutes=2)
READ_WITHIN = timedelta(minutes=5)
POSTED_WITHIN = timedelta(minutes=15)  # a host that puts letters off for a moment is no trouble yet
TO_POST = literals((OutboundLetter.State.QUEUED, OutboundLetter.State.IN_FLIGHT, OutboundLetter.State.RETRY))


@dataclass(frozen=True, slots=True)
class Works:
    """The state of the mail.

    swept_at       when the sweep last ran to its end; None if it never has
    to_post        letters that wait to be sent; `post_from`: since when one of them should have gone
    to_read        letters that wait to be read; `read_from`: since when one of them should have been
    away            parts that are away, each with the moment of its last sign of life
    """

    now: datetime
    swept_at: datetime | None
    to_post: int
    post_from: datetime | None
    to_read: int
    read_from: datetime | None
    away: tuple[tuple[str, datetime], ...] = ()

    @property
    def troubles(self) -> list[str]:
        return list(self._troubles())

    def _troubles(self) -> Iterator[str]:
        if self.swept_at is None:
            yield "the sweep has never run: worker or beat are not there"
        elif self.now - self.swept_at > SWEPT_WITHIN:
            yield f"the sweep has not run for {timesince(self.swept_at, self.now)}: worker or beat stand still"
        for part, since in self.away:
            yield f"{heartbeats.PARTS.get(part, part)} has been away for {timesince(since, self.now)}: deadlines wait"
        if self.read_from is not None and self.now - self.read_from > READ_WITHIN:
            yield f"a letter waits to be read for {timesince(self.read_from, self.now)}"
        if self.post_from is not None and self.now - self.post_from > POSTED_WITHIN:
            yield f"a letter waits to be sent for {timesince(self.post_from, self.now)}"

    @property
    def well(self) -> bool:
        return not self.troubles


def look() -> Works:
    """The state of the mail now."""
    to_post = OutboundLetter.objects.filter(state__in=TO_POST).order_by()
    to_read = InboundLetter.objects.filter(state__in=literals(InboundLetter.UNREAD)).order_by()
    now = timezone.now()
    rows = _queue("post", to_post, "due_at", now).union(_queue("read", to_read, "read_from", now))
    queues = {name: (count, oldest) for name, count, oldest in rows}
    post_count, post_from = queues.get("post", (0, None))
    read_count, read_from = queues.get("read", (0, None))
    beats = heartbeats.expected()
    return Works(
        now=now,
        swept_at=next((row.at for row in beats if row.name == heartbeats.SWEEP), None),
        to_post=post_count,
        post_from=post_from,
        to_read=read_count,
        read_from=read_from,
        away=tuple((row.name, row.at) for row in beats if row.name != heartbeats.SWEEP and row.is_late(now)),
    )


def _queue(name: str, waiting: QuerySet[Any], due: str, now: datetime) -> QuerySet[Any, Any]:
    """(name, how many wait, since when the oldest of them should not); no row when nothing waits.

    A letter of a batch, or one that was put off, waits by intent until it is due.
    """
    rows = waiting.annotate(which=Value(name)).values("which")
    late = Min(due, filter=Q(**{f"{due}__lte": now}))
    return rows.annotate(count=Count("pk"), oldest=late).values_list("which", "count", "oldest")


def last_sent_at() -> datetime | None:
    sent = OutboundLetter.objects.filter(sent_at__isnull=False).order_by("-sent_at")
    return sent.values_list("sent_at", flat=True).first()


def last_read_at() -> datetime | None:
    done = InboundLetter.objects.filter(read_at__isnull=False).order_by("-read_at")
    return done.values_list("read_at", flat=True).first()
