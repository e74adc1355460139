"""Tries a plan ahead on a position that its seat could imagine: what could not be done even if nobody interfered?

Nothing of it is made true. All that the seat may not know is made up and the other seats do nothing, so neither a
refusal nor its reason can tell anything hidden. Where chance, hidden things or the choice of another come in between,
trying ends, and what is left has the benefit of the doubt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import dropwhile

from engine.decisions import Decision, Move
from engine.match.match import Match
from engine.orders.account import END, belongs, done_by_itself, fits, is_for_later, prepare, ruled_first
from engine.orders.plan import Plan
from engine.orders.reader import Order
from engine.orders.trial import Item as Said
from engine.refusals import IllegalMove

_GUARDS = 5  # with more conditions there are too many ways how it may go

Item = tuple[int, Order]  # an order and its place in the plan
Failure = tuple[int, IllegalMove]


def first_impossible(match: Match, plan: Plan, seat: int, orders: Sequence[Order]) -> Failure | None:
    """The place of the first order that cannot be carried out when its time comes, and why; None: that is open.

    A condition may hold by then or not, so its order is impossible only if it can never be done again, and an order
    behind it only if it is impossible both ways.
    """
    items = list(enumerate(orders))
    found = [_never(match, seat, item) for item in items]
    if sum(order.guard is not None for order in orders) <= _GUARDS:
        found.append(_Rehearsal(plan, seat, match.round).failure(match.imagined(seat), items))
    return min((failure for failure in found if failure), key=lambda failure: failure[0], default=None)


def _never(match: Match, seat: int, item: Item) -> Failure | None:
    """That every alternative is out of the question for the rest of the game."""
    place, order = item
    reasons = [match.game.never(match.view(seat), seat, Move.of(text)) for text in order.moves]
    return (place, IllegalMove(order.words, reasons[0])) if all(reasons) else None


def _ends_a_turn(item: Item) -> bool:
    return item[1].words == END


@dataclass(frozen=True, slots=True)
class _Rehearsal:
    """One seat's plan, tried within one round."""

    plan: Plan
    seat: int
    round: int

    def failure(self, trial: Match, left: Sequence[Item]) -> Failure | None:
        """The first order that turns out to be impossible when they are played as kept orders are."""
        turn: int | None = None  # in which an order was played last, by its serial
        while left and self._is_clear(trial):
            decision = trial.decision(self.seat)
            if turn is not None and (decision is None or decision.serial != turn):
                turn, left = None, list(dropwhile(_ends_a_turn, left))  # it has ended by itself
                continue
            if decision is None:
                if not trial.alone(self.seat):
                    return None
                continue
            if done_by_itself(trial, self.plan, self.seat, left[0][1]):
                left = left[1:]
                continue
            item = next((item for item in left if belongs(trial, decision, item[1])), None)
            if item is not None and item[1].guard:
                return self._both_ways(trial, left, item)
            if item is None or self._is_for_later(trial, decision, item[1]):
                if not self._pass(trial, decision):
                    return None
                continue
            if refusal := self._play(trial, item[1]):
                return item[0], refusal
            turn = decision.serial
            left = [other for other in left if other != item]
        return None

    def _is_clear(self, trial: Match) -> bool:
        """Whether all so far would happen so: no sealed choice, no chance, nothing hidden, no new round."""
        if trial.over or trial.round != self.round or any(decision.sealed for decision in trial.decisions):
            return False
        return not any(entry.rolls or trial.game.reveals(entry.events, self.seat) for entry in trial.log)

    def _is_for_later(self, trial: Match, decision: Decision, order: Order) -> bool:
        """Whether something else comes before the order, be it the answer of a rule."""
        first = ruled_first(trial, self.plan, decision, order)
        return first is not None or is_for_later(trial, self.plan, decision, order)

    def _pass(self, trial: Match, decision: Decision) -> bool:
        """End a turn that is done; False where the seat would have to choose."""
        if decision.passing is None or not trial.game.done(trial.view(self.seat), decision):
            return False
        trial.play(self.seat, decision.passing, by="automatic")
        return True

    def _play(self, trial: Match, order: Order) -> IllegalMove | None:
        """Carry out an order as a kept one; else why it is impossible."""
        move = prepare(trial, self.plan, self.seat, order)
        if move is None:
            return trial.illegal(self.seat, Move.of(order.moves[0]), order.words)
        trial.play(self.seat, move, by="kept")
        return None

    def _both_ways(self, trial: Match, left: Sequence[Item], item: Item) -> Failure | None:
        """The failure that comes whether the condition of an order holds or not."""
        place, order = item
        without = self.failure(trial.copy(), [other for other in left if other != item])
        unguarded = (place, replace(order, guard=None))
        within = self.failure(trial.copy(), [unguarded if other == item else other for other in left])
        if without is None or within is None:
            return None
        return without if within[0] in (place, without[0]) else None


# --- what is said once more ------------------------------------------------------------------------------


def repeated(match: Match, plan: Plan, seat: int, order: Order, carried: Mapping[Order, str]) -> str:
    """The move of an order that only says the last one once more; "" if it does not, or can be played again.

    carried  the orders that are done, the last one behind, and the move of each
    """
    last = next(reversed(list(carried)), None)
    return "" if order != last or fits(match, plan, seat, order) else carried[order]


def tried(
    match: Match, plan: Plan, seat: int, items: Sequence[Said], carried: Mapping[Order, str]
) -> tuple[list[Said], list[Said], Failure | None]:
    """The orders to keep behind the plan, those that are done and cannot be again, and the first impossible one."""
    left, again = list(items), list[Said]()
    while left:
        failure = first_impossible(match, plan, seat, [*plan.kept, *(item.order for item in left)])
        at = failure[0] - len(plan.kept) if failure else -1
        if at < 0 or left[at].order not in carried:
            return left, again, failure
        again.append(left.pop(at))
    return left, again, None
