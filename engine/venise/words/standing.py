"""A seat's standing orders in words. Reads the canonical texts that `preferences` writes."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import ASK
from engine.venise.state import TILES
from engine.venise.words.voice import listed, title

ABOUT = {
    "cubes": "where cubes go",
    "pay": "which cubes pay",
    "recall": "the die that comes back",
    "finish": "the end of your turn",
}
WORDS = {
    "cards": "cards that are not finished",
    "workshops": "built workshops",
    "stock": "your stock",
    "most": "what you have most of",
    "highest": "the highest",
    "lowest": "the lowest",
    "produce": "all goods that can be made are made",
    "end": "it ends without a question",
    ASK: "you are asked",
}
STARTS = {
    "cubes": "cubes go to",
    "pay": "a bridge is paid with",
    "recall": "the die that comes back is",
    "finish": "behind your orders",
}


def standing_rules(rules: Mapping[str, str]) -> str:
    """All standing orders of a seat in one or two sentences."""
    given = [f"{STARTS[topic]} {_wishes(text)}" for topic, text in rules.items() if topic in STARTS and text != ASK]
    asked = [ABOUT[topic] for topic, text in rules.items() if topic in ABOUT and text == ASK]
    sentences = [f"Your rules: {'; '.join(given)}."] if given else []
    sentences += [f"You want to be asked about {listed(asked)}."] if asked else []
    return " ".join([*sentences, 'New ones begin with the word "always".'])


def _wishes(text: str) -> str:
    found = [WORDS.get(wish) or (f"the one on {title(wish)}" if wish in TILES else wish) for wish in text.split(" > ")]
    return ", then ".join(found)
