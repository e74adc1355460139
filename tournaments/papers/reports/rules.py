"""The rules of a game on A4 pages in two columns: headings, paragraphs, bullets, small tables. Knows no game.

Text in brackets is an order as a player types it, and is set in bold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from engine.pictures.plates import Plate
from engine.rulebook import BULLET, ROW, Block, Chapter
from tournaments.language.speech import say
from tournaments.papers.reports import base, typefaces
from tournaments.papers.reports.base import INNER, MARGIN, MUTED, PAGE_RIGHT, SMALL, TINT, TITLE, Paper
from tournaments.papers.reports.scene import place

GUTTER = 22.0
COLUMN = (INNER - GUTTER) / 2
SIZE = 9.5
LINE = SIZE * 1.42
INDENT = 10.0
BETWEEN = 4.5  # under a paragraph
PADDING = 6.0  # between the cells of a row
HEADING = 30.0  # a heading with the room above and below it
TITLE_ROOM = 54.0
CAPTION = 8.0  # size of the words under a picture
WIDEST, TALLEST = 222.0, 330.0  # a picture

Styled = tuple[str, bool]  # a word, whether it is bold


@dataclass(frozen=True, slots=True)
class RulesPaper:
    """Everything that is in printed rules. `version`: of the rules in words, as people read it.

    plates  pictures, each with the number of the chapter at whose end it stands, from 0
    """

    title: str
    game: str
    version: str
    chapters: tuple[Chapter, ...]
    plates: tuple[tuple[int, Plate], ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """A part that is not broken over columns: a heading, a paragraph, a table, a picture. `height` in points."""

    height: float
    heading: str = ""
    blocks: tuple[Block, ...] = ()
    plate: Plate | None = None


def rules(data: RulesPaper) -> bytes:
    """The PDF; the same data gives the same bytes."""
    paper = Paper(data.title, subject=say("{game}: the rules, {version}", game=data.game, version=data.version))
    pages = _pages(_pieces(data.chapters, data.plates))
    drawers = [partial(_page, paper, data, columns, first=columns is pages[0]) for columns in pages]
    return paper.bind(drawers, foot=f"{data.title} · {data.version}")


def _page(paper: Paper, data: RulesPaper, columns: Sequence[Sequence[Piece]], *, first: bool) -> None:
    top = _title(paper, data) if first else base.TOP
    for side, pieces in enumerate(columns):
        _draw_column(paper, MARGIN + side * (COLUMN + GUTTER), top, pieces)


def _title(paper: Paper, data: RulesPaper) -> float:
    paper.box(0, base.PAGE_HEIGHT - 8, base.PAGE_WIDTH, 8, base.BRICK)
    y = base.TOP - 8
    paper.text(MARGIN, y, data.title, TITLE, bold=True, width=INNER - 130)
    paper.text(PAGE_RIGHT, y, data.version, base.BODY, fill=MUTED, anchor="end", width=120)
    words = say("All rules on a few pages. What stands in brackets is typed in a letter, without the brackets.")
    paper.text(MARGIN, y - 16, words, base.BODY, fill=MUTED, width=INNER)
    return base.TOP - TITLE_ROOM + 8


# --- cutting into columns --------------------------------------------------------------------------------


def _pieces(chapters: Sequence[Chapter], plates: Sequence[tuple[int, Plate]]) -> list[Piece]:
    found: list[Piece] = []
    for number, chapter in enumerate(chapters):
        found.append(Piece(HEADING, heading=chapter.title))
        for is_row, group in groupby(chapter.blocks, lambda block: block.style == ROW):
            blocks = tuple(group)
            if is_row:
                found.append(Piece(_table_height(blocks), blocks=blocks))
            else:
                found += [Piece(_paragraph_height(block, after), blocks=(block,)) for block, after in _pairs(blocks)]
        found += [Piece(_plate_height(plate), plate=plate) for at, plate in plates if at == number]
    return found


def _plate_height(plate: Plate) -> float:
    across = _plate_width(plate)
    caption = len(_caption(plate)) * CAPTION * base.LEADING
    return LINE + plate.scene.height * across / plate.scene.width + caption + 16


def _plate_width(plate: Plate) -> float:
    """The usual width, less for a picture that would be too tall beside words."""
    return min(WIDEST, TALLEST * plate.scene.width / plate.scene.height)


def _caption(plate: Plate) -> list[str]:
    return base.wrapped(plate.words, CAPTION, COLUMN) if plate.words else []


def _pairs(blocks: Sequence[Block]) -> Iterator[tuple[Block, Block | None]]:
    """Each block with the one that follows it."""
    return zip(blocks, (*blocks[1:], None), strict=True)


def _pages(pieces: Sequence[Piece]) -> list[list[list[Piece]]]:
    """Pages of two columns of pieces. A heading stays with what follows it."""
    columns: list[list[Piece]] = [[]]
    used = 0.0
    for at, piece in enumerate(pieces):
        following = pieces[at + 1].height if piece.heading and at + 1 < len(pieces) else 0.0
        if columns[-1] and used + piece.height + following > _room(len(columns)):
            columns.append([])
            used = 0.0
        columns[-1].append(piece)
        used += piece.height
    return [columns[at : at + 2] for at in range(0, len(columns), 2)]


def _room(column: int) -> float:
    """Height of a column, counted from 1; the first two are under the title."""
    return base.TOP - base.FOOT - (TITLE_ROOM if column <= 2 else 0.0)


def _paragraph_height(block: Block, after: Block | None) -> float:
    in_list = block.style == BULLET and after is not None and after.style == BULLET
    return len(_lines(block.words, _width(block))) * LINE + (1.5 if in_list else BETWEEN)


def _width(block: Block) -> float:
    return COLUMN - INDENT if block.style == BULLET else COLUMN


def _table_height(rows: Sequence[Block]) -> float:
    widths = _widths(rows)
    return sum(_row_height(row, widths) for row in rows) + 10


def _row_height(row: Block, widths: Sequence[float]) -> float:
    return max(len(_lines(cell, width)) for cell, width in zip(row.cells, widths, strict=True)) * LINE + 3


def _widths(rows: Sequence[Block]) -> list[float]:
    """The widths of a table's columns: narrow ones as wide as their words, the others an equal share of the rest."""
    natural = [max(_natural(row.cells[n]) for row in rows) for n in range(len(rows[0].cells))]
    room = COLUMN - PADDING * (len(natural) - 1)
    widths = dict.fromkeys(range(len(natural)), 0.0)
    by_width = sorted(widths, key=lambda n: natural[n])
    for taken, column in enumerate(by_width):
        widths[column] = min(natural[column], room / (len(natural) - taken))
        room -= widths[column]
    widths[len(natural) - 1] += room
    return list(widths.values())


