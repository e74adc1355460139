"""A grid of players against something: small cells that always fit the width of the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.reports.base import BRICK, INNER, MARGIN, MUTED, RULE, SMALL, TINT, WHITE, Paper

NUMBER, NAME = 24.0, 132.0
WIDEST, TALL = 34.0, 15.0
DIAGONAL = "#e4d8c2"


@dataclass(frozen=True, slots=True)
class Grid:
    """What stands in the grid.

    numbers, names  one per row
    heads           one per column
    cells           rows of words, "" for none
    diagonal        the rows are the columns too: nobody meets oneself
    best            the words of a cell that is set off
    """

    numbers: Sequence[str]
    names: Sequence[str]
    heads: Sequence[str]
    cells: Sequence[Sequence[str]]
    diagonal: bool = False
    best: str = ""


def height(grid: Grid) -> float:
    """From the baseline of its heads to that of what may follow."""
    return TALL * (len(grid.names) + 1) + 3


def draw(paper: Paper, y: float, grid: Grid) -> float:
    """Draw it with the baseline of its heads at `y`; returns the baseline of what may follow."""
    across = min(WIDEST, (INNER - NUMBER - NAME) / max(len(grid.heads), 1))
    left = MARGIN + NUMBER + NAME
    size = min(SMALL, across * 0.42)
    for column, head in enumerate(grid.heads):
        paper.text(left + (column + 0.5) * across, y, head, size, fill=MUTED, anchor="middle", width=across - 2)
    paper.rule(MARGIN, y - 4, NUMBER + NAME + across * len(grid.heads))
    for row, name in enumerate(grid.names):
        y -= TALL
        if row % 2 == 0:
            paper.box(MARGIN - 4, y - 4.6, NUMBER + NAME + across * len(grid.heads) + 8, TALL, TINT)
        paper.text(MARGIN + NUMBER - 8, y, grid.numbers[row], SMALL + 0.5, anchor="end", fill=MUTED)
        paper.text(MARGIN + NUMBER, y, name, SMALL + 0.5, bold=True, width=NAME - 8)
        for column, words in enumerate(grid.cells[row]):
            _cell(paper, left + column * across, y, across, size, grid, row, column, words)
    paper.rule(MARGIN, y - 4.6, NUMBER + NAME + across * len(grid.heads), colour=RULE)
    return y - TALL - 3


def _cell(
    paper: Paper, x: float, y: float, across: float, size: float, grid: Grid, row: int, column: int, words: str
) -> None:
    if grid.diagonal and row == column:
        paper.box(x, y - 4.6, across, TALL, DIAGONAL)
    elif words and words == grid.best:
        paper.box(x + (across - 12) / 2, y - 3.6, 12, 12, BRICK)
        paper.text(x + across / 2, y, words, size, bold=True, fill=WHITE, anchor="middle", width=across - 2)
    elif words:
        paper.text(x + across / 2, y, words, size, anchor="middle", width=across - 1.5)
