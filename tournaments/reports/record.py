"""The record of a game: its scoresheet, then every round on a page of its own, with the log inside the file.

Plain values in, PDF out; nothing is looked up here. Of a running game it holds what its reader may know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from engine.scene import Scene
from tournaments.reports import base, scoresheet
from tournaments.reports.attached import attach
from tournaments.reports.base import INNER, MARGIN, MUTED, PAGE_RIGHT, RULE, Paper
from tournaments.reports.scoresheet import ScoresheetPaper

SIZES = (9.4, 8.9, 8.4, 8.0, 7.6, 7.2, 6.8)  # of the sentences: the largest with which a round fits on its page
STEP, GAP = 1.36, 0.32  # of the size: from one line to the next, and more between two sentences
INDENT = 9.0
GUTTER = 20.0
PICTURE = 226.0
COLUMN = INNER - GUTTER - PICTURE
SCORES = 15.0  # a line of the table below the picture
ABOUT = "The whole game for verify.py and for playing it again."


@dataclass(frozen=True, slots=True)
class RoundPage:
    """One round.

    told    sentences, in the order of events
    scene   the position after it
    totals  points after it, as if the game had ended; `before` those of the round before
    """

    number: int
    told: tuple[str, ...]
    scene: Scene
    totals: tuple[int, ...]
    before: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RecordPaper:
    """All that stands in a record: the scoresheet first, and the game as a file inside (its name and bytes)."""

    sheet: ScoresheetPaper
    rounds: tuple[RoundPage, ...]
    file: tuple[str, bytes]


def record(data: RecordPaper, step: Callable[[], None] = lambda: None) -> bytes:
    """The PDF; the same data gives the same bytes. `step` is called after each page."""
    sheet = data.sheet
    title = f"{sheet.league}, table {sheet.table}: game record"
    paper = Paper(title, subject=f"{sheet.game}: {', '.join(sheet.names)}", language=sheet.language)
    attach(paper.canvas, *data.file, ABOUT)
    pages = [partial(_first, paper, sheet)]
    for shown in data.rounds:
        pages += _pages(paper, sheet, shown)
    return paper.bind(pages, step)


def _first(paper: Paper, sheet: ScoresheetPaper) -> None:
    paper.outline("Result" if sheet.secret else "Scores so far")
    scoresheet.page(paper, sheet)


def _pages(paper: Paper, sheet: ScoresheetPaper, shown: RoundPage) -> list[partial[None]]:
    """A round's page; more only where its story does not fit beside the picture."""
    room = base.TOP - 72 - base.FOOT - 8
    size = next((size for size in SIZES if _height(shown.told, size) <= room), SIZES[-1])
    blocks: list[list[_Line]] = [[]]
    used = 0.0
    for line in _set(shown.told, size):
        if used + line.height > room:
            blocks.append([])
            used = 0.0
        blocks[-1].append(line)
        used += line.height
    return [partial(_page, paper, sheet, shown, block, first=block is blocks[0]) for block in blocks]


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the story: `begins` a sentence or goes on with one."""

    words: str
    size: float
    begins: bool

    @property
    def height(self) -> float:
        return self.size * (STEP + (GAP if self.begins else 0))


def _set(told: Sequence[str], size: float) -> list[_Line]:
    return [
        _Line(words, size, begins=number == 0)
        for sentence in told
        for number, words in enumerate(base.wrapped(sentence, size, COLUMN - INDENT))
    ]


def _height(told: Sequence[str], size: float) -> float:
    return sum(line.height for line in _set(told, size))


def _page(paper: Paper, sheet: ScoresheetPaper, shown: RoundPage, lines: Sequence[_Line], *, first: bool) -> None:
    title = f"Round {shown.number}"
    if first:
        paper.outline(title)
    below = f"{sheet.game} · game record · table {sheet.table}"
    top = base.head(paper, sheet.league, title, below, "" if first else "continued")
    y = paper.heading(MARGIN, top, "What happened", COLUMN)
    for line in lines:
        if line.begins:
            y -= line.size * GAP
            paper.box(MARGIN, y + 1.9, 3.2, 3.2, base.GOLD)
        paper.text(MARGIN + INDENT, y, line.words, line.size, width=COLUMN - INDENT)
        y -= line.size * STEP
    if first:
        _beside(paper, sheet, shown, top)


def _beside(paper: Paper, sheet: ScoresheetPaper, shown: RoundPage, top: float) -> None:
    """The position after the round, and the points below it."""
    x, seats = PAGE_RIGHT - PICTURE, len(sheet.names)
    floor = base.FOOT + 30 + seats * SCORES + 22
    foot = scoresheet.picture(paper, shown.scene, x, top, PICTURE, floor, "Position after it")
    y = paper.heading(x, foot - 22, "Points after it", PICTURE) + 1
    for seat in sorted(range(seats), key=lambda seat: (-shown.totals[seat], seat)):
        paper.badge(x + 6, y + 3.2, seat + 1)
        paper.text(x + 18, y, sheet.names[seat], width=PICTURE - 92)
        gained = shown.totals[seat] - shown.before[seat]
        paper.text(x + PICTURE - 34, y, f"{gained:+d}", fill=MUTED, anchor="end")
        paper.text(x + PICTURE, y, str(shown.totals[seat]), bold=True, anchor="end")
        paper.rule(x, y - 4.2, PICTURE, colour=RULE, thickness=0.4)
        y -= SCORES
