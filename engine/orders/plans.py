"""Keeps and plays what players have ordered, for all games alike: the front door. Reads no mail, knows no clock.

    take(match, plans, seat, lines, serial=…)   a letter: plays what can be played now, keeps the rest
    settle(match, plans, kept=…)                everything that needs no person
    stand_in(match, plans, seat, bot)           answers for an absent seat
    undo, roll_back                             take back, and see to the kept orders
    to_close(match)                             whether all have made their sealed choices, for `match.close`

`plans` maps seats to their `Plan`; these functions change the match and the plans they are given.
"""

from __future__ import annotations

from engine.orders.account import Account, Line, Step, effective_rules
from engine.orders.autoplay import autoplay, roll_back, stand_in, to_close, undo
from engine.orders.lateness import Asked
from engine.orders.letter import apply_letter
from engine.orders.plan import Plan

__all__ = [
    "Account",
    "Asked",
    "Line",
    "Plan",
    "Step",
    "apply_letter",
    "autoplay",
    "effective_rules",
    "roll_back",
    "stand_in",
    "to_close",
    "undo",
]
