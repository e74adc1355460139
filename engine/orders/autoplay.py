"""Plays what needs no person: kept and standing orders, defaults, ends of turns; the stand-in. Reads no letters."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from engine.bots.interface import Bot
from engine.decisions import Decision, Move
from engine.language.speech import say
from engine.match.log import Entry
from engine.match.match import Match
from engine.orders.account import (
    BY_ITSELF,
    END,
    TAKEN_BACK,
    TOO_LATE,
    Step,
    belongs,
    carry_out,
    done_by_itself,
    fits,
    goes_with,
    holds,
    is_for_later,
    made_on,
    not_so,
    opens,
    prepare,
    ruled,
    ruled_first,
    runs,
    upset,
)
from engine.orders.plan import Plan
from engine.orders.reader import Order

_AT_MOST = 20_000  # steps without a person; far more than any game has


def autoplay(match: Match, plans: Mapping[int, Plan], *, kept: bool) -> list[Step]:
    """Play everything that needs no person, until every open decision waits for one.

    kept  whether kept orders are played too; while they are not, a decision that one of them answers waits
    """
    steps: list[Step] = []
    while len(steps) < _AT_MOST:
        made: list[Step] = []
        _let_lapse(match, plans)
        for decision in match.waiting if not match.over else ():
            made = _advance(match, plans, decision, kept=kept)
            if made:
                break
        if not made:
            _tidy(match, plans)
            return steps
        steps += made
    raise RuntimeError(f"rules and kept orders made {_AT_MOST} moves without coming to an end")


def run_kept(match: Match, plans: Mapping[int, Plan], seat: int) -> list[Step]:
    """Play the seat's kept orders on the decision that is open for it, until its occasion is over or the plan stops."""
    steps: list[Step] = []
    decision = match.decision(seat)
    while decision is not None and not match.over:
        made = _by_plan(match, plans, decision, kept=True)
        if not made:
            break
        steps += made
        following = match.decision(seat)
        goes_on = following is not None and following.serial == decision.serial and not decision.sealed
        decision = following if goes_on else None
    return steps


def stand_in(match: Match, plans: Mapping[int, Plan], seat: int, bot: Bot) -> list[Step]:
    """Answer the seat's open decision in its absence, until that occasion is over.

    Its kept orders first, even those that wait for `go on`; then its rules, then the game's defaults, then the
    bot, whose choices are the same for the same position and secret.
    """
    steps: list[Step] = []
    decision = match.decision(seat)
    if decision is None:
        return steps
    serial, plan = decision.serial, plans.get(seat, Plan())
    while decision in match.waiting and decision is not None and decision.serial == serial and not match.over:
        steps += (
            _kept_in_absence(match, plans, plan, decision)
            or _by_rule(match, plans, decision, absent=True)
            or [_by_bot(match, plans, decision, bot)]
        )
        decision = match.decision(seat)
    return steps


def undo(match: Match, plans: Mapping[int, Plan], seat: int) -> Entry:
    """Take back the seat's last orders; what it has kept waits for `go on`. UndoRefused when it is too late.

    What those orders did to the plans of others is undone with them, unless their owners have written since.
    """
    entry = match.undo(seat)
    for other, plan in plans.items():
        if other != seat and entry.to is not None:
            plan.give_back(entry.to)
    if seat in plans:
        plans[seat].earlier = []
    if seat in plans and plans[seat].kept:
        with plans[seat].speaking():
            plans[seat].stopped = say(TAKEN_BACK)
    return entry


def to_close(match: Match) -> int | None:
    """The serial to close a sealed phase with, once every seat has chosen; None while one has not."""
    sealed = [decision.serial for decision in match.decisions if decision.sealed]
    return sealed[0] if sealed and not match.over and not any(d.sealed for d in match.waiting) else None


def roll_back(match: Match, plans: Mapping[int, Plan], to: int, anew: bool = False) -> int:
    """Take the match back to entry `to`; every kept order of the table is dropped, rules stay. Where it has landed."""
    entry = match.roll_back(to, anew)
    for plan in plans.values():
        plan.kept, plan.stopped, plan.once, plan.spent, plan.notes, plan.earlier = [], "", {}, {}, [], []
    assert entry.to is not None
    return entry.to


