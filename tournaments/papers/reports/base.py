"""The common parts of papers: the sheet, its colours and sizes, words that never overflow, tables, a page's foot.

Sizes are points, y runs upwards from the foot of the page as in PDF. The same content gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO

from reportlab import rl_config
from reportlab.graphics import renderPDF
from reportlab.graphics.shapes import Drawing
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from engine.language.languages import spoken
from tournaments.language.speech import say
from tournaments.papers.reports import typefaces

rl_config.useA85 = 0  # pages as they are compressed: writing them in letters costs a fifth more bytes, and time
PAGE_WIDTH, PAGE_HEIGHT = A4
MARGIN = 42.0
INNER = PAGE_WIDTH - 2 * MARGIN
PAGE_RIGHT = MARGIN + INNER
TOP, FOOT = PAGE_HEIGHT - 40.0, 46.0

INK = "#33271e"
MUTED = "#6f5f4b"
RULE = "#d8c8ab"
TINT = "#f7f0e2"
BRICK = "#8f3f2c"
WATER = "#2f6d8c"
GOLD = "#9a6d0c"
WHITE = "#ffffff"

TITLE, HEADING, BODY, SMALL = 19.0, 10.5, 9.0, 7.5
LEADING = 1.38


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: heading, width in points, whether it holds numbers (set to the right)."""

    heading: str
    width: float
    numeric: bool = False
    bold: bool = False


