"""The colours of all pictures: one paper, one ink, hues with a letter, and the same picture for dark pages.

Every colour here is named for its use, so that `dark` can exchange it; a colour from elsewhere stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.pictures.scene import Line, Scene, Shape, Text

PARCHMENT = "#f3ead8"  # behind everything
PAPER = "#fffaf0"  # a block, a card, whatever is written on
EDGE = "#dccbaa"
INK = "#33271e"  # words and outlines on paper
MUTED = "#6f5f4b"
FAINT = "#7d6e58"  # what is not there: an empty place, a nought; on paper only
ACCENT = "#8f3f2d"  # words on paper that matter most
TOKEN = "#34281f"  # the discs of the seats, under white
BRICK = "#8f3f2c"  # what holds, what is one's own, the header; under white
DEEP_BRICK = "#7c3424"
WATER = "#2f6d8c"
GOLD = "#d9a62e"
DEEP_GOLD = "#94701b"
STONE = "#cfc4b0"
WHITE = "#ffffff"  # words on strong fills
DARK_INK = "#32261d"  # words on pale fills, in dark pictures too

DARK = {
    PARCHMENT: "#1b1511",
    PAPER: "#2a221b",
    EDGE: "#5f503e",
    INK: "#f1e6d6",
    MUTED: "#c6b69e",
    FAINT: "#9c8c76",
    ACCENT: "#f2a68f",
    TOKEN: "#75634f",
    STONE: "#a89a83",
}


@dataclass(frozen=True, slots=True)
class Hue:
    """A colour of a game's pieces: its name, the letter that tells it in grey, its fill."""

    name: str
    letter: str
    fill: str

    @property
    def ink(self) -> str:
        """The colour that is legible on it: white, or dark ink where white would be too pale (WCAG 2.2, 1.4.3)."""
        return WHITE if contrast(self.fill, WHITE) >= 4.5 else DARK_INK


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours as WCAG 2.2 defines it, 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def dark(scene: Scene) -> Scene:
    """The same picture on dark paper; hues and their letters stay as they are."""
    shapes = tuple(_exchanged(shape, DARK) for shape in scene.shapes)
    return replace(scene, shapes=shapes, background=DARK.get(scene.background, scene.background))


def _exchanged(shape: Shape, table: Mapping[str, str]) -> Shape:
    match shape:
        case Text():
            return replace(shape, fill=table.get(shape.fill, shape.fill))
        case Line():
            return replace(shape, stroke=table.get(shape.stroke, shape.stroke))
        case _:
            fill, stroke = table.get(shape.fill, shape.fill), table.get(shape.stroke, shape.stroke)
            return replace(shape, fill=fill, stroke=stroke)
