"""Turns follow the match: closed when their decision is gone, opened and asked by letter when there is a new one."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings

from engine.bots import bots
from engine.decisions import Decision
from engine.orders import plans
from engine.orders.autoplay import run_kept
from engine.orders.numbers import stamp
from engine.orders.plans import Step
from tournaments.actions.clock import time_back
from tournaments.actions.player import vacations
from tournaments.actions.table import reveal
from tournaments.formats import clocks, spans
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
    """Play everything that waits for no person: rules, defaults, the seats of bots, kept orders when they may run.

    With a second-thoughts delay kept orders wait for `tournaments.actions.table.tables.run`; what is found impossible
    already now stops the plan now.
    """
    session.advanced = True
    steps: list[Step] = []
    while True:
        before = session.match.count
        steps += plans.settle(session.match, session.plans, kept=session.league.delay == timedelta(0))
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
    """Answer a seat's open decision for it: its kept orders and rules first, then the bot."""
    return plans.stand_in(session.match, session.plans, number, bots[STAND_IN])


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


def _tried(session: Session, number: int) -> tuple[bool, plans.Plan]:
    """Whether a seat's kept orders would move anything in the position that it sees now, and its plan if they do not.

    Each seat is tried by itself and no further than its own decision: what others have kept and what chance will
    bring must not show, and may still be taken back.
    """
    plan = session.plans[number]
    trial = plans.Plan.load(plan.dump(), plan.everywhere, plan.language)
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
    turn.end = {None: Turn.End.GONE, "stand-in": Turn.End.STAND_IN}.get(by, Turn.End.ANSWERED)
    turn.latest, turn.ended_at, turn.judge_at, turn.remind_at = _latest(session, turn), session.now, None, None
    turn.save(update_fields=("end", "latest", "ended_at", "judge_at", "remind_at"))
    session.ended[seat.number] = session.turns.pop(seat.number)


def _open(session: Session, seat: Seat, decision: Decision) -> Turn:
    before = taken_back(session, seat)
    if before is None and decision.sealed and decision.serial < session.fresh:  # a choice that was opened again
        before = asked_before(session, seat, decision)
    values = _clock_of(session, before) if before else _new_clock(session, seat, decision.kind, session.now)
    values |= {
        "kind": decision.kind,
        "round": session.match.round,
        "ended_at": None,
        "end": "",
        "asked_at": None,
        **_asleep(session),
    }
    if decision.serial >= session.fresh:
        return Turn.objects.create(seat=seat, serial=decision.serial, **values)
    # Asked before, and not while a bot had the seat.
    turn: Turn = Turn.objects.update_or_create(seat=seat, serial=decision.serial, defaults=values)[0]
    return turn


def _time_for(session: Session, kind: str) -> timedelta:
    """The time a question has; one that only carries out what all have chosen has hours of its own."""
    if kind not in session.match.game.brief:
        return session.league.turn_time
    return session.league.act_time or session.league.turn_time / 3


def _new_clock(session: Session, seat: Seat, kind: str, since: datetime) -> dict[str, Any]:
    usual = clocks.due(since, _time_for(session, kind))
    due, free = vacations.moved_behind(seat, since, usual)
    # Who is away is reminded afterwards: so long before the new deadline as it would have been before the old one.
    remind = clocks.moment_between(since, usual, float(settings.REMIND_AT)) + (due - usual)
    values: dict[str, Any] = {"opened_at": since, "due_by": due, "judge_at": due, "remind_at": remind}
    values |= {"counts_from": since, "handed_at": None, "not_counted": spans.to_json(free), "latest": None}
    return {**values, "reminded_at": None, "grace_until": None, "grace_time": timedelta(0)}


def begin_anew(session: Session, turn: Turn) -> None:
    """The question is somebody else's now: asked by a letter of this session, with all the time that there is."""
    values = {**_new_clock(session, turn.seat, turn.kind, session.now), "asked_at": session.now, **_asleep(session)}
    for field, value in values.items():
        setattr(turn, field, value)
    turn.save(update_fields=values)


