"""The state of the service, for all: what does not work now and since when, and what did not lately. No words.

Says nothing of single leagues or of how many there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from tournaments.models import Outage, Restore
from tournaments.queries.letters.answer_times import AnswerTimes
from tournaments.running.metrics.counting import FIGURES, Figures
from tournaments.running.metrics.kept import Kept
from tournaments.runtime import heartbeats, outages

SHOWN = timedelta(days=90)
MOST = 40  # incidents
LATE = timedelta(minutes=5)  # for a letter
HITCH = timedelta(minutes=1)  # of the mail host, which is no trouble yet
SHORT = timedelta(seconds=30)  # above its rhythm for a part, or for a letter: not all is well, though no trouble yet
DATABASE, READING, POSTING = "database", "reading", "posting"  # beside the names of the parts


@dataclass(frozen=True, slots=True)
class Trouble:
    """The part that does not work (of `heartbeats`, or one of the names above) and since when; None if not known."""

    what: str
    since: datetime | None


@dataclass(frozen=True, slots=True)
class Incident:
    """Outages that overlap, as one.

    whats   the parts that were away
    ends    None as long as it lasts
    given_back  whether the open deadlines have got its time
    """

    whats: tuple[str, ...]
    begins: datetime
    ends: datetime | None
    given_back: bool


@dataclass(frozen=True, slots=True)
class Setback:
    """The database was put back to how it was at a moment before: what came between was lost."""

    to: datetime
    at: datetime
    told: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of the service at one moment; `more` incidents are too many to be shown.

    falters  whether a part fails, or it or a letter waits for longer than usual: perhaps a trouble begins
    """

    at: datetime
    troubles: tuple[Trouble, ...]
    falters: bool
    deadlines_run: bool
    answers: AnswerTimes
    last_turn_at: datetime | None
    incidents: tuple[Incident, ...]
    more: int
    setbacks: tuple[Setback, ...]


def stand() -> Standing:
    """The state of things now. Raises the fault of the database if that is away."""
    known = FIGURES.get()
    if known.value is None or known.error is not None:
        raise known.error or LookupError("nothing was counted")
    found, now = known.value, timezone.now()
    incidents = list(_incidents(now))
    restores = Restore.objects.filter(restored_at__gt=now - SHOWN, moved=False).order_by("-restored_at")
    return Standing(
        at=found.at,
        troubles=tuple(sorted(_troubles(found), key=lambda trouble: trouble.since or now)),
        falters=_falters(found, now),
        deadlines_run=not heartbeats.at_rest(now),
        answers=found.answers,
        last_turn_at=found.last_turn_at,
        incidents=tuple(incidents[:MOST]),
        more=len(incidents[MOST:]),
        setbacks=tuple(Setback(row.made_at, row.restored_at, row.told_at is not None) for row in restores[:MOST]),
    )


STANDING = Kept(stand)


def without_database() -> Trouble:
    """The trouble to tell while the database does not answer: since when this process has known of it."""
    return Trouble(DATABASE, outages.since(outages.DATABASE))


def _troubles(found: Figures) -> Iterator[Trouble]:
    """The troubles of now. Beat is left out: while it is away workers sweep."""
    for part in found.parts:
        since = part.failing_at or part.at
        if part.name in heartbeats.PARTS and not part.works and (part.late or found.at - since > HITCH):
            yield Trouble(part.name, since)
    if found.unread.oldest is not None and found.at - found.unread.oldest > LATE:
        yield Trouble(READING, found.unread.oldest)
    if found.unsent_since is not None and found.at - found.unsent_since > LATE:
        yield Trouble(POSTING, found.unsent_since)


def _falters(found: Figures, now: datetime) -> bool:
    """Whether a part falters, by signs of life read anew: they must agree with whether deadlines run now."""
    if found.unread.oldest is not None and found.at - found.unread.oldest > SHORT:
        return True
    return any(row.failing_at is not None or now - row.at > row.every + SHORT for row in heartbeats.expected())


def _incidents(now: datetime) -> Iterator[Incident]:
    """The newest first."""
    rows = Outage.objects.filter(begins_at__gt=now - SHOWN).order_by("begins_at", "pk")
    yield from reversed([_as_one(together) for together in _overlapping(rows)])


def _overlapping(rows: Iterable[Outage]) -> Iterator[list[Outage]]:
    """Groups of outages, given by their beginnings, of which each but the first begins before the others are over."""
    together: list[Outage] = []
    for row in rows:
        if together and all(known.ends_at is not None and known.ends_at < row.begins_at for known in together):
            yield together
            together = []
        together.append(row)
    if together:
        yield together


def _as_one(together: list[Outage]) -> Incident:
    ends = [row.ends_at for row in together if row.ends_at is not None]
    return Incident(
        tuple(dict.fromkeys(row.source for row in together)),
        together[0].begins_at,
        max(ends) if len(ends) == len(together) else None,
        all(row.credited_until is not None and row.credited_until == row.ends_at for row in together),
    )
