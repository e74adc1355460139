"""Words of people made safe for a letter: nothing in them may come back as an order. Changes no row."""

from __future__ import annotations

import re
from functools import lru_cache

import engine
from engine.language.typed import normalise
from engine.orders import reader
from engine.orders.command_words import PRESS_FORMS
from tournaments.formats import desk_words
from tournaments.formats.typed import reading_form

REMEMBERED = 4096
LONGEST_JOINED = 30  # letters
ALL_RANGES = 16  # words of a name of which every run is looked at; longer ones are joined as they are

_PRESS = re.compile(rf"\b(?:{'|'.join(PRESS_FORMS)})\b")


@lru_cache(REMEMBERED)
def reads_as_order(line: str) -> bool:
    """Whether a whole line, as written or in its reading form, is an order of any game or a word to the service."""
    forms = {line, reading_form(line)}
    return any(
        reader.is_command(form)
        or desk_words.reads(form)
        or any(reader.reads(game, form) for game in engine.games.values())
        for form in forms
    )


@lru_cache(REMEMBERED)
def harmless(name: str) -> str:
    """A name made safe for any sentence: joined to _one_word if some of its words alone read as an order.

    A letter may be wrapped anywhere, so every run of words of a name can become a line of its own.
    """
    words = name.split()
    return _joined(words) if _hostile(words) else " ".join(words)


def _hostile(words: list[str]) -> bool:
    if len(words) > ALL_RANGES or any(_PRESS.search(normalise(word)) for word in words):
        return True
    runs = (" ".join(words[i:j]) for i in range(len(words)) for j in range(i + 1, len(words) + 1))
    return any(reads_as_order(run) for run in runs)


def _joined(words: list[str]) -> str:
    """The words joined by marks, none at the end: a word between two is read without them. Short: nobody breaks it."""
    joined = "_" + "_".join(word.strip("_*") for word in words)
    return (joined if len(joined) <= LONGEST_JOINED else joined[:LONGEST_JOINED] + "...").rstrip("_*")