def _asleep(session: Session) -> dict[str, Any]:
    """At a table whose clocks stand still nobody is reminded or judged."""
    return {} if session.table.paused_at is None else {"judge_at": None, "remind_at": None}


def wake(session: Session, turn: Turn) -> None:
    """The clocks of the table go on: the question has as much time as it had left when they stopped."""
    time_back.stopped_for(turn, session.table.paused_at or session.now, session.now)
    turn.judge_at = turn.due_by
    if turn.reminded_at is None:
        turn.remind_at = turn.due_by - _time_for(session, turn.kind) * (1 - float(settings.REMIND_AT))
    turn.save(update_fields=time_back.CHANGED)


def _clock_of(session: Session, before: Turn) -> dict[str, Any]:
    """The clock of a turn whose answer was taken back goes on: playing and taking back win no time."""
    due = due_again(session, before)
    remind = clocks.moment_between(before.opened_at, due, float(settings.REMIND_AT))
    again = before.reminded_at is None and remind > session.now
    values = {"opened_at": before.opened_at, "due_by": due, "judge_at": due, "remind_at": remind if again else None}
    values |= {name: getattr(before, name) for name in ("counts_from", "handed_at", "not_counted", "latest")}
    grace = {"grace_until": before.grace_until, "grace_time": before.grace_time}
    return {**values, **grace, "reminded_at": before.reminded_at}


def taken_back(session: Session, seat: Seat) -> Turn | None:
    """The turn whose answer the seat has taken back in this session; None also when no letter ever asked it."""
    return of_serial(seat, session.taken_back.get(seat.number))


def of_serial(seat: Seat, serial: int | None) -> Turn | None:
    """The seat's turn of that decision, if a letter has ever asked it."""
    return seat.turns.filter(serial=serial).first() if serial is not None else None


def asked_before(session: Session, seat: Seat, decision: Decision) -> Turn | None:
    """The turn of a sealed choice that was made.

    Of one that a rule or the stand-in made before any letter asked it: as if it had been asked then, so that who has it
    opened again has no more time than the others.
    """
    turn = of_serial(seat, decision.serial)
    if turn is not None:
        return turn
    made = session.table.entries.filter(entry__seat=seat.number, entry__serial=decision.serial).first()
    if made is None:
        return None
    turn = Turn(seat=seat, **_new_clock(session, seat, decision.kind, made.created_at))
    turn.handed_at, turn.latest = session.now, turn.due_by + session.league.delay
    return turn


def due_again(session: Session, before: Turn) -> datetime:
    """The deadline of a turn that is open again: the old one, but once for all with the second thoughts' delay.

    before  the turn whose answer is taken back; still open if only a part of it was answered
    """
    return max(before.due_by, min(session.now + session.league.delay, _latest(session, before)))


def _latest(session: Session, turn: Turn) -> datetime:
    return turn.latest or max(turn.due_by, session.now) + session.league.delay


def ask(session: Session) -> None:
    """Write the turn letters that no letter has been yet, except to seats whose kept orders will run: a step, too."""
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
    """Write to the seats that have been told what was taken back now, unless a letter of this session has said it."""
    backs = [entry for entry in session.match.log if entry.to is not None]
    for seat in session.seats:
        void = telling.does_not_hold(backs, seat.seen, seat.number)
        if not void or seat.player is None or seat.mover == Seat.Mover.BOT:
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


def named(session: Session, seat: Seat) -> int:
    """What the reply address of a letter to the seat names now (`reply_serial`), from what the session knows."""
    if seat.number in session.turns:
        return session.turns[seat.number].serial
    if seat.number in session.ended:
        return reply_serial.NEXT | session.ended[seat.number].serial
    return reply_serial.now(seat)


def turn_asked(session: Session, turn: Turn) -> None:
    """Remember that a letter with this question has been written."""
    turn.asked_at = session.now
    Turn.objects.filter(pk=turn.pk).update(asked_at=session.now)


def occasion(turn: Turn) -> str:
    """What makes the letters about a turn others than those before: who is asked, and since when."""
    return f"{turn.pk}:{turn.seat.player_id}:{turn.opened_at.timestamp():.6f}"
