"""The names of the figures of a position where people read them; guards name them in English. Reads no position."""

from __future__ import annotations

from collections.abc import Callable

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


HAVE = to_say("you have {amount}")
# The clause that a figure is so, and the amount in it.
IS = {
    "round": (to_say("the round is {amount}"), to_say("{n}")),
    "bonus": (to_say("the bonus is {amount}"), to_say("{n}")),
    "die low": (to_say("the lower die shows {amount}"), to_say("{n}")),
    "die high": (to_say("the higher die shows {amount}"), to_say("{n}")),
    "points": (HAVE, to_say("{n:point|points}")),
    "stock": (to_say("your stock holds {amount}"), to_say("{n:cube|cubes}")),
    "room": (to_say("your stock has room for {amount}"), to_say("{n:cube|cubes}")),
}


def fact_is(name: str, number: int, how: Callable[[str], str]) -> str:
    """The clause that a figure is so: "you have 2 wool"; `how` says more of the amount."""
    if name in IS:
        clause, amount = IS[name]
        return say(clause, amount=how(say(amount, n=number)))
    if name.startswith(PRICE):
        return say(
            "the price of {goods} is {amount}", goods=say(FACTS[name.removeprefix(PRICE)]), amount=how(str(number))
        )
    return say(HAVE, amount=how(say("{n} {material}", n=number, material=say(FACTS[name]))))
