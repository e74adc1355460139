"""The names of coats, cards, spaces and sides in sentences. Knows no rules and no seats.

Towns are called as their box calls them, in every language: the words of orders are made of those names.
"""

from __future__ import annotations

from engine.flandern.data.box import COATS
from engine.flandern.data.maps import CENTRE_NAME
from engine.flandern.words.speech import say
from engine.language.languages import ENGLISH, spoken, to_say

COAT_WORDS = {
    "blue": to_say("blue"),
    "yellow": to_say("yellow"),
    "green": to_say("green"),
    "red": to_say("red"),
    "grey": to_say("grey"),
    "church": to_say("church"),
}
LETTERS = (to_say("BL"), to_say("YE"), to_say("GN"), to_say("RE"), to_say("GY"), to_say("CH"))
CARD_WORDS = {
    "building site": to_say("building site"),
    "pick-up": to_say("pick-up"),
    "cathedral": to_say("cathedral"),
    "Guild Master": to_say("Guild Master"),
    "influence": to_say("influence"),
}
SIDE_WORDS = {"north": to_say("north"), "east": to_say("east"), "south": to_say("south"), "west": to_say("west")}


def coat(name: str) -> str:
    """A coat by the word that orders have for it."""
    return say(COAT_WORDS[name])


def coat_of(number: int) -> str:
    return coat(COATS[number])


def with_order_word(number: int) -> str:
    """A coat, with the word that orders take for it where people read another language."""
    return coat_of(number) if spoken() == ENGLISH else f"{coat_of(number)} ({COATS[number]})"


def letters(number: int) -> str:
    """The two letters of a coat, for places where no word fits."""
    return say(LETTERS[number])


def card(name: str) -> str:
    """A card by its name in the box: that of a town, or what the card is for."""
    return say(CARD_WORDS[name]) if name in CARD_WORDS else name


def side(name: str) -> str:
    return say(SIDE_WORDS[name])


def on(space: str) -> str:
    """ "on M2"."""
    return say("on centre") if space == CENTRE_NAME else say("on {space}", space=space)


def on_the(space: str) -> str:
    """The same where the centre has an article."""
    return say("on the centre") if space == CENTRE_NAME else say("on {space}", space=space)


def in_town(name: str) -> str:
    """ " in Gent", behind other words; "" without a town."""
    return say(" in {town}", town=name) if name else ""


def points(number: int) -> str:
    return say("{number:point|points}", number=number)


def influence_cards(number: int) -> str:
    return say("{number:influence card|influence cards}", number=number)


def with_masters(number: int) -> str:
    """ " with 2 masters", behind other words; "" without any."""
    return say(" with {number:master|masters}", number=number) if number > 0 else ""


def under_influence(number: int) -> str:
    """ ", green under influence", behind the own coat; "" without such a guild."""
    return say(", {coat} under influence", coat=coat_of(number)) if number >= 0 else ""
