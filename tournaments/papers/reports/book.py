"""The book of a league: standings, who finished ahead of whom, how fair the schedule was, the seats, every final.

Plain values in, PDF out; nothing is looked up here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from engine.language.languages import to_say
from tournaments.language.speech import say
from tournaments.papers.reports import base, crosstable, scoresheet, standings
from tournaments.papers.reports.base import BODY, INNER, MARGIN, MUTED, SMALL, TINT, WATER, Column, Paper
from tournaments.papers.reports.scoresheet import ScoresheetPaper
from tournaments.papers.reports.standings import StandingsPaper

ROW = 17.0
TIMES = {0: to_say("never"), 1: to_say("once"), 2: to_say("twice")}
BLOCK, TITLED = 26.0, 18.0  # between two blocks, of a heading
CROSS_ROOM = base.TOP - 54 - base.FOOT - TITLED - 3.5  # for a grid between its heading and the foot of the page
# What the cells say: of a grid, of a list.
AHEAD = (
    to_say("how often the player of the row was ahead, and how often behind"),
    to_say("the place of an opponent, then how often ahead and how often behind"),
)
PLACES = (to_say("by number of the table"), to_say("the number of a table, then the place there"))
BAR = 100.0  # the longest bar


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the schedule: what is counted, the fewest and the most that anybody has of it, why it matters."""

    what: str
    fewest: int
    most: int
    why: str


@dataclass(frozen=True, slots=True)
class SeatRow:
    """The results of one seat in all finished games; means as they are to be read, `share` of all league points."""

    games: int
    wins: int
    place: str
    score: str
    points: str
    share: float


@dataclass(frozen=True, slots=True)
class BookPaper:
    """Everything that is in a league book.

    ahead     for each player of the standings, in their order, against each other: "2–1", "" if never met
    places    for each of them at each table of `tables`: the place there, "" who did not play
    sentence  how fair the schedule is, for people; `fairness` the figures
    meetings  (times, pairs of players that met so often)
    seats     from the first seat on
    finals    of every finished table
    """

    standings: StandingsPaper
    ahead: tuple[tuple[str, ...], ...]
    tables: tuple[int, ...]
    places: tuple[tuple[str, ...], ...]
    sentence: str
    fairness: tuple[Figure, ...]
    meetings: tuple[tuple[int, int], ...]
    seats: tuple[SeatRow, ...]
    finals: tuple[ScoresheetPaper, ...]


def book(data: BookPaper, step: Callable[[], None] = lambda: None) -> bytes:
    """The PDF; the same data gives the same bytes. `step` is called after each page."""
    league = data.standings
    title = say("{league}: league book", league=league.league)
    paper = Paper(title, subject=f"{league.game}: {league.state}")
    first, *more = standings.pages(paper, league)
    pages: list[Callable[[], None]] = [
        partial(_outlined, paper, say("Standings"), first),
        *more,
        *_cross_pages(paper, data),
        partial(_outlined, paper, say("Fairness and seats"), partial(_fairness, paper, data)),
        *(
            partial(_outlined, paper, scoresheet.table_name(final), partial(scoresheet.page, paper, final))
            for final in data.finals
        ),
    ]
    return paper.bind(pages, step)


def _outlined(paper: Paper, words: str, draw: Callable[[], None]) -> None:
    paper.outline(words)
    draw()


def _head(paper: Paper, data: BookPaper, title: str) -> float:
    league = data.standings
    return base.head(paper, league.league, title, f"{league.game} · {league.state}", league.date)


def _cross_pages(paper: Paper, data: BookPaper) -> list[Callable[[], None]]:
    """The pages on who finished ahead of whom, and on places: one page where both fit, else as many as they need."""
    rows = data.standings.rows
    numbers, names = [f"{row.place}." for row in rows], [row.name for row in rows]
    heads = [str(number) for number in data.tables]
    tables = (
        (say("Who finished ahead of whom"), AHEAD, crosstable.Grid(numbers, names, numbers, data.ahead, diagonal=True)),
        (say("Places at each table"), PLACES, crosstable.Grid(numbers, names, heads, data.places, best="1")),
    )
    pages: list[list[Callable[[float], float]]] = []
    room = 0.0
    for title, note, grid in tables:
        for part in crosstable.cut(grid, CROSS_ROOM):
            taken = crosstable.height(part) + BLOCK + TITLED
            if taken > room:
                pages.append([])
                room = CROSS_ROOM + BLOCK + TITLED
            pages[-1].append(partial(_cross, paper, title, say(note[crosstable.is_list(grid)]), part))
            room -= taken
    draw = [partial(_blocks, paper, data, blocks) for blocks in pages]
    return [partial(_outlined, paper, say("Cross table"), draw[0]), *draw[1:]]


