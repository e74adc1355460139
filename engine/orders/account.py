"""Carries out what seats have said for later, and accounts for what became of their words. Decides nothing.

`plans` is the front door to this, `letter` and `autoplay`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from engine.decisions import Decision, Move
from engine.events import Event
from engine.game import ASK, Game, Rule
from engine.language.languages import to_say
from engine.language.speech import say
from engine.match.match import Match
from engine.orders.instructions import Guard
from engine.orders.plan import Plan
from engine.orders.reader import Order
from engine.refusals import AmbiguousOrder, UnreadableOrder

BY_ITSELF = to_say("that has been done by itself")
TAKEN = to_say("another seat took something from you")
DREW = to_say("you drew cards")
TAKEN_BACK = to_say("you took orders back")
State = Literal["played", "done", "kept", "refused", "ignored", "rule", "command", "stale"]
END = "end"  # in every game the word that closes a turn
OTHER_NUMBER = to_say("its number means something else now than in what you answer")
BEHIND = to_say("it stands behind an order by such a number")
TOO_LATE = to_say("that can only be done within a turn of yours, which is over or has not begun")
BEFORE = to_say("not done because the order before it was not possible")
AFTER = to_say("not done because a later order of the same turn was not possible")
TOO_MANY = to_say("too many lines: from here on they are not read")
STAYS = to_say("the time for this choice is over: it stays unless you send another one")
CHANGED = to_say("your letter takes this back, or leaves it open: write once more, and nothing but what you want now")
NOT_UNDONE = to_say("not done because nothing was taken back: send it without [undo] if you want it all the same")
NOT_SO = to_say("not done: {now}, wanted {wanted}")
UNKNOWN = to_say("not done: there is no {fact} now")
WANTED = {
    ">=": to_say("at least {amount}"),
    "<=": to_say("at most {amount}"),
    ">": to_say("more than {amount}"),
    "<": to_say("less than {amount}"),
    "=": to_say("exactly {amount}"),
}
TWO = to_say("these are two different orders for one choice")
_AUTOMATIC_AT_MOST = 50


@dataclass(frozen=True, slots=True)
class Line:
    """The fate of one order or word of a letter.

    text     as the player wrote it
    state    done: it was done before, by itself or by the same order, so that there was nothing to play
    words    canonical order of what was played or done, kept or is stale; the rule; else the reason
    nearest  canonical texts that were perhaps meant
    events   what happened, of a played line
    why      of a stale line why it is too late, where that is not just that its question is over
    """

    text: str
    state: State
    words: str
    nearest: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    why: str = ""


def offer(text: str, order: str, *, also: bool, behind: bool = False) -> Line:
    """The line of an order that comes too late; a yes does it, if it is known what it means (else `order` is "").

    behind  whether it only waits for one before it of which that is not so
    """
    why = "" if order and not behind else say(BEHIND if order else OTHER_NUMBER)
    return Line(text, "stale", f"also {order}" if order and also else order, why=why)


@dataclass(frozen=True, slots=True)
class Step:
    """One move that was made: by whom, on whose word (see `engine.match.match.BY`), and what happened.

    order  of a kept order that it carries out, the words
    """

    seat: int
    move: Move
    by: str
    events: tuple[Event, ...]
    order: str = ""


@dataclass(frozen=True, slots=True)
class Account:
    """The fate of a letter.

    lines         one for each order or word, in the letter's order
    steps         every move made, automatic ones and the end of the turn too
    kept_dropped  canonical texts of kept orders that this letter replaced or forgot
    older         number of the steps that carry out kept orders of earlier letters
    """

    lines: tuple[Line, ...]
    steps: tuple[Step, ...]
    kept_dropped: tuple[str, ...] = ()
    older: int = 0


def effective_rules(game: Game[Any], everywhere: Mapping[str, str], own: Mapping[str, str]) -> dict[str, str]:
    """Topic -> text of what holds: the game's defaults, over them the person's everywhere, over them the table's."""
    return {**{rule.topic: rule.text for rule in game.default_rules}, **everywhere, **own}


