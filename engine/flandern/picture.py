"""The table as a picture: a view of Flandern laid out 600 wide. Draws only what the view shows; knows no rules.

From the top: round and whose turn, the towns two side by side, then every seat, the reader's own first.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import cycle

from engine import drawing, lettering
from engine.drawing import words
from engine.flandern import box as boxes
from engine.flandern import pieces, scoring
from engine.flandern.box import COATS, Box
from engine.flandern.describe import asked, describe, moment, whose_turn
from engine.flandern.maps import SIZE
from engine.flandern.state import State, Town
from engine.palette import BRICK, DEEP_BRICK, EDGE, INK, MUTED, PAPER, PARCHMENT, WHITE
from engine.scene import Circle, Rect, Scene, Shape
from engine.wording import listed, some

WIDTH, MARGIN, GAP, HEADER = 600.0, 12.0, 10.0, 62.0
COLUMN = (WIDTH - 2 * MARGIN - GAP) / 2
CELL = 38.0
GRID = SIZE * CELL
FRONTS = ((30, 22), (24, 30), (36, 18), (22, 34), (40, 24), (28, 28), (26, 16))
SEAT = 62.0


def picture(view: State, names: Sequence[str], seat: int | None) -> Scene:
    """The position as `seat` sees it (None: an onlooker)."""
    sheet = _Sheet(view, names, seat)
    sheet.header()
    sheet.towns()
    for number in view.around(seat or 0):
        sheet.area(number)
    said = describe(view, names, seat)
    return Scene(WIDTH, sheet.y + MARGIN - GAP, tuple(sheet.shapes), said, PARCHMENT)


class _Sheet:
    """A picture that grows downwards: `y` is where the next block begins."""

    def __init__(self, view: State, names: Sequence[str], reader: int | None) -> None:
        self.view, self.names, self.reader = view, names, reader
        self.box: Box = boxes.of(view.box)
        self.totals = scoring.totals(view, self.box)
        self.shapes: list[Shape] = []
        self.y = 0.0

    def header(self) -> None:
        self.shapes.append(Rect(0, 0, WIDTH, HEADER, BRICK))
        self.shapes += drawing.skyline(HEADER, WIDTH, cycle(FRONTS), DEEP_BRICK)
        title, detail = moment(self.view)
        self.shapes.append(words(MARGIN + 4, 39, title, 24, WHITE, bold=True))
        beside = MARGIN + 16 + lettering.width(title, 24, bold=True)
        self.shapes.append(words(beside, 39, detail, 16, "#f3dccf", width=330 - beside))
        self._turn(*whose_turn(self.names, self.reader, asked(self.view)))
        self.y = HEADER + GAP

    def _turn(self, who: str, rest: str) -> None:
        """A label with whose turn it is; a long name is cut, never what follows it."""
        if not rest:
            return
        measure = partial(lettering.width, bold=True)
        name, _ = lettering.fit(who, 16, 218 - measure(rest, 16), measure)
        said = f"{name} {rest}".strip()
        room = min(measure(said, 16) + 28, 246)
        left = WIDTH - MARGIN - room
        self.shapes.append(Rect(left, 17, room, 30, PAPER, round=15))
        label = words(left + room / 2, 37.5, said, 16, BRICK, anchor="middle", bold=True, width=room - 22)
        self.shapes.append(label)

    # --- towns ------------------------------------------------------------------------------------

    def towns(self) -> None:
        """Two side by side; a row is as high as what has grown over the walls of its towns needs."""
        present = [(number, town) for number, town in enumerate(self.view.towns) if town is not None]
        for row in range(0, len(present), 2):
            pair = present[row : row + 2]
            above = max(_beyond(town, self.box)[0] for _, town in pair)
            below = max(_beyond(town, self.box)[1] for _, town in pair)
            height = 34 + GRID + (above + below) * CELL + 34
            for column, (number, town) in enumerate(pair):
                self._town(MARGIN + column * (COLUMN + GAP), self.y, height, number, town, above)
            self.y += height + GAP

    def _town(self, left: float, top: float, height: float, number: int, town: Town, above: int) -> None:
        self.shapes.append(Rect(left, top, COLUMN, height, PAPER, EDGE, 1, 6))
        self.shapes.append(words(left + 12, top + 23, self.box.town_name[number], 17, bold=True))
        worth = town.value if town.scored else scoring.value(town, self.box)
        said = f"scored, {worth}" if town.scored else f"value {worth}"
        self.shapes.append(words(left + COLUMN - 12, top + 23, said, 14, MUTED, anchor="end"))
        self._grid(left + (COLUMN - GRID) / 2, top + 34 + above * CELL, town)
        self._standing(left + 12, top + height - 12, town)

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
        self.shapes += pieces.mark(*first, CELL, district)
        dark = district.site or pieces.HUES[district.coat].ink != WHITE
        self.shapes += pieces.masters(*last, CELL, district.masters + district.pieces, dark=dark)
        if district.cathedral:
            self.shapes += pieces.cathedral(last[0] + CELL / 2 - 9, last[1] + CELL - 17)

    def _standing(self, left: float, bottom: float, town: Town) -> None:
        """Who would get what, or got it: coat and points, the first four."""
        strength = scoring.strengths(town)
        worth = town.value if town.scored else scoring.value(town, self.box)
        points = scoring.shares(worth, strength, self.box)
        order = sorted(strength, key=lambda coat: (-strength[coat][0], -strength[coat][1], coat))
        for place, coat in enumerate(order):
            x = left + place * (COLUMN - 24) / 5
            hue = pieces.HUES[coat]
            self.shapes += [
                Rect(x, bottom - 14, 24, 18, hue.fill, round=3),
                words(x + 12, bottom - 0.5, hue.letter, 12, hue.ink, anchor="middle", bold=True),
                words(x + 27, bottom, str(points[coat]), 13.5, bold=town.scored, width=18),
            ]

    # --- a seat's area ----------------------------------------------------------------------------

    def area(self, number: int) -> None:
        own, top = self.view.seats[number], self.y
        self.shapes.append(Rect(MARGIN, top, WIDTH - 2 * MARGIN, SEAT, PAPER, EDGE, 1, 6))
        self.y += SEAT + 6
        if number in asked(self.view):
            self.shapes.append(Rect(MARGIN, top, 6, SEAT, BRICK, round=3))
        self.shapes += drawing.badge(MARGIN + 28, top + 22, 13, number + 1, own=number == self.reader)
        hue = pieces.HUES[own.guild]
        self.shapes += [
            Circle(MARGIN + 58, top + 22, 12, hue.fill),
            words(MARGIN + 58, top + 26, hue.letter, 11.5, hue.ink, anchor="middle", bold=True),
            words(MARGIN + 78, top + 28, self.names[number], 18, bold=True, width=200),
        ]
        if number == self.view.start and not self.view.over:
            name, size = lettering.fit(self.names[number], 18, 200, partial(lettering.width, bold=True))
            self.shapes += drawing.pennant(MARGIN + 90 + lettering.width(name, size, bold=True), top + 11)
        self._numbers(number, top)
        hand = listed([self.box.card_name(card) for card in own.hand]) or "nothing"
        room = WIDTH - 2 * MARGIN - 28
        self.shapes.append(words(MARGIN + 16, top + 51, f"in hand: {hand}", 14, MUTED, width=room))

    def _numbers(self, number: int, top: float) -> None:
        own = self.view.seats[number]
        now = "" if self.view.over else " now"
        points = f"{some(self.totals[number], 'point')}{now}"
        under = f"{COATS[own.influenced]} too" if own.influenced >= 0 else ""
        more = under if self.view.pair else some(own.influence, "influence card")
        right = WIDTH - MARGIN - 14
        self.shapes.append(words(right, top + 28, points, 16, bold=True, anchor="end"))
        right -= lettering.width(points, 16, bold=True) + 14
        self.shapes.append(words(right, top + 28, more, 14, MUTED, anchor="end"))


def _beyond(town: Town, box: Box) -> tuple[int, int]:
    """Rows above and below the area that the town has grown into."""
    rows = [row for space in town.layout(box).spaces for row, _ in space.cells]
    return int(min(rows) < 0), int(max(rows) >= SIZE)
