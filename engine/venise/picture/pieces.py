"""The pieces that only this game has: hexagons, bridges, the Boat, Burghers, cubes, players' dice. Shapes only."""

from __future__ import annotations

from engine.pictures.drawing import MEEPLE, die, disc, letter, shift, words
from engine.pictures.lettering import LEAST
from engine.pictures.palette import BRICK, DARK_INK, EDGE, INK, MUTED, PAPER, STONE, WHITE, Hue
from engine.pictures.scene import Circle, Line, Polygon, Rect, Shape

# Players carry their number, raw materials and goods their letter.
SEAT_HUES = (
    Hue("seat 1", "1", "#b8322a"),
    Hue("seat 2", "2", "#2d6ca2"),
    Hue("seat 3", "3", "#3b7a3f"),
    Hue("seat 4", "4", "#8a5a00"),
)
MATERIAL_HUES = (Hue("wool", "W", "#7d4a94"), Hue("flax", "F", "#f6f1e4"), Hue("gold", "G", "#e8952b"))
GOODS_HUES = (Hue("clothing", "C", "#7d4a94"), Hue("lace", "L", "#f6f1e4"), Hue("jewelry", "J", "#e8952b"))
HULL = ((0, 16), (34, 16), (28, 26), (6, 26))
SAIL = ((18, 0), (18, 14), (32, 14))
HEIGHT = 2 / 3**0.5  # of a hexagon of width 1, its point upwards


def hexagon(x: float, y: float, width: float, fill: str = PAPER) -> Polygon:
    """A hexagon with a point upwards, centred."""
    half, top = width / 2 - 1.5, width * HEIGHT / 2 - 1.5
    corners = ((0, -top), (half, -top / 2), (half, top / 2), (0, top), (-half, top / 2), (-half, -top / 2))
    return Polygon(tuple((x + px, y + py) for px, py in corners), fill, EDGE, 2)


def cube(x: float, y: float, size: float, hue: Hue) -> list[Shape]:
    """A cube seen from above, with the letter of what it is."""
    return [
        Rect(x, y, size, size, hue.fill, INK, 1, 3),
        letter(x + size / 2, y + size / 2, hue, max(LEAST, size * 0.72)),
    ]


def open_square(x: float, y: float, size: float, hue: Hue) -> list[Shape]:
    """A square of a card that still waits for a cube."""
    return [
        Rect(x + 1, y + 1, size - 2, size - 2, "none", STONE, 2, 3),
        words(x + size / 2, y + size / 2 + 4.5, hue.letter, 12, MUTED, anchor="middle", bold=True),
    ]


def bonus(x: float, y: float, width: float, value: int, *, gone: bool) -> list[Shape]:
    """A space of the Market, 24 high; grey and crossed out once it is covered."""
    fill, ink = (STONE, DARK_INK) if gone else (PAPER, INK)
    shapes: list[Shape] = [
        Rect(x, y, width, 24, fill, EDGE, 1.5, 4),
        words(x + width / 2, y + 17, f"+{value}", 13, ink, anchor="middle", bold=not gone),
    ]
    return [*shapes, Line(x + 3, y + 21, x + width - 3, y + 3, DARK_INK, 1.5)] if gone else shapes


def boat(x: float, y: float, scale: float = 1) -> list[Shape]:
    """The Boat, 34 × 26."""
    return [
        Polygon(shift(HULL, x, y, scale), BRICK, INK, 1),
        Polygon(shift(SAIL, x, y, scale), WHITE, INK, 1),
        Line(x + 17 * scale, y, x + 17 * scale, y + 16 * scale, INK, 1.8 * scale),
    ]


def burgher(x: float, y: float, number: int) -> list[Shape]:
    """A figure of 24 × 28 with the number of its player."""
    hue = SEAT_HUES[number]
    return [
        Circle(x + 12, y + 6, 6, hue.fill, INK, 1),
        Polygon(shift(MEEPLE, x, y + 3), hue.fill, INK, 1),
        words(x + 12, y + 25, hue.letter, 14, hue.ink, anchor="middle", bold=True),
    ]


def small_burgher(x: float, y: float, number: int) -> list[Shape]:
    """The same as a plain pawn of 13 × 18, on which the number still has room."""
    hue = SEAT_HUES[number]
    return [
        Circle(x + 6.5, y + 4, 3.6, hue.fill, INK, 1),
        Rect(x + 0.5, y + 6, 12, 12, hue.fill, INK, 1, 3.5),
        words(x + 6.5, y + 16.4, hue.letter, 12, hue.ink, anchor="middle", bold=True),
    ]


def seat_die(x: float, y: float, size: float, number: int, face: int) -> list[Shape]:
    """A die of a player, at its side the number on a disc; 13 wider than the die."""
    return [*die(x, y, size, SEAT_HUES[number], face), *_tag(x + size + 5.5, y + size / 2, number)]


def _tag(x: float, y: float, number: int) -> list[Shape]:
    hue = SEAT_HUES[number]
    return [Circle(x, y, 7.3, PAPER, hue.fill, 1.4), words(x, y + 4.4, hue.letter, 12, INK, anchor="middle", bold=True)]


def bridge(one: tuple[float, float], other: tuple[float, float], number: int, scale: float) -> list[Shape]:
    """A bridge between the centres of two hexagons, over their common side, with the number of its owner."""
    (x1, y1), (x2, y2) = one, other
    middle = ((x1 + x2) / 2, (y1 + y2) / 2)
    reach = 0.14
    ends = [(middle[0] + (x - middle[0]) * 2 * reach, middle[1] + (y - middle[1]) * 2 * reach) for x, y in (one, other)]
    hue = SEAT_HUES[number]
    return [
        Line(*ends[0], *ends[1], INK, 14 * scale),
        Line(*ends[0], *ends[1], hue.fill, 11 * scale),
        *disc(*middle, max(LEAST / 1.38, 10 * scale), hue),
    ]
