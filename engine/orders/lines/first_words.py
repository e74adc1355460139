"""The first words of all that players write to a game: a cheap look at a line before it is read. Reads nothing."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

from engine.game import Game
from engine.language.typed import EVERYDAY, PREFIX, distance, words
from engine.orders.command_words import FORMS, NAMES, PRESS, PRESS_FORMS

_PLAN = ("go", "goon", "continue", "forget", "hold", "never", "always", "also", "if")
_SHORT = 4  # letters; of a name no longer than that the first one is not taken for a slip
_AROUND = ":.!?()[]*_\"'"  # signs around a word
_LETTERS = re.compile(r"\W*([^\W\d_]+)")


def may_begin(game: Game[Any], line: str) -> bool:
    """Whether a line, normalised or in ASCII, can be anything that is read, by its first word; wrong only by "yes".

    A line that begins with a number may be anything, and so may all lines to a game that does not say how its orders
    begin.
    """
    known = _beginnings(type(game))
    word = _LETTERS.match(line)
    return not known or word is None or word[1].lower() in known


@cache
def _beginnings(game: type[Game[Any]]) -> frozenset[str]:
    """The letters with which a line to this game may begin: whole words, and their beginnings. Empty: any."""
    if not game.openers:
        return frozenset()
    words = [word[1] for said in (*game.openers, *_PLAN, *FORMS, *PRESS_FORMS) if (word := _LETTERS.match(said))]
    return frozenset(words) | {word[:length] for word in words for length in range(PREFIX, len(word))}


def seems_meant(game: Game[Any], line: str) -> bool:
    """Whether a line looks as if an order or a word to the service were meant with it, be it misspelt.

    It begins with a number, with a word with which those begin, or with the name of what orders are about ("lawyer hous
    blue"). Prose may begin so too.
    """
    first = next(iter(words(line, forgiving=False)), "").strip(_AROUND)
    kind = type(game)
    if first[:1].isdigit() or first in _names(kind):
        return True
    if len(first) < PREFIX or first in EVERYDAY:
        return False
    return _is_like_a_name(kind, first) or any(game.reads(f"{name} {first}") for name in _names(kind))


@lru_cache(maxsize=4_096)
def _is_like_a_name(game: type[Game[Any]], word: str) -> bool:
    """Whether a word begins the name of an order or of a word to the service, or has a letter or two wrong in it."""
    return any(name.startswith(word) or _is_near(word, name) for name in _names(game))


def _is_near(word: str, name: str) -> bool:
    if len(word) <= PREFIX or (len(name) <= _SHORT and word[0] != name[0]):
        return False
    return distance(word, name, 3) <= 1 + len(name) // 6


@cache
def _names(game: type[Game[Any]]) -> frozenset[str]:
    """The first words of all that is written to this game, whole."""
    verbs = (verb for of_kind in game.verbs.values() for verb in of_kind)
    said = (*game.openers, *verbs, *_PLAN, *NAMES, *PRESS)
    return frozenset(word[1] for one in said if (word := _LETTERS.match(one)))
