"""The names of the figures of a position where people read them; guards name them in English. Reads no position."""

from __future__ import annotations

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
