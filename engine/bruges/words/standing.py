"""A seat's standing orders in words. Reads the canonical texts that `orders.standing` writes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from engine.bruges.orders.standing import DEFAULTS
from engine.bruges.state import SECTIONS
from engine.bruges.words.speech import say
from engine.bruges.words.vocabulary import side, the, word
from engine.game import ASK
from engine.language.languages import to_say
from engine.language.wording import listed
from engine.orders.standing import THEN, told, usual_among

ABOUT = {
    "draw": to_say("drawing"),
    "climb": to_say("each step up"),
    "fire": to_say("what the fire takes"),
    "plague": to_say("whom the plague takes"),
    "workers": to_say("workers that an attack takes"),
    "canal": to_say("canal tokens that an attack takes"),
    "threat": to_say("threats that an attack brings"),
}
RARE = {"threat": "fewest"}  # told only to whom says something else: the deck may have nobody of the kind
AGAINST_ATTACKS = ("workers", "canal", "threat")  # of no use where nobody attacks
SIGNS = {
    "<=": to_say("at most {number}"),
    ">=": to_say("at least {number}"),
    "<": to_say("below {number}"),
    ">": to_say("above {number}"),
    "=": to_say("just {number}"),
}
# What a condition is about, by its first word: alone, of a side, of a colour.
FACTS = {
    "climb price": to_say("it costs {number}"),
    "round": to_say("round is {number}"),
    "guilders": to_say("guilders are {number}"),
    "points": to_say("points are {number}"),
    "workers": to_say("workers are {number}"),
    "threats": to_say("threats are {number}"),
    "step": to_say("step is {number}"),
    "hand": to_say("hand is {number}"),
    "houses": to_say("houses are {number}"),
    "empty houses": to_say("empty houses are {number}"),
    "persons": to_say("persons are {number}"),
}
FACTS_OF_SIDE = {
    "canal": to_say("canal {side:!left|right} is {number}"),
    "pile": to_say("pile {side:!left|right} is {number}"),
}
FACTS_OF_COLOUR = {
    "pile": to_say("pile {colour} is {number}"),
    "die": to_say("die {colour} is {number}"),
    "workers": to_say("workers {colour} is {number}"),
    "threats": to_say("threats {colour} is {number}"),
}


def standing_rules(rules: Mapping[str, str], piles: Sequence[str] = SECTIONS) -> str:
    """All standing orders of a seat in one or two sentences; `piles` are the names of the draw piles."""
    writers: dict[str, Callable[[str], str]] = {"draw": partial(_draw, piles=piles), **WRITERS}
    untold = [topic for topic, text in rules.items() if text == ASK or RARE.get(topic) == text]
    given = {topic: writers[topic](text) for topic, text in rules.items() if topic in writers and topic not in untold}
    asked = [say(ABOUT[topic]) for topic, text in rules.items() if topic in ABOUT and text == ASK]
    return told(given, usual_among(rules, DEFAULTS), asked)


def _wishes(text: str, words: Mapping[str, str], other: Callable[[str], str]) -> str:
    """ "a, else b, else c"; `other` says what has no words of its own."""
    said = ""
    for wish in text.split(THEN):
        words_of_it = say("you are asked") if wish == ASK else say(words[wish]) if wish in words else other(wish)
        said = say("{first}, else {then}", first=said, then=words_of_it) if said else words_of_it
    return said


def _draw(text: str, piles: Sequence[str]) -> str:
    def other(wish: str) -> str:
        if wish in SECTIONS:
            return say("the {side:!left|right} pile", side=side(wish))
        if wish in piles:
            return say("the {colour} pile", colour=word(wish))
        return say("a pile with {colour} on top", colour=word(wish))

    wishes = _wishes(text, OF_TWO_PILES if len(piles) == 2 else OF_FIVE_PILES, other)
    return say("your cards come from {piles}", piles=wishes)


OF_TWO_PILES = {
    "any": to_say("the longer pile"),
    "longer": to_say("the longer pile"),
    "shorter": to_say("the shorter pile"),
}
OF_FIVE_PILES = {
    "any": to_say("the longest pile"),
    "longer": to_say("the longest pile"),
    "shorter": to_say("the shortest pile"),
}


def _climb(text: str) -> str:
    if text == "always":
        return say("you go up a step whenever you can pay it")
    if text == "never":
        return say("you never go up a step")
    conditions = listed([_condition(part) for part in text.removeprefix("if ").split(" and ")])
    return say("you go up a step if {conditions}", conditions=conditions)


def _condition(part: str) -> str:
    name, sign, number = part.rsplit(" ", 2)
    said = say(SIGNS[sign], number=number)
    if name in FACTS:
        return say(FACTS[name], number=said)
    what, of = name.split()
    if of in SECTIONS:
        return say(FACTS_OF_SIDE[what], side=side(of), number=said)
    return say(FACTS_OF_COLOUR[what], colour=word(of), number=said)


def _fire(text: str) -> str:
    def other(wish: str) -> str:
        if wish.endswith(" empty"):
            return say("an empty {colour} house", colour=word(wish.removesuffix(" empty")))
        if wish.startswith("canal "):
            return say("a canal token on the {side:!left|right}", side=side(wish.removeprefix("canal ")))
        return the(wish)

    return say("the fire takes {wishes}", wishes=_wishes(text, OF_FIRE, other))


OF_FIRE = {
    "empty": to_say("an empty house"),
    "canal": to_say("a canal token"),
    "cheapest": to_say("the house of the cheapest person"),
    "dearest": to_say("the house of the dearest person"),
}


def _plague(text: str) -> str:
    return say("the plague takes {wishes}", wishes=_wishes(text, OF_PLAGUE, the))


OF_PLAGUE = {"cheapest": to_say("the cheapest person"), "dearest": to_say("the dearest person")}
OF_HELD = {
    "most": to_say("of the colour you have most of"),
    "fewest": to_say("of the colour you have fewest of"),
}


def _workers(text: str) -> str:
    wishes = _wishes(text, OF_HELD, lambda wish: say("who are {colour}", colour=word(wish)))
    return say("attacks get workers {wishes}", wishes=wishes)


def _canal(text: str) -> str:
    wishes = _wishes(text, OF_CANAL, lambda wish: say("of the {side:!left|right} section", side=side(wish)))
    return say("attacks get a canal token {wishes}", wishes=wishes)


OF_CANAL = {"shorter": to_say("of the shorter section"), "longer": to_say("of the longer section")}


def _threat(text: str) -> str:
    wishes = _wishes(text, OF_HELD, lambda wish: say("that are {colour}", colour=word(wish)))
    return say("attacks bring threats {wishes}", wishes=wishes)


WRITERS: Mapping[str, Callable[[str], str]] = {
    "climb": _climb,
    "fire": _fire,
    "plague": _plague,
    "workers": _workers,
    "canal": _canal,
    "threat": _threat,
}
