"""The effect of our own outages: no deadline runs in them. The time is given back before anything is judged again.

Sources only write down intervals (`tournaments.runtime.heartbeats`); here every open wait that matters to a player
gets them: questions, and the other deadlines of `waits`. Links in letters run out as they would: a new one comes for
the asking.

Several parts are away at once, and come back one after the other: the time is given back when the last one is there,
and the tables are told once. Questions get it in portions of tables, each in a transaction of its own, so that a letter
never waits for all tables, and whoever is interrupted goes on; a question gets nothing twice, for its turn keeps what
it has got. The other deadlines do not: they get it in the one transaction that also writes down that all have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import monotonic
from typing import Any

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, QuerySet
from django.utils import timezone

from tournaments.actions import journal
from tournaments.actions.clock import turn_clock, waits
from tournaments.actions.table.notify_table import tell_all
from tournaments.actions.table.session import Session, lock_tables
from tournaments.formats import clocks, spans
from tournaments.formats.spans import Span
from tournaments.language.refusals import NotWaiting, NotYours
from tournaments.letters import table as letters
from tournaments.letters.parts import late
from tournaments.letters.parts.draft import Draft
from tournaments.models import Heartbeat, JournalLine, League, Outage, OutboundLetter, Player, Seat, Table, Turn
from tournaments.queries import entries
from tournaments.runtime import heartbeats, portions, trials
from tournaments.runtime.outages import ENDED, OUTAGE, TELL_OF

GIVE_FOR, TELL_FOR = 40.0, 40.0  # seconds of one sweep
TOGETHER = 100  # turns that one statement changes
UNREAD = ("seat__plan", "seat__table__position", "seat__table__header")  # large, and not needed here


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


def give_back() -> int:
    """Give every open wait the time of the outages that are over; how many questions have another deadline now.

    What there is no time for is given with the next call; until all is, nothing is judged.
    """
    outages = list(heartbeats.to_credit().order_by("begins_at", "pk"))
    if not outages:
        return 0
    moved, done = 0, min(outage.credited_table for outage in outages)
    with portions.within(GIVE_FOR) as limit:
        for tables in portions.each(_running().filter(pk__gt=done)):
            moved += _to_turns(tables, outages)
            _pass(tables, outages)
    if not limit.over:
        _finish(outages)
    return moved


def _to_turns(tables: QuerySet[Table], outages: Sequence[Outage]) -> int:
    """Move deadlines and return how many. What a paused table has lost since its pause it gets when it goes on."""
    lock_tables(tables)
    stood = [outage.span for outage in outages]
    open_turns = Turn.objects.filter(ended_at=None, seat__table__in=tables).order_by("pk")
    found = list(open_turns.select_related("seat__table__league", "seat__player").defer(*UNREAD))
    entries.look_up_days_off([turn.seat for turn in found])
    changed, moved = [], []
    for turn in found:
        before, paused = _times(turn), turn.seat.table.paused_at
        if turn_clock.give(turn, [Span(span.begins, min(span.ends, paused)) for span in stood] if paused else stood):
            moved.append(turn)
        if _times(turn) != before:
            changed.append(turn)
    Turn.objects.bulk_update(changed, turn_clock.GIVEN_BACK, batch_size=TOGETHER)
    _note({turn.seat.table.league_id for turn in moved}, outages)
    return len(moved)


def _pass(tables: QuerySet[Table], outages: Sequence[Outage]) -> None:
    """Store the last table that was given the time of these outages, except for one that has become longer since."""
    last = tables.aggregate(last=Max("pk"))["last"]
    if last is None:
        return  # all of them have ended meanwhile
    for outage in outages:
        Outage.objects.filter(pk=outage.pk, ends_at=outage.ends_at).update(credited_table=last)


def _times(turn: Turn) -> list[Any]:
    return [getattr(turn, name) for name in turn_clock.GIVEN_BACK]


def _note(leagues: Iterable[int], outages: Sequence[Outage]) -> None:
    """Write one line into the journal of each of the leagues, once for the same outages."""
    keys = [outage.pk for outage in outages]
    lines = JournalLine.objects.filter(verb=OUTAGE, league__in=leagues).order_by()
    noted = {league for league, data in lines.values_list("league", "data") if data["outages"] == keys}
    words = f"the service was away: deadlines have got {lost(outages)} back"
    rest = League.objects.filter(pk__in=set(leagues) - noted).order_by("pk")
    journal.note_in(rest, OUTAGE, words, None, outages=keys)


@transaction.atomic
def _finish(outages: Sequence[Outage]) -> None:
    """Give the other waits the time of these outages, which all questions have, and mark it as given back.

    An outage that has become longer meanwhile is left for the next call.
    """
    known = {(outage.pk, outage.ends_at) for outage in outages}
    rows = heartbeats.to_credit().select_for_update(no_key=True).order_by("begins_at", "pk")
    given = [outage for outage in rows if (outage.pk, outage.ends_at) in known]
    if not given:
        return
    waits.give(_not_given_yet(given))
    for outage in given:
        outage.credited_until = outage.ends_at
        outage.save(update_fields=("credited_until",))
        journal.note(OUTAGE, in_words(outage), outage=outage.pk)


def _not_given_yet(outages: Sequence[Outage]) -> list[Span]:
    """The time of the outages without that which these or others have given back already."""
    given = Outage.objects.filter(credited_until__gte=min(outage.begins_at for outage in outages))
    moments = given.values_list("begins_at", "credited_until")
    known = [Span(begins, until) for begins, until in moments if until is not None]
    spent = [spans.without(outage.span, known) for outage in outages]
    return spans.union(span for left in spent for span in left)


def tell() -> int:
    """Tell the tables whose deadlines have moved, each once; to how many. What there is no time for waits.

    A table that cannot be told is left out, so that all others are told and judged.
    """
    known = Outage.objects.filter(told_at=None, credited_until__isnull=False).order_by("begins_at", "pk")
    untold = [outage for outage in known if outage.credited_until == outage.ends_at]
    if not untold:
        return 0
    away = [outage.span for outage in untold]
    lost, count, end = Span(away[0].begins, max(span.ends for span in away)), 0, monotonic() + TELL_FOR
    if spans.length(away) >= turn_clock.TELL_FROM:
        # Another one when more has come meanwhile: who was told before is told of that, too.
        key = f"{late.OF_AN_OUTAGE}{max(outage.pk for outage in untold)}-{lost.ends.timestamp():.6f}"
        for pk in _to_tell(lost, key):
            if monotonic() > end:
                return count
            if not trials.each(TELL_OF, pk, lambda pk: _tell(pk, lost, key), _leave):
                return count  # the next sweep goes on
            count += 1
    Outage.objects.filter(pk__in=[outage.pk for outage in untold], told_at=None).update(told_at=timezone.now())
    return count


def _to_tell(lost: Span, key: str) -> list[int]:
    """Keys of the tables at which something was asked before the end, was not late before, and nobody was told yet."""
    asked = Turn.objects.filter(ended_at=None, opened_at__lt=lost.ends, due_by__gte=lost.ends)
    told = OutboundLetter.objects.filter(seat__table=OuterRef("pk"), dedupe__startswith=f"{key}:")
    tables = _running().filter(~Exists(told), seats__turns__in=asked)
    return list(tables.order_by("pk").distinct().values_list("pk", flat=True))


def _leave(table_id: int) -> None:
    """Do nothing: a table that cannot be told is tried again in the sweeps until all others have been told."""


@transaction.atomic
def _tell(table_id: int, lost: Span, key: str) -> None:
    with Session.open(table_id) as session:
        if not session.is_running:
            return

        def written(seat: Seat) -> Draft:
            return letters.time_back(seat, session.match, session.turns.get(seat.number), lost)

        there = [seat for seat in session.seats if seat.player is not None and seat.player.is_active]
        tell_all(session, written, key, [seat for seat in there if seat.mover != Seat.Mover.REPLACED])


def in_words(outage: Outage) -> str:
    """Tell what was away and for how long, for the journal and the desk."""
    part = heartbeats.PARTS.get(outage.source, outage.source)
    away = "was away" if outage.ends_at else "has been away"
    return f"{part} {away} for {clocks.time_left(outage.begins_at, outage.ends_at or timezone.now())}"


def lost(outages: Sequence[Outage]) -> str:
    """The length of the outages together: "2 hours"."""
    begins = min(outage.begins_at for outage in outages)
    together = spans.length(outage.span for outage in outages)
    return clocks.time_left(begins, begins + together)


@transaction.atomic
def end(outage_id: int | str, actor: Player) -> Outage:
    """End an outage at the word of the service's owner, who knows it to be over or the part not to be used any more.

    The part is not waited for until it is seen again. NotYours for anybody else, NotWaiting if it has ended;
    ValueError for an id that is no number.
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
