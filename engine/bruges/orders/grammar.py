"""The written form of orders: the words that may follow each verb. Knows no position."""

from __future__ import annotations

import re
from collections.abc import Collection

from engine.bruges.data.cards import Cards
from engine.bruges.state import COLOURS, SECTIONS
from engine.language.languages import to_say
from engine.orders.grammar import Grammar

GRAMMAR = Grammar(
    forms={
        "workers": ("CARD",),
        "guilders": ("CARD",),
        "threat": ("CARD",),
        "canal": ("CARD SIDE",),
        "house": ("CARD",),
        "recruit": ("CARD in COLOUR",),
        "use": ("PERSON",),
        "end": ("",),
        "draw": ("PILE",),
        "climb": ("",),
        "stay": ("",),
        "no": ("climb",),
        "fire": ("first",),
        "plague": ("first",),
        "remove": ("COLOUR",),
        "take": ("COLOUR",),
        "give": ("COLOUR",),
        "dig": ("SIDE",),
        "discard": ("CARD",),
        "settle": ("CARD",),
        "exchange": ("",),
        "none": ("",),
        "lose": ("PERSON", "COLOUR empty", "canal SIDE"),
    },
    synonyms={
        "money": "guilders", "build": "house", "hire": "recruit", "activate": "use", "pass": "end", "step": "climb"
    },
    little=frozenset({"in", "on", "into", "with", "at"}),
    examples=("house 3", "canal 2 left", "recruit 1 in red"),
    any_order=True,
)  # fmt: skip
WANTED = {
    "CARD": to_say("a card"),  # of the hand
    "PERSON": to_say("a person"),  # in play
    "SIDE": to_say("left or right"),
    "COLOUR": to_say("a colour"),
}
ACTIONS = ("workers", "guilders", "threat", "canal left", "canal right", "house", "recruit")  # codes 1 to 7
CODE = re.compile(r"([1-9]\d?)([1-7])")
NUMBER = re.compile(r"\d{1,2}")
KINDS: dict[str, Collection[str]] = {"COLOUR": COLOURS, "SIDE": SECTIONS, "PILE": (*SECTIONS, *COLOURS)}


def choices(kind: str, cards: Cards) -> Collection[str]:
    """The words of a kind, or the word itself. Piles of either variant: a line has no position."""
    return cards.number if kind in ("CARD", "PERSON") else KINDS.get(kind, (kind,))
