"""Pieces that the pictures of all games share: words, dice, cards, figures, tokens, signs. Shapes only, no layout.

Whatever has a colour also carries the letter of its hue, so that a picture can be read in grey.
Places are pixels from the top left; a piece is placed by its left upper corner unless it says "centred".
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from engine.pictures.palette import (
    BRICK,
    DEEP_GOLD,
    EDGE,
    FAINT,
    GOLD,
    INK,
    MUTED,
    PAPER,
    STONE,
    TOKEN,
    WATER,
    WHITE,
    Hue,
)
from engine.pictures.scene import Anchor, Circle, Line, Polygon, Rect, Shape, Text

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
MEEPLE = ((3, 24), (5, 13), (0, 12), (2, 8), (22, 8), (24, 12), (19, 13), (21, 24))
EMPTY = (4.0, 3.0)  # dashes of the outline of what is not there


def words(
    x: float,
    y: float,
    text: str,
    size: float = 15,
    fill: str = INK,
    *,
    anchor: Anchor = "start",
    bold: bool = False,
    width: float | None = None,
) -> Text:
    """Words on one line, their baseline at `y`; drawn smaller, then cut, to take at most `width`."""
    return Text(x, y, text, size, fill, anchor, bold, width)


def shift(
    points: Iterable[tuple[float, float]], x: float, y: float, scale: float = 1
) -> tuple[tuple[float, float], ...]:
    """An outline moved, and scaled about its own corner."""
    return tuple((x + px * scale, y + py * scale) for px, py in points)


def die(x: float, y: float, size: float, hue: Hue, face: int) -> list[Shape]:
    """A die with its pips; face 0: not rolled yet, blank and pale."""
    if not face:
        return [Rect(x, y, size, size, PAPER, hue.fill, 2, size * 0.2)]
    middle, step = size / 2, size * 0.25
    pips = [Circle(x + middle + px * step, y + middle + py * step, size * 0.085, hue.ink) for px, py in PIPS[face]]
    return [Rect(x, y, size, size, hue.fill, round=size * 0.2), *pips]


def card_back(x: float, y: float, width: float, height: float, hue: Hue | None) -> list[Shape]:
    """The back of a card with the letter of its hue; None: a back that tells nothing."""
    inset = max(2.5, width * 0.09)
    line = FAINT if hue is None else ("#f0e6d8" if hue.ink == WHITE else "#8a6d10")
    frame = Rect(x + inset, y + inset, width - 2 * inset, height - 2 * inset, stroke=line, round=2)
    shapes: list[Shape] = [Rect(x, y, width, height, STONE if hue is None else hue.fill, round=4), frame]
    if hue is not None:
        shapes.append(letter(x + width / 2, y + height / 2, hue, min(height * 0.5, 22)))
    return shapes


def no_card(x: float, y: float, width: float, height: float) -> Rect:
    """The place of a pile that is used up."""
    return Rect(x, y, width, height, "none", EDGE, 1.5, 4, EMPTY)


def letter(x: float, y: float, hue: Hue, size: float) -> Text:
    """The letter of a hue, centred on it."""
    return words(x, y + size * 0.36, hue.letter, size, hue.ink, anchor="middle", bold=True)


def worker(x: float, y: float, hue: Hue, count: int) -> list[Shape]:
    """A figure of 24 × 28 with the letter of its hue, and how many there are behind it (50 wide in all)."""
    fill, edge, ink = (hue.fill, hue.fill, hue.ink) if count > 0 else (PAPER, EDGE, FAINT)
    return [
        Circle(x + 12, y + 6, 6, fill, edge, 1.5),
        Polygon(shift(MEEPLE, x, y + 3), fill, edge, 1.5),
        words(x + 12, y + 25, hue.letter, 13, ink, anchor="middle", bold=True),
        how_many(x + 27, y + 22, count),
    ]


def how_many(x: float, y: float, count: int, ink: str = INK) -> Text:
    """A number beside a piece; a nought is faint."""
    return words(x, y, str(count), 15, ink if count else FAINT, bold=count > 0, width=20)


def disc(x: float, y: float, radius: float, hue: Hue) -> list[Shape]:
    """A round mark in a hue with its letter, centred."""
    return [Circle(x, y, radius, hue.fill), letter(x, y, hue, radius * 1.39)]


def coin(x: float, y: float, radius: float) -> list[Shape]:
    """A piece of money, centred."""
    return [
        Circle(x, y, radius, GOLD, DEEP_GOLD, 1.5),
        Circle(x, y, radius * 0.55, stroke=DEEP_GOLD, stroke_width=1.2),
    ]


def water(x: float, y: float, side: float) -> list[Shape]:
    """A square of water."""
    return [
        Rect(x, y, side, side, WATER, round=3),
        *_waves(x, y + side * 0.36, side),
        *_waves(x, y + side * 0.66, side),
    ]


def _waves(x: float, y: float, side: float) -> list[Shape]:
    step = (side - 8) / 4
    points = [(x + 4 + step * place, y + height) for place, height in enumerate((2, -2, 2, -2, 2))]
    return [Line(*a, *b, WHITE, 1.8) for a, b in pairwise(points)]


def badge(x: float, y: float, radius: float, number: int, *, own: bool) -> list[Shape]:
    """The token of a seat, centred: its number from 1; the reader's own in brick with a ring of gold."""
    size = radius * 1.3
    mark = words(x, y + size * 0.36, str(number), size, WHITE, anchor="middle", bold=True)
    if own:
        return [Circle(x, y, radius, BRICK, GOLD, 2.5), mark]
    return [Circle(x, y, radius, TOKEN, PAPER, 1.5), mark]


def pill(x: float, y: float, text: str, width: float, *, filled: bool, size: float = 12) -> list[Shape]:
    """A word in a rounded frame 22 high; filled: it holds now."""
    frame = Rect(x, y, width, 22, BRICK if filled else "none", BRICK if filled else EDGE, 1.5, 11)
    ink = WHITE if filled else MUTED
    return [frame, words(x + width / 2, y + 15.5, text, size, ink, anchor="middle", bold=filled, width=width - 12)]


def pennant(x: float, y: float, text: str, width: float) -> list[Shape]:
    """A flag 20 high with a word: the sign of the start player."""
    flag = Polygon(((x, y), (x + width, y), (x + width - 7, y + 10), (x + width, y + 20), (x, y + 20)), WATER)
    return [flag, words(x + 5, y + 14.5, text, 12, WHITE, bold=True, width=width - 14)]


def skyline(floor: float, width: float, fronts: Iterable[tuple[float, float]], fill: str) -> list[Shape]:
    """A row of stepped gables on `floor`, cut at `width`; `fronts` are (width, height) and may go on for ever."""
    shapes: list[Shape] = []
    x = 0.0
    for wide, height in fronts:
        if x >= width:
            break
        shapes.append(Polygon(_gable(x, floor, min(wide, width - x), height), fill))
        x += wide
    return shapes


def _gable(x: float, floor: float, width: float, height: float) -> tuple[tuple[float, float], ...]:
    steps = [(0.0, 0.45), (0.15, 0.45), (0.15, 0.72), (0.32, 0.72), (0.32, 1.0)]
    left = [(x + width * across, floor - height * up) for across, up in steps]
    right = [(x + width * (1 - across), floor - height * up) for across, up in reversed(steps)]
    return ((x, floor), *left, *right, (x + width, floor))
