"""Undo of a player's own last decision: whether it is possible, and whether the writer can have meant it."""

from __future__ import annotations

from django.db import transaction

from engine.language.languages import to_say
from engine.match.log import Entry, live
from engine.match.undo import check, last_orders
from engine.orders import api
from engine.orders.numbers import is_void
from engine.refusals import UndoRefused
from tournaments.actions.commands.command import Undone
from tournaments.actions.table import reveal, turns
from tournaments.actions.table.session import Session
from tournaments.formats.deadlines import Clock
from tournaments.keys import address
from tournaments.language.speech import say
from tournaments.letters import reply_serial
from tournaments.models import League, Seat
from tournaments.outbox import limits

UNDONE_A_DAY = 10  # times at one seat: whoever was asked meanwhile gets two letters of each, and the log keeps it
NEWER_DECISION = to_say(
    "Nothing was taken back: since what you answer was written you have decided again, and that newest decision would "
    "be taken back."
)


def undo(session: Session, seat: Seat, answered: int | None, numbers: int, *, below: bool) -> Undone:
    """Take back, if that is possible and the writer can have meant it.

    answered, numbers  as `serial` and `numbers` of `take_orders`
    """
    undone = in_match(session, seat, answered, numbers, limits.allow, below=below)
    if undone.done:
        session.table.run_at = None
        reveal.plan(session)  # before anything is played: a choice that all make may not have come to this yet
    return undone


def in_match(
    session: Session, seat: Seat, answered: int | None, numbers: int, allow: limits.Allow, *, below: bool
) -> Undone:
    """Take back as `undo` does, but in the match alone.

    allow  `limits.allow`, which counts it, or `would_allow`
    below  whether the word stands below an order: either may be what is to be taken back
    """
    if not session.is_running:
        return Undone(say("Nothing can be taken back: the game is over."), done=False)
    if below:
        return _not(say("an order stands above that word"))
    if is_void(numbers, session.match):
        return _not(say("the organiser has taken the table back since what you answer was written"))
    try:
        last = _last_answered(session, seat)
        serial = last.serial
        if answered is not None and _is_newer(seat, last, answered):
            return _late_undo(session, seat)
        if _is_anothers(seat, last):
            return _not(say("who had your seat before you has decided that"))
        if _time_is_up(session, turns.clock_of(seat, serial)):
            return _not(say("the time for that turn is over"))
        with transaction.atomic():  # what is refused does not count
            if not allow("undone", limits.holder(seat), UNDONE_A_DAY, limits.DAY):
                return _not(say("you have done so {most} times within a day", most=UNDONE_A_DAY))
            api.undo(session.match, session.plans, seat.number)
    except UndoRefused as refusal:
        return _not(refusal.reason)
    if serial is not None:
        session.taken_back[seat.number] = serial
    return Undone(say("Taken back: what you did at your last decision."), done=True)


def _not(why: str) -> Undone:
    return Undone(say("Nothing was taken back: {reason}.", reason=why), done=False, why=why)


def _last_answered(session: Session, seat: Seat) -> Entry:
    """The first entry of what would be taken back."""
    entries = live(session.match.history)
    return entries[last_orders(entries, seat.number)]


def _is_anothers(seat: Seat, last: Entry) -> bool:
    """Whether the seat was somebody else's when that entry was written."""
    if seat.since is None:
        return False
    return seat.table.entries.filter(number=last.number, created_at__lt=seat.since).exists()


def _is_newer(seat: Seat, last: Entry, answered: int) -> bool:
    """Whether what would be taken back is newer than the letter or page that is answered.

    One that was written between two decisions is about the one before, and about kept orders, which answer the next.
    """
    named = reply_serial.decision(seat, answered)
    if named.shown:
        return last.serial is not None and named.serial is not None and last.serial > named.serial
    over = answered & ~address.NEXT
    return last.serial is not None and last.serial > over and (last.serial != named.serial or last.by != "kept")


def _late_undo(session: Session, seat: Seat) -> Undone:
    """Take back nothing, and say why if that is not possible anyway; else the player is asked."""
    entries = live(session.match.history)
    check(session.match.game, entries[last_orders(entries, seat.number) :], seat.number, session.match.branch)
    return Undone(say(NEWER_DECISION), done=False, late=True)


def may_reopen(session: Session, seat: Seat) -> bool:
    """Whether a sealed choice that the seat has made may be open again, as far as time goes."""
    decision = session.match.decision(seat.number)
    if decision is None or not decision.sealed or decision in session.match.waiting:
        return True
    return not _time_is_up(session, turns.asked_before(session, seat, decision))


def _time_is_up(session: Session, before: Clock | None) -> bool:
    """Whether the stand-in would move at once if that turn were open again."""
    if before is None or session.league.expiry != League.Expiry.STAND_IN or session.table.paused_at is not None:
        return False
    return before.due_again(session.now, session.league.delay) <= session.now
