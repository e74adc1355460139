"""The functions by which a service plays orders, for all games alike. They read no mail and know no clock.

    apply_letter(match, plans, seat, lines, …)  play what a letter can have played now, keep the rest
    read_ahead(match, seat, lines, …)           read it before, while nothing is locked, into the `readings` of that
    with_plan(account, plan, seat, steps)       account for what the letter's plan has done by then
    autoplay(match, plans, kept=…)              play everything that needs no person, kept orders among it
    stand_in(match, plans, seat, bot)           answer for an absent seat
    undo, roll_back                             take back, and see to the kept orders
    to_close(match)                             tell whether all have made their sealed choices, for `match.close`

`plans` maps seats to their `Plan`; these functions change the match and the plans they are given.
"""

from __future__ import annotations

from engine.orders.account import Account, Line, State, Step, effective_rules
from engine.orders.at_once import with_plan
from engine.orders.autoplay import autoplay, roll_back, stand_in, to_close, undo
from engine.orders.lateness import Asked
from engine.orders.letter import apply_letter
from engine.orders.plan import Plan
from engine.orders.readings import Reading, Readings, read_ahead

__all__ = [
    "Account",
    "Asked",
    "Line",
    "Plan",
    "Reading",
    "Readings",
    "State",
    "Step",
    "apply_letter",
    "autoplay",
    "effective_rules",
    "read_ahead",
    "roll_back",
    "stand_in",
    "to_close",
    "undo",
    "with_plan",
]
