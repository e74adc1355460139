"""The towns as they lie, row by row: as characters and as coloured fields. Told from a view."""

from __future__ import annotations

from collections.abc import Iterator

from engine.flandern.data.box import COATS, FILLS, Box
from engine.flandern.data.maps import CENTRE, SIZE
from engine.flandern.state import District, Town
from engine.flandern.words import names as naming
from engine.flandern.words.speech import say
from engine.game import Paragraph
from engine.language.languages import to_say
from engine.language.paragraphs import Cell
from engine.pictures.palette import Hue

COVER, CATHEDRAL = "==", "+"
WIDEST = 36  # columns: what a telephone shows of a line without breaking it
FIELD = 5  # columns of a field at most: "M1BL2"
KEY = to_say(
    "On the maps: S is a small space of one field, M a middle one of two, L a large one of three. A name alone is a "
    "free space. What lies on it is behind the name: {coats}, then how many masters it has. So M1{blue}2 is a blue "
    "district with 2 masters on M1. Small letters are a building site, which does not count yet; + is a cathedral, "
    "== a space that is covered. What has no name is the centre of the town."
)
HUES = tuple(Hue(coat, "", fill) for coat, fill in zip(COATS, FILLS, strict=True))


def key() -> str:
    """The explanation of what a map shows."""
    coats = ", ".join(f"{naming.letters(number)} {naming.with_order_word(number)}" for number in range(len(COATS)))
    return say(KEY, coats=coats, blue=naming.letters(0))


def chart(town: Town, box: Box) -> list[Paragraph]:
    """A town, a line for each row of it; what has grown over its wall is around the five by five fields."""
    rows = [list(row) for row in _rows(town, box)]
    wide = len(rows[0]) * (FIELD + 1) - 1 > WIDEST
    return [Paragraph(_line(row, "" if wide else " "), "fixed", cells=tuple(row)) for row in rows]


def _line(row: list[Cell], gap: str) -> str:
    return gap.join(cell.words.ljust(FIELD) for cell in row).rstrip()


def _rows(town: Town, box: Box) -> Iterator[list[Cell]]:
    fields: dict[tuple[int, int], Cell] = {}
    for number, space in enumerate(town.layout(box).spaces):
        name = "" if number == CENTRE else space.name
        fields |= dict.fromkeys(space.cells, _field(town, number, name))
    down = [row for row, _ in fields]
    across = [column for _, column in fields]
    for row in range(min(0, *down), max(SIZE - 1, *down) + 1):
        yield [fields.get((row, column), Cell("")) for column in range(min(0, *across), max(SIZE - 1, *across) + 1)]


def _field(town: Town, number: int, name: str) -> Cell:
    district = town.laid.get(number)
    if district is None:
        return Cell(name + COVER if number in town.covered else name)
    hue = HUES[district.coat]
    return Cell(name + _lying(district), hue.fill, hue.ink)


def _lying(district: District) -> str:
    """The letters of a coat, and what stands on it."""
    letters = naming.letters(district.coat)
    masters = district.masters + district.pieces
    more = CATHEDRAL if district.cathedral else str(masters) if masters else ""
    return (letters.lower() if district.site else letters) + more