def carry_out(match: Match, plans: Mapping[int, Plan], seat: int, move: Move, by: str) -> Step:
    """Make one move; plans of others that it upsets stop, rules for once whose choice it leaves out have had it."""
    for plan in plans.values():
        plan.remember(match.count)
    before = {other: match.game.by_itself(match.view(other), other) for other, plan in plans.items() if plan.once}
    events = match.play(seat, move, by=by)
    for other, known in before.items():
        for kind, made in match.game.by_itself(match.view(other), other):
            if (kind, made) not in known:
                plans[other].once.pop(kind, None)
                plans[other].spent.pop(kind, None)
    for other, plan in plans.items():
        if other != seat and runs(plan) and not plan.kept[0].anyway and match.game.disturbs(events, other):
            with plan.speaking():
                plan.stopped = say(TAKEN)
    return Step(seat, move, by, tuple(events))


def upset(match: Match, events: Sequence[Event], seat: int) -> str:
    """The reason why what an own move has brought stops the seat's plan, in words; "" if it does not."""
    if not match.game.disturbs(events, seat):
        return ""
    return say(DREW) if match.game.reveals(events, seat) else say(TAKEN)


def goes_with(order: Order, move: Move) -> bool:
    """Tell whether an order counts whatever the move before it brings, as the second of two draws in a row does."""
    return order.anyway or all(Move.of(text).verb == move.verb for text in order.moves)


def runs(plan: Plan) -> bool:
    """Whether there are kept orders that wait for nothing but their time."""
    return bool(plan.kept) and not plan.stopped


def automatic(match: Match, plan: Plan, asked: Decision) -> Iterator[Move]:
    """The moves to be made by themselves now, one after the other; each must be made before the next is asked for."""
    seat = asked.seat
    made: set[Move] = set()
    for _ in range(_AUTOMATIC_AT_MOST):
        decision = match.decision(seat)
        if decision is None or decision.serial != asked.serial:
            return
        open_now = match.game.automatic(match.view(seat), decision)
        free = [m for m in open_now if m in decision.moves and m not in made and not plan.holds(m, match.round)]
        if not free:
            return
        made.add(free[0])
        yield free[0]


def prepare(trial: Match, plan: Plan, seat: int, order: Order) -> Move | None:
    """The first alternative that is legal, after the automatic moves if it is not one of their kind.

    Makes the automatic moves on `trial`, a copy, if they come first; None if no alternative is legal. Whoever passes
    has been shown what could still be done and does not want it.
    """
    decision = trial.decision(seat)
    if decision is None:
        return None
    verbs = {move.verb for move in trial.game.automatic(trial.view(seat), decision)}
    prepared = False
    for text in order.moves:
        move = trial.game.as_now(Move.of(text), trial.view(seat), decision)
        if move.verb not in verbs and not prepared and move != decision.passing:
            for free in automatic(trial, plan, decision):
                trial.play(seat, free, by="automatic")
            prepared = True
        now = trial.decision(seat)
        if now is not None and now.serial == decision.serial and _may_be_ordered(trial, now, move):
            return move
    return None


def _may_be_ordered(match: Match, decision: Decision, move: Move) -> bool:
    return move in decision.moves or (move.verb in match.game.also_ordered and move in decision.unasked)


def holds(match: Match, plan: Plan, seat: int, order: Order) -> bool:
    """Whether the order's condition is so when it would be carried out: behind what acts by itself before it."""
    return order.guard is None or order.guard.holds(_facts(match, plan, seat, order))


def not_so(match: Match, plan: Plan, seat: int, order: Order) -> str:
    """The reason why an order whose condition is not so is passed over: what there is, and what was wanted."""
    guard = order.guard
    assert guard is not None  # without a condition no order is passed over
    now = _facts(match, plan, seat, order).get(guard.fact)
    if now is None:
        return say(UNKNOWN, fact=match.game.fact(guard.fact))
    wanted = say(WANTED[guard.operator], amount=guard.number)
    return say(NOT_SO, now=match.game.fact_is(guard.fact, now), wanted=wanted)


def in_words(game: Game[Any], guard: Guard) -> str:
    """A condition as a clause: "you have at least 9 guilders"."""
    return game.fact_is(guard.fact, guard.number, lambda amount: say(WANTED[guard.operator], amount=amount))


def _facts(match: Match, plan: Plan, seat: int, order: Order) -> dict[str, int]:
    trial = match.copy()
    prepare(trial, plan, seat, order)
    return trial.game.facts(trial.view(seat))


