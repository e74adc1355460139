"""Deadlines: the reminder, what happens when one runs out, more time by the organiser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from engine.orders.api import Step
from tournaments.actions import journal
from tournaments.actions.clock import in_time, turn_clock
from tournaments.actions.league.permissions import check_impartial
from tournaments.actions.seats import acts
from tournaments.actions.table import turns
from tournaments.actions.table.session import Session, lock
from tournaments.formats import clocks, deadlines
from tournaments.formats.spans import Span
from tournaments.language import default_reasons
from tournaments.language.default_reasons import said_to
from tournaments.language.refusals import NotWaiting, TurnIsOver
from tournaments.letters import table as letters
from tournaments.models import JournalLine, League, Player, Seat, Turn
from tournaments.outbox import outbox
from tournaments.queries.access import desk_rights
from tournaments.queries.needs.need import waits_for_a_yes

LOOK_AT_DEAD = timedelta(hours=1)  # again at a late turn while the table waits for a player whom no letter reaches


def counting() -> Q:
    """Turns whose time counts: the letter with the deadline was handed over, or the stand-in moves and needs none."""
    return Q(handed_at__isnull=False) | Q(seat__mover=Seat.Mover.REPLACED)


@transaction.atomic
def remind(turn_id: int) -> bool:
    """Send the one reminder of a turn that is still open. True if it was sent now."""
    with _of_turn(turn_id) as (session, turn):
        if turn is None or turn.reminded_at or turn.remind_at is None or turn.remind_at > session.now:
            return False
        if turn.handed_at is None:
            return False
        why = in_time.waits(session.now, turn.remind_at, in_time.of_seat(turn.seat))
        if why:
            if why == in_time.FOR_LETTERS:
                Turn.objects.filter(pk=turn.pk).update(remind_at=session.now + in_time.LOOK_AGAIN)
            return False
        if turn.seat.owner.dead_at:  # no letter would reach them, and the sweep is not to look at it again
            Turn.objects.filter(pk=turn.pk).update(remind_at=None)
            return False
        turn.reminded_at, turn.remind_at = session.now, None
        turn.save(update_fields=("reminded_at", "remind_at"))
        session.next_letter()
        draft = letters.reminder(turn.seat, turn, session.match, session.plans[turn.seat.number])
        outbox.write(draft, player=turn.seat.owner, seat=turn.seat, dedupe=f"reminder:{turns.occasion(turn)}")
    journal.note("reminded", f"{turn.seat.player} was reminded", seat=turn.seat, serial=turn.serial)
    return True


@contextmanager
def _of_turn(turn_id: int) -> Iterator[tuple[Session, Turn | None]]:
    """The session of a turn's table; the turn as it is then, or None if it is no longer open."""
    with Session.open(lock(seats__turns=turn_id)) as session:
        turn = next((turn for turn in session.turns.values() if turn.pk == turn_id), None)
        yield session, turn if session.is_running else None


@transaction.atomic
def expire(turn_id: int) -> str:
    """Judge a turn that is past its deadline; return a word for the outcome.

    "not due", "not handed over" (the letter that tells the deadline), "at rest" (the service was away, and time has to
    be given back first), "waits for letters", "cannot be reached", "grace", "waits" (the league's policy), "asks the
    organiser", "stand-in" or "replaced": the stand-in has the seat for good, and no deadline is waited for.
    """
    with _of_turn(turn_id) as (session, turn):
        if turn is None or turn.judge_at is None or turn.judge_at > session.now:
            return "not due"
        if turn.seat.mover == Seat.Mover.REPLACED:
            turns.advance(session)
            return "replaced"
        if spared := _spared(session, turn):
            return spared
        _stand_in(session, turn)
    _note_stand_in(turn, None)
    return "stand-in"


def _spared(session: Session, turn: Turn) -> str:
    """The reason why the stand-in does not move for a turn that the sweep has come to; "" if it does."""
    if turn.due_by > session.now:
        return "not due"
    if turn.handed_at is None:
        return "not handed over"
    why = in_time.waits(session.now, turn.due_by, in_time.of_table(session.table))
    if why:
        return _look_again(session, turn) if why == in_time.FOR_LETTERS else why
    if turn.seat.owner.awaited_until:
        return _wait_for_address(session, turn)
    if session.league.expiry == League.Expiry.WAIT:
        return _leave_open(turn, "waits", f"the deadline of {turn.seat.player} has passed, the table waits")
    if _has_grace(session, turn.seat):
        return _give_grace(session, turn)
    if session.league.expiry == League.Expiry.ASK:
        words = f"the deadline of {turn.seat.player} has passed: may the stand-in move?"
        return _leave_open(turn, "asks the organiser", words)
    return ""