def _natural(words: str) -> float:
    return max((_line_width(line) for line in _lines(words, 10 * COLUMN)), default=0.0) + 1


# --- words -----------------------------------------------------------------------------------------------


def _styled(words: str) -> Iterator[Styled]:
    """The words one by one; those between brackets are bold, brackets and all."""
    inside = False
    for word in words.split():
        opened = inside or "[" in word
        inside = opened and "]" not in word.rpartition("[")[2]
        yield word, opened


def _lines(words: str, width: float) -> list[list[Styled]]:
    lines: list[list[Styled]] = [[]]
    for styled in _styled(words):
        if lines[-1] and _line_width([*lines[-1], styled]) > width:
            lines.append([])
        lines[-1].append(styled)
    return lines


def _line_width(line: Sequence[Styled]) -> float:
    return sum(typefaces.width(words, SIZE, bold=bold) for words, bold in _runs(line))


def _runs(line: Sequence[Styled]) -> list[Styled]:
    """Neighbours of one style together, a blank between the runs kept at the end of the first."""
    runs = [(" ".join(word for word, _ in group), bold) for bold, group in groupby(line, lambda styled: styled[1])]
    return [(words + " ", bold) for words, bold in runs[:-1]] + runs[-1:]


# --- drawing ---------------------------------------------------------------------------------------------


def _draw_column(paper: Paper, x: float, y: float, pieces: Sequence[Piece]) -> None:
    for piece in pieces:
        if piece.heading:
            _draw_heading(paper, x, y, piece.heading)
        elif piece.plate:
            _draw_plate(paper, x, y, piece.plate)
        elif piece.blocks[0].style == ROW:
            _draw_table(paper, x, y, piece.blocks)
        else:
            _draw_paragraph(paper, x, y, piece.blocks[0])
        y -= piece.height


def _draw_heading(paper: Paper, x: float, y: float, words: str) -> None:
    key = f"heading {words}"
    paper.canvas.bookmarkHorizontal(key, 0, y)
    paper.canvas.addOutlineEntry(words, key)
    paper.heading(x, y - 17, words, COLUMN)


def _draw_paragraph(paper: Paper, x: float, y: float, block: Block) -> None:
    if block.style == BULLET:
        paper.text(x + 1.5, y - SIZE, "•", SIZE, fill=base.BRICK)
        x += INDENT
    _draw_lines(paper, x, y - SIZE, _lines(block.words, _width(block)))


def _draw_lines(paper: Paper, x: float, y: float, lines: Sequence[Sequence[Styled]], fill: str = base.INK) -> None:
    for line in lines:
        left = x
        for words, bold in _runs(line):
            paper.text(left, y, words, SIZE, bold=bold, fill=fill)
            left += typefaces.width(words, SIZE, bold=bold)
        y -= LINE


def _draw_plate(paper: Paper, x: float, y: float, plate: Plate) -> None:
    """A picture under its title, below it in words what it shows, which is what a reader who cannot see it hears."""
    paper.text(x, y - SIZE - 2, plate.title, SIZE, bold=True, width=COLUMN)
    across = _plate_width(plate)
    foot = y - LINE - 2 - plate.scene.height * across / plate.scene.width
    place(paper.canvas, plate.scene, x, foot, across)
    for number, line in enumerate(_caption(plate)):
        paper.text(x, foot - 4 - CAPTION - number * CAPTION * base.LEADING, line, CAPTION, fill=MUTED, width=COLUMN)


def _draw_table(paper: Paper, x: float, y: float, rows: Sequence[Block]) -> None:
    widths = _widths(rows)
    y -= 2
    for number, row in enumerate(rows):
        height = _row_height(row, widths)
        if number % 2:
            paper.box(x - 3, y - height, COLUMN + 6, height, TINT)
        left = x
        for cell, width in zip(row.cells, widths, strict=True):
            if number:
                _draw_lines(paper, left, y - SIZE - 1.5, _lines(cell, width))
            else:
                paper.text(left, y - SIZE - 1, cell, SMALL, fill=MUTED, width=width)
            left += width + PADDING
        y -= height
