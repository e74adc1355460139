"""A seat's standing orders in words. Reads the canonical texts that `orders.standing` writes."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import ASK
from engine.language.languages import to_say
from engine.orders.standing import THEN, told, usual_among
from engine.venise.orders.standing import DEFAULTS
from engine.venise.state import TILES
from engine.venise.words.names import RAW, title
from engine.venise.words.speech import say

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


EXPLAINED = {
    "cubes": to_say(
        "Cubes that you gain go to cards that are not finished, to built workshops and to your stock, in the sequence "
        "that your rule names. In your own turn [put 2 gold on brooch, 1 in stock] lays them one by one as you like, "
        "[lay stock > cards] all that are left; [discard 1 wool] throws one of your stock away to make room. "
        "Cubes that have but one place are laid without a question."
    ),
    "pay": to_say(
        "Any cubes of your stock pay for a bridge: [pay 1 gold 2 wool]. A rule names what goes first, as in "
        "[always pay gold > wool > flax]; the word most means the kind you have most of."
    ),
    "recall": to_say(
        "Where only one die is left to roll, one of yours comes back from the map first: [recall gold]. A rule names "
        "tiles, highest or lowest, as in [always recall workshop > highest]."
    ),
    "finish": to_say(
        "A turn in which a bridge could still be built or goods be made waits for the word end. [always finish "
        "produce] makes all goods that can be made and ends it, [always finish end] ends it at once."
    ),
}


def explained(topic: str) -> tuple[str, ...]:
    """The subject of a topic, and how orders about it are written."""
    return (say(EXPLAINED[topic]),) if topic in EXPLAINED else ()


def standing_rules(rules: Mapping[str, str]) -> str:
    """All standing orders of a seat in one or two sentences."""
    given = {topic: _rule(topic, text) for topic, text in rules.items() if topic in RULES and text != ASK}
    asked = [say(ABOUT[topic]) for topic, text in rules.items() if topic in ABOUT and text == ASK]
    return told(given, usual_among(rules, DEFAULTS), asked)


def _rule(topic: str, text: str) -> str:
    wishes = say(", then ").join(_wish(topic, wish) for wish in text.split(THEN))
    return say(RULES[topic], **{VALUES[topic]: wishes})


def _wish(topic: str, wish: str) -> str:
    """A tile where it is about dice, a raw material where it is about cubes: both have the same words in orders."""
    if wish in WORDS:
        return say(WORDS[wish])
    if topic == "recall" and wish in TILES:
        return say("the one on {tile}", tile=title(wish))
    return say(RAW[wish])