def _look_again(session: Session, turn: Turn) -> str:
    turn.judge_at = session.now + in_time.LOOK_AGAIN
    turn.save(update_fields=("judge_at",))
    return in_time.FOR_LETTERS


def _leave_open(turn: Turn, word: str, words: str) -> str:
    turn.judge_at = None
    turn.save(update_fields=("judge_at",))
    journal.note(word, words, seat=turn.seat, serial=turn.serial)
    return word


def _wait_for_address(session: Session, turn: Turn) -> str:
    """Have the table wait for a player whom no letter reaches, and show the organiser the dead address.

    Not for ever: `go_on` lets the clock run on when it has waited long enough.
    """
    turn.judge_at = session.now + LOOK_AT_DEAD
    turn.save(update_fields=("judge_at",))
    word = "cannot be reached"
    if not JournalLine.objects.filter(verb=word, seat=turn.seat, data__serial=turn.serial).exists():
        words = f"the deadline of {turn.seat.player} has passed, but letters come back: the table waits for some days"
        journal.note(word, words, seat=turn.seat, serial=turn.serial)
    return word


def go_on(player: Player, since: datetime) -> None:
    """End the tables' wait for a player: the clocks of open turns were stopped from `since` to now.

    What waits for the organiser's yes, or for the player by the league's rule, was late before and stays so.
    """
    now = timezone.now()
    for turn in Turn.objects.filter(seat__player=player, ended_at=None).select_related("seat__table__league"):
        stopped = turn.seat.table.paused_at  # from then on the table's own pause is added when it goes on
        if stopped is None and turn.judge_at is None:  # a paused clock has none either, but goes on later
            continue
        turn.seat.player = player
        stood = Span(min(since, turn.due_by), stopped or now)
        clock = turn.clock.given_back([stood], turn_clock.behind(turn.seat))
        usual = turn.seat.table.league.turn_time
        columns = Turn.columns(clock.stopped() if stopped else clock.running(usual, turn_clock.remind_at()))
        open_still = Turn.objects.filter(pk=turn.pk, ended_at=None)
        open_still.update(**{name: columns[name] for name in turn_clock.GIVEN_BACK})


def _has_grace(session: Session, seat: Seat) -> bool:
    return session.league.grace > timedelta(0) and seat.grace_used_at is None and not seat.expired_on


def _give_grace(session: Session, turn: Turn) -> str:
    """Give some hours more, once a game; no other player is told."""
    seat = turn.seat
    turn_clock.write(turn, turn.clock.with_grace(session.league.grace, session.now, turn_clock.behind(seat)))
    seat.grace_used_at = session.now
    session.next_letter()
    draft = letters.grace(seat, turn, session.match, session.plans[seat.number])
    outbox.write(draft, player=seat.owner, seat=seat, dedupe=f"grace:{turns.occasion(turn)}")
    journal.note(desk_rights.GRACE, f"{seat.player} has {session.league.grace} of grace", seat=seat, serial=turn.serial)
    return "grace"


def _stand_in(session: Session, turn: Turn) -> None:
    seat = turn.seat
    if not seat.owner.awaited_until:  # by the organiser's yes: no fault of somebody who heard nothing
        seat.expired_on = deadlines.note_expiry(seat.expired_on, turn.due_by, seat.owner.zone)
    stays = deadlines.stand_in_stays(seat.expired_on)
    steps = turns.stand_in(session, seat.number)
    if stays:
        seat.mover = Seat.Mover.STAND_IN
    steps += turns.advance(session)
    session.write_down()
    _tell_expired(session, seat, steps, turn, stays)


