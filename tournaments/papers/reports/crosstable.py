"""Players against something: a grid where its columns can be read, else each player's row as a list. Cut for pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.papers.reports.base import BRICK, INNER, MARGIN, MUTED, RULE, SMALL, TINT, WHITE, Paper

NUMBER, NAME = 24.0, 132.0
WIDEST, NARROWEST, TALL = 34.0, 15.0, 15.0  # of the columns, of a row
ENTRY, LINE = 39.5, 10.5  # of a list: the room of an entry, a line of entries
DIAGONAL = "#e4d8c2"


@dataclass(frozen=True, slots=True)
class Grid:
    """The content of the grid.

    numbers, names  one per row
    heads           one per column
    cells           rows of words, "" for none
    diagonal        the rows are the columns too: nobody meets oneself
    best            the words of a cell that is set off
    first           the number of its first row in the whole
    """

    numbers: Sequence[str]
    names: Sequence[str]
    heads: Sequence[str]
    cells: Sequence[Sequence[str]]
    diagonal: bool = False
    best: str = ""
    first: int = 0


def is_list(grid: Grid) -> bool:
    """Whether the columns would be too narrow to read."""
    return (INNER - NUMBER - NAME) / max(len(grid.heads), 1) < NARROWEST


def height(grid: Grid) -> float:
    """From the baseline of its heads to that of what may follow."""
    if is_list(grid):
        return sum(_tall(_entries(grid, row)) for row in range(len(grid.names))) + 3
    return TALL * (len(grid.names) + 1) + 3


def cut(grid: Grid, room: float) -> list[Grid]:
    """The same in parts that are at most `room` high, each with as many rows as fit."""
    parts: list[list[int]] = [[]]
    used = start = 0.0 if is_list(grid) else TALL
    for row in range(len(grid.names)):
        tall = _tall(_entries(grid, row)) if is_list(grid) else TALL
        if used + tall + 3 > room and parts[-1]:
            parts.append([])
            used = start
        parts[-1].append(row)
        used += tall
    return [_rows_of(grid, part) for part in parts]


def _rows_of(grid: Grid, rows: Sequence[int]) -> Grid:
    numbers, names = [grid.numbers[row] for row in rows], [grid.names[row] for row in rows]
    return replace(
        grid, numbers=numbers, names=names, cells=[grid.cells[row] for row in rows], first=min(rows, default=0)
    )


def draw(paper: Paper, y: float, grid: Grid) -> float:
    """Draw it with the baseline of its heads at `y`; returns the baseline of what may follow."""
    return _list(paper, y, grid) if is_list(grid) else _grid(paper, y, grid)


# --- a list -------------------------------------------------------------------------------------------


def _entries(grid: Grid, row: int) -> list[tuple[str, str]]:
    """The entries of a row, each with the head of its column."""
    return [(head, words) for head, words in zip(grid.heads, grid.cells[row], strict=True) if words]


def _tall(entries: Sequence[object]) -> float:
    return TALL + LINE * (max(-(-len(entries) // _per_line()), 1) - 1)


def _per_line() -> int:
    return int((INNER - NUMBER - NAME) / ENTRY)


def _list(paper: Paper, y: float, grid: Grid) -> float:
    """A row of entries for each player, on as many lines as they need."""
    y += TALL - 3
    for row, name in enumerate(grid.names):
        entries = _entries(grid, row)
        y -= TALL
        if row % 2 == 0:
            paper.box(MARGIN - 4, y - _tall(entries) + TALL - 4.6, INNER + 8, _tall(entries), TINT)
        _player(paper, y, grid.numbers[row], name)
        for place, (head, words) in enumerate(entries):
            line, column = divmod(place, _per_line())
            x, foot = MARGIN + NUMBER + NAME + column * ENTRY, y - line * LINE
            paper.text(x + 14, foot, head, SMALL - 1, fill=MUTED, anchor="end", width=14)
            paper.text(x + 17, foot, words, SMALL, bold=words == grid.best, width=ENTRY - 19)
        y -= _tall(entries) - TALL
    return y - TALL - 3


def _player(paper: Paper, y: float, number: str, name: str) -> None:
    paper.text(MARGIN + NUMBER - 8, y, number, SMALL + 0.5, anchor="end", fill=MUTED)
    paper.text(MARGIN + NUMBER, y, name, SMALL + 0.5, bold=True, width=NAME - 8)


# --- a grid -------------------------------------------------------------------------------------------


def _grid(paper: Paper, y: float, grid: Grid) -> float:
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
        _player(paper, y, grid.numbers[row], name)
        for column, words in enumerate(grid.cells[row]):
            _cell(paper, left + column * across, y, across, size, grid, row, column, words)
    paper.rule(MARGIN, y - 4.6, NUMBER + NAME + across * len(grid.heads), colour=RULE)
    return y - TALL - 3


def _cell(
    paper: Paper, x: float, y: float, across: float, size: float, grid: Grid, row: int, column: int, words: str
) -> None:
    if grid.diagonal and grid.first + row == column:
        paper.box(x, y - 4.6, across, TALL, DIAGONAL)
    elif words and words == grid.best:
        paper.box(x + (across - 12) / 2, y - 3.6, 12, 12, BRICK)
        paper.text(x + across / 2, y, words, size, bold=True, fill=WHITE, anchor="middle", width=across - 2)
    elif words:
        paper.text(x + across / 2, y, words, size, anchor="middle", width=across - 1.5)