def _blocks(paper: Paper, data: BookPaper, blocks: Sequence[Callable[[float], float]]) -> None:
    y = _head(paper, data, say("Cross table"))
    for block in blocks:
        y = block(y) - BLOCK


def _cross(paper: Paper, title: str, note: str, grid: crosstable.Grid, y: float) -> float:
    paper.text(base.PAGE_RIGHT, y, note, SMALL - 0.5, fill=MUTED, anchor="end", width=INNER - 190)
    return crosstable.draw(paper, paper.heading(MARGIN, y, title, INNER), grid)


def _fairness(paper: Paper, data: BookPaper) -> None:
    y = _head(paper, data, say("Fairness"))
    y = paper.heading(MARGIN, y, say("How fair the schedule is"), INNER)
    y = paper.paragraph(MARGIN, y - 2, data.sentence, INNER, BODY + 2.5) - 8
    columns = [
        Column(say("what is counted"), 190, bold=True),
        Column(say("fewest"), 46, numeric=True),
        Column(say("most"), 46, numeric=True),
    ]
    columns += [Column("", 16), Column(say("what it tells"), INNER - 298)]
    base.table_head(paper, MARGIN, y, columns)
    for place, figure in enumerate(data.fairness):
        y -= ROW + 1
        _stripe(paper, y, place)
        base.table_row(paper, MARGIN, y, columns, [figure.what, str(figure.fewest), str(figure.most), "", figure.why])
    _seats(paper, data, _meetings(paper, data, y - BLOCK - 6) - BLOCK)


def _meetings(paper: Paper, data: BookPaper, y: float) -> float:
    """Draw how many pairs of players met how often."""
    y = paper.heading(MARGIN, y, say("How often two players met"), INNER)
    most = max((pairs for _, pairs in data.meetings), default=1)
    for times, pairs in data.meetings:
        often = say(TIMES[times]) if times in TIMES else say("{number} times", number=times)
        paper.text(MARGIN, y, often, bold=True, width=90)
        paper.box(MARGIN + 96, y - 2, BAR * 2.5 * pairs / most, 9, WATER)
        paper.text(MARGIN + 102 + BAR * 2.5 * pairs / most, y, say("{pairs:pair|pairs}", pairs=pairs))
        y -= ROW
    return y


def _seats(paper: Paper, data: BookPaper, y: float) -> None:
    """Draw what each seat brought; bars of the league points, so that an advantage would be seen."""
    y = paper.heading(MARGIN, y, say("What each seat brought"), INNER)
    if not any(row.games for row in data.seats):
        paper.text(MARGIN, y, say("No game has finished yet."), fill=MUTED)
        return
    most = max(row.share for row in data.seats) or 1.0
    numbers = (say("games"), say("wins"), say("place"), say("score"), say("league points"))
    columns = [Column(say("seat"), 64, bold=True), *(Column(name, 66, numeric=True) for name in numbers)]
    base.table_head(paper, MARGIN, y, columns)
    for number, row in enumerate(data.seats, 1):
        y -= ROW + 1
        _stripe(paper, y, number)
        paper.badge(MARGIN + 6, y + 3.2, number)
        cells = [str(row.games), str(row.wins), row.place, row.score, row.points]
        base.table_row(paper, MARGIN, y, columns, ["", *cells])
        paper.box(MARGIN + 404, y - 2, BAR * row.share / most, 9, WATER)
    words = say(
        "Place, score and league points are means over the finished games. Few games tell little: chance moves them."
    )
    paper.paragraph(MARGIN, y - ROW - 2, words, INNER, fill=MUTED)


def _stripe(paper: Paper, y: float, place: int) -> None:
    if place % 2 == 0:
        paper.box(MARGIN - 6, y - 5, INNER + 12, ROW + 1, TINT)
