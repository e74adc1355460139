"""Sentences for one reader about what somebody gets, gives and loses. Takes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.bruges.words.speech import say
from engine.bruges.words.vocabulary import amount, side, title, word
from engine.language.languages import Reader
from engine.language.wording import Voice

Data = Mapping[str, Any]
PENALTY_WORDS = ("fire", "raid", "flood", "intrigue", "plague")


def _what(data: Data) -> str:
    return amount(data["what"], data["amount"], data.get("workers"))


def gained(voice: Voice, data: Data) -> str:
    who, person = voice.seat(data["seat"]), title(data["person"])
    return say("{Who} got {what} from the {person}.", who=who, what=_what(data), person=person)


def paid(voice: Voice, data: Data) -> str:
    who, person = voice.seat(data["seat"]), title(data["person"])
    return say("{Who} gave {what} to the {person}.", who=who, what=_what(data), person=person)


def gave(voice: Voice, data: Data) -> str:
    who, to = voice.seat(data["seat"]), voice.seat(data["to"])
    return say("{Who} gave {to} {what} ({cause}).", who=who, to=to, what=_what(data), cause=_cause(voice, data))


def _cause(voice: Voice, data: Data) -> str:
    """The person behind a loss: "Bea's Beggar"."""
    person = title(data.get("person") or data["cause"])
    return say("{who:your|#'s} {person}", who=voice.seat(data["by"]), person=person)


def threat(voice: Voice, data: Data) -> str:
    who, colour = voice.seat(data["seat"]), word(data["colour"])
    return say("{Who} got a {colour} threat from {cause}.", who=who, colour=colour, cause=_cause(voice, data))


def penalty(voice: Voice, data: Data) -> str:
    return say(
        "It was {who:your|#'s} third {colour} threat: {penalty}!",
        who=voice.seat(data["seat"]),
        colour=word(data["colour"]),
        penalty=word(data["name"]),
    )


def lost(voice: Voice, data: Data) -> str:
    who, cause = voice.seat(data["seat"]), data["cause"]
    if data["what"] == "nothing":
        return _lost_nothing(who, data)
    what = LOST[data["what"]](data)
    if cause in PENALTY_WORDS:
        return say("{Who} lost {what} to the {penalty}.", who=who, what=what, penalty=word(cause))
    by = voice.seat(data["by"])
    return say("{Who} lost {what} to {by:your|#'s} {person}.", who=who, what=what, by=by, person=title(cause))


def _lost_nothing(who: Reader, data: Data) -> str:
    if data.get("immune"):
        return say("{who:Your|#'s} {person} kept the harm off.", who=who, person=title(data["immune"]))
    return say("{Who} had nothing to lose.", who=who)


def _lost_house(data: Data) -> str:
    colour = word(data["colour"])
    if data.get("person"):
        return say("a {colour} house with the {person}", colour=colour, person=title(data["person"]))
    return say("an empty {colour} house", colour=colour)


LOST: Mapping[str, Callable[[Data], str]] = {
    "house": _lost_house,
    "canal": lambda data: say("a canal token on the {side:!left|right}", side=side(data["section"])),
    "guilders": _what,
    "points": _what,
    "workers": _what,
    "person": lambda data: say("the {person} (but not the house)", person=title(data["person"])),
}


def returned(voice: Voice, data: Data) -> str:
    who = voice.seat(data["seat"])
    return say("The {person} is back in {who:your|#'s} hand.", person=title(data["person"]), who=who)
