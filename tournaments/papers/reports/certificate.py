"""Certificates for the first of a league, a page each, across. Plain values in, PDF out; nothing is looked up here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, landscape

from engine.language.languages import to_say
from engine.pictures.drawing import skyline
from engine.pictures.scene import Scene
from engine.pictures.sheet import FRONTS
from tournaments.language.speech import say
from tournaments.papers.reports import base, typefaces
from tournaments.papers.reports.base import BRICK, GOLD, INK, MUTED, Paper
from tournaments.papers.reports.scene import place

WIDTH, HEIGHT = landscape(A4)
MIDDLE = WIDTH / 2
EDGE, INSET = 30.0, 6.0
ROOM = WIDTH - 2 * EDGE - 110
LARGE = 40.0
SMALLER = (25.0, 22.0, 19.0, 16.0)  # of a name on two lines
TOWN, TOWN_TALL = "#eee0c6", 62.0
PLACES = (to_say("First place"), to_say("Second place"), to_say("Third place"))


@dataclass(frozen=True, slots=True)
class CertificatePaper:
    """The content of the certificates of a league.

    winners  (place from 1, name, what was achieved: "28 points in 4 games"); who shares a place has the same number
    signed   who organised the league, a line to sign for each (at most three)
    """

    league: str
    game: str
    date: str
    winners: tuple[tuple[int, str, str], ...]
    signed: tuple[str, ...]


def certificates(data: CertificatePaper) -> bytes:
    """The PDF, a page for each winner; the same data gives the same bytes."""
    title = say("{league}: certificates", league=data.league)
    names = ", ".join(name for _, name, _ in data.winners)
    paper = Paper(title, subject=f"{data.game}: {names}", size=(WIDTH, HEIGHT))
    for rank, name, done in data.winners:
        paper.outline(f"{say(PLACES[rank - 1])}: {name}")
        _page(paper, data, rank, name, done)
        paper.canvas.showPage()
    return paper.close()


def _page(paper: Paper, data: CertificatePaper, rank: int, name: str, done: str) -> None:
    _frame(paper)
    centred = partial(paper.text, MIDDLE, anchor="middle", width=ROOM)
    centred(HEIGHT - 112, data.league, 26, bold=True)
    centred(HEIGHT - 136, data.game, 13, fill=MUTED)
    _medal(paper, HEIGHT - 206, rank)
    centred(HEIGHT - 268, say(PLACES[rank - 1]), 17, fill=BRICK, bold=True)
    foot = _name(paper, HEIGHT - 322, name)
    centred(min(HEIGHT - 352, foot - 26), done, 13, fill=MUTED)
    _signatures(paper, data)


def _name(paper: Paper, y: float, name: str) -> float:
    """The name as large as it can be on one line, a very long one on two; returns its last baseline."""
    whole = min(LARGE, LARGE * ROOM / typefaces.width(name, LARGE, bold=True))
    sizes = (whole,) if whole >= SMALLER[0] else SMALLER
    set_in = ((size, base.wrapped(name, size, ROOM + 1, bold=True)) for size in sizes)
    size, lines = next((each for each in set_in if len(each[1]) <= 2), (sizes[-1], [name]))
    at = y + (len(lines) - 1) * size / 2
    for number, line in enumerate(lines):
        paper.text(MIDDLE, at - number * size * 1.15, line, size, bold=True, anchor="middle", width=ROOM)
    return at - (len(lines) - 1) * size * 1.15


def _frame(paper: Paper) -> None:
    """A double frame, and a skyline on its lower line."""
    fronts = ((width * 1.3, height * 1.7) for width, height in cycle(FRONTS))
    across = WIDTH - 2 * (EDGE + INSET)
    town = Scene(across, TOWN_TALL, tuple(skyline(TOWN_TALL, across, fronts, TOWN)), "", base.WHITE)
    place(paper.canvas, town, EDGE + INSET, EDGE + INSET, across)
    for inset, thickness, colour in ((0.0, 2.4, BRICK), (INSET, 0.8, GOLD)):
        at = EDGE + inset
        paper.canvas.setStrokeColor(HexColor(colour))
        paper.canvas.setLineWidth(thickness)
        paper.canvas.rect(at, at, WIDTH - 2 * at, HEIGHT - 2 * at, stroke=1, fill=0)


def _medal(paper: Paper, y: float, rank: int) -> None:
    """A disc with the place, in a ring for each place gained over the third."""
    canvas = paper.canvas
    for ring in range(4 - rank):
        canvas.setStrokeColor(HexColor(GOLD))
        canvas.setLineWidth(1.6)
        canvas.circle(MIDDLE, y, 30 + 4.5 * ring, stroke=1, fill=0)
    canvas.setFillColor(HexColor(BRICK if rank == 1 else INK))
    canvas.circle(MIDDLE, y, 26, stroke=0, fill=1)
    paper.text(MIDDLE, y - 10.5, str(rank), 29, bold=True, fill=base.WHITE, anchor="middle")


def _signatures(paper: Paper, data: CertificatePaper) -> None:
    y = EDGE + INSET + TOWN_TALL + 32
    lines: Sequence[str] = (data.date, *data.signed[:3])
    across = min(170.0, ROOM / len(lines) - 24)
    pitch = across + 24
    left = MIDDLE - pitch * len(lines) / 2 + 12
    for number, words in enumerate(lines):
        x = left + number * pitch
        paper.rule(x, y, across, colour=MUTED, thickness=0.6)
        label = say("organised the league") if number else say("date")
        name = typefaces.fit(words, 10, across)[0]
        paper.text(x + across / 2, y + (6 if not number else -13), name, 10, anchor="middle", width=across)
        paper.text(x + across / 2, y - (13 if not number else 25), label, 8, fill=MUTED, anchor="middle")
