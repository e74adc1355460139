"""Orders of a letter that say once more what it has had done: they are done, not refused or kept. Plays nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.match.match import Match
from engine.orders.account import fits
from engine.orders.lookahead import Failure, first_impossible
from engine.orders.plan import Plan
from engine.orders.reader import Order
from engine.orders.trial import Item


def repeated(match: Match, plan: Plan, seat: int, order: Order, carried: Mapping[Order, str]) -> str:
    """The move of an order that only says the last one once more; "" if it does not, or can be played again.

    carried  the orders that are done, the last one behind, and the move of each
    """
    last = next(reversed(list(carried)), None)
    return "" if order != last or fits(match, plan, seat, order) else carried[order]


def tried(
    match: Match, plan: Plan, seat: int, items: Sequence[Item], carried: Mapping[Order, str]
) -> tuple[list[Item], list[Item], Failure | None]:
    """The orders to keep behind the plan, those that are done and cannot be again, and the first impossible one."""
    left, again = list(items), list[Item]()
    while left:
        failure = first_impossible(match, plan, seat, [*plan.kept, *(item.order for item in left)])
        at = failure[0] - len(plan.kept) if failure else -1
        if at < 0 or left[at].order not in carried:
            return left, again, failure
        again.append(left.pop(at))
    return left, again, None
