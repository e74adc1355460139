"""The record of a game: its scoresheet, then every round with its position, with the log inside the file.

Plain values in, PDF out; nothing is looked up here. Of a running game it holds what its reader may know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from engine.language.languages import to_say
from engine.pictures import folding
from tournaments.language.speech import say
from tournaments.papers.reports import base, scoresheet, spread, story
from tournaments.papers.reports.attached import attach
from tournaments.papers.reports.base import INNER, MARGIN, MUTED, PAGE_RIGHT, RULE, Paper
from tournaments.papers.reports.scoresheet import ScoresheetPaper
from tournaments.papers.reports.spread import RoundPage

SIZES = (9.4, 8.9, 8.4, 8.0, 7.6, 7.2, 6.8)  # of the sentences: the largest with which a round fits on its page
GUTTER = 20.0
PICTURES = (300.0, 262.0, 226.0)  # widths: the largest beside which the story still fits in its largest words
SCORES = 15.0  # a line of the table below the picture
MANY = 16  # rounds: a longer game has two short ones on a page
Page = tuple[Callable[[], None], int]  # what draws it, how many rounds end on it
ABOUT = to_say("The whole game for verify.py and for playing it again.")


@dataclass(frozen=True, slots=True)
class RecordPaper:
    """Everything that is in a record: the scoresheet first, and the game as a file inside (its name and bytes)."""

    sheet: ScoresheetPaper
    rounds: tuple[RoundPage, ...]
    file: tuple[str, bytes]


def record(data: RecordPaper, step: Callable[[], None] = lambda: None) -> bytes:
    """The PDF; the same data gives the same bytes. `step` is called after each page."""
    sheet = data.sheet
    title = say("{league}, table {table}: game record", league=sheet.league, table=sheet.table)
    paper = Paper(title, subject=f"{sheet.game}: {', '.join(sheet.names)}")
    attach(paper.canvas, *data.file, say(ABOUT))
    pages: list[Page] = [(partial(_first, paper, sheet), 1), *_round_pages(paper, data)]
    ended = iter([rounds for _, rounds in pages])
    return paper.bind([draw for draw, _ in pages], lambda: _tell(step, next(ended)))


def _tell(step: Callable[[], None], times: int) -> None:
    for _ in range(times):
        step()


def _first(paper: Paper, sheet: ScoresheetPaper) -> None:
    paper.outline(say("Result") if sheet.secret else say("Scores so far"))
    scoresheet.page(paper, sheet)


def _round_pages(paper: Paper, data: RecordPaper) -> list[Page]:
    """The drawers of the pages, each with how many rounds end on it."""
    pages: list[Page] = []
    waiting = list(data.rounds)
    while waiting:
        pair = waiting[:2]
        fitted = spread.setting(pair) if len(data.rounds) > MANY and len(pair) == 2 else None
        if fitted is not None:
            pages.append((partial(_two, paper, data.sheet, pair, fitted), 2))
        else:
            pages += _pages(paper, data.sheet, pair[0])
        del waiting[: 1 if fitted is None else 2]
    return pages


def _pages(paper: Paper, sheet: ScoresheetPaper, shown: RoundPage) -> list[Page]:
    """A round's page; more only where its story does not fit beside the picture."""
    room = base.TOP - 72 - base.FOOT - 8
    across, lines = _setting(shown, room)
    blocks: list[list[story.Line]] = [[]]
    used = 0.0
    for line in lines:
        if used + line.height > room:
            blocks.append([])
            used = 0.0
        blocks[-1].append(line)
        used += line.height
    draws = [partial(_page, paper, sheet, shown, block, across, first=block is blocks[0]) for block in blocks]
    return [(draw, int(draw is draws[-1])) for draw in draws]


def _setting(shown: RoundPage, room: float) -> tuple[float, list[story.Line]]:
    """The width of the picture, and the lines beside it: the picture gives way first, then the words do."""
    tall = base.TOP - 44 - _scores_foot(shown)
    for across in PICTURES:
        lines = story.lines(shown.told, SIZES[0], _column(across))
        scene = folding.fitted(shown.scene, across, tall)
        if story.height(lines) <= room and scene.height * across / scene.width <= tall:
            return across, lines
    settings = (story.lines(shown.told, size, _column(PICTURES[-1])) for size in SIZES)
    fitting = (lines for lines in settings if story.height(lines) <= room)
    return PICTURES[-1], next(fitting, None) or story.lines(shown.told, SIZES[-1], _column(PICTURES[-1]))


def _column(picture: float) -> float:
    return INNER - GUTTER - picture


def _scores_foot(shown: RoundPage) -> float:
    """The lowest point that a picture may reach: the points are below it."""
    return base.FOOT + 30 + len(shown.totals) * SCORES + 22


def _two(paper: Paper, sheet: ScoresheetPaper, pair: Sequence[RoundPage], fitted: spread.Setting) -> None:
    _head(paper, sheet, say("Rounds {first} and {second}", first=pair[0].number, second=pair[1].number))
    spread.draw(paper, pair, fitted)


def _head(paper: Paper, sheet: ScoresheetPaper, title: str, note: str = "") -> float:
    what = say("{game} · game record · table {table}", game=sheet.game, table=sheet.table)
    return base.head(paper, sheet.league, title, what, note)


def _page(
    paper: Paper,
    sheet: ScoresheetPaper,
    shown: RoundPage,
    lines: Sequence[story.Line],
    across: float,
    *,
    first: bool,
) -> None:
    """Lines of the story; on the round's first page the position beside them, so wide."""
    title, column = spread.title(shown), _column(across)
    if first:
        paper.outline(title)
    top = _head(paper, sheet, title, "" if first else say("continued"))
    story.draw(paper, MARGIN, paper.heading(MARGIN, top, say("What happened"), column), lines, column)
    if first:
        _beside(paper, sheet, shown, top, across)


def _beside(paper: Paper, sheet: ScoresheetPaper, shown: RoundPage, top: float, across: float) -> None:
    """The position after the round, and the points below it."""
    x, seats = PAGE_RIGHT - across, len(sheet.names)
    foot = scoresheet.picture(paper, shown.scene, x, top, across, _scores_foot(shown), say("Position after it"))
    y = paper.heading(x, foot - 22, say("Points after it"), across) + 1
    for seat in sorted(range(seats), key=lambda seat: (-shown.totals[seat], seat)):
        paper.badge(x + 6, y + 3.2, seat + 1)
        paper.text(x + 18, y, sheet.names[seat], width=across - 92)
        gained = shown.totals[seat] - shown.before[seat]
        paper.text(x + across - 34, y, f"{gained:+d}", fill=MUTED, anchor="end")
        paper.text(x + across, y, str(shown.totals[seat]), bold=True, anchor="end")
        paper.rule(x, y - 4.2, across, colour=RULE, thickness=0.4)
        y -= SCORES
