"""The final scoresheet of a table on one A4 page. Plain values in, PDF out; nothing is looked up here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game import Scoresheet
from engine.language.languages import to_say
from engine.pictures import folding
from engine.pictures.scene import Scene
from tournaments.language.speech import say
from tournaments.papers.reports import bars, base, qr, typefaces
from tournaments.papers.reports.base import INNER, MARGIN, MUTED, PAGE_RIGHT, SMALL, TINT, Column, Paper
from tournaments.papers.reports.chart import score_chart
from tournaments.papers.reports.scene import place

GUTTER = 20.0
NARROW, WIDE = 242.0, 264.0  # the picture's column
ROW = 14.6
BLOCK = 27.0  # from the last line of a block to the next heading
NAME, NAME_LINES = 9.0, 3
PROOF = 99.0  # height of the block on how to verify whose text has three lines
PROOF_LINE = 11.4
LOWEST_CHART = 36.0  # below this nobody can read it: it is left out
QR = 92.0
KEY = 14.0  # room for the key of a category
PLACES = (to_say("1st"), to_say("2nd"), to_say("3rd"), to_say("4th"), to_say("5th"), to_say("6th"))


@dataclass(frozen=True, slots=True)
class ScoresheetPaper:
    """Everything that is on a scoresheet.

    names, league_points, words  one per seat; points as they are to be read ("5", "2½"), "" where none count
    date                         when the game ended, as it is to be read
    sheet                        result by category, with the totals after each round
    scene                        the final position as the public sees it
    commitment, secret, head     hexadecimal: published before, revealed now ("" while the game runs), newest hash
    proof                        sentences on what the record proves and how
    public                       the public value in the chance, "" for none
    address                      of the page with the game's record, for the QR code; "" for none
    counts                       how the game counts in the league where that is not as it ended, a sentence
    """

    league: str
    table: int
    game: str
    date: str
    names: tuple[str, ...]
    sheet: Scoresheet
    scene: Scene
    league_points: tuple[str, ...]
    commitment: str
    secret: str
    words: tuple[str, ...]
    head: str
    rounds: int
    proof: str = ""
    public: str = ""
    address: str = ""
    counts: str = ""


def scoresheet(data: ScoresheetPaper) -> bytes:
    """The PDF, one page; the same data gives the same bytes."""
    paper = Paper(title(data), subject=f"{data.game}: {', '.join(data.names)}")
    return paper.bind([lambda: page(paper, data)])


def title(data: ScoresheetPaper) -> str:
    if data.secret:
        return say("{league}, table {table}: final scoresheet", league=data.league, table=data.table)
    return say("{league}, table {table}: scores so far", league=data.league, table=data.table)


def table_name(data: ScoresheetPaper) -> str:
    """The name of the scoresheet's table."""
    return say("Table {number}", number=data.table)


def page(paper: Paper, data: ScoresheetPaper) -> None:
    """The whole sheet on one page."""
    top = head(paper, data, say("final scoresheet") if data.secret else say("scores so far"))
    floor = base.FOOT + proof_height(data) + 16
    right = _picture_width(data.scene, top - 12 - floor)
    left = INNER - GUTTER - right
    position = say("Final position") if data.secret else say("Position")
    picture(paper, data.scene, PAGE_RIGHT - right, top, right, floor, position)
    y = _result(paper, data, top, left)
    y = _categories(paper, data, y - BLOCK, left)
    _chart(paper, data, y - BLOCK, left, floor)
    _proof(paper, data)


def head(paper: Paper, data: ScoresheetPaper, what: str) -> float:
    """The head of a page about a table; returns the baseline of the first headings."""
    rounds = say("{rounds:round|rounds}", rounds=data.rounds)
    return base.head(paper, data.league, table_name(data), f"{data.game} · {what} · {rounds}", data.date)


def _result(paper: Paper, data: ScoresheetPaper, y: float, width: float) -> float:
    """The seats by rank, and in words what decided between equal totals; returns the last baseline."""
    y = paper.heading(MARGIN, y, say("Result"), width)
    counts = any(data.league_points)
    numbers = [Column(say("points"), 34, numeric=True, bold=True)]
    numbers += [Column(say("league"), 36, numeric=True)] if counts else []
    room = width - 46 - sum(column.width for column in numbers)
    columns = [Column("", 28), Column("", 18), Column("", room, bold=True), *numbers]
    base.table_head(paper, MARGIN, y + 1, columns)
    y -= ROW
    for seat in sorted(range(len(data.names)), key=lambda seat: (data.sheet.ranks[seat], seat)):
        size, (first, *more) = _name_lines(data.names[seat], room - 6)
        cells = [_place(data.sheet.ranks[seat]), "", first, str(data.sheet.totals[seat])]
        base.table_row(paper, MARGIN, y, columns, cells + ([data.league_points[seat]] if counts else []))
        paper.badge(MARGIN + 34, y + 3.2, seat + 1)
        for line in more:
            y -= size * 1.2
            paper.text(MARGIN + 46, y, line, size, bold=True, width=room - 6)
        y -= ROW
    return (
        paper.paragraph(MARGIN, y - 1, _decision(data), width, SMALL + 0.5, fill=MUTED) + (SMALL + 0.5) * base.LEADING
    )


def _name_lines(name: str, room: float) -> tuple[float, list[str]]:
    """A name on one line if it fits there, at worst a little smaller, else on as few as it needs; and their size."""
    fitted, _ = typefaces.fit(name, NAME, room, bold=True)
    if fitted == name:
        return NAME, [name]
    settings = [(size, base.wrapped(name, size, room, bold=True)) for size in (NAME, NAME - 1)]
    size, lines = next((each for each in settings if len(each[1]) <= NAME_LINES), settings[-1])
    return size, [*lines[: NAME_LINES - 1], " ".join(lines[NAME_LINES - 1 :])] if len(lines) >= NAME_LINES else lines


