"""The table as a picture: a view of Flandern 390 wide. Draws only what the view shows; knows no rules.

From the top: round and whose turn, the towns two side by side, then every seat, the reader's own first.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.flandern.data import box as boxes
from engine.flandern.data.box import Box
from engine.flandern.data.maps import SIZE
from engine.flandern.picture import pieces
from engine.flandern.picture.describe import asked, describe, moment
from engine.flandern.picture.key import key
from engine.flandern.rules import scoring
from engine.flandern.state import State, Town
from engine.flandern.words import names as naming
from engine.flandern.words.speech import say
from engine.language.wording import listed, whose_turn
from engine.pictures import lettering
from engine.pictures.drawing import words
from engine.pictures.palette import EDGE, INK, MUTED, PAPER
from engine.pictures.scene import Rect, Scene, Shape
from engine.pictures.sheet import GAP, INNER, LARGE, MARGIN, PAD, SMALL, TITLE, WIDTH, Sheet

COLUMN = (WIDTH - 2 * MARGIN - GAP) / 2
CELL = 26.0
GRID = SIZE * CELL
TAG_GAP = 5.0
LINE, SEAT_GAP = 17.0, 5.0
HEAD, FOOT, STANDING = 30.0, 8.0, 22.0  # heights: a town's name, what is below its area, a line of its points


def picture(view: State, names: Sequence[str], seat: int | None) -> Scene:
    """The position as `seat` sees it (None: an onlooker)."""
    sheet = _Sheet(view, names, seat)
    sheet.header(*moment(view), *whose_turn(names, seat, asked(view)))
    sheet.towns()
    for number in view.around(seat or 0):
        sheet.seat(number)
    sheet.y += GAP - SEAT_GAP
    if seat is not None:
        sheet.key(key(pair=view.pair))
    return sheet.scene(describe(view, names, seat))


def town_panel(state: State, number: int) -> tuple[list[Shape], float, dict[int, tuple[float, float]]]:
    """One town alone at the left upper corner: its shapes, its lower edge, the middle of each space's first cell."""
    sheet, town = _Sheet(state, (), None), state.towns[number]
    if town is None:
        raise ValueError(f"town {number} is not in this game")
    (above, below), (west, east) = _beyond(town, sheet.box), _beside(town, sheet.box)
    height = HEAD + GRID + (above + below) * CELL + FOOT + len(sheet.standing(town)) * STANDING
    sheet.town(MARGIN, MARGIN, height, number, town, above)
    x = MARGIN + (COLUMN - GRID + (west - east) * CELL) / 2 + CELL / 2
    y = MARGIN + HEAD + (above + 0.5) * CELL
    cells = {n: space.cells[0] for n, space in enumerate(town.layout(sheet.box).spaces)}
    return sheet.shapes, MARGIN + height, {n: (x + c * CELL, y + r * CELL) for n, (r, c) in cells.items()}


