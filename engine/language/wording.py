"""The way to speak to a reader: "you" for its own seat, names for the others; lists of words. Knows no rules."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine.language.languages import Reader
from engine.language.speech import say


@dataclass(frozen=True, slots=True)
class Voice:
    """Names of the seats, safe in a sentence; `reader` is the seat that reads (None: an onlooker)."""

    names: tuple[str, ...]
    reader: int | None

    def seat(self, seat: int) -> Reader:
        """As a value of a sentence that is said."""
        return Reader(say("you"), True) if seat == self.reader else Reader(self.names[seat])


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
    """With a capital and a stop, for words that are otherwise part of a sentence."""
    return f"{capital(words)}."


def whose_turn(names: Sequence[str], reader: int | None, asked: Collection[int]) -> tuple[str, str]:
    """Tell who is to choose, as (name, the rest): ("Anna", "to move"), ("", "Your turn"); both "" when nobody is."""
    if not asked:
        return "", ""
    if reader in asked:
        return "", say("Your turn")
    if len(asked) > 1:
        return "", say("{number} to choose", number=len(asked))
    return names[next(iter(asked))], say("to move")
