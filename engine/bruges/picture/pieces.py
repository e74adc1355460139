"""The pieces that only Bruges has: threats, houses, canals, statues. Shapes only, no layout.

What other games have too (dice, card backs, workers, coins) is in `engine.pictures.drawing`.
"""

from __future__ import annotations

from functools import cache

from engine.bruges.state import COLOURS
from engine.bruges.words.speech import say
from engine.language.languages import to_say
from engine.pictures.drawing import how_many, shift, water, words
from engine.pictures.palette import ACCENT, DARK_INK, EDGE, FAINT, INK, PAPER, STONE, Hue
from engine.pictures.scene import Circle, Polygon, Rect, Shape

# Of the colours in their order. Brown is N: its last letter, because blue has the B (in German too).
LETTERS = to_say("B N P R Y")
FILLS = ("#2d6ca2", "#6b4226", "#7d4a94", "#b8322a", "#f0c23c")


@cache
def _hues(letters: str) -> tuple[Hue, ...]:
    return tuple(Hue(*each) for each in zip(COLOURS, letters.split(), FILLS, strict=True))


def hues() -> tuple[Hue, ...]:
    """The colours as they are drawn, each with the letter that it has in the language that is spoken."""
    return _hues(say(LETTERS))


GABLE = ((0, 34), (0, 13), (4, 13), (4, 8), (8, 8), (8, 3), (15, 3), (15, 8), (19, 8), (19, 13), (23, 13), (23, 34))
WARNING = ((12, 1), (25.5, 25), (-1.5, 25))
SHOULDERS = ((6, 10), (18, 10), (20, 16), (4, 16))


def threat(x: float, y: float, hue: Hue, count: int) -> list[Shape]:
    """A warning triangle of 26 × 24 with its letter, and how many there are; two are one short of the penalty."""
    fill, edge, ink = (hue.fill, INK, hue.ink) if count > 0 else (PAPER, EDGE, FAINT)
    return [
        Polygon(shift(WARNING, x, y), fill, edge, 1.5),
        words(x + 12, y + 22.5, hue.letter, 13, ink, anchor="middle", bold=True),
        how_many(x + 27, y + 22, count, ACCENT if count > 1 else INK),
    ]


def house(x: float, y: float, hue: Hue) -> list[Shape]:
    """A stepped gable of 23 × 31 with the letter of its colour."""
    return [
        Polygon(shift(GABLE, x, y), hue.fill, INK, 1),
        words(x + 11.5, y + 30, hue.letter, 15, hue.ink, anchor="middle", bold=True),
    ]


def canal_space(x: float, y: float, side: float, hue: Hue, price: int, *, dug: bool) -> list[Shape]:
    """A space of a canal: water once dug, before that the colour and price that it asks for."""
    if dug:
        return water(x, y, side)
    return [
        Rect(x + 1, y + 1, side - 2, side - 2, PAPER, hue.fill, 2.5, 3),
        words(x + side / 2, y + side / 2 + 4.5, f"{hue.letter}{price}", 12, INK, anchor="middle", bold=True),
    ]


def statue(x: float, y: float, value: int) -> list[Shape]:
    """A figure on a plinth of 24 × 30 with what it is worth."""
    return [
        Circle(x + 12, y + 4.5, 4.5, STONE, INK, 1),
        Polygon(shift(SHOULDERS, x, y), STONE, INK, 1),
        Rect(x + 1, y + 15, 22, 16, STONE, INK, 1, 1.5),
        words(x + 12, y + 28.5, str(value), 14, DARK_INK, anchor="middle", bold=True),
    ]
