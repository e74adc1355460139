"""The building areas: spaces on a grid, what borders what, where a town can grow. Geometry only, no districts.

An area is 5 × 5 cells written as rows of letters: a small letter from a on is a space S (one cell), one from m on a
space M (two cells in a row), a capital from W on a space L (three cells in a corner), # the cell of the town centre.
Spaces are numbered in that order: a is S1, m is M1, W is L1. A layout is an area with what church districts have added.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.refusals import BadDeck

SIZE = 5
MIDDLE = (2, 2)
SHAPES = ("S", "M", "L")
S, M, L = range(3)
CELLS = (1, 2, 3)  # of a space by shape
LONG = (1, 2, 2)  # length of a long side by shape
CENTRE = 0  # number of the centre among the spaces
CENTRE_NAME = "centre"
FIRST_LETTERS = ("a", "m", "W")
SPACES_A_SHAPE = 4
SIDES = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}

Cell = tuple[int, int]  # row and column; those of the area are 0 to 4
Addition = tuple[int, str, tuple[int, ...]]  # the space whose district grew, the side, the shapes of the new spaces


@dataclass(frozen=True, slots=True)
class Space:
    """A building space. `borders`, `long`: masks of spaces that touch any, or a long, side (bit 0: the centre)."""

    name: str
    shape: int
    cells: tuple[Cell, ...]
    borders: int = 0
    long: int = 0
    walls: tuple[str, ...] = ()  # sides on the town wall with their whole length, a long one


@dataclass(frozen=True, slots=True)
class Layout:
    """All spaces of a town, the centre first; their numbers are their places."""

    spaces: tuple[Space, ...]
    number: dict[str, int]

    def names(self, mask: int) -> list[str]:
        return [space.name for number, space in enumerate(self.spaces) if mask >> number & 1]


def edge(cells: Sequence[Cell], side: str) -> tuple[Cell, ...]:
    """The cells of a space whose neighbour on that side is not its own, in reading order."""
    down, right = SIDES[side]
    return tuple(sorted((r, c) for r, c in cells if (r + down, c + right) not in cells))


def is_long(cells: Sequence[Cell], side: str) -> bool:
    """Whether a side of a space is straight and as long as the long sides of its shape are."""
    run = edge(cells, side)
    across = 0 if SIDES[side][0] else 1  # which coordinate a straight run shares
    return len(run) == LONG[len(cells) - 1] and len({cell[across] for cell in run}) == 1


def beyond(cells: Sequence[Cell], side: str) -> tuple[Cell, ...]:
    """The cells outside a space, across that side."""
    down, right = SIDES[side]
    return tuple((r + down, c + right) for r, c in edge(cells, side))


def inside(cell: Cell) -> bool:
    return 0 <= cell[0] < SIZE and 0 <= cell[1] < SIZE


def connect(raw: Sequence[tuple[str, int, tuple[Cell, ...]]]) -> Layout:
    """The layout of spaces given as (name, shape, cells), the centre first."""
    owner = {cell: number for number, (_, _, cells) in enumerate(raw) for cell in cells}
    spaces = []
    for number, (name, shape, cells) in enumerate(raw):
        touched = {side: _owners(beyond(cells, side), owner, number) for side in SIDES}
        long = [side for side in SIDES if is_long(cells, side)]
        walls = () if number == CENTRE else tuple(side for side in long if _on_wall(cells, side))
        spaces.append(Space(name, shape, cells, _union(touched.values()), _union(touched[s] for s in long), walls))
    return Layout(tuple(spaces), {space.name: number for number, space in enumerate(spaces)})


def _owners(cells: Iterable[Cell], owner: dict[Cell, int], number: int) -> int:
    return _union(1 << owner[cell] for cell in cells if cell in owner and owner[cell] != number)


def _union(masks: Iterable[int]) -> int:
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


def _on_wall(cells: Sequence[Cell], side: str) -> bool:
    return all(inside(cell) for cell in cells) and not any(inside(cell) for cell in beyond(cells, side))


@lru_cache(maxsize=4096)
def grown(rows: tuple[str, ...], additions: tuple[Addition, ...]) -> Layout:
    """The layout of an area with what has been added to it, in this order."""
    if not additions:
        return connect(_cut(rows))
    before = grown(rows, additions[:-1])
    base, side, shapes = additions[-1]
    raw = [(space.name, space.shape, space.cells) for space in before.spaces]
    outside = list(beyond(before.spaces[base].cells, side))
    for shape in shapes:
        count = 1 + sum(kind == shape for _, kind, _ in raw[1:])
        raw.append((f"{SHAPES[shape]}{count}", shape, tuple(outside[: CELLS[shape]])))
        del outside[: CELLS[shape]]
    return connect(raw)


def _cut(rows: Sequence[str]) -> list[tuple[str, int, tuple[Cell, ...]]]:
    """The spaces of an area as its rows show them, the centre first, then in reading order."""
    found: dict[str, list[Cell]] = {}
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            found.setdefault(letter, []).append((r, c))
    middle = tuple(found.pop("#"))
    return [
        (CENTRE_NAME, S, middle),
        *((_name(letter), _shape(letter), tuple(cells)) for letter, cells in found.items()),
    ]


def _shape(letter: str) -> int:
    return next(shape for shape in (L, M, S) if letter in _letters(shape))


def _letters(shape: int) -> str:
    first = ord(FIRST_LETTERS[shape])
    return "".join(chr(first + k) for k in range(SPACES_A_SHAPE))


def _name(letter: str) -> str:
    shape = _shape(letter)
    return f"{SHAPES[shape]}{1 + _letters(shape).index(letter)}"


# --- checks of a map that somebody has drawn ---------------------------------------------------------------


def check_area(rows: object, borders: object, place: str) -> None:
    """BadDeck names the first thing that is wrong: a row, a cell, a shape, a border, a space out of reach."""
    for fault in _faults(rows, borders):
        raise BadDeck(f"{place}: {fault}")


def _faults(rows: object, borders: object) -> Iterator[str]:
    if not isinstance(rows, list) or len(rows) != SIZE or any(not isinstance(row, str) for row in rows):
        yield f"rows must be {SIZE} rows of letters"
        return
    for number, row in enumerate(rows, 1):
        if len(row) != SIZE:
            yield f"row {number} has {len(row)} cells, not {SIZE}"
            return
    yield from _wrong_letters(rows)
    yield from _wrong_shapes(rows)
    layout = grown(tuple(rows), ())
    yield from _wrong_borders(layout, borders)
    lost = out_of_reach(layout)
    if lost:
        yield f"{lost[0]} cannot be reached from the centre over long sides"


def _wrong_letters(rows: Sequence[str]) -> Iterator[str]:
    known = "#" + "".join(map(_letters, (S, M, L)))
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            if letter not in known:
                yield f"row {r + 1}, column {c + 1}: {letter!r} is no space; spaces are {' '.join(known)}"
            elif (letter == "#") != ((r, c) == MIDDLE):
                yield f"row {r + 1}, column {c + 1}: the centre # stands in the middle of the area and nowhere else"


def _wrong_shapes(rows: Sequence[str]) -> Iterator[str]:
    cells: dict[str, list[Cell]] = {}
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            cells.setdefault(letter, []).append((r, c))
    for shape in (S, M, L):
        for letter in _letters(shape):
            own = cells.get(letter, [])
            if len(own) != CELLS[shape]:
                yield f"{_name(letter)} (letter {letter}) has {len(own)} cells, not {CELLS[shape]}"
            elif not _hangs_together(own):
                wanted = ("one cell", "two cells in a row", "three cells in a corner")[shape]
                yield f"{_name(letter)} (letter {letter}) is not {wanted}"


def _hangs_together(cells: Sequence[Cell]) -> bool:
    """One cell, two side by side, or three in a corner; three in a row are no corner."""
    straight = len(cells) == CELLS[L] and 1 in (len({r for r, _ in cells}), len({c for _, c in cells}))
    reached = {cells[0]}
    for _ in cells:
        reached |= {(r, c) for r, c in cells if any((r + d, c + e) in reached for d, e in SIDES.values())}
    return len(reached) == len(cells) and not straight


def _wrong_borders(layout: Layout, borders: object) -> Iterator[str]:
    """The printed list of borders is a second entry of the same map: a slip of the pen shows here."""
    names = [space.name for space in layout.spaces[1:]]
    if not isinstance(borders, dict) or sorted(borders) != sorted(names):
        yield f"borders must name the neighbours of {', '.join(sorted(names))}"
        return
    for space in layout.spaces[1:]:
        said, seen = str(borders[space.name]).split(), layout.names(space.borders)
        if sorted(said) != sorted(seen):
            yield f"{space.name} borders {' '.join(sorted(seen))} in the rows, {' '.join(sorted(said))} in the list"


def out_of_reach(layout: Layout) -> list[str]:
    """The spaces that no row of districts laid from the centre by their long sides can come to."""
    reached = 1 << CENTRE
    while True:
        more = _union(1 << n for n, space in enumerate(layout.spaces) if not reached >> n & 1 and space.long & reached)
        if not more:
            return layout.names(~reached & (1 << len(layout.spaces)) - 1)
        reached |= more
