"""The written form of orders: the words that may follow each verb, in any order. Knows no position.

Words are told apart by what they are, not by their place: a coat with its figure, a space, a town, a side, the letter
of a church district, `over` and `with` with what follows them.
"""

from __future__ import annotations

import re

from engine.flandern.data.box import COATS
from engine.language.languages import to_say
from engine.orders.grammar import Grammar

LAY = "COAT SPACE [FIGURE] [TOWN]"
SPECIAL = ("SPECIAL SIDE [SPACE] [TOWN] [COAT]", "SPECIAL OVER [SPACE] [TOWN] [COAT]")
GRAMMAR = Grammar(
    forms={
        "choose": ("CARD [COUNT]",),
        "lay": (LAY, *SPECIAL),
        "church": (*SPECIAL, "SPACE [TOWN]"),
        "finish": ("SPACE [TOWN]",),
        "gold": (LAY, *SPECIAL, "SPACE TOWN"),
        "area": ("COUNT [TOWN]",),
        "influence": ("[COAT]",),
        "pickup": ("[COUNT]",),
        "reconsider": ("",),
    },
    synonyms={
        "play": "choose", "card": "choose", "build": "lay", "put": "lay", "place": "lay", "complete": "finish",
        "golden": "gold", "pick": "pickup", "take": "choose",
    },
    little=frozenset({"on", "in", "at", "into", "to", "district", "space", "town", "side", "up"}),
    examples=("choose gent with 1", "lay grey2 M2", "finish gent L1"),
)  # fmt: skip
SPACE = re.compile(r"[sml]\d{1,2}")
COAT = re.compile(r"([a-z]+)([0-2]?)")
PHRASES = (  # as letters and people say it, and as orders have it
    (re.compile(r"\bpick[ -]up\b"), "pickup"),
    (re.compile(r"\bbuilding[ -]site\b"), "site"),
    (re.compile(r"\bwith (\w+) (?:influence cards?|influence|cards?)\b"), r"with \1"),
    *((re.compile(rf"\bwith {word}\b"), f"with {n}") for n, word in enumerate(("one", "two", "three", "four"), 1)),
    (re.compile(rf"\b({'|'.join(COATS)}) ([012])\b"), r"\1\2"),
)
WANTED = {  # behind a verb, for whoever has written something else
    "choose": to_say("choose wants a card, and perhaps with how many influence cards"),
    "lay": to_say("lay wants a coat and a space, as in [lay grey2 M2]"),
    "church": to_say(
        "church wants A, B or C and a side, as in [church A north], or D and a space, as in [church D over S4]"
    ),
    "finish": to_say("finish wants the space of a building site"),
    "gold": to_say("gold wants a town and a space, or a coat and a space"),
    "area": to_say("area wants the number of an area, 1 to 6"),
    "influence": to_say("influence wants the colour of a guild"),
}