def _note_stand_in(turn: Turn, actor: Player | None) -> None:
    seat = turn.seat
    stays = seat.mover == Seat.Mover.STAND_IN
    words = f"the stand-in moved for {seat.player}" + (" and keeps the seat until they write" if stays else "")
    journal.note("stand-in", words, actor=actor, seat=seat, serial=turn.serial, head=seat.table.head[:10])


def _tell_expired(session: Session, seat: Seat, steps: list[Step], turn: Turn, stays: bool) -> None:
    following = turns.next_question(session, seat)
    if following is not None:
        turns.turn_asked(session, following)
    session.next_letter()
    session.news(seat)
    draft = letters.turn_expired(seat, steps, session.match, session.plans[seat.number], following, stays)
    # A choice that is opened again keeps its turn and its clock, and may be missed once more: the log has grown then.
    key = f"expired:{turns.occasion(turn)}:{session.match.count}"
    outbox.write(draft, player=seat.owner, seat=seat, dedupe=key)


@transaction.atomic
def allow_stand_in(turn_id: int, actor: Player, seen: datetime | None = None) -> None:
    """Let the stand-in move at the organiser's word, where it waits for that.

    seen  the deadline that the organiser has read of; NotWaiting if it has been moved since
    """
    with _of_turn(turn_id) as (session, turn):
        check_impartial(session.league, actor, pk=session.table.pk)  # first: a grace is nobody's who plays there
        if turn is None or turn.due_by > session.now:
            raise TurnIsOver("This turn is not late any more.")
        _check_seen(turn, seen, actor)
        if not waits_for_a_yes(turn, session.league):
            raise NotWaiting("The stand-in does not wait for a yes here.")
        # A late answer counts as long as nobody has moved.
        if in_time.unread(in_time.of_table(session.table), turn.due_by, by=session.now):
            raise NotWaiting("A letter that may answer is being read. Look again in a minute.")
        if any(seat.player_id == actor.pk for seat in session.seats):  # who plays against them decided it
            once = f"{turns.occasion(turn)}:{session.match.count}"
            acts.tell(session, turn.seat, actor, acts.Act.STAND_IN, default_reasons.TIME_OVER, once)
        _stand_in(session, turn)
    _note_stand_in(turn, actor)


@transaction.atomic
def extend(turn_id: int, by: timedelta, actor: Player, reason: str, seen: datetime | None = None) -> Turn:
    """Give more time: counted from the deadline, or from now if that has passed. The table reads of it.

    seen  the deadline that the organiser has read of; NotWaiting if it has been moved since
    """
    with _of_turn(turn_id) as (session, turn):
        check_impartial(session.league, actor, pk=session.table.pk)
        if turn is None:
            raise TurnIsOver("This turn is over already.")
        _check_seen(turn, seen, actor)
        clock = turn.clock.extended(by, session.now)
        turn_clock.write(turn, clock if session.table.paused_at is None else clock.stopped())
        session.next_letter()
        draft = letters.extended(turn.seat, turn, session.match, said_to(turn.seat.player, reason))
        once = f"{turns.occasion(turn)}:{turn.due_by.timestamp():.6f}"
        outbox.write(draft, player=turn.seat.owner, seat=turn.seat, dedupe=f"extended:{once}")
        hours = by // timedelta(hours=1)
        acts.tell(session, turn.seat, actor, acts.Act.MORE_TIME, reason, once, but=(turn.seat.pk,), n=hours)
    words = f"{actor} gave {turn.seat.player} {by // timedelta(hours=1)} hours more: {reason}"
    journal.note("deadline extended", words, actor=actor, seat=turn.seat, serial=turn.serial)
    return turn


def _check_seen(turn: Turn, seen: datetime | None, actor: Player) -> None:
    due = desk_rights.due_shown(turn, lambda: desk_rights.opponents(actor))
    if seen is not None and seen not in (due, turn.due_by):
        raise NotWaiting(f"The deadline was moved meanwhile: to {clocks.words(due, actor.zone)}.")


def put_off(turn_id: int) -> None:
    """Move a turn whose judgement failed out of the way of the others, further with each try."""
    turn = Turn.objects.get(pk=turn_id)
    pause = timedelta(minutes=min(2**turn.attempts, 60))
    Turn.objects.filter(pk=turn_id, ended_at=None).update(
        judge_at=timezone.now() + pause, attempts=min(turn.attempts + 1, 1000)
    )
