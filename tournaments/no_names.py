"""What letters, pages and papers call whoever has no name of their own there: no player may be called so.

In every language that is spoken here, whatever the player's own: others at the table read in theirs. A new language
brings its words in its catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from engine.languages import LANGUAGES, speaking, to_say
from tournaments import likeness, seat_words
from tournaments.speech import say

NAMELESS = "former player"  # in every language
# As they are said, each alone.
SAID = (
    to_say("you"),
    to_say("the stand-in"),
    to_say("Stand-in"),
    to_say("Stand-in {n}"),
    to_say("A bot"),
    to_say("everybody"),
)
# Other forms of these, and what else nobody is called; between commas. A language may have more or fewer than English.
FORMS = to_say(
    "former player, a former player, the former player, a stand-in, bot, the bot, robot, a robot, the robot, "
    "a player, the player, nobody, no one, everyone, anybody, anyone, somebody, someone, you, the others, the table"
)
# Offices: whoever has one is named by their own name, so that no name may claim one anywhere in it. Between commas.
OFFICES = to_say(
    "organiser, organisers, organizer, organizers, referee, referees, owner of the service, owner of this service"
)
_NUMBER = re.compile(r"\d+")
_ANY_NUMBER = "7"  # that looks like no letter
_HYPHENS = ("-", " ", "")  # with and without
_PUNCTUATION = re.compile(r"[^\w\s-]")
_BRACKETS = re.compile(r"[(\[{<]([^()\[\]{}<>]*)[)\]}>]")


def means_somebody_else(name: str) -> bool:
    """Whether a reader of some language could take the name for what we call somebody, or for a mark behind a name."""
    parts = [name, *_BRACKETS.findall(name)]
    return any(_is_said(part) for part in parts) or _claims_office(name)


def _is_said(part: str) -> bool:
    looks = _looks(_PUNCTUATION.sub("", part).strip())
    return any(look in kept for look, kept in zip(looks, _kept(), strict=True))


def _claims_office(name: str) -> bool:
    return any(
        re.search(rf"\b{re.escape(office)}\b", look)
        for look, offices in zip(_looks(_PUNCTUATION.sub("", name)), _offices(), strict=True)
        for office in offices
    )


def _looks(words: str) -> tuple[str, str]:
    """As `likeness.looks`, whatever numbers stand in it."""
    return likeness.looks(_NUMBER.sub(_ANY_NUMBER, words))


@cache
def _kept() -> tuple[frozenset[str], frozenset[str]]:
    """Both looks of all words for somebody, of all languages."""
    words = {NAMELESS, *(form for word in _in_all_languages(*SAID) for form in _hyphenated(word))}
    words |= seat_words.of_all_games()
    for forms in _in_all_languages(FORMS):
        words.update(form for word in forms.split(",") for form in _hyphenated(word))
    return _both_looks(words)


@cache
def _offices() -> tuple[frozenset[str], frozenset[str]]:
    return _both_looks({word for offices in _in_all_languages(OFFICES) for word in offices.split(",")})


def _in_all_languages(*sentences: str) -> Iterator[str]:
    for language in LANGUAGES:
        with speaking(language):
            yield from (say(sentence).replace("{n}", _ANY_NUMBER) for sentence in sentences)


def _hyphenated(word: str) -> Iterator[str]:
    return (word.replace("-", hyphen) for hyphen in _HYPHENS)


def _both_looks(words: set[str]) -> tuple[frozenset[str], frozenset[str]]:
    looks = [_looks(_PUNCTUATION.sub("", word).strip()) for word in words]
    return frozenset(first for first, _ in looks), frozenset(second for _, second in looks)
