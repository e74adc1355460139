"""The oracle's towns: spaces made of cells, what borders what, which sides are long. Read from the box file alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import engine.flandern

BOX = json.loads((Path(engine.flandern.__file__).parent / "data" / "box.json").read_text(encoding="utf-8"))
COAT_OF = {town["id"]: town["coat"] for town in BOX["towns"]}
AREAS = {int(area["id"]): area["rows"] for area in BOX["areas"]}
LETTERS = {"S": "abcd", "M": "mnop", "L": "WXYZ"}
SIDES = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
GRID = range(5)
CENTRE = "centre"

Cell = tuple[int, int]


@dataclass
class Tile:
    coat: str
    masters: int = 0
    special: str = ""
    where: str = ""  # the side across which A, B or C grew, or the space that D swallowed
    site: bool = False
    cathedral: bool = False
    pieces: int = 0


@dataclass
class Town:
    name: str
    area: int
    scored: bool = False
    covered: set[str] = field(default_factory=set)
    laid: dict[str, Tile] = field(default_factory=dict)
    cells: dict[str, list[Cell]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        rows = AREAS[self.area]
        for shape, letters in LETTERS.items():
            for number, letter in enumerate(letters, 1):
                found = [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == letter]
                self.cells[f"{shape}{number}"] = found
        self.cells[CENTRE] = [(2, 2)]
        self.laid[CENTRE] = Tile(COAT_OF[self.name])

    def free(self) -> list[str]:
        """Spaces on which nothing lies; what D has swallowed is not one any more."""
        return [name for name in self.cells if name not in self.laid and name not in self.covered]

    def grow(self, shape: str, cells: list[Cell]) -> None:
        number = sum(name[0] == shape for name in self.cells) + 1 + self.swallowed(shape)
        self.cells[f"{shape}{number}"] = cells

    def swallowed(self, shape: str) -> int:
        return sum(tile.special == "D" and tile.where[0] == shape for tile in self.laid.values())


def beside(cells: list[Cell]) -> set[Cell]:
    """The cells that share an edge with these, without themselves."""
    return {(r + dr, c + dc) for r, c in cells for dr, dc in SIDES.values()} - set(cells)


def long_sides(cells: list[Cell]) -> Iterator[tuple[str, list[Cell]]]:
    """(side, the cells outside across it) for each long side: four of an S, two of an M, the two outer ones of an L."""
    for side, (dr, dc) in SIDES.items():
        edge = [(r, c) for r, c in cells if (r + dr, c + dc) not in cells]
        straight = {(r, c)[dr == 0] for r, c in edge}
        if len(straight) == 1 and (len(edge) == 2 or len(cells) == 1):
            yield side, [(r + dr, c + dc) for r, c in sorted(edge)]


def coats_around(town: Town, cells: list[Cell]) -> set[str]:
    around = beside(cells)
    return {tile.coat for name, tile in town.laid.items() if around & set(town.cells[name])}


def joined(town: Town, space: str, to: set[str]) -> bool:
    """Whether a long side of the space touches one of these spaces."""
    there = {cell for name in to for cell in town.cells[name]}
    return any(there & set(outside) for _, outside in long_sides(town.cells[space]))


def growths(town: Town, space: str) -> Iterator[tuple[str, list[Cell]]]:
    """(side, cells outside the wall) for each long side of a space that lies wholly on the town wall."""
    if all(r in GRID and c in GRID for r, c in town.cells[space]):
        for side, outside in long_sides(town.cells[space]):
            if not any(r in GRID and c in GRID for r, c in outside):
                yield side, outside


def read_tile(words: str) -> Tile:
    """A district as position files write it, docs/positions/flandern.md."""
    first, *rest = words.split()
    coat = first.rstrip("012")
    tile = Tile(coat, int(first[len(coat) :] or 0))
    for word in rest:
        if word in ("A", "B", "C", "D"):
            tile.special = word
        elif word in SIDES or word[0] in "SML":
            tile.where = word
        elif word == "site":
            tile.site = True
        elif word == "cathedral":
            tile.cathedral = True
        elif word.startswith("+"):
            tile.pieces = int(word)
        elif word != "over":
            raise ValueError(words)
    return tile


def read_town(name: str, entry: dict[str, Any]) -> Town:
    town = Town(name, entry["area"], entry["scored"])
    for space, words in entry["laid"].items():
        put(town, space, read_tile(words))
    town.covered = set(entry["covered"])
    return town


def put(town: Town, space: str, tile: Tile) -> None:
    """Lay a district with what its special form does."""
    if tile.special == "D":
        town.cells[space] = [*town.cells[space], *town.cells.pop(tile.where)]
    elif tile.special:
        _, outside = next(growth for growth in growths(town, space) if growth[0] == tile.where)
        for cells in [outside] if tile.special == "B" else [[cell] for cell in outside]:
            town.grow("M" if tile.special == "B" else "S", cells)
    town.laid[space] = tile
