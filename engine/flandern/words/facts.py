"""The names of the figures of a position where people read them; guards name them in English. Reads no position."""

from __future__ import annotations

from collections.abc import Callable

from engine.flandern.words.speech import say
from engine.language.languages import to_say

FACTS = {
    "sites": to_say("sites"),
    "golden cards": to_say("golden cards"),
    "round number": to_say("round number"),
    "influence cards": to_say("influence cards"),
    "hand": to_say("hand"),
    "points": to_say("points"),
}


def fact(name: str) -> str:
    """The figure in the reader's language: "Goldkarten", "frei in gent"."""
    if name in FACTS:
        return say(FACTS[name])
    return say("free {town}", town=name.partition(" ")[2])


HAVE = to_say("you have {amount}")
# The clause that a figure is so, and the amount in it.
IS = {
    "sites": (to_say("the supply holds {amount}"), to_say("{n:building site|building sites}")),
    "golden cards": (to_say("the pile holds {amount}"), to_say("{n:golden card|golden cards}")),
    "round number": (to_say("the round is {amount}"), to_say("{n}")),
    "influence cards": (HAVE, to_say("{n:influence card|influence cards}")),
    "hand": (to_say("you hold {amount}"), to_say("{n:card|cards}")),
    "points": (HAVE, to_say("{n:point|points}")),
}


def fact_is(name: str, number: int, how: Callable[[str], str]) -> str:
    """The clause that a figure is so: "you hold 3 cards"; `how` says more of the amount."""
    if name in IS:
        clause, amount = IS[name]
        return say(clause, amount=how(say(amount, n=number)))
    free = how(say("{n:free space|free spaces}", n=number))
    return say("{town} has {amount}", town=name.partition(" ")[2].capitalize(), amount=free)
