"""The grid of hexagons: neighbours, cells by name, their places on paper. Knows no tiles and no rules.

Axial coordinates (q, r): q grows to the right, r downwards, each row half a hexagon further right than the one above.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

Place = tuple[int, int]

SIDES = {
    "east": (1, 0),
    "west": (-1, 0),
    "southeast": (0, 1),
    "northwest": (0, -1),
    "northeast": (1, -1),
    "southwest": (-1, 1),
}
LETTERS = "abcdefghijklmnopqrstu"
MIDDLE = len(LETTERS) // 2  # the column of (0, 0), and its row


def neighbours(place: Place) -> list[Place]:
    return [(place[0] + q, place[1] + r) for q, r in SIDES.values()]


def cell(place: Place) -> str:
    """The name of a hexagon: a letter for the column, a number for the row; (0, 0) is "k11"."""
    return f"{LETTERS[place[0] + MIDDLE]}{place[1] + MIDDLE + 1}"


def place_of(name: str) -> Place | None:
    """The hexagon that a name means, or None."""
    if not name[:1].isalpha() or name[0] not in LETTERS or not name[1:].isdecimal():
        return None
    row = int(name[1:]) - MIDDLE - 1
    return (LETTERS.index(name[0]) - MIDDLE, row) if abs(row) <= MIDDLE else None


def connected(places: Sequence[Place]) -> bool:
    """Whether one can walk from each to each."""
    left = set(places)
    edge = [left.pop()] if left else []
    while edge:
        near = [other for other in neighbours(edge.pop()) if other in left]
        left.difference_update(near)
        edge += near
    return not left


def shore(places: Iterable[Place]) -> list[Place]:
    """The free hexagons that touch one of these, from top to bottom and left to right."""
    there = set(places)
    return sorted({near for place in there for near in neighbours(place)} - there, key=lambda at: (at[1], at[0]))


@lru_cache(maxsize=256)
def adjacency(places: tuple[Place | None, ...]) -> tuple[tuple[int, ...], ...]:
    """For each of these the numbers of those it touches along a side; one that is None touches nothing."""
    at = {place: number for number, place in enumerate(places) if place is not None}
    return tuple(
        () if place is None else tuple(sorted(at[near] for near in neighbours(place) if near in at)) for place in places
    )
