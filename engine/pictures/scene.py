"""A picture before it is drawn: shapes and words with sizes, in pixels from the top left.

A game makes a scene from a view; `engine.pictures.svg` writes it as SVG and the reports draw it as vectors.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, with rounded corners of radius `round`."""

    x: float
    y: float
    width: float
    height: float
    fill: str = "none"
    stroke: str = "none"
    stroke_width: float = 1.0
    round: float = 0.0
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Circle:
    x: float
    y: float
    radius: float
    fill: str = "none"
    stroke: str = "none"
    stroke_width: float = 1.0


@dataclass(frozen=True, slots=True)
class Line:
    x1: float
    y1: float
    x2: float
    y2: float
    stroke: str
    stroke_width: float = 1.0
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed shape through `points`, (x, y) pairs."""

    points: tuple[tuple[float, float], ...]
    fill: str = "none"
    stroke: str = "none"
    stroke_width: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """Words on one line; `x`, `y` are the anchor on the baseline. `width` bounds it: drawn smaller if longer."""

    x: float
    y: float
    words: str
    size: float
    fill: str
    anchor: Anchor = "start"
    bold: bool = False
    width: float | None = None


Shape = Rect | Circle | Line | Polygon | Text


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture. `words` describes it for those who do not see it."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    words: str
    background: str = "#ffffff"


def moved(shape: Shape, right: float, down: float) -> Shape:
    """The same shape elsewhere."""
    match shape:
        case Line():
            x1, y1, x2, y2 = shape.x1 + right, shape.y1 + down, shape.x2 + right, shape.y2 + down
            return replace(shape, x1=x1, y1=y1, x2=x2, y2=y2)
        case Polygon():
            return replace(shape, points=tuple((x + right, y + down) for x, y in shape.points))
        case _:
            return replace(shape, x=shape.x + right, y=shape.y + down)
