"""Accounts for what the plan of a letter has done at once, when others had moved. Plays nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine.orders.account import Account, Line, Step
from engine.orders.plan import Plan


def with_plan(account: Account, plan: Plan, seat: int, steps: Sequence[Step]) -> Account:
    """The account of a letter with those of the steps behind it that carry out kept orders of its seat.

    What the letter had kept and is done by now counts as played; `plan` is what is left.
    """
    carried = [step for step in steps if step.seat == seat and step.order]
    left = Counter(order.words for order in plan.kept)
    lines: list[Line] = []
    for line in reversed(account.lines):  # of equal orders the last ones wait
        step = None
        if line.state == "kept" and left[line.words]:
            left[line.words] -= 1
        elif line.state == "kept":
            step = next((step for step in reversed(carried) if step.order == line.words), None)
        if step is not None:
            carried.remove(step)
            line = Line(line.text, "played", step.move.text, events=step.events)
        lines.append(line)
    own = tuple(step for step in steps if step.seat == seat and step.order)
    older = len(carried) + sum(bool(step.order) for step in account.steps)
    return replace(account, lines=tuple(reversed(lines)), steps=(*account.steps, *own), older=older)
