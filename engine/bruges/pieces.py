"""How the pieces of Bruges are drawn: dice, cards, workers, houses, canals. Shapes only, no layout.

Every piece in a colour also carries the letter of that colour, so that a picture can be read in grey.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from engine.bruges.state import COLOURS
from engine.scene import Anchor, Circle, Line, Polygon, Rect, Shape, Text

LETTERS = ("B", "N", "P", "R", "Y")  # brown is N: its last letter, because blue has the B
FILLS = ("#2d6ca2", "#6b4226", "#7d4a94", "#b8322a", "#f0c23c")

PARCHMENT = "#f3ead8"
PAPER = "#fffaf0"
EDGE = "#dccbaa"
INK = "#33271e"
MUTED = "#6f5f4b"
FAINT = "#a8987f"
BRICK = "#8f3f2c"
DEEP_BRICK = "#7c3424"
WATER = "#2f6d8c"
GOLD = "#d9a62e"
STONE = "#cfc4b0"
WHITE = "#ffffff"

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
GABLE = ((0, 40), (0, 15), (5, 15), (5, 9), (10, 9), (10, 3), (20, 3), (20, 9), (25, 9), (25, 15), (30, 15), (30, 40))
MEEPLE = ((3, 24), (5, 13), (0, 12), (2, 8), (22, 8), (24, 12), (19, 13), (21, 24))


def on(colour: int) -> str:
    """What is legible on a colour: white, but ink on yellow."""
    return INK if COLOURS[colour] == "yellow" else WHITE


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
    return Text(x, y, text, size, fill, anchor, bold, width)


def shift(
    points: Iterable[tuple[float, float]], x: float, y: float, scale: float = 1
) -> tuple[tuple[float, float], ...]:
    return tuple((x + px * scale, y + py * scale) for px, py in points)


def die(x: float, y: float, size: float, colour: int, face: int) -> list[Shape]:
    """A die with its pips; a die not rolled yet is blank and pale."""
    if not face:
        return [Rect(x, y, size, size, PAPER, FILLS[colour], 2, 8)]
    middle, step = size / 2, size * 0.25
    pips = [Circle(x + middle + px * step, y + middle + py * step, size * 0.085, on(colour)) for px, py in PIPS[face]]
    return [Rect(x, y, size, size, FILLS[colour], round=8), *pips]


def card_back(x: float, y: float, width: float, height: float, colour: int | None) -> list[Shape]:
    """The back of a card in its colour; None: a stack whose colour nobody sees."""
    fill = STONE if colour is None else FILLS[colour]
    inset = max(2.5, width * 0.09)
    frame = Rect(x + inset, y + inset, width - 2 * inset, height - 2 * inset, stroke=_pale(colour), round=2)
    shapes: list[Shape] = [Rect(x, y, width, height, fill, round=4), frame]
    if colour is not None:
        size = min(height * 0.5, 22)
        letter = words(x + width / 2, y + height / 2 + size * 0.36, LETTERS[colour], size, on(colour))
        shapes.append(_centred_bold(letter))
    return shapes


def _pale(colour: int | None) -> str:
    return FAINT if colour is None else ("#8a6d10" if on(colour) == INK else "#f0e6d8")


def _centred_bold(text: Text) -> Text:
    return Text(text.x, text.y, text.words, text.size, text.fill, "middle", True, text.width)


def worker(x: float, y: float, colour: int, count: int) -> list[Shape]:
    """A figure of 24 × 28 with its letter, and how many there are."""
    present = count > 0
    fill, edge = (FILLS[colour], FILLS[colour]) if present else (PAPER, EDGE)
    ink = on(colour) if present else FAINT
    return [
        Circle(x + 12, y + 6, 6, fill, edge, 1.5),
        Polygon(shift(MEEPLE, x, y + 3), fill, edge, 1.5),
        words(x + 12, y + 25, LETTERS[colour], 13, ink, anchor="middle", bold=True),
        _count(x + 29, y + 22, count, INK),
    ]


def threat(x: float, y: float, colour: int, count: int) -> list[Shape]:
    """A warning triangle of 26 × 24 with its letter, and how many there are; two are one short of the penalty."""
    present = count > 0
    fill, edge = (FILLS[colour], INK) if present else (PAPER, EDGE)
    corners = ((12, 1), (25.5, 25), (-1.5, 25))
    return [
        Polygon(shift(corners, x, y), fill, edge, 1.5),
        words(x + 12, y + 22.5, LETTERS[colour], 13, on(colour) if present else FAINT, anchor="middle", bold=True),
        _count(x + 29, y + 22, count, BRICK if count > 1 else INK),
    ]


def _count(x: float, y: float, count: int, ink: str) -> Text:
    return words(x, y, str(count), 17, ink if count else FAINT, bold=count > 0, width=20)


def house(x: float, y: float, colour: int) -> list[Shape]:
    """A stepped gable of 30 × 37 with the letter of its colour."""
    return [
        Polygon(shift(GABLE, x, y), FILLS[colour], INK, 1),
        words(x + 15, y + 33, LETTERS[colour], 17, on(colour), anchor="middle", bold=True),
    ]


def canal_space(x: float, y: float, side: float, colour: int, price: int, *, dug: bool) -> list[Shape]:
    """A space of a canal: water once dug, before that the colour and price that it asks for."""
    if dug:
        waves = [wave for line in (0.36, 0.66) for wave in _waves(x, y + side * line, side)]
        return [Rect(x, y, side, side, WATER, round=3), *waves]
    return [
        Rect(x + 1, y + 1, side - 2, side - 2, PAPER, FILLS[colour], 2.5, 3),
        words(x + side / 2, y + side / 2 + 5, f"{LETTERS[colour]}{price}", 14, INK, anchor="middle", bold=True),
    ]


def _waves(x: float, y: float, side: float) -> list[Shape]:
    step = (side - 8) / 4
    heights = (2, -2, 2, -2, 2)
    points = [(x + 4 + step * k, y + height) for k, height in enumerate(heights)]
    return [Line(*a, *b, WHITE, 1.8) for a, b in pairwise(points)]


def statue(x: float, y: float, value: int) -> list[Shape]:
    """A figure on a plinth of 24 × 30 with what it is worth."""
    return [
        Circle(x + 12, y + 4.5, 4.5, STONE, INK, 1),
        Polygon(shift(((6, 12), (18, 12), (20, 18), (4, 18)), x, y - 2), STONE, INK, 1),
        Rect(x + 1, y + 15, 22, 16, STONE, INK, 1, 1.5),
        words(x + 12, y + 28.5, str(value), 14, INK, anchor="middle", bold=True),
    ]


def coin(x: float, y: float, radius: float) -> list[Shape]:
    """A guilder, centred."""
    return [Circle(x, y, radius, GOLD, "#94701b", 1.5), Circle(x, y, radius * 0.55, stroke="#94701b", stroke_width=1.2)]


def badge(x: float, y: float, radius: float, number: int, *, own: bool) -> list[Shape]:
    """The token of a seat, centred: its number; the reader's own in brick with a ring, the others in ink."""
    size = radius * 1.3
    mark = words(x, y + size * 0.36, str(number), size, WHITE, anchor="middle", bold=True)
    if own:
        return [Circle(x, y, radius, BRICK, GOLD, 2.5), mark]
    return [Circle(x, y, radius, INK, PAPER, 1.5), mark]


def pill(x: float, y: float, text: str, width: float, *, filled: bool, size: float = 14) -> list[Shape]:
    """A word in a rounded frame 24 high; filled: it holds now."""
    frame = Rect(x, y, width, 24, BRICK if filled else "none", BRICK if filled else EDGE, 1.5, 12)
    ink = WHITE if filled else MUTED
    return [frame, words(x + width / 2, y + 17, text, size, ink, anchor="middle", bold=filled, width=width - 12)]
