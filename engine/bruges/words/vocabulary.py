"""The words of Bruges for its colours, goods and persons, in the language that is spoken. No whole sentences.

In German a person's name is put in quotes, never inflected; a colour is a stem ("{colour}er"); an amount is what
somebody gets, gives or pays (accusative). A side is a number, so that a sentence can say it: "{side:!left|right}".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.bruges.state import SECTIONS
from engine.bruges.words import names
from engine.bruges.words.speech import say
from engine.language.languages import Reader, to_say
from engine.language.wording import listed

# What is an id in states, events and deck files, as a word of its own.
WORDS = {
    "blue": to_say("blue"),
    "brown": to_say("brown"),
    "purple": to_say("purple"),
    "red": to_say("red"),
    "yellow": to_say("yellow"),
    "hidden": to_say("hidden"),
    "left": to_say("left"),
    "right": to_say("right"),
    "reputation": to_say("reputation"),
    "people": to_say("people"),
    "canal": to_say("canal"),
    "fire": to_say("fire"),
    "raid": to_say("raid"),
    "flood": to_say("flood"),
    "intrigue": to_say("intrigue"),
    "plague": to_say("plague"),
    "Artist": to_say("Artist"),
    "Bureaucrat": to_say("Bureaucrat"),
    "Castle": to_say("Castle"),
    "Church": to_say("Church"),
    "Craftsman": to_say("Craftsman"),
    "Entertainer": to_say("Entertainer"),
    "Merchant": to_say("Merchant"),
    "Noble": to_say("Noble"),
    "Protector": to_say("Protector"),
    "Scholar": to_say("Scholar"),
    "Underworld": to_say("Underworld"),
}
AMOUNTS = {
    "guilders": to_say("{n:guilder|guilders}"),
    "points": to_say("{n:point|points}"),
    "workers": to_say("{n:worker|workers}"),
    "cards": to_say("{n:card|cards}"),
}


# --- persons ------------------------------------------------------------------------------------------------


def title(person: str) -> str:
    """The name of the person with this id, as a word of its own."""
    return names.name(person)


def the(person: str) -> str:
    """A person inside a sentence: "the Prince"."""
    return say("the {person}", person=title(person))


def named(person: str) -> str:
    """A person in a list: "Prince"."""
    return say("{person}", person=title(person))


def title_to_order(person: str, written: Callable[[str], str] = str) -> str:
    """A person's name, `written` so, with the word that orders call it by where that is another: "PRINZ [prince]"."""
    called = title(person)
    return written(called) if called.lower() == person else f"{written(called)} [{person}]"


def owner_of(name: str) -> Reader:
    """The owner of something: the other player of that name, the reader when there is none."""
    return Reader(name) if name else Reader(say("you"), True)


# --- words and goods -----------------------------------------------------------------------------------------


def word(key: str) -> str:
    """The word for a colour, a side, a majority, a penalty or a group of persons."""
    return say(WORDS[key])


def side(section: str) -> int:
    """A side as a sentence says it: "on the {side:!left|right}"."""
    return 1 + SECTIONS.index(section)


def amount(what: str, number: int, held: Mapping[str, int] | None = None) -> str:
    """ "2 guilders", "1 point", "1 red worker and 2 blue workers"; `held` is workers by their colours."""
    if what == "workers" and held:
        return listed([workers(n, colour) for colour, n in held.items() if n])
    return say(AMOUNTS[what], n=number)


def workers(number: int, colour: str) -> str:
    """ "1 red worker", "2 red workers"."""
    return say("{n:{colour} worker|{colour} workers}", n=number, colour=word(colour))


def for_price(price: int) -> str:
    return say("for {n:guilder|guilders}", n=price) if price else say("for nothing")


def either(words: Sequence[str]) -> str:
    """ "a, b or c"."""
    return listed(words, say("or"))
