"""A game's orders as people say them, otherwise than its grammar has them. Data of a game; reads nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.decisions import Move


def _no_name(word: str) -> bool:
    return False


def _no_whole(move: Move, end: Move) -> Move | None:
    return None


@dataclass(frozen=True, slots=True)
class Spoken:
    """The facts known of a game's orders as people say them.

    phrases  the folder of other words for those of orders (`engine.orders.talk.lexicon`); None: there are none
    usual    verbs that go without saying, the most usual first
    is_name  whether a word, in small letters, is one of orders by its form, as names of spaces are
    spelt    the words behind a verb, said in any order, as the grammar has them
    idle     words of orders that say nothing beside moves that have none of them: "into the empty house"
    whole    the one order that two of a letter are, where the second only says how the first ends
    """

    phrases: Path | None = None
    usual: tuple[str, ...] = ()
    is_name: Callable[[str], bool] = _no_name
    spelt: Callable[[Sequence[str]], list[str]] = list
    idle: tuple[str, ...] = ()
    whole: Callable[[Move, Move], Move | None] = _no_whole
