"""Turns follow the match: closed when their decision is gone, opened and asked by letter when there is a new one."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from engine.bots import bots
from engine.decisions import Decision
from engine.orders import api
from engine.orders.api import Step
from engine.orders.autoplay import run_kept
from engine.orders.numbers import stamp
from tournaments.actions.clock import turn_clock
from tournaments.actions.table import reveal
from tournaments.formats.deadlines import Clock
from tournaments.formats.spans import Span
from tournaments.keys import address
from tournaments.letters import reply_serial
from tournaments.letters import table as table_letters
from tournaments.letters import turn as turn_letter
from tournaments.models import Seat, Turn
from tournaments.outbox import outbox
from tournaments.queries import telling

if TYPE_CHECKING:
    from tournaments.actions.table.session import Session

STAND_IN = "greedy"


def advance(session: Session) -> list[Step]:
    """Play everything that waits for no person: rules, defaults, seats of the stand-in, kept orders when they may run.

    With a second-thoughts delay kept orders wait for `tournaments.actions.table.tables.run`; what is found impossible
    already now stops the plan now.
    """
    session.advanced = True
    steps: list[Step] = []
    while True:
        before = session.match.count
        steps += api.autoplay(session.match, session.plans, kept=session.league.delay == timedelta(0))
        steps += _stand_ins(session)
        reveal.reveal_at_once(session)
        if session.match.count == before:
            break
    _plan_a_run(session)
    reveal.plan(session)
    return steps


def _stand_ins(session: Session) -> list[Step]:
    steps: list[Step] = []
    for decision in session.match.waiting:
        if session.seats[decision.seat].mover != Seat.Mover.PLAYER:
            steps += stand_in(session, decision.seat)
    return steps


def stand_in(session: Session, number: int) -> list[Step]:
    """Answer a seat's open decision for it: its kept orders and rules first, then the stand-in."""
    return api.stand_in(session.match, session.plans, number, bots[STAND_IN])


def _plan_a_run(session: Session) -> None:
    """Set the moment at which kept orders run, if they would move anything; a plan that could only stop stops now.

    The delay counts from the move that has brought somebody's question, and of several from the last: whoever made it
    has the whole of it for second thoughts. A choice that is only made anew brings none.
    """
    running = _about_to_run(session)
    for decision in session.match.waiting:
        if decision.seat not in running:
            session.plans[decision.seat] = _tried(session, decision.seat)[1]
    if not running:
        session.table.run_at = None
    elif session.table.run_at is None or any(
        d.seat in running and d.serial >= session.fresh for d in session.match.waiting
    ):
        session.table.run_at = session.now + session.league.delay


def _about_to_run(session: Session) -> set[int]:
    """The seats that are asked now and whose kept orders will answer."""
    return {decision.seat for decision in session.match.waiting if _tried(session, decision.seat)[0]}


def _tried(session: Session, number: int) -> tuple[bool, api.Plan]:
    """Whether a seat's kept orders would move anything in the position that it sees now, and its plan if they do not.

    Each seat is tried by itself and no further than its own decision: what others have kept and what chance will
    bring must not show, and may still be taken back.
    """
    plan = session.plans[number]
    trial = api.Plan.load(plan.dump(), plan.everywhere, plan.language)
    steps = run_kept(session.match.copy(), {number: trial}, number)
    return bool(steps), trial


def renew(session: Session) -> None:
    """Close the turns whose decision is gone and open those of new decisions: a step of `session`.

    A seat that has made its sealed choice is asked nothing more, though it may still change it.
    """
    waiting = {decision.seat: decision for decision in session.match.waiting}
    for seat in session.seats:
        seat.numbers = stamp(session.match, seat.number)
        decision = waiting.get(seat.number)
        asked = decision.serial if decision and seat.mover == Seat.Mover.PLAYER else None
        turn = session.turns.get(seat.number)
        if turn is not None and turn.serial != asked:
            _end(session, turn, seat)
            turn = None
        elif turn is not None and not turn.in_part and _has_moved(session, seat, turn.serial):
            turn.in_part = True
            turn.save(update_fields=("in_part",))
        if turn is None and decision is not None and asked is not None:
            session.turns[seat.number] = _open(session, seat, decision)


def _has_moved(session: Session, seat: Seat, serial: int) -> bool:
    return any(entry.seat == seat.number and entry.serial == serial for entry in session.match.log)


def _end(session: Session, turn: Turn, seat: Seat) -> None:
    by = session.moved.get(seat.number)
    end = {None: Turn.End.GONE, "stand-in": Turn.End.STAND_IN}.get(by, Turn.End.ANSWERED)
    clock = turn.clock.answered(session.now, session.league.delay)
    turn_clock.write(turn, clock, end=end, ended_at=session.now)
    session.ended[seat.number] = session.turns.pop(seat.number)


def _open(session: Session, seat: Seat, decision: Decision) -> Turn:
    before = _taken_back(session, seat)
    if before is None and decision.sealed and decision.serial < session.fresh:  # a choice that was opened again
        before = asked_before(session, seat, decision)
    if before is None:
        clock = _new_clock(session, seat, decision.kind, session.now)
    else:
        clock = before.again(session.now, session.league.delay, turn_clock.remind_at())
    values = Turn.columns(_paused(session, clock))
    values |= {"kind": decision.kind, "round": session.match.round, "asked_at": None, "ended_at": None, "end": ""}
    if decision.serial >= session.fresh:
        return Turn.objects.create(seat=seat, serial=decision.serial, **values)
    # Asked before, and not while the stand-in had the seat.
    turn: Turn = Turn.objects.update_or_create(seat=seat, serial=decision.serial, defaults=values)[0]
    return turn


