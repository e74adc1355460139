"""The drawings of districts of Flandern: cells, masters, sites, cathedrals, covers. Shapes only, no page layout.

Every district carries the two letters of its coat, so that a picture can be read in grey.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.flandern.data.box import COATS, FILLS
from engine.flandern.data.maps import Cell
from engine.flandern.state import District
from engine.flandern.words import names
from engine.pictures.drawing import shift, words
from engine.pictures.palette import DARK_INK, EDGE, INK, MUTED, PAPER, STONE, WHITE, Hue
from engine.pictures.scene import Circle, Line, Polygon, Rect, Shape

HUES = tuple(Hue(*hue) for hue in zip(COATS, names.LETTERS, FILLS, strict=True))
JOIN = 0.6  # cells of one district overlap so much, so that no seam shows
CATHEDRAL = ((4, 14), (4, 6), (7, 6), (7, 2), (9, 0), (11, 2), (11, 6), (14, 6), (14, 14))
SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))


def ground(x: float, y: float, size: float) -> Rect:
    """A cell that nothing lies on."""
    return Rect(x, y, size, size, PAPER, EDGE, 1)


def cover(x: float, y: float, size: float) -> list[Shape]:
    """A cell of a space under a cover tile."""
    return [
        Rect(x, y, size, size, STONE),
        Line(x + 7, y + 7, x + size - 7, y + size - 7, MUTED, 2),
        Line(x + size - 7, y + 7, x + 7, y + size - 7, MUTED, 2),
    ]


def cell(x: float, y: float, size: float, district: District) -> list[Shape]:
    """A cell of a laid district; of a building site only the edge is in its colour."""
    hue = HUES[district.coat]
    if not district.site:
        return [Rect(x, y, size + JOIN, size + JOIN, hue.fill)]
    return [Rect(x, y, size, size, PAPER), Rect(x + 2.5, y + 2.5, size - 5, size - 5, "none", hue.fill, 2.2, 0, (4, 3))]


def mark(x: float, y: float, size: float, district: District, *, alone: bool = False) -> list[Shape]:
    """The mark on the first cell of a district: its letters, small for a site; of a special church its own letter.

    alone  it has one cell, on which the letters make room for what is drawn at its foot
    """
    code = district.special or names.letters(district.coat)
    letters, ink = (code.lower(), INK) if district.site else (code, HUES[district.coat].ink)
    count = district.masters + district.pieces
    raised = alone and (district.cathedral or count > 4 or (district.site and count))
    foot = y + size / 2 + (0 if raised else 4.5)
    return [words(x + size / 2, foot, letters, 12, ink, anchor="middle", bold=True)]


def masters(x: float, y: float, size: float, district: District) -> list[Shape]:
    """Guild Masters as dots in a row at the foot of a cell, within the edge of a site; more than four as a number."""
    count, hue = district.masters + district.pieces, HUES[district.coat]
    fill, edge = (INK, PAPER) if district.site else (hue.ink, DARK_INK if hue.ink == WHITE else WHITE)
    if count > 4:
        foot = y + size - (5 if district.site else 2.5)
        number = words(x + size / 2 - 3, foot, str(count), 12, fill, anchor="middle", bold=True)
        return [number, Circle(x + size / 2 + 5.5, foot - 4, 2.4, fill, edge, 1)]
    step = 5.6
    first, middle = x + size / 2 - step * (count - 1) / 2, y + size - (7.5 if district.site else 4.5)
    return [Circle(first + step * k, middle, 2.4, fill, edge, 1) for k in range(count)]


def cathedral(x: float, y: float) -> list[Shape]:
    """A church with a spire, 14 × 11."""
    return [Polygon(shift(CATHEDRAL, x, y, 0.78), WHITE, INK, 1)]


def walls(cells: Iterable[Cell], x: float, y: float, size: float, ink: str) -> list[Shape]:
    """The outline of a space: a line wherever the next cell is not its own."""
    own = set(cells)
    shapes: list[Shape] = []
    for row, column in own:
        left, top = x + column * size, y + row * size
        for down, right in SIDES:
            if (row + down, column + right) not in own:
                a = (left + size * (right > 0), top + size * (down > 0))
                b = (left + size * (right >= 0), top + size * (down >= 0))
                shapes.append(Line(*a, *b, ink, 2))
    return shapes


def tag(x: float, foot: float, coat: int) -> list[Shape]:
    """The letters of a coat on its colour, 22 × 18; `foot` is the baseline of what is beside it."""
    hue = HUES[coat]
    letters = words(x + 11, foot - 0.5, names.letters(coat), 12, hue.ink, anchor="middle", bold=True)
    return [Rect(x, foot - 14, 22, 18, hue.fill, round=3), letters]


def name(x: float, y: float, size: float, text: str) -> Shape:
    """The name of a free space."""
    return words(x + size / 2, y + size / 2 + 4.5, text, 12, MUTED, anchor="middle")
