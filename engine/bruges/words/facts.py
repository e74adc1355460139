"""The names of the figures of a position where people read them; guards name them in English. Reads no position."""

from __future__ import annotations

from collections.abc import Callable

from engine.bruges.state import SECTIONS
from engine.bruges.words import vocabulary
from engine.bruges.words.speech import say
from engine.language.languages import to_say

FACTS = {
    "round": to_say("round"),
    "climb price": to_say("climb price"),
    "guilders": to_say("guilders"),
    "points": to_say("points"),
    "workers": to_say("workers"),
    "threats": to_say("threats"),
    "step": to_say("step"),
    "hand": to_say("hand"),
    "houses": to_say("houses"),
    "empty houses": to_say("empty houses"),
    "persons": to_say("persons"),
}
# Of one colour or side.
ONE_OF = {
    "workers": to_say("workers {which}"),
    "threats": to_say("threats {which}"),
    "canal": to_say("canal {which}"),
    "pile": to_say("pile {which}"),
    "die": to_say("die {which}"),
}


def fact(name: str) -> str:
    """The figure in the reader's language: "Gulden", "Arbeiter rot"."""
    if name in FACTS:
        return say(FACTS[name])
    what, _, which = name.partition(" ")
    return say(ONE_OF[what], which=say(vocabulary.WORDS[which]))


HAVE, DUG = to_say("you have {amount}"), to_say("you have dug {amount} on the {side:!left|right}")
GUILDERS = to_say("{n:guilder|guilders}")
# The clause that a figure is so, and the amount in it.
IS = {
    "round": (to_say("the round is {amount}"), to_say("{n}")),
    "climb price": (to_say("a step up costs {amount}"), GUILDERS),
    "guilders": (HAVE, GUILDERS),
    "points": (HAVE, to_say("{n:point|points}")),
    "workers": (HAVE, to_say("{n:worker|workers}")),
    "threats": (HAVE, to_say("{n:threat|threats}")),
    "step": (to_say("your step is {amount}"), to_say("{n}")),
    "hand": (to_say("you hold {amount}"), to_say("{n:card|cards}")),
    "houses": (HAVE, to_say("{n:house|houses}")),
    "empty houses": (HAVE, to_say("{n:empty house|empty houses}")),
    "persons": (HAVE, to_say("{n:person|persons}")),
}
ONE_IS = {
    "workers": (HAVE, to_say("{n:{colour} worker|{colour} workers}")),
    "threats": (HAVE, to_say("{n:{colour} threat|{colour} threats}")),
    "canal": (DUG, to_say("{n:canal space|canal spaces}")),
    "die": (to_say("the {colour} die shows {amount}"), to_say("{n}")),
}
PILES = (to_say("the {side:!left|right} pile has {amount}"), to_say("the {colour} pile has {amount}"))


def fact_is(name: str, number: int, how: Callable[[str], str]) -> str:
    """The clause that a figure is so: "you have 4 red workers"; `how` says more of the amount."""
    what, _, which = name.partition(" ")
    if name in IS:
        (clause, amount), values = IS[name], dict[str, object]()
    else:
        is_side = which in SECTIONS
        values = {"side": vocabulary.side(which)} if is_side else {"colour": say(vocabulary.WORDS[which])}
        clause, amount = (PILES[not is_side], to_say("{n:card|cards}")) if what == "pile" else ONE_IS[what]
    return say(clause, amount=how(say(amount, n=number, **values)), **values)
