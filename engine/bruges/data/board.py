"""The printed content of the board, read from a data file and checked. No state, no rules of play."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.bruges.state import COLOURS, SECTIONS, SPACES
from engine.refusals import BadDeck

FILE = Path(__file__).parent / "board.json"


@dataclass(frozen=True, slots=True)
class Board:
    """reputation[step] in points; prices[space] in guilders; statues from the top; canals[track][section][space]."""

    reputation: tuple[int, ...]
    prices: tuple[int, ...]
    statues: tuple[int, ...]
    canals: tuple[tuple[tuple[int, ...], ...], ...]

    @property
    def top(self) -> int:
        """The highest reputation step."""
        return len(self.reputation) - 1


@cache
def load_board(path: Path = FILE) -> Board:
    """The board of a file; BadDeck names the field that is wrong."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise BadDeck(f"{path.name}: not JSON: {error}") from error
    return read_board(data, path.name)


def read_board(data: Any, name: str = "board") -> Board:
    """The board that JSON values describe, completely checked."""
    if not isinstance(data, dict):
        raise BadDeck(f"{name}: an object with reputation, prices, statues and canals is wanted")
    board = Board(
        _numbers(data, "reputation", 9, name),
        _numbers(data, "prices", SPACES, name),
        _numbers(data, "statues", 6, name),
        _canals(data.get("canals"), name),
    )
    _check(board.reputation[0] == 0, name, "reputation", "the town hall is worth nothing")
    _check(
        list(board.reputation) == sorted(board.reputation), name, "reputation", "a step is worth less than one below"
    )
    _check(list(board.statues) == sorted(board.statues, reverse=True), name, "statues", "the dearest lies on top")
    return board


def _check(holds: bool, name: str, field: str, fault: str) -> None:
    if not holds:
        raise BadDeck(f"{name}: {field}: {fault}")


def _numbers(data: dict[str, Any], field: str, length: int, name: str) -> tuple[int, ...]:
    values = data.get(field)
    right = isinstance(values, list) and len(values) == length and all(type(v) is int and v >= 0 for v in values)
    _check(right, name, field, f"{length} whole numbers are wanted")
    return tuple(values or ())


def _canals(data: Any, name: str) -> tuple[tuple[tuple[int, ...], ...], ...]:
    _check(isinstance(data, list) and len(data) == 4, name, "canals", "four guard houses are wanted")
    tracks = tuple(tuple(_section(house, side, n, name) for side in SECTIONS) for n, house in enumerate(data, 1))
    sections = [section for track in tracks for section in track]
    _check(len({_cycle(section) for section in sections}) == 8, name, "canals", "two sections have the same order")
    for colour, word in enumerate(COLOURS):
        distance = sum(section.index(colour) for section in sections)
        _check(distance == 2 * len(sections), name, "canals", f"{word} is not as often near as far")
    return tracks


def _section(house: Any, side: str, number: int, name: str) -> tuple[int, ...]:
    words = house.get(side) if isinstance(house, dict) else None
    right = isinstance(words, list) and sorted(map(str, words)) == sorted(COLOURS)
    _check(right, name, f"canals, guard house {number}, {side}", "each of the five colours once")
    return tuple(COLOURS.index(word) for word in words or ())


def _cycle(section: tuple[int, ...]) -> tuple[int, ...]:
    """The order turned round so that it begins with the first colour: equal for equal cyclic orders."""
    first = section.index(0)
    return section[first:] + section[:first]
