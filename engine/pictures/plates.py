"""Pictures for printed rules: parts of positions whose pieces are named beside them. Knows no game.

The positions were played by bots and are kept beside a game's rules, in `data/example.json`: one from the middle of a
game and its end (`python -m tests.engine.examples` makes them anew).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.language.speech import say
from engine.pictures.drawing import words
from engine.pictures.lettering import wrapped
from engine.pictures.palette import ACCENT, BRICK, PARCHMENT, WHITE
from engine.pictures.scene import Circle, Line, Scene, Shape, moved
from engine.pictures.sheet import SMALL

if TYPE_CHECKING:
    from engine.events import Json, Scoresheet

NAMES = ("Anna", "Bea", "Chidi", "Dora")
GUTTER = 24.0  # of the numbers at the left
LINE = 15.0
Named = tuple[float, float, str]  # a point of a picture and what is there
Row = tuple[float, str]  # the middle of a row of a picture and what it shows


@dataclass(frozen=True, slots=True)
class Plate:
    """A picture in the rules.

    section  the heading of the section at whose end it stands, in English
    title    above it
    words    below it: what its numbers stand for, how points come about; "" where its parts are named within it
    """

    section: str
    title: str
    scene: Scene
    words: str = ""


def examples(folder: Path) -> list[Json]:
    """The positions of a game's folder: in the middle, at the end."""
    found: list[Json] = json.loads((folder / "data" / "example.json").read_text(encoding="utf-8"))
    return found


def framed(shapes: Iterable[Shape], across: float, top: float, foot: float, said: str) -> Scene:
    """The part between two heights as a picture of its own."""
    return Scene(across, foot - top, tuple(moved(shape, 0, -top) for shape in shapes), said, PARCHMENT)


def numbered(scene: Scene, rows: Sequence[Row]) -> tuple[Scene, str]:
    """The picture with numbers at its left, and what they stand for in one line."""
    shapes = [moved(shape, GUTTER, 0) for shape in scene.shapes]
    for number, (middle, _) in enumerate(rows, 1):
        shapes.append(Circle(GUTTER / 2 + 2, middle, 9, BRICK))
        mark = words(GUTTER / 2 + 2, middle + 4.4, str(number), SMALL, WHITE, anchor="middle", bold=True)
        shapes.append(mark)
    said = "; ".join(f"{number} {name}" for number, (_, name) in enumerate(rows, 1)) + "."
    return Scene(scene.width + GUTTER, scene.height, tuple(shapes), said, scene.background), said


def named(parts: Sequence[Named], left: float, room: float, top: float, foot: float) -> list[Shape]:
    """Names at the right of a picture, from `left` on, with a line from each to the point that it names."""
    shapes: list[Shape] = []
    y = top
    ordered = sorted(parts, key=lambda part: (part[1], -part[0]))
    heights = [len(wrapped(name, SMALL, room)) * LINE + 4 for *_, name in ordered]
    for place, (at, height, name) in enumerate(ordered):
        lines = wrapped(name, SMALL, room)
        latest = foot - sum(heights[place:])
        y = max(y, min(height - LINE / 2, latest))
        shapes += [Line(at, height, left - 5, y + 8, ACCENT, 1), Circle(at, height, 2.5, ACCENT)]
        shapes += [words(left, y + 12 + k * LINE, line, SMALL, width=room) for k, line in enumerate(lines)]
        y += heights[place]
    return shapes


def winner(sheet: Scoresheet) -> int:
    """The seat that has won, the first of several."""
    return sheet.ranks.index(1)


def result(sheet: Scoresheet, seat: int) -> str:
    """The points of a seat by category, and their sum."""
    parts = [f"{name} {values[seat]}" for name, values in sheet.rows if values[seat]]
    return say("{parts}: together {total}.", parts=" + ".join(parts), total=sheet.totals[seat])
