"""The standings of a league on A4 pages: places, points, tie-breaks and why each place is what it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.reports import base
from tournaments.reports.base import BODY, INNER, MARGIN, MUTED, PAGE_RIGHT, SMALL, TINT, TITLE, Column, Paper

ROW = 17.0
REASON = 10.5  # a line of explanation under a row
MEDALS = 3  # places on a tinted row


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One player. `values` are the tie-breaks as they are to be read, `reason` why nobody stands between."""

    place: int
    name: str
    points: str
    games: int
    values: tuple[str, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class StandingsPaper:
    """All that stands in printed standings.

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
    language: str = "en"


def standings(data: StandingsPaper) -> bytes:
    """The PDF; the same data gives the same bytes."""
    title = f"{data.league}: standings"
    paper = Paper(title, subject=f"{data.game}: standings, {data.state}", language=data.language)
    pages = _pages(data)
    for number, rows in enumerate(pages, 1):
        if number > 1:
            paper.next_page()
        y = _rows(paper, data, rows, _title(paper, data))
        if number == len(pages):
            _rules(paper, data, y - 14)
        paper.foot(title, number, len(pages))
    return paper.finish()


def _title(paper: Paper, data: StandingsPaper) -> float:
    paper.box(0, base.PAGE_HEIGHT - 8, base.PAGE_WIDTH, 8, base.BRICK)
    y = base.TOP - 8
    paper.text(MARGIN, y, data.league, TITLE, bold=True, width=INNER - 120)
    paper.text(PAGE_RIGHT, y, "Standings", 13, bold=True, anchor="end", width=110)
    paper.text(MARGIN, y - 16, f"{data.game} · {data.state}", BODY, fill=MUTED, width=INNER - 180)
    paper.text(PAGE_RIGHT, y - 16, data.date, BODY, fill=MUTED, anchor="end", width=170)
    return y - 50


def _pages(data: StandingsPaper) -> list[list[StandingsRow]]:
    """The rows page by page; the last page keeps room for the rules."""
    room = base.TOP - 58 - base.FOOT - 30
    last = room - _rules_height(data)
    pages: list[list[StandingsRow]] = [[]]
    used = 0.0
    for row in data.rows:
        if used + _height(row) > room:
            pages.append([])
            used = 0.0
        pages[-1].append(row)
        used += _height(row)
    return pages if used <= last else [*pages, []]


def _height(row: StandingsRow) -> float:
    return ROW + (REASON if row.reason else 0)


def _columns(data: StandingsPaper) -> list[Column]:
    numbers = [Column("points", 52, numeric=True, bold=True), Column("games", 44, numeric=True)]
    share = min(56.0, 210.0 / max(len(data.tie_breaks), 1))
    numbers += [Column(name, share, numeric=True) for name in data.tie_breaks]
    name = INNER - 30 - sum(column.width for column in numbers)
    return [Column("", 30), Column("player", name, bold=True), *numbers]


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
    y = paper.heading(MARGIN, y, "How places are decided", INNER)
    for rule in data.rules:
        y = paper.paragraph(MARGIN, y, rule, INNER, BODY) - 3


def _rules_height(data: StandingsPaper) -> float:
    lines = sum(len(base.wrapped(rule, BODY, INNER)) for rule in data.rules)
    return 40 + lines * BODY * base.LEADING + 3 * len(data.rules) if data.rules else 0.0
