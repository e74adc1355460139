"""How a reader is spoken to: "you" for its own seat, names for the others; lists of words. Knows no rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from engine.commands import PRESS, is_command
from engine.languages import Reader
from engine.notation import normalise
from engine.speech import say

_PRESS = re.compile(rf"\b(?:{'|'.join(PRESS)})\b")


@dataclass(frozen=True, slots=True)
class Voice:
    """Names of the seats as they may stand in a sentence; `reader` is the seat that reads (None: an onlooker)."""

    names: tuple[str, ...]
    reader: int | None

    def seat(self, seat: int) -> Reader:
        """As a value of a sentence that is said."""
        return Reader(say("you"), True) if seat == self.reader else Reader(self.names[seat])


def harmless(name: str, reads: Callable[[str], bool]) -> str:
    """A player's name as it may stand in any sentence: joined to _one_word if it could be read as an order.

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


def either(words: Sequence[str]) -> str:
    """ "a or b or c"."""
    return f" {say('or')} ".join(words)


def listed(words: Sequence[str], last: str = "") -> str:
    """ "a, b and c"; "nothing" for an empty list is the caller's to say. `last`: instead of "and"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last or say('and')} {words[-1]}"


def capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def sentence(words: str) -> str:
    """With a capital and a stop, for words that else stand within a sentence."""
    return f"{capital(words)}."


def whose_turn(names: Sequence[str], reader: int | None, asked: Collection[int]) -> tuple[str, str]:
    """Who is to choose, as (name, the rest): ("Anna", "to move"), ("", "Your turn"); both "" when nobody is."""
    if not asked:
        return "", ""
    if reader in asked:
        return "", say("Your turn")
    if len(asked) > 1:
        return "", say("{number} to choose", number=len(asked))
    return names[next(iter(asked))], say("to move")