def fits(match: Match, plan: Plan, seat: int, order: Order) -> bool:
    """Whether the order could be carried out now. Changes nothing."""
    return holds(match, plan, seat, order) and prepare(match.copy(), plan, seat, order) is not None


def done_by_itself(
    match: Match,
    plan: Plan,
    seat: int,
    order: Order,
    unordered: Collection[str] = (),
    before: Match | None = None,
) -> str:
    """The alternative of an order that has happened without it; "" if there is none, or if it can be played now.

    unordered  moves of the seat that were made shortly before, though nobody has ordered them
    before     the match before the move in front of the order: what that has brought is meant even if it could be
               played once more
    """
    game, view = match.game, match.view(seat)
    happened = [text for text in order.moves if game.already(Move.of(text), view, seat)]
    for text in happened if before else ():
        if before and not game.already(Move.of(text), before.view(seat), seat):
            return text
    found = [text for text in order.moves if text in unordered or text in happened]
    if not found or prepare(match.copy(), plan, seat, order) is not None:
        return ""
    return found[0]


def is_for_later(match: Match, plan: Plan, decision: Decision, order: Order) -> bool:
    """Whether the turn is done, has no use for the order, and a turn to come may begin with it."""
    game = match.game
    if not game.done(match.view(decision.seat), decision) or fits(match, plan, decision.seat, order):
        return False
    return opens(match, order)


def opens(match: Match, order: Order) -> bool:
    """Whether a turn can begin with the order."""
    return order.words != END and any(match.game.opens(Move.of(text)) for text in order.moves)


def ruled(match: Match, plan: Plan, decision: Decision, *, absent: bool = False) -> tuple[Move, str] | None:
    """The answer of the seat's rules or the game's defaults, and whose word it is: "rule" or "default".

    None: the seat is asked; of an absent seat `ask` counts for nothing.
    """
    game, topic = match.game, match.game.topic(decision)
    own = {**plan.everywhere, **plan.rules, **plan.once}
    if absent:
        own = {name: text for name, text in own.items() if text != ASK}
    rules = effective_rules(game, {}, own)
    move = None if rules.get(topic) == ASK else game.prefer(match.view(decision.seat), decision, rules)
    return None if move is None else (move, "rule" if topic in own else "default")


def ruled_first(match: Match, plan: Plan, decision: Decision, order: Order) -> tuple[Move, str] | None:
    """The answer of the seat's rules where an order to this question is possible only behind it; None elsewhere.

    So cubes just gained are laid by their rule before an order that needs them where they go then. What would show
    something new, or leave the same kind of question open, is not answered for the order's sake.
    """
    seat, game = decision.seat, match.game
    if decision.sealed or game.topic(decision) in plan.once or fits(match, plan, seat, order):
        return None
    answer = ruled(match, plan, decision)
    if answer is None:
        return None
    attempt = match.copy()
    events = attempt.play(seat, answer[0], by=answer[1])
    following = attempt.decision(seat)
    if following is None or following.serial != decision.serial or following.kind == decision.kind:
        return None
    return answer if not game.reveals(events, seat) and fits(attempt, plan, seat, order) else None


def for_once(game: Game[Any], order: Order, others: Sequence[Order]) -> Rule | None:
    """The rule that an order for later is, said of a whole kind of choice, as `draw left` is of the next hand."""
    verbs = [Move.of(other.moves[0]).verb for other in others]
    if order.guard or len(order.moves) > 1 or verbs.count(Move.of(order.moves[0]).verb) > 1:
        return None
    try:
        return game.read_rule(order.moves[0])
    except (UnreadableOrder, AmbiguousOrder):
        return None


def belongs(match: Match, decision: Decision, order: Order) -> bool:
    """Whether the order answers this kind of decision, possible now or not."""
    view = match.view(decision.seat)
    return any(match.game.belongs(Move.of(text), decision, view) for text in order.moves)


def made_on(trial: Match, match: Match, plans: Mapping[int, Plan]) -> list[Step]:
    """Make the moves that were tried on a copy on the match itself."""
    return [
        carry_out(match, plans, entry.seat, Move.of(entry.move), entry.by)
        for entry in trial.log
        if entry.seat is not None and entry.move is not None
    ]
