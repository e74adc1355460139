"""The figures, each by one statement that reads few rows: through an index, or the newest of many.

What waits is counted whole, for it is little while the service works; what happened is counted over a short time, or
over a sample of the newest rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db.models import Count, Min, OuterRef, Q, Subquery
from django.utils import timezone

from tournaments.actions.clock import deadlines, pace
from tournaments.models import Drill, Heartbeat, InboundLetter, LogEntry, Outage, OutboundLetter, Table, Turn
from tournaments.outbox import outbox
from tournaments.outbox.mail_health import TO_POST
from tournaments.queries.letters import answer_times, kinds
from tournaments.queries.letters.answer_times import AnswerTimes
from tournaments.queries.letters.outcomes import OUTCOMES
from tournaments.running.backups import archive, drills
from tournaments.running.metrics.kept import Kept
from tournaments.runtime import heartbeats
from tournaments.runtime.literal import Literal, literals
from tournaments.runtime.vocabulary import OTHER

SAMPLE = 1_000  # rows
HOUR, DAY, WEEK = timedelta(hours=1), timedelta(days=1), timedelta(days=7)
DOMAINS = 10  # that are named
BOUNCE, COMPLAINT = "bounce", "complaint"
Delivery, State = OutboundLetter.Delivery, OutboundLetter.State
RETURNED = {Delivery.CAME_BACK: BOUNCE, Delivery.UNWANTED: COMPLAINT}
PARTS = (heartbeats.BEAT, *heartbeats.PARTS)


@dataclass(frozen=True, slots=True)
class Part:
    """A part that has been seen at work.

    at          its last sign of life; late: the next one is missing for longer than a moment
    failing_at  since when what it does has failed; None while it works
    """

    name: str
    at: datetime
    late: bool
    failing_at: datetime | None

    @property
    def works(self) -> bool:
        return not self.late and self.failing_at is None


@dataclass(frozen=True, slots=True)
class Waiting:
    """The number of those that wait, and since when the oldest does; None where none waits."""

    count: int
    oldest: datetime | None


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of one moment.

    unread         letters in that could have been read by now
    outbox         letters to be posted, by state; unsent_since  when the one that waits longest was due
    last_turn_at   when the newest turn letter went out, among the newest letters of a day
    overdue        open questions whose deadline is over; unswept  those that are to be judged
    verdicts       of letters read in the last hour
    returned       letters of the last days that came back, by reason and domain
    stand_in       turns that the stand-in has played, of those in `played`
    backup_at, restored_at  when the newest backup was made, and the newest that a drill has restored
    """

    at: datetime
    parts: tuple[Part, ...]
    outages: tuple[tuple[str, datetime], ...]
    unread: Waiting
    laid_aside: int
    outbox: Mapping[str, int]
    unsent_since: datetime | None
    last_turn_at: datetime | None
    answers: AnswerTimes
    overdue: int
    unswept: Waiting
    verdicts: Mapping[str, int]
    returned: Mapping[tuple[str, str], int]
    still_tables: int
    stand_in: int
    played: int
    backup_at: datetime | None
    drill: Drill | None
    restored_at: datetime | None


def count() -> Figures:
    """The figures of now."""
    now = timezone.now()
    sizes, unsent_since = _to_post(now)
    overdue, unswept = _turns(now)
    ends = _ends(now)
    return Figures(
        at=now,
        parts=_parts(now),
        outages=tuple(Outage.objects.filter(ends_at=None).order_by("begins_at").values_list("source", "begins_at")),
        unread=_unread(now),
        laid_aside=InboundLetter.objects.filter(state=Literal(InboundLetter.State.LAID_ASIDE)).count(),
        outbox=sizes,
        unsent_since=unsent_since,
        last_turn_at=_last_turn_at(now),
        answers=answer_times.look(DAY),
        overdue=overdue,
        unswept=unswept,
        verdicts=_verdicts(now),
        returned=_returned(now),
        still_tables=_still_tables(now),
        stand_in=ends[Turn.End.STAND_IN],
        played=ends.total(),
        backup_at=archive.newest_at(Path(settings.BACKUP_DIR)) if settings.BACKUP_DIR else None,
        drill=drills.last_drill(),
        restored_at=drills.last_restored(),
    )


FIGURES = Kept(count)


def _parts(now: datetime) -> tuple[Part, ...]:
    rows = Heartbeat.objects.filter(name__in=PARTS).exclude(name__in=heartbeats.unused()).order_by("name")
    return tuple(Part(row.name, row.at, row.is_late(now), row.failing_at) for row in rows)