def _time_for(session: Session, kind: str) -> timedelta:
    """The time for a question; one that only carries out what all have chosen has a time of its own."""
    if kind not in session.match.game.brief:
        return session.league.turn_time
    return session.league.act_time or session.league.turn_time / 3


def _new_clock(session: Session, seat: Seat, kind: str, since: datetime) -> Clock:
    return turn_clock.start(seat, since, _time_for(session, kind))


def _paused(session: Session, clock: Clock) -> Clock:
    """The clock, stopped if those of the table are paused."""
    return clock if session.table.paused_at is None else clock.stopped()


def begin_anew(session: Session, turn: Turn) -> None:
    """Restart the clock of a question that passes to another player and is asked by a letter of this session."""
    clock = _new_clock(session, turn.seat, turn.kind, session.now)
    turn_clock.write(turn, _paused(session, clock), asked_at=session.now)


def wake(session: Session, turn: Turn) -> None:
    """Let the clock of a question go on with as much time as it had left when the table's clocks stopped."""
    stood = Span(session.table.paused_at or session.now, session.now)
    clock = turn.clock.given_back([stood], turn_clock.behind(turn.seat))
    turn_clock.write(turn, clock.running(_time_for(session, turn.kind), turn_clock.remind_at()))


def _taken_back(session: Session, seat: Seat) -> Clock | None:
    """The clock of the turn whose answer the seat took back in this session; None also when no letter ever asked it."""
    return clock_of(seat, session.taken_back.get(seat.number))


def clock_of(seat: Seat, serial: int | None) -> Clock | None:
    """The clock of the seat's turn of that decision, if a letter has ever asked it."""
    turn = seat.turns.filter(serial=serial).first() if serial is not None else None
    return turn.clock if turn is not None else None


def asked_before(session: Session, seat: Seat, decision: Decision) -> Clock | None:
    """The clock of the turn of a sealed choice that was made.

    If a rule or the stand-in made it before any letter asked it, as if it had been asked then: a player who opens it
    again has no more time than the others.
    """
    clock = clock_of(seat, decision.serial)
    if clock is not None:
        return clock
    made = session.table.entries.filter(entry__seat=seat.number, entry__serial=decision.serial).first()
    if made is None:
        return None
    clock = _new_clock(session, seat, decision.kind, made.created_at)
    return replace(clock, handed_at=session.now, latest=clock.due_by + session.league.delay)


def ask(session: Session) -> None:
    """Write the letters of open turns that no letter has asked yet: a step of `session`.

    Not to seats whose kept orders will run.
    """
    waiting = _about_to_run(session) if session.table.run_at else set()
    for seat in session.seats:
        turn = session.turns.get(seat.number)
        if turn is None or turn.asked_at or seat.number in waiting:
            continue
        turn_asked(session, turn)
        session.next_letter()
        draft = turn_letter.turn(seat, turn, session.match, session.plans[seat.number], session.news(seat))
        session.plans[seat.number].notes.clear()  # told now
        key = f"turn:{occasion(turn)}"
        outbox.write(draft, player=seat.owner, seat=seat, dedupe=key, serial=turn.serial)


def tell_taken_back(session: Session) -> None:
    """Write to the seats that have been told what was taken back now, unless a letter of this session has said it.

    A step of `session`.
    """
    backs = [entry for entry in session.match.log if entry.to is not None]
    for seat in session.seats:
        void = telling.does_not_hold(backs, seat.seen, seat.number)
        if not void or seat.player is None or seat.mover == Seat.Mover.REPLACED:
            continue
        key = f"taken-back:{seat.pk}:{backs[-1].number}"
        session.next_letter()
        draft = table_letters.taken_back(seat, session.match, session.news(seat))
        outbox.write(draft, player=seat.player, seat=seat, dedupe=key)


def next_question(session: Session, seat: Seat) -> Turn | None:
    """The seat's open turn that no letter has asked yet and no kept order is about to answer."""
    turn = session.turns.get(seat.number)
    if turn is None or turn.asked_at or (session.table.run_at and _tried(session, seat.number)[0]):
        return None
    return turn


def question(session: Session, seat: Seat) -> Turn | None:
    """The question in an answer to the seat: its open turn, unless its kept orders are about to answer it."""
    turn = session.turns.get(seat.number)
    if turn is None or (turn.asked_at is None and next_question(session, seat) is None):
        return None
    return turn


def named(session: Session, seat: Seat) -> int:
    """The serial that the reply address of a letter to the seat names now (`reply_serial`), from the session's rows."""
    if seat.number in session.turns:
        return session.turns[seat.number].serial
    if seat.number in session.ended:
        return address.NEXT | session.ended[seat.number].serial
    return reply_serial.now(seat)


def turn_asked(session: Session, turn: Turn) -> None:
    """Remember that a letter with this question has been written."""
    turn.asked_at = session.now
    Turn.objects.filter(pk=turn.pk).update(asked_at=session.now)


def occasion(turn: Turn) -> str:
    """The part of a letter's key that names one asking of a turn: who is asked, and since when."""
    return f"{turn.pk}:{turn.seat.player_id}:{turn.opened_at.timestamp():.6f}"