def _place(rank: int) -> str:
    return say(PLACES[rank - 1]) if rank <= len(PLACES) else say("{rank}th", rank=rank)


def _decision(data: ScoresheetPaper) -> str:
    """Tell how ties were decided, or that there was none; how the game counts in the league if not so."""
    tied = len(set(data.sheet.totals)) < len(data.sheet.totals)
    otherwise = say("Who has equally many points shares the place.") if tied else say("All totals differ.")
    return f"{data.sheet.decided or otherwise} {data.counts}".strip()


def _categories(paper: Paper, data: ScoresheetPaper, y: float, width: float) -> float:
    """Category by category, a column per seat under its number and name; the same as bars."""
    y = paper.heading(MARGIN, y, say("Points by category"), width)
    seats = range(len(data.names))
    label = max(width - 48 * len(seats), 98)
    share = (width - label) / len(seats)
    for seat in seats:
        right = MARGIN + label + share * (seat + 1)
        paper.badge(right - 6, y + 2, seat + 1)
        paper.text(right, y - 11, data.names[seat], SMALL, fill=MUTED, anchor="end", width=share - 5)
    paper.rule(MARGIN, y - 16, width)
    y -= 16 + ROW * 0.8
    columns = [Column("", KEY), Column("", label - KEY), *(Column("", share, numeric=True) for _ in seats)]
    for category, (name, values) in enumerate(data.sheet.rows):
        bars.swatch(paper, MARGIN, y - 1.6, category)
        base.table_row(paper, MARGIN, y, columns, ["", _capital(name), *map(str, values)])
        y -= ROW
    paper.box(MARGIN - 3, y - 4.5, width + 6, ROW, TINT)
    columns = [Column("", label), *columns[2:]]
    base.table_row(paper, MARGIN, y, columns, [say("Total"), *map(str, data.sheet.totals)], bold=True)
    what, values = data.sheet.tie_break
    if what:
        y -= ROW
        base.table_row(paper, MARGIN, y, columns, [say("{what} (tie-break)", what=_capital(what)), *map(str, values)])
    base.table_row(paper, MARGIN, y - ROW, columns, [say("Rank"), *map(_place, data.sheet.ranks)])
    y -= 2 * ROW + 11
    return bars.stacked(paper, MARGIN, y, width, [values for _, values in data.sheet.rows], data.sheet.totals) + 7


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _chart(paper: Paper, data: ScoresheetPaper, y: float, width: float, floor: float) -> None:
    if not data.sheet.by_round:
        return
    if y - base.HEADING - floor < LOWEST_CHART:
        return
    y = paper.heading(MARGIN, y, say("Points by round"), width)
    height = min(y + 8 - floor, 185)
    paper.place(score_chart(data.sheet.by_round, width, height), MARGIN, y + 8 - height)


def _picture_width(scene: Scene, height: float) -> float:
    """The width that the height allows, within what the table beside it needs."""
    scene = folding.fitted(scene, WIDE, height)
    return min(max(scene.width * height / scene.height, NARROW), WIDE)


def picture(paper: Paper, scene: Scene, x: float, y: float, width: float, floor: float, words: str) -> float:
    """A position under its heading, at most `width` wide and not below `floor`; returns its lower edge."""
    y = paper.heading(x, y, words, width) + 8
    scene = folding.fitted(scene, width, y - floor)
    across = min(width, scene.width * (y - floor) / scene.height)
    tall = scene.height * across / scene.width
    place(paper.canvas, scene, x, y - tall, across)
    return y - tall


def _proof_room(data: ScoresheetPaper) -> float:
    return INNER - (QR + 10 if data.address else 0)


def proof_height(data: ScoresheetPaper) -> float:
    """The height of the block on verification at the foot of the page."""
    lines = len(base.wrapped(data.proof, SMALL, _proof_room(data)))
    return PROOF + max(0, lines - 3) * SMALL * base.LEADING + (PROOF_LINE if data.public else 0)


def _proof(paper: Paper, data: ScoresheetPaper) -> None:
    """Draw what anybody needs to check the chance and that the record is whole."""
    height, room = proof_height(data), _proof_room(data)
    y = base.FOOT + height - 8
    paper.box(MARGIN - 8, base.FOOT, INNER + 16, height + 6, TINT)
    if data.address:
        qr.place(paper.canvas, data.address, PAGE_RIGHT - QR + 2, base.FOOT + 8, QR)
    y = paper.heading(MARGIN, y, say("How to verify this game"), room)
    y = paper.paragraph(MARGIN, y + 3, data.proof, room, SMALL) - 3
    lines = (
        (say("Commitment"), data.commitment),
        (say("Secret"), data.secret or say("revealed when the game is over")),
        *([(say("Public value"), data.public)] if data.public else []),
        (say("Players' words"), ""),
        (say("Head of the log"), data.head),
    )
    for label, value in lines:
        paper.text(MARGIN, y, label, SMALL, bold=True, width=78)
        if not value:
            _words(paper, MARGIN + 82, y, data.words, room - 82)
        paper.text(MARGIN + 82, y, value, SMALL, width=room - 82)
        y -= PROOF_LINE


def _words(paper: Paper, x: float, y: float, words: Sequence[str], room: float) -> None:
    """Each word behind the number of its seat, in a place of its own: one written to the left turns alone."""
    pitch = room / len(words)
    for seat, word in enumerate(words, 1):
        paper.text(x, y, f"{seat}:", SMALL)
        paper.text(x + 10, y, word or "–", SMALL, width=pitch - 16)
        x += pitch
