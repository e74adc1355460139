"""The moment from which a question's time counts: when the mail host has taken the letter that asks it.

Until then nobody is reminded or judged, for two days at most: whose mailbox takes nothing for so long is not waited for
any more, whatever else is on its way there. While the mail host itself is away that time does not run out.

A question that waits for the daily letter counts from when its letter would have gone. One that no letter will bring
any more (refused for good, or none was written) counts from now: what follows is the business of dead addresses
(`bounces`) and of the league's rule.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from tournaments.actions.clock import turn_clock
from tournaments.actions.table import turns
from tournaments.actions.table.session import Session
from tournaments.formats.spans import Span
from tournaments.letters import table as letters
from tournaments.models import OutboundLetter, Table, Turn
from tournaments.outbox import outbox
from tournaments.queries.letters import kinds
from tournaments.runtime import heartbeats

State = OutboundLetter.State
ON_THE_WAY = (State.QUEUED, State.IN_FLIGHT, State.RETRY, State.FOR_ANSWER)
BATCH = 200
WAITED_FOR = timedelta(days=2)
GATHERED = "gathered"  # the kind of letter that tells of several others


def _not_handed_over() -> QuerySet[Turn]:
    return Turn.objects.filter(ended_at=None, handed_at=None, asked_at__isnull=False)


def waiting() -> list[int]:
    """Open questions whose time does not count yet although they wait for none of their letters, oldest first."""
    now = timezone.now()
    told_on_the_way = Q(state=State.GATHERED, told_in__state__in=ON_THE_WAY)
    letters = OutboundLetter.objects.filter(
        Q(state__in=ON_THE_WAY) | told_on_the_way,
        seat=OuterRef("seat"),
        serial=OuterRef("serial"),
        kind__in=kinds.ASKING,
    )
    found = _not_handed_over().filter(seat__table__state=Table.State.RUNNING)
    long_ago = Q(counts_from__lt=now - WAITED_FOR)
    found = found.filter(~Exists(letters) if heartbeats.at_rest(now) else ~Exists(letters) | long_ago)
    return list(found.order_by("asked_at", "pk").values_list("pk", flat=True)[:BATCH])


def went_out(letter: OutboundLetter) -> None:
    """Count the time of what a letter asks that was handed over, and of what the letters ask that it tells of."""
    if letter.kind != GATHERED and not kinds.of(letter.kind).asks:
        return
    asked = [letter, *letter.tells_of.filter(kind__in=kinds.ASKING)] if letter.kind == GATHERED else [letter]
    for one in asked:
        for pk in _not_handed_over().filter(seat=one.seat_id, serial=one.serial).values_list("pk", flat=True):
            begin(pk)


@transaction.atomic
def begin(turn_id: int) -> bool:
    """Count the time of a question from the hand-over of its first letter. False while that waits; again does nothing.

    The time in which the letter waited here is given back.
    """
    Table.objects.select_for_update(of=("self",), no_key=True).get(seats__turns=turn_id)
    turn = _not_handed_over().filter(pk=turn_id).select_related("seat__table__league", "seat__player").first()
    handed = _handed_over(turn, timezone.now()) if turn is not None else None
    if turn is None or handed is None:
        return False
    lay, due = Span(turn.counts_from, handed), turn.due_by
    turn_clock.write(turn, turn.clock.handed_over(handed, turn_clock.behind(turn.seat)))
    # Of an outage all are told at once.
    if turn.due_by - due >= turn_clock.TELL_FROM and not heartbeats.at_rest(timezone.now()):
        _tell(turn, turn.counts_from, lay)
    return True


def _tell(turn: Turn, handed: datetime, lay: Span) -> None:
    """Mail the new deadline after a letter that says an earlier one."""
    with Session.open(turn.seat.table_id) as session:
        seat, now = session.seat(turn.seat_id), session.turns.get(turn.seat.number)
        if now is None or now.pk != turn.pk:
            return
        session.next_letter()
        draft = letters.time_back(seat, session.match, now, lay, late=True)
        key = f"time-back:{turns.occasion(turn)}:{handed.timestamp():.6f}"
        outbox.write(draft, player=seat.player, seat=seat, dedupe=key)


def _handed_over(turn: Turn, now: datetime) -> datetime | None:
    """The time when the first letter with the deadline went out; now where none is waited for; None while one is."""
    letters = OutboundLetter.objects.filter(
        seat=turn.seat_id, serial=turn.serial, kind__in=kinds.ASKING, created_at__gte=turn.counts_from
    )
    known = list(letters.select_related("told_in"))
    handed = [moment for letter in known if (moment := _moment(letter)) is not None]
    if handed:
        return min(handed)
    on_its_way = any((letter.told_in or letter).state in ON_THE_WAY for letter in known)
    waits = on_its_way and (now - turn.counts_from < WAITED_FOR or heartbeats.at_rest(now))
    return None if waits else now


def _moment(letter: OutboundLetter) -> datetime | None:
    """The time when a letter was handed over, alone or with others, or would have been but for the daily letter."""
    if letter.state == State.FOR_DIGEST:
        return letter.created_at
    return (letter.told_in or letter).sent_at