def _advance(match: Match, plans: Mapping[int, Plan], decision: Decision, *, kept: bool) -> list[Step]:
    """The next step that this decision needs no person for; [] if it needs one or is to wait."""
    plan = plans.get(decision.seat, Plan())
    if match.game.done(match.view(decision.seat), decision) and decision.passing is not None:
        if kept and runs(plan):
            _drop_done(match, plan, decision.seat)
        if plan.kept and fits(match, plan, decision.seat, plan.kept[0]):
            return _by_plan(match, plans, decision, kept=kept)
        if plan.kept:
            made = _by_plan(match, plans, decision, kept=kept)
            # Orders whose condition does not hold are gone now: what is left may be for a turn to come.
            if made or (runs(plan) and not is_for_later(match, plan, decision, plan.kept[0])):
                return made
        return [carry_out(match, plans, decision.seat, decision.passing, "automatic")]
    made = _by_plan(match, plans, decision, kept=kept)
    if made:
        return made
    if runs(plan) and _first(match, decision, plan.kept):
        return []  # a kept order answers it when its time comes
    return _by_rule(match, plans, decision)


def _by_plan(match: Match, plans: Mapping[int, Plan], decision: Decision, *, kept: bool) -> list[Step]:
    """The first kept order of this kind of decision; one that is impossible stops the plan."""
    seat = decision.seat
    plan = plans.get(seat, Plan())
    while kept and runs(plan) and (order := _next(match, plan, decision)) is not None:
        if not holds(match, plan, seat, order):
            _pass_over(plan, order, _not_so(match, plan, seat, order))
            continue
        if is_for_later(match, plan, decision, order):
            return []
        if answer := ruled_first(match, plan, decision, order):
            return [carry_out(match, plans, seat, *answer)]
        steps = _play(match, plans, plan, seat, order)
        if not steps:
            _stop_at(plan, order, _reason(match, plan, seat, order))
        return steps
    return []


def _play(match: Match, plans: Mapping[int, Plan], plan: Plan, seat: int, order: Order) -> list[Step]:
    """Carry out a kept order; [] if it is not possible."""
    trial, asked = match.copy(), match.decision(seat)
    move = prepare(trial, plan, seat, order)
    if move is None:
        return []
    trial.play(seat, move, by="kept")
    plan.kept.remove(order)
    before = match.copy()
    *automatic, kept = made_on(trial, match, plans)
    steps = [*automatic, replace(kept, order=order.words)]
    unordered = {step.move.text for step in steps if step.seat == seat and step.by != "kept"}
    now = match.decision(seat)
    if asked is not None and (now is None or now.serial != asked.serial):
        unordered.add(END)  # the turn has ended by itself
    _drop_done(match, plan, seat, unordered, before)
    if runs(plan) and not order.anyway and not goes_with(plan.kept[0], move):
        with plan.speaking():
            plan.stopped = upset(match, [event for step in steps for event in step.events], seat)
    return steps


def _kept_in_absence(match: Match, plans: Mapping[int, Plan], plan: Plan, decision: Decision) -> list[Step]:
    """The first kept order that is possible now, though the plan may have stopped; impossible ones before it go."""
    while (order := _next(match, plan, decision)) is not None:
        if holds(match, plan, decision.seat, order):
            steps = _play(match, plans, plan, decision.seat, order)
            if steps:
                return steps
            if is_for_later(match, plan, decision, order):
                return []
        _pass_over(plan, order, _reason(match, plan, decision.seat, order))
    return []


def _by_rule(match: Match, plans: Mapping[int, Plan], decision: Decision, *, absent: bool = False) -> list[Step]:
    """The answer of the seat's rules or the game's defaults; of an absent seat `ask` counts for nothing."""
    seat = decision.seat
    if len(decision.moves) == 1:
        return [carry_out(match, plans, seat, decision.moves[0], "automatic")]
    plan = plans.get(seat, Plan())
    topic = match.game.topic(decision)
    if plan.spent.get(topic, decision.serial) != decision.serial:
        plan.once.pop(topic, None)
        plan.spent.pop(topic)
    answer = ruled(match, plan, decision, absent=absent)
    if answer is None:
        return []
    if topic in plan.once:
        plan.spent[topic] = decision.serial
    return [carry_out(match, plans, seat, *answer)]


