"""Names of players, safe in any sentence: never a line that could be read as an order."""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.language.typed import normalise
from engine.orders.command_words import PRESS_FORMS, is_command

_PRESS = re.compile(rf"\b(?:{'|'.join(PRESS_FORMS)})\b")


def harmless(name: str, reads: Callable[[str], bool]) -> str:
    """A player's name, safe in any sentence: joined to _one_word if it could be read as an order.

    Without a mark at the end: a line between two of them is read without them. `reads`: the game's strict reader.
    """
    words = name.split()
    return f"_{'_'.join(word.strip('_*') for word in words)}" if _hostile(words, reads) else " ".join(words)


def _hostile(words: list[str], reads: Callable[[str], bool]) -> bool:
    """Whether some of these words, alone on a line, are an order or a word to the service."""
    if any(_PRESS.search(normalise(word)) for word in words):
        return True
    ranges = [" ".join(words[i:j]) for i in range(len(words)) for j in range(i + 1, len(words) + 1)]
    return any(reads(line) or is_command(line) for line in ranges)
