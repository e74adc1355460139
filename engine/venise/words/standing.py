"""A seat's standing orders in words. Reads the canonical texts that `preferences` writes."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import ASK
from engine.languages import to_say
from engine.venise.names import RAW, title
from engine.venise.speech import say
from engine.venise.state import TILES
from engine.venise.words.voice import listed

ABOUT = {
    "cubes": to_say("where cubes go"),
    "pay": to_say("which cubes pay"),
    "recall": to_say("the die that comes back"),
    "finish": to_say("the end of your turn"),
}
WORDS = {
    "cards": to_say("cards that are not finished"),
    "workshops": to_say("built workshops"),
    "stock": to_say("your stock"),
    "most": to_say("what you have most of"),
    "highest": to_say("the highest"),
    "lowest": to_say("the lowest"),
    "produce": to_say("all goods that can be made are made"),
    "end": to_say("it ends without a question"),
    ASK: to_say("you are asked"),
}
RULES = {
    "cubes": to_say("cubes go to {places}"),
    "pay": to_say("a bridge is paid with {cubes}"),
    "recall": to_say("the die that comes back is {dice}"),
    "finish": to_say("behind your orders {end}"),
}
VALUES = {"cubes": "places", "pay": "cubes", "recall": "dice", "finish": "end"}


def standing_rules(rules: Mapping[str, str]) -> str:
    """All standing orders of a seat in one or two sentences."""
    given = [_rule(topic, text) for topic, text in rules.items() if topic in RULES and text != ASK]
    asked = [say(ABOUT[topic]) for topic, text in rules.items() if topic in ABOUT and text == ASK]
    sentences = [say("Your rules: {rules}.", rules="; ".join(given))] if given else []
    sentences += [say("You want to be asked about {topics}.", topics=listed(asked))] if asked else []
    return " ".join([*sentences, say('New ones begin with the word "always".')])


def _rule(topic: str, text: str) -> str:
    wishes = say(", then ").join(_wish(topic, wish) for wish in text.split(" > "))
    return say(RULES[topic], **{VALUES[topic]: wishes})


def _wish(topic: str, wish: str) -> str:
    """A tile where it is about dice, a raw material where it is about cubes: both have the same words in orders."""
    if wish in WORDS:
        return say(WORDS[wish])
    if topic == "recall" and wish in TILES:
        return say("the one on {tile}", tile=title(wish))
    return say(RAW[wish])