class Paper:
    """A document being set, page after page, in the language that is spoken. `title` goes into its properties."""

    def __init__(self, title: str, *, subject: str, size: tuple[float, float] = A4) -> None:
        self._bytes = BytesIO()
        # invariant: no clock and no random identifiers in the file.
        self.canvas = Canvas(self._bytes, pagesize=size, invariant=1, lang=spoken(), pageCompression=1)
        self.title = title
        self.canvas.setTitle(title)
        self.canvas.setSubject(subject)
        self.canvas.setAuthor("")
        self.canvas.setCreator("Bruges by mail")
        self.canvas.setViewerPreference("DisplayDocTitle", "true")

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = BODY,
        *,
        bold: bool = False,
        fill: str = INK,
        anchor: str = "start",
        width: float | None = None,
    ) -> None:
        """Words on one line with their baseline at `y`; set smaller or cut rather than wider than `width`."""
        words, size = typefaces.fit(words, size, width, bold=bold)
        taken = typefaces.width(words, size, bold=bold)
        x -= {"start": 0.0, "middle": taken / 2, "end": taken}[anchor]
        line = self.canvas.beginText(x, y)
        line.setFillColor(HexColor(fill))
        for run in typefaces.runs(words, bold=bold):
            line.setFont(run.font, size)
            line.textOut(run.words)
        self.canvas.drawText(line)

    def paragraph(self, x: float, y: float, words: str, width: float, size: float = BODY, *, fill: str = INK) -> float:
        """Words on as many lines as they need, the first baseline at `y`; returns the `y` of a next line."""
        for line in wrapped(words, size, width):
            self.text(x, y, line, size, fill=fill, width=width)
            y -= size * LEADING
        return y

    def heading(self, x: float, y: float, words: str, width: float) -> float:
        """A heading over a fine rule; returns the baseline of what follows."""
        self.text(x, y, words, HEADING, bold=True, fill=BRICK, width=width)
        self.rule(x, y - 4.5, width)
        return y - 18

    def rule(self, x: float, y: float, width: float, *, colour: str = RULE, thickness: float = 0.7) -> None:
        self.canvas.setStrokeColor(HexColor(colour))
        self.canvas.setLineWidth(thickness)
        self.canvas.line(x, y, x + width, y)

    def box(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        self.canvas.setFillColor(HexColor(fill))
        self.canvas.rect(x, y, width, height, stroke=0, fill=1)

    def place(self, drawing: Drawing, x: float, y: float) -> None:
        """A drawing with its lower left corner at (x, y)."""
        renderPDF.draw(drawing, self.canvas, x, y)

    def badge(self, x: float, y: float, number: int, radius: float = 5.5) -> None:
        """The number of a seat in a disc, as the pictures have it, centred at (x, y)."""
        self.canvas.setFillColor(HexColor(INK))
        self.canvas.circle(x, y, radius, stroke=0, fill=1)
        self.text(x, y - radius * 0.47, str(number), radius * 1.3, bold=True, fill=WHITE, anchor="middle")

    def foot(self, words: str, page: int, pages: int) -> None:
        """The foot of a page: what this is, and which page of how many."""
        self.rule(MARGIN, FOOT - 10, INNER)
        self.text(MARGIN, FOOT - 21, words, SMALL, fill=MUTED, width=INNER - 80)
        which = say("page {page} of {pages}", page=page, pages=pages)
        self.text(PAGE_WIDTH - MARGIN, FOOT - 21, which, SMALL, fill=MUTED, anchor="end")

    def outline(self, words: str, level: int = 0) -> None:
        """An entry of the table of contents that leads to this page."""
        key = f"page {self.canvas.getPageNumber()} {level} {words}"
        self.canvas.bookmarkPage(key)
        self.canvas.addOutlineEntry(words, key, level)
        self.canvas.showOutline()

    def bind(
        self, pages: Sequence[Callable[[], None]], step: Callable[[], None] = lambda: None, *, foot: str = ""
    ) -> bytes:
        """Set all pages, each by its own drawer, with a foot that numbers them; the document's bytes.

        step  called after each page
        foot  the words there instead of the title
        """
        for number, draw in enumerate(pages, 1):
            draw()
            self.foot(foot or self.title, number, len(pages))
            self.canvas.showPage()
            step()
        return self.close()

    def close(self) -> bytes:
        """The document's bytes, all of whose pages have been ended."""
        self.canvas.save()
        return self._bytes.getvalue()


def head(paper: Paper, left: str, right: str, below_left: str, below_right: str) -> float:
    """The head of a page: a band, a title and what it is about; returns the baseline of the first headings."""
    paper.box(0, PAGE_HEIGHT - 8, PAGE_WIDTH, 8, BRICK)
    y = TOP - 8
    taken = typefaces.width(right, 13, bold=True)
    paper.text(MARGIN, y, left, TITLE, bold=True, width=INNER - taken - 20)
    paper.text(PAGE_RIGHT, y, right, 13, bold=True, anchor="end", width=taken + 1)
    paper.text(MARGIN, y - 16, below_left, BODY, fill=MUTED, width=INNER - 180)
    paper.text(PAGE_RIGHT, y - 16, below_right, BODY, fill=MUTED, anchor="end", width=170)
    return y - 46


def wrapped(words: str, size: float, width: float, *, bold: bool = False) -> list[str]:
    """Words broken into lines at blanks; a word wider than the line is broken where it must."""
    measure = partial(typefaces.width, size=size, bold=bold)
    lines: list[str] = []
    line = ""
    for word in words.split():
        longer = f"{line} {word}".lstrip()
        if measure(longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        *full, line = _broken(word, measure, width)
        lines.extend(full)
    return [*lines, line] if line else lines


def _broken(word: str, measure: Callable[[str], float], width: float) -> list[str]:
    """Pieces of a word too long for a line: cut behind its hyphens where they help, else where the line ends."""
    pieces = [""]
    for letter in word:
        if pieces[-1] and measure(pieces[-1] + letter) > width:
            kept = pieces[-1].rfind("-") + 1
            pieces[-1:] = [pieces[-1][:kept], pieces[-1][kept:]] if kept else [pieces[-1], ""]
        pieces[-1] += letter
    return pieces


def table_row(
    paper: Paper, x: float, y: float, columns: Sequence[Column], cells: Sequence[str], *, bold: bool = False
) -> None:
    """The cells of one row, each within its column; `y` is the baseline."""
    for column, cell in zip(columns, cells, strict=True):
        strong = bold or column.bold
        if column.numeric:
            paper.text(x + column.width, y, cell, bold=strong, anchor="end", width=column.width - 3)
        else:
            paper.text(x, y, cell, bold=strong, width=column.width - 6)
        x += column.width


def table_head(paper: Paper, x: float, y: float, columns: Sequence[Column]) -> None:
    """The headings of the columns, small, over a rule; long ones on several lines, the last of them at `y`."""
    left = x
    for column in columns:
        x_place, anchor = (left + column.width, "end") if column.numeric else (left, "start")
        lines = wrapped(column.heading, SMALL, column.width - 8)
        for number, line in enumerate(reversed(lines)):
            above = y + number * SMALL * 1.2
            paper.text(x_place, above, line, SMALL, fill=MUTED, anchor=anchor, width=column.width - 3)
        left += column.width
    paper.rule(x, y - 4, left - x)