class _Sheet(Sheet):
    """The sheet with what it draws from."""

    def __init__(self, view: State, names: Sequence[str], reader: int | None) -> None:
        super().__init__(names, reader)
        self.view = view
        self.box: Box = boxes.of(view.box)
        self.totals = scoring.totals(view, self.box)

    # --- towns ------------------------------------------------------------------------------------

    def towns(self) -> None:
        """Two side by side; a row is as high as what has grown over the walls of its towns needs."""
        present = [(number, town) for number, town in enumerate(self.view.towns) if town is not None]
        for row in range(0, len(present), 2):
            pair = present[row : row + 2]
            above = max(_beyond(town, self.box)[0] for _, town in pair)
            below = max(_beyond(town, self.box)[1] for _, town in pair)
            lines = max(len(self.standing(town)) for _, town in pair)
            height = HEAD + GRID + (above + below) * CELL + FOOT + lines * STANDING
            for column, (number, town) in enumerate(pair):
                self.town(MARGIN + column * (COLUMN + GAP), self.y, height, number, town, above)
            self.y += height + GAP

    def town(self, left: float, top: float, height: float, number: int, town: Town, above: int) -> None:
        """One of them, its grid `above` rows down."""
        self.shapes.append(Rect(left, top, COLUMN, height, PAPER, EDGE, 1, 6))
        self.shapes.append(words(left + PAD, top + 20, self.box.town_name[number], LARGE, bold=True))
        worth = self._worth(town)
        said = say("scored, {value}", value=worth) if town.scored else say("value {value}", value=worth)
        self.shapes.append(words(left + COLUMN - PAD, top + 20, said, SMALL, MUTED, anchor="end"))
        west, east = _beside(town, self.box)
        self._grid(left + (COLUMN - GRID + (west - east) * CELL) / 2, top + HEAD + above * CELL, town)
        for line, coats in enumerate(reversed(self.standing(town))):
            self._coats(left + PAD, top + height - 9 - line * STANDING, town, coats)

    def _grid(self, x: float, y: float, town: Town) -> None:
        spaces = town.layout(self.box).spaces
        for number, space in enumerate(spaces):
            district = town.laid.get(number)
            for row, column in space.cells:
                at = (x + column * CELL, y + row * CELL, CELL)
                if district is not None:
                    self.shapes += pieces.cell(*at, district)
                else:
                    self.shapes += pieces.cover(*at) if number in town.covered else [pieces.ground(*at)]
        for number, space in enumerate(spaces):
            part = town.laid[number].part if number in town.laid else -1
            together = [cells for n in (number, part) if n >= 0 for cells in spaces[n].cells]
            if part < 0:
                together += [c for n, d in town.laid.items() if d.part == number for c in spaces[n].cells]
                self.shapes += pieces.walls(together, x, y, CELL, INK if number in town.laid else MUTED)
            self._on_it(x, y, town, number, space.name, space.cells)

    def _on_it(self, x: float, y: float, town: Town, number: int, name: str, cells: Sequence[tuple[int, int]]) -> None:
        """Letters on the first cell, masters and cathedral on the last."""
        first = (x + cells[0][1] * CELL, y + cells[0][0] * CELL)
        last = (x + cells[-1][1] * CELL, y + cells[-1][0] * CELL)
        district = town.laid.get(number)
        if district is None:
            if number not in town.covered:
                self.shapes.append(pieces.name(*first, CELL, name))
            return
        if district.part >= 0:
            return
        self.shapes += pieces.mark(*first, CELL, district, alone=first == last)
        self.shapes += pieces.masters(*last, CELL, district)
        if district.cathedral:
            self.shapes += pieces.cathedral(last[0] + CELL / 2 - 7, last[1] + CELL - 12.5)

    def standing(self, town: Town) -> list[list[tuple[int, int]]]:
        """The coats that would get points for a town, or got them, with the points; line by line as they fit."""
        strength = scoring.strengths(town)
        points = scoring.shares(self._worth(town), strength, self.box)
        lines: list[list[tuple[int, int]]] = [[]]
        for coat in sorted(strength, key=lambda coat: (-strength[coat][0], -strength[coat][1], coat)):
            if points[coat]:
                used = sum(_tag_width(points) for _, points in lines[-1])
                if used + _tag_width(points[coat]) > COLUMN - 2 * PAD + TAG_GAP:
                    lines.append([])
                lines[-1].append((coat, points[coat]))
        return lines

    def _worth(self, town: Town) -> int:
        return town.value if town.scored else scoring.value(town, self.box)

    def _coats(self, x: float, foot: float, town: Town, coats: Sequence[tuple[int, int]]) -> None:
        for coat, points in coats:
            self.shapes += pieces.tag(x, foot, coat)
            self.shapes.append(words(x + 25, foot, str(points), SMALL, bold=town.scored))
            x += _tag_width(points)

    # --- a seat's area ----------------------------------------------------------------------------

    def seat(self, number: int) -> None:
        own = self.view.seats[number]
        under = say("and {coat}; ", coat=naming.coat_of(own.influenced)) if own.influenced >= 0 else ""
        more = "" if self.view.pair else f"; {naming.influence_cards(own.influence)}"
        said = say("{under}in hand: {hand}{more}", under=under, hand=self._hand(own.hand), more=more)
        lines = lettering.wrapped(said, SMALL, INNER - 62)
        top = self.area(TITLE + len(lines) * LINE + 6, asked=number in asked(self.view))
        self.y -= GAP - SEAT_GAP
        total = self.totals[number]
        points = naming.points(total) if self.view.over else say("{number:point|points} now", number=total)
        self.title(number, top, points, first=number == self.view.start and not self.view.over)
        self.add(pieces.tag(MARGIN + 11, top + TITLE + 12, own.guild))
        for line, part in enumerate(lines):
            y = top + TITLE + 12 + line * LINE
            self.shapes.append(words(MARGIN + 42, y, part, SMALL, MUTED, width=INNER - 50))

    def _hand(self, hand: Sequence[int]) -> str:
        """The cards by name; a whole hand in two words, which fit beside what follows."""
        if len(hand) == sum(town is not None for town in self.view.towns) + 2:
            return say("all cards")
        return listed([naming.card(self.box.card_name(card)) for card in hand]) or say("nothing")


def _tag_width(points: int) -> float:
    """The room of a coat's tag with its points, and the gap behind it."""
    return 25 + lettering.width(str(points), SMALL, bold=True) + TAG_GAP


def _beside(town: Town, box: Box) -> tuple[int, int]:
    """Columns left and right of the area that the town has grown into."""
    columns = [column for space in town.layout(box).spaces for _, column in space.cells]
    return int(min(columns) < 0), int(max(columns) >= SIZE)


def _beyond(town: Town, box: Box) -> tuple[int, int]:
    """Rows above and below the area that the town has grown into."""
    rows = [row for space in town.layout(box).spaces for row, _ in space.cells]
    return int(min(rows) < 0), int(max(rows) >= SIZE)
