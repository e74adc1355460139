"""Points by category as stacked bars. Categories are told apart by letter and pattern, so it reads in grey."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.lib.colors import HexColor

from tournaments.papers.reports import base
from tournaments.papers.reports.base import INK, Paper

# Dark and pale by turns, so that neighbours differ in grey; the pale ones carry lines of their own.
FILLS = ("#8f3f2c", "#f0dcae", "#2f6d8c", "#e9efe0", "#4a3a2c", "#cfe2ea", "#7f6a1f", "#f3d9d0")
LINES = ("", "rising", "", "level", "", "upright", "", "falling")
EDGE = "#fffdf8"
PITCH = 3.2
LETTER = 6.2
ROW = 17.0
BAR = 12.0


def letter(category: int) -> str:
    return chr(ord("a") + category % 26)


def swatch(paper: Paper, x: float, y: float, category: int, side: float = 9.0) -> None:
    """The key of a category: its pattern with its letter, the lower left corner at (x, y)."""
    _segment(paper, x, y, side, side, category)


def stacked(
    paper: Paper, x: float, y: float, width: float, rows: Sequence[Sequence[int]], totals: Sequence[int]
) -> float:
    """A bar for each seat under its number, `rows` from left to right; returns the `y` below the last.

    What counts below nothing takes no room in a bar; the total behind it is right all the same.
    """
    lengths = [sum(max(row[seat], 0) for row in rows) for seat in range(len(totals))]
    unit = (width - 52) / max(*lengths, 1)
    for seat, total in enumerate(totals):
        paper.badge(x + 6, y + BAR / 2, seat + 1)
        left = x + 19
        for category, row in enumerate(rows):
            long = max(row[seat], 0) * unit
            if long:
                _segment(paper, left, y, long, BAR, category)
            left += long
        paper.text(left + 5, y + 3, str(total), bold=True)
        y -= ROW
    return y


def _segment(paper: Paper, x: float, y: float, width: float, height: float, category: int) -> None:
    place = category % len(FILLS)
    canvas = paper.canvas
    canvas.saveState()
    canvas.setFillColor(HexColor(FILLS[place]))
    canvas.setStrokeColor(HexColor("#b7a78c" if LINES[place] else EDGE))
    canvas.setLineWidth(0.4)
    path = canvas.beginPath()
    path.rect(x, y, width, height)
    canvas.clipPath(path, stroke=0, fill=0)
    canvas.rect(x, y, width, height, stroke=0, fill=1)
    _hatch(paper, x, y, width, height, LINES[place])
    canvas.restoreState()
    canvas.setStrokeColor(HexColor(EDGE))
    canvas.setLineWidth(0.6)
    canvas.rect(x, y, width, height, stroke=1, fill=0)
    if width >= LETTER + 1:
        ink = INK if LINES[place] else base.WHITE
        middle = y + height / 2 - LETTER * 0.36
        paper.text(x + width / 2, middle, letter(category), LETTER, bold=True, fill=ink, anchor="middle")


def _hatch(paper: Paper, x: float, y: float, width: float, height: float, way: str) -> None:
    """Thin lines over what is clipped now."""
    if not way:
        return
    lines = []
    match way:
        case "level":
            lines = [(x, y + at, x + width, y + at) for at in _steps(height)]
        case "upright":
            lines = [(x + at, y, x + at, y + height) for at in _steps(width)]
        case "rising":
            lines = [(x + at - height, y, x + at, y + height) for at in _steps(width + height)]
        case "falling":
            lines = [(x + at - height, y + height, x + at, y) for at in _steps(width + height)]
    paper.canvas.lines(lines)


def _steps(length: float) -> list[float]:
    return [PITCH * step for step in range(1, int(length / PITCH) + 1)]
