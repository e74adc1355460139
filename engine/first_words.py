"""The first words of all that players write to a game: a cheap look at a line before it is read. Reads nothing."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from engine.commands import BARE, PRESS, WITH_WORDS
from engine.game import Game
from engine.notation import PREFIX

_PLAN = ("go", "goon", "continue", "forget", "hold", "never", "always", "also", "if")
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
    words = [word[1] for said in (*game.openers, *_PLAN, *BARE, *WITH_WORDS, *PRESS) if (word := _LETTERS.match(said))]
    return frozenset(words) | {word[:length] for word in words for length in range(PREFIX, len(word))}