def _unread(now: datetime) -> Waiting:
    """Letters that could have been read by now: one of a batch counts only after the end of its span."""
    found = pace.unread().filter(read_from__lte=now).aggregate(count=Count("pk"), oldest=Min("read_from"))
    return Waiting(found["count"], found["oldest"])


def _to_post(now: datetime) -> tuple[dict[str, int], datetime | None]:
    """The number of letters that wait to be posted, by state, and the time when the longest waiting should have gone.

    A letter that was never tried for good waits for us or our mail host, since it was written; another one since it
    was due again.
    """
    due = Q(state__in=outbox.WAITING, due_at__lte=now)
    held_up = Q(state__in=outbox.WAITING, attempts=0, due_at__gt=now)
    rows = OutboundLetter.objects.filter(state__in=TO_POST).order_by().values("state")
    found = rows.annotate(
        count=Count("pk"),
        due=Min("due_at", filter=due),
        written=Min("created_at", filter=held_up),
        taken=Min("taken_at", filter=Q(state=State.IN_FLIGHT)),
    )
    sizes, since = {str(state.value): 0 for state in TO_POST}, []
    for row in found:
        sizes[row["state"]] = row["count"]
        since += [row[name] for name in ("due", "written", "taken") if row[name] is not None]
    return sizes, min(since, default=None)


def _last_turn_at(now: datetime) -> datetime | None:
    sent = OutboundLetter.objects.filter(sent_at__gt=now - DAY).order_by("-sent_at")
    turns = (at for kind, at in sent.values_list("kind", "sent_at")[:SAMPLE] if kind in kinds.ASKING)
    return next(turns, None)


def _turns(now: datetime) -> tuple[int, Waiting]:
    """Open questions whose deadline is over, and those among them that the sweep has to judge."""
    judged = Q(deadlines.counting(), judge_at__lte=now)
    found = Turn.objects.filter(ended_at=None, due_by__lte=now).aggregate(
        overdue=Count("pk"), unswept=Count("pk", filter=judged), oldest=Min("judge_at", filter=judged)
    )
    return found["overdue"], Waiting(found["unswept"], found["oldest"])


def _verdicts(now: datetime) -> dict[str, int]:
    read = InboundLetter.objects.filter(read_at__gt=now - HOUR).exclude(verdict="").order_by()
    counts: Counter[str] = Counter()
    for verdict, count in read.values("verdict").annotate(count=Count("pk")).values_list("verdict", "count"):
        counts[verdict if verdict in OUTCOMES else OTHER] += count
    return dict(counts)


def _returned(now: datetime) -> dict[tuple[str, str], int]:
    """Returned letters by reason and domain, the domains with most letters by name. No address leaves this function."""
    back = OutboundLetter.objects.filter(delivery__in=literals(RETURNED), delivery_at__gt=now - WEEK)
    rows = back.order_by("-delivery_at").values_list("delivery", "to")[:SAMPLE]
    found = Counter((RETURNED[Delivery(delivery)], to.rpartition("@")[2].lower() or OTHER) for delivery, to in rows)
    by_domain: Counter[str] = Counter()
    for (_, domain), count in found.items():
        by_domain[domain] += count
    named = {domain for domain, _ in by_domain.most_common(DOMAINS)}
    counts: Counter[tuple[str, str]] = Counter()
    for (reason, domain), count in found.items():
        counts[reason, domain if domain in named else OTHER] += count
    return dict(counts)


def _still_tables(now: datetime) -> int:
    """The number of tables without a move for a week, found by old open questions; others may have moved since."""
    newest = LogEntry.objects.filter(table=OuterRef("seat__table")).order_by("-number").values("created_at")[:1]
    still = Turn.objects.filter(
        ended_at=None, opened_at__lte=now - WEEK, seat__table__state=Table.State.RUNNING, seat__table__paused_at=None
    )
    moved = still.annotate(moved_at=Subquery(newest)).filter(moved_at__lte=now - WEEK)
    return moved.aggregate(count=Count("seat__table", distinct=True))["count"]


def _ends(now: datetime) -> Counter[str]:
    """Count who has played the newest turns: their players or the stand-in."""
    played = Turn.objects.filter(ended_at__gt=now - DAY).order_by("-ended_at").values_list("end", flat=True)
    return Counter(end for end in played[:SAMPLE] if end != Turn.End.GONE)
