"""The names of the figures of a position where people read them; guards name them in English. Reads no position."""

from __future__ import annotations

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