def _by_bot(match: Match, plans: Mapping[int, Plan], decision: Decision, bot: Bot) -> Step:
    view, rng = match.view(decision.seat), match.random_for(decision)
    move: Move = bot.choose(match.game, view, decision, rng)
    return carry_out(match, plans, decision.seat, move, "stand-in")


def _first(match: Match, decision: Decision, kept: list[Order]) -> Order | None:
    """The first kept order that answers this kind of decision; others wait for theirs."""
    return next((order for order in kept if belongs(match, decision, order)), None)


def _next(match: Match, plan: Plan, decision: Decision) -> Order | None:
    """The first kept order for this kind of decision, when those before it that are done already are dropped."""
    _drop_done(match, plan, decision.seat)
    return _first(match, decision, plan.kept)


def _drop_done(
    match: Match, plan: Plan, seat: int, unordered: Collection[str] = (), before: Match | None = None
) -> None:
    """Drop the first kept orders as long as what they say has happened by itself, and note it."""
    dropped: list[Order] = []
    while plan.kept and done_by_itself(
        match, plan, seat, plan.kept[0], unordered, None if plan.kept[0] in dropped else before
    ):
        order = plan.kept[0]
        dropped.append(order)
        if order.words == END:
            plan.kept.remove(order)
        elif not holds(match, plan, seat, order):
            _pass_over(plan, order, _not_so(match, plan, seat, order))
        else:
            with plan.speaking():
                _pass_over(plan, order, say(BY_ITSELF))


def _pass_over(plan: Plan, order: Order, reason: str) -> None:
    plan.kept.remove(order)
    plan.notes.append(f"{order.choices}: {reason}")


def _stop_at(plan: Plan, order: Order, reason: str) -> None:
    """The order is not done; the rest waits for `go on`, if there is any."""
    _pass_over(plan, order, reason)
    if plan.kept:
        plan.stopped = plan.notes.pop()


def _reason(match: Match, plan: Plan, seat: int, order: Order) -> str:
    with plan.speaking():
        return match.illegal(seat, Move.of(order.moves[0])).reason


def _not_so(match: Match, plan: Plan, seat: int, order: Order) -> str:
    with plan.speaking():
        return not_so(match, plan, seat, order)


def _let_lapse(match: Match, plans: Mapping[int, Plan]) -> None:
    """Drop kept orders that were meant for a round that is over."""
    for seat, plan in plans.items():
        if plan.kept and plan.kept_in not in (0, match.round):
            view = match.view(seat)
            stay = [o for o in plan.kept if not all(match.game.lapses(Move.of(text), view) for text in o.moves)]
            if len(stay) < len(plan.kept):
                with plan.speaking():
                    over = say("the round is over")
                plan.notes += [f"{order.choices}: {over}" for order in plan.kept if order not in stay]
                plan.kept, plan.stopped = stay, ""
        plan.kept_in = match.round


def _tidy(match: Match, plans: Mapping[int, Plan]) -> None:
    """Drop what has had its time: rules for once that were used, holds of rounds and orders for turns that are over."""
    open_now = {decision.serial for decision in match.decisions}
    for seat, plan in plans.items():
        while plan.kept and match.decision(seat) is None and not opens(match, plan.kept[0]):
            order = plan.kept.pop(0)
            with plan.speaking():
                plan.notes += [] if order.words == END else [f"{order.choices}: {say(TOO_LATE)}"]
        for topic in [topic for topic, serial in plan.spent.items() if serial not in open_now]:
            plan.once.pop(topic, None)
            plan.spent.pop(topic)
        if plan.held and plan.held_in != match.round:
            plan.held = []
        if match.over:
            plan.kept, plan.stopped = [], ""
        plan.forget_unchanged()
