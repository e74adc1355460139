"""The moves of a decision chosen step by step: at each step the next words that are possible, until one is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.decisions import Move
from tournaments.language.speech import say

MOST_WAYS = 12  # that are shown in full instead of one more step


@dataclass(frozen=True, slots=True)
class Step:
    """A choice that can be made next: `words` that lead on to so many moves."""

    words: tuple[str, ...]
    label: str
    ways: int

    @property
    def count(self) -> str:
        return say("{n:way|ways}", n=self.ways)


def matching(moves: Sequence[Move], chosen: Sequence[str], *, last_first: bool) -> list[Move]:
    """The moves that begin with these words; with `last_first` those that end with them, the last word first."""
    return [move for move in moves if _in_order(move, last_first=last_first)[: len(chosen)] == tuple(chosen)]


def further(moves: Sequence[Move], chosen: Sequence[str], *, last_first: bool) -> tuple[list[Step], list[Move]]:
    """(the steps behind the words chosen so far, the moves that need no step more)

    A word that all moves have is no step: what can be chosen is in the first that differs.
    """
    if len(moves) <= MOST_WAYS:
        return [], list(moves)
    at = len(chosen)
    while len(groups := _groups(moves, at + 1, last_first=last_first)) == 1 and len(next(iter(groups))) == at + 1:
        at += 1
    whole = [move for group in groups.values() if len(group) == 1 for move in group]
    return [Step(words, words[-1], len(group)) for words, group in groups.items() if len(group) > 1], whole


def _groups(moves: Sequence[Move], length: int, *, last_first: bool) -> dict[tuple[str, ...], list[Move]]:
    """The moves by their first words, so many of them."""
    found: dict[tuple[str, ...], list[Move]] = {}
    for move in moves:
        found.setdefault(_in_order(move, last_first=last_first)[:length], []).append(move)
    return found


def _in_order(move: Move, *, last_first: bool) -> tuple[str, ...]:
    return tuple(reversed(move)) if last_first else tuple(move)
