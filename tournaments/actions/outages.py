"""What our own outages mean: no deadline runs in them. The time is given back before anything is judged again.

Sources only write down intervals (`tournaments.heartbeats`); here every open wait that matters to a player gets them:
questions, kept orders and sealed choices in their second thoughts, offers of seats, "are you ready", the time for
objections, and the wait of a table for somebody whose letters come back. Links in letters run out as they would: a new
one comes for the asking.

Several parts are away at once, and come back one after the other: the time is given back when the last one is there,
in one transaction for everything, and the tables are told once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from tournaments import heartbeats
from tournaments.actions import journal, sitting, time_back
from tournaments.actions.refusals import NotWaiting, NotYours
from tournaments.formats import clocks, spans
from tournaments.formats.spans import NONE, Span
from tournaments.mail import outbox
from tournaments.mail.letters import table as letters
from tournaments.models import Heartbeat, League, Outage, OutboundLetter, Player, Seat, SeatOffer, Table, Turn

OUTAGE, ENDED = "outage", "outage ended"  # verbs of the journal
TELL_FOR = 40.0  # seconds of one sweep


@dataclass(frozen=True, slots=True)
class Wait:
    """A deadline that is no turn's.

    rows   those that are open
    field  where the deadline stands, and `along` what moves with it
    since  when it began to run, as far as that is known
    """

    rows: Callable[[], QuerySet[Any]]
    field: str
    since: Callable[[Any], datetime]
    along: tuple[str, ...] = ()


WAITS = (
    Wait(
        lambda: _running().filter(run_at__isnull=False).select_related("league"),
        "run_at",
        lambda table: table.run_at - table.league.delay,
    ),
    Wait(
        lambda: _running().filter(reveal_at__isnull=False).select_related("league"),
        "reveal_at",
        lambda table: table.reveal_at - table.league.reveal_delay,
        ("reveal_look_at",),
    ),
    Wait(
        lambda: League.objects.filter(state__in=(League.State.OPEN, League.State.DRAWING), ready_by__isnull=False),
        "ready_by",
        lambda league: league.opened_at or league.created_at,
    ),
    Wait(
        lambda: League.objects.filter(state=League.State.RUNNING, final_by__isnull=False),
        "final_by",
        lambda league: league.final_by - league.provisional,
    ),
    Wait(
        lambda: Player.objects.filter(awaited_until__isnull=False),
        "awaited_until",
        lambda player: player.awaited_from,
    ),
    Wait(
        lambda: SeatOffer.objects.filter(state=SeatOffer.State.OPEN),
        "until",
        lambda offer: offer.made_at,
    ),
)


def _running() -> QuerySet[Table]:
    return Table.objects.filter(state=Table.State.RUNNING)


def settle() -> bool:
    """Find out which parts are or were away and give the time back. False while nothing may be judged."""
    now = timezone.now()
    heartbeats.is_back(heartbeats.SWEEP)
    heartbeats.note_silent(now)
    if heartbeats.lasting().exists():
        return False
    if heartbeats.to_credit().exists():
        give_back()
    return not heartbeats.at_rest(now)


@transaction.atomic
def give_back() -> int:
    """Give every open wait the time of the outages that are over; how many questions have another deadline now."""
    tables = _running()
    sitting.lock_tables(tables)
    outages = list(heartbeats.to_credit().select_for_update(no_key=True).order_by("begins_at", "pk"))
    if not outages:
        return 0
    new = _not_given_yet(outages)
    moved = _to_turns([Span(outage.begins_at, outage.ends_at) for outage in outages])
    for wait in WAITS:
        _to_rows(wait, new)
    for outage in outages:
        outage.credited_until = outage.ends_at
        outage.save(update_fields=("credited_until",))
        journal.note(OUTAGE, in_words(outage), moved=len(moved), outage=outage.pk)
    for league in League.objects.filter(tables__seats__turns__in=moved).distinct().order_by("pk"):
        words = f"the service was away: deadlines have got {lost(outages)} back"
        journal.note(OUTAGE, words, league=league, outages=[outage.pk for outage in outages])
    return len(moved)


def _not_given_yet(outages: Sequence[Outage]) -> list[Span]:
    """The time of the outages without that which these or others have given back already."""
    given = Outage.objects.filter(credited_until__gte=min(outage.begins_at for outage in outages))
    known = [Span(*moments) for moments in given.values_list("begins_at", "credited_until")]
    spent = [spans.without(Span(outage.begins_at, outage.ends_at), known) for outage in outages]
    return spans.union(span for left in spent for span in left)


def _to_turns(stood: Sequence[Span]) -> list[int]:
    """Keys of the turns whose deadline moved. What a paused table has lost since its pause it gets when it goes on."""
    moved = []
    open_turns = Turn.objects.filter(ended_at=None, seat__table__state=Table.State.RUNNING)
    for turn in open_turns.select_related("seat__table__league", "seat__player").order_by("pk"):
        paused = turn.seat.table.paused_at
        lost = [Span(span.begins, min(span.ends, paused)) for span in stood] if paused else stood
        if time_back.give(turn, lost):
            moved.append(turn.pk)
        turn.save(update_fields=time_back.CHANGED)
    return moved


def _to_rows(wait: Wait, stood: Iterable[Span]) -> None:
    for row in wait.rows().order_by("pk"):
        due, since = getattr(row, wait.field), wait.since(row)
        by = _moved_by(since, due, stood)
        if by:
            changes = {name: value + by for name in (wait.field, *wait.along) if (value := getattr(row, name))}
            type(row)._default_manager.filter(pk=row.pk).update(**changes)


def _moved_by(since: datetime, due: datetime, stood: Iterable[Span]) -> timedelta:
    by = NONE
    for span in stood:
        by += spans.given_back(since, due + by, span)
    return by


def tell() -> int:
    """Tell the tables whose deadlines have moved, each once; how many. What there is no time for waits."""
    known = Outage.objects.filter(told_at=None, credited_until__isnull=False).order_by("begins_at", "pk")
    untold = [outage for outage in known if outage.credited_until == outage.ends_at]
    if not untold:
        return 0
    away = [Span(outage.begins_at, outage.ends_at) for outage in untold]
    lost, count, end = Span(away[0].begins, max(span.ends for span in away)), 0, monotonic() + TELL_FOR
    if spans.length(away) >= time_back.TELL_FROM:
        key = f"away:{min(outage.pk for outage in untold)}"
        for pk in _to_tell(lost, key):
            if monotonic() > end:
                return count
            count += _tell(pk, lost, key)
    Outage.objects.filter(pk__in=[outage.pk for outage in untold], told_at=None).update(told_at=timezone.now())
    return count


def _to_tell(lost: Span, key: str) -> list[int]:
    """Keys of the tables at which something was asked before the end, was not late before, and nobody was told yet."""
    asked = Turn.objects.filter(ended_at=None, opened_at__lt=lost.ends, due_by__gte=lost.ends)
    told = OutboundLetter.objects.filter(seat__table=OuterRef("pk"), dedupe__startswith=f"{key}:")
    tables = _running().filter(~Exists(told), seats__turns__in=asked)
    return list(tables.order_by("pk").distinct().values_list("pk", flat=True))


@transaction.atomic
def _tell(table_id: int, lost: Span, key: str) -> bool:
    s = sitting.begin(table_id)
    if s.table.state != Table.State.RUNNING:
        return False
    for seat in s.seats:
        if seat.player is None or not seat.player.is_active or seat.mover == Seat.Mover.BOT:
            continue
        s.next_letter()
        draft = letters.time_back(seat, s.match, s.turns.get(seat.number), lost)
        outbox.write(draft, player=seat.player, seat=seat, dedupe=f"{key}:{seat.pk}")
    sitting.save(s)
    return True


def in_words(outage: Outage) -> str:
    """What was away and for how long, for the journal and the desk."""
    part = heartbeats.PARTS.get(outage.source, outage.source)
    away = "was away" if outage.ends_at else "has been away"
    return f"{part} {away} for {clocks.time_left(outage.begins_at, outage.ends_at or timezone.now())}"


def lost(outages: Sequence[Outage]) -> str:
    """How long the outages were together: "2 hours"."""
    begins = min(outage.begins_at for outage in outages)
    together = spans.length(Span(outage.begins_at, outage.ends_at) for outage in outages)
    return clocks.time_left(begins, begins + together)


@transaction.atomic
def end(outage_id: int, actor: Player) -> Outage:
    """The owner of the service says that an outage is over, or that the part is not used any more.

    The part is not waited for until it is seen again. NotYours for anybody else, NotWaiting if it has ended.
    """
    outage = Outage.objects.select_for_update(no_key=True).get(pk=outage_id)
    if not actor.is_superuser:
        raise NotYours("Only the owner of the service ends an outage.")
    if outage.ends_at is not None:
        raise NotWaiting("This outage has ended.")
    outage.ends_at = timezone.now()
    outage.save(update_fields=("ends_at",))
    Heartbeat.objects.filter(name=outage.source).delete()
    journal.note(ENDED, f"{actor} ended an outage: {in_words(outage)}", actor=actor, outage=outage.pk)
    return outage
