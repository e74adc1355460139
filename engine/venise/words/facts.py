"""The names of the figures of a position where people read them; guards name them in English. Reads no position."""

from __future__ import annotations

from engine.language.languages import to_say
from engine.venise.words.names import RAW
from engine.venise.words.speech import say

FACTS = {
    "round": to_say("round"),
    "bonus": to_say("bonus"),
    "die low": to_say("die low"),
    "die high": to_say("die high"),
    "points": to_say("points"),
    "stock": to_say("stock"),
    "room": to_say("room"),
    "clothing": to_say("clothing"),
    "lace": to_say("lace"),
    "jewelry": to_say("jewelry"),
    **RAW,
}
PRICE = "price "


def fact(name: str) -> str:
    """The figure in the reader's language: "Lager", "Preis Spitze"."""
    if name.startswith(PRICE):
        return say("price {goods}", goods=say(FACTS[name.removeprefix(PRICE)]))
    return say(FACTS[name])
