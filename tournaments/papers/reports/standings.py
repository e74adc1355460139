"""The standings of a league on A4 pages: places, points, tie-breaks and why each place is what it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from tournaments.language.speech import say
from tournaments.papers.reports import base
from tournaments.papers.reports.base import BODY, INNER, MARGIN, MUTED, SMALL, TINT, Column, Paper

ROW = 17.0
REASON = 10.5  # a line of explanation under a row
MEDALS = 3  # places on a tinted row
OVERLEAF = 6  # rows that keep the rules company where those need a page of their own


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One player. `values` are the tie-breaks as they are to be read, `reason` why they are ahead of the next."""

    place: int
    name: str
    points: str
    games: int
    values: tuple[str, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class StandingsPaper:
    """Everything that is in printed standings.

    state      "final" or "after 4 of 7 tables", as it is to be read
    tie_breaks headings of the rows' values, in the order in which they decide
    rules      sentences on how points are given and ties are broken
    """

    league: str
    game: str
    date: str
    state: str
    tie_breaks: tuple[str, ...]
    rows: tuple[StandingsRow, ...]
    rules: tuple[str, ...] = ()


def standings(data: StandingsPaper) -> bytes:
    """The PDF; the same data gives the same bytes."""
    title = say("{league}: standings", league=data.league)
    paper = Paper(title, subject=say("{game}: standings, {state}", game=data.game, state=data.state))
    return paper.bind(pages(paper, data))


def pages(paper: Paper, data: StandingsPaper) -> list[Callable[[], None]]:
    """The drawers of the pages, to be bound alone or into a book."""
    divided = _pages(data)
    return [partial(_page, paper, data, rows, last=rows is divided[-1]) for rows in divided]


def _page(paper: Paper, data: StandingsPaper, rows: Sequence[StandingsRow], *, last: bool) -> None:
    top = base.head(paper, data.league, say("Standings"), f"{data.game} · {data.state}", data.date)
    y = _rows(paper, data, rows, top - 12)
    if last:
        _rules(paper, data, y - 14)


def _pages(data: StandingsPaper) -> list[list[StandingsRow]]:
    """The rows page by page; the last page keeps room for the rules."""
    room = base.TOP - 66 - base.FOOT - 30
    last = room - _rules_height(data)
    pages: list[list[StandingsRow]] = [[]]
    used = 0.0
    for row in data.rows:
        if used + _height(row) > room:
            pages.append([])
            used = 0.0
        pages[-1].append(row)
        used += _height(row)
    return pages if used <= last else [*pages[:-1], *_shared(pages[-1])]


def _shared(rows: list[StandingsRow]) -> list[list[StandingsRow]]:
    """The last rows go overleaf with the rules, which would be lonely there."""
    stay = max(len(rows) - OVERLEAF, 0)
    return [rows[:stay], rows[stay:]] if stay else [rows, []]


def _height(row: StandingsRow) -> float:
    return ROW + (REASON if row.reason else 0)


def _columns(data: StandingsPaper) -> list[Column]:
    numbers = [Column(say("points"), 52, numeric=True, bold=True), Column(say("games"), 44, numeric=True)]
    share = min(56.0, 210.0 / max(len(data.tie_breaks), 1))
    numbers += [Column(name, share, numeric=True) for name in data.tie_breaks]
    name = INNER - 30 - sum(column.width for column in numbers)
    return [Column("", 30), Column(say("player"), name, bold=True), *numbers]


def _rows(paper: Paper, data: StandingsPaper, rows: Sequence[StandingsRow], y: float) -> float:
    columns = _columns(data)
    if not rows:
        return y
    base.table_head(paper, MARGIN, y, columns)
    y -= ROW + 1
    for row in rows:
        if row.place <= MEDALS:
            paper.box(MARGIN - 6, y - _height(row) + ROW - 5, INNER + 12, _height(row) - 1, TINT)
        base.table_row(paper, MARGIN, y, columns, [f"{row.place}.", row.name, row.points, str(row.games), *row.values])
        if row.reason:
            paper.text(MARGIN + 30, y - REASON, row.reason, SMALL, fill=MUTED, width=INNER - 30)
        y -= _height(row)
    return y


def _rules(paper: Paper, data: StandingsPaper, y: float) -> None:
    if not data.rules:
        return
    y = paper.heading(MARGIN, y, say("How places are decided"), INNER)
    for rule in data.rules:
        y = paper.paragraph(MARGIN, y, rule, INNER, BODY) - 3


def _rules_height(data: StandingsPaper) -> float:
    lines = sum(len(base.wrapped(rule, BODY, INNER)) for rule in data.rules)
    return 40 + lines * BODY * base.LEADING + 3 * len(data.rules) if data.rules else 0.0
