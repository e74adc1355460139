"""What papers and pictures cost beside the bare minimum, in one process: `python -m tests.bench.reports [--quick]`.

Prints a table and ends with status 1 when a bar is missed. Times are processor time, medians of neighbours' ratios.
The bare paper is ReportLab's own table of the same rows in the same fonts, the bare picture an empty one of its size.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from functools import partial
from statistics import median
from time import process_time

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.platypus import SimpleDocTemplate, Table, TableStyle

from tests.bench import ready  # isort: skip  # the settings have to be there first

import engine
from engine.pictures.scene import Scene
from tests.bench.mail import _alternating, _bar
from tests.bench.measuring import Bar, ratio, told
from tests.engine.bruges.bruges_tables import NAMES, table
from tests.engine.bruges.matches import FOUR
from tests.papers.papers import finished
from tests.papers.recorded import record_paper
from tests.papers.test_standings import paper
from tournaments.papers.pictures import ZOOM
from tournaments.papers.reports import bitmap, typefaces
from tournaments.papers.reports.record import record
from tournaments.papers.reports.scoresheet import scoresheet
from tournaments.papers.reports.standings import StandingsPaper, standings

assert ready.FOLDER
PAPER, PICTURE = 2.0, 4.0  # at most so many times the bare cost
PLAYERS = 50  # fill two pages


def two_pages() -> Iterator[Bar]:
    """Standings of two pages against a bare table of the same cells on two pages."""
    data = paper(PLAYERS)
    pairs = _alternating(lambda: standings(data), lambda: bare_table(data), times=1)
    pages = [content.count(b"/Type /Page\n") for content in (standings(data), bare_table(data))]
    print(f"  standings of {PLAYERS}, pages {pages}: {_ms(pairs[0])}, bare table {_ms(pairs[1])}")
    yield _bar("standings of two pages : bare table", ratio(*pairs), PAPER)


def bare_table(data: StandingsPaper) -> bytes:
    """The same words without any of ours: no fitting, no scripts, no head and foot."""
    typefaces.letters_of(typefaces.REGULAR)
    out = io.BytesIO()
    cells = [[f"{r.place}.", f"{r.name}\n{r.reason}", r.points, str(r.games), *r.values] for r in data.rows]
    whole = Table([["", "player", "points", "games", *data.tie_breaks], *cells], repeatRows=1)
    look = [
        ("FONT", (0, 0), (-1, -1), typefaces.REGULAR, 9),
        ("LINEBELOW", (0, 0), (-1, 0), 0.7, HexColor("#d8c8ab")),
        ("TOPPADDING", (0, 0), (-1, -1), 1),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1),
    ]
    whole.setStyle(TableStyle(look))
    SimpleDocTemplate(out, pagesize=A4, invariant=1).build([whole])
    return out.getvalue()


def picture() -> Iterator[Bar]:
    """The picture of a letter, drawn anew, against an empty one of the same size."""
    worst = []
    for seats in (2, 3, 4):
        scene = engine.games["bruges"].picture(table(seats, viewer=0), NAMES[:seats], 0)
        empty = Scene(scene.width, scene.height, (), "", scene.background)
        pairs = _alternating(partial(bitmap.png, scene, ZOOM), partial(bitmap.png, empty, ZOOM), times=1)
        size = len(bitmap.png(scene, ZOOM))
        print(f"  {seats} seats, {size / 1000:.0f} kB: {_ms(pairs[0])}, empty {_ms(pairs[1])}")
        worst.append(ratio(*pairs))
    yield _bar("a picture as PNG : an empty one", max(worst), PICTURE)


def for_information() -> None:
    """The cost of the larger papers; no bar, they are made by the worker or once a game."""
    sheet, whole = finished(4), record_paper(FOUR)
    for name, make in (
        ("a scoresheet", lambda: scoresheet(sheet)),
        ("a record of eight rounds", lambda: record(whole)),
    ):
        make()
        begin = process_time()
        content = make()
        print(f"  {name}: {1e3 * (process_time() - begin):.0f} ms, {len(content) / 1000:.0f} kB")


def _ms(times: list[float]) -> str:
    return f"{1e3 * median(times):.1f} ms"


def main() -> int:
    """The status to exit with: 0 when every bar is met."""
    bars = [*two_pages(), *picture()]
    for_information()
    return told(bars)


if __name__ == "__main__":
    sys.exit(main())
