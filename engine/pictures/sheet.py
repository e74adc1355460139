"""A picture of a table as it grows downwards, block by block: what every game lays out alike. Knows no game.

A game's `picture` makes a `Sheet`, lets it draw the header, takes a `panel` for every block of its own and
an `area` for every seat, adds its pieces and asks for the `scene`. All pictures are 600 wide.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import cycle

from engine.language.speech import say
from engine.pictures import lettering
from engine.pictures.drawing import badge, coin, pennant, skyline, words
from engine.pictures.palette import ACCENT, BRICK, DARK_INK, DEEP_BRICK, EDGE, MUTED, PAPER, PARCHMENT, STONE, WHITE
from engine.pictures.scene import Rect, Scene, Shape, moved

WIDTH = 600.0
MARGIN = 12.0
INNER = WIDTH - 2 * MARGIN
GAP = 10.0
HEADER = 62.0
TOKEN_ROW = 25.0  # of the tokens on a track
# Widths and heights of a skyline, repeated over the header.
FRONTS = (
    (34.0, 20.0),
    (26.0, 30.0),
    (42.0, 16.0),
    (30.0, 26.0),
    (24.0, 34.0),
    (38.0, 22.0),
    (28.0, 14.0),
    (36.0, 28.0),
)
KEY_LINE = 32.0
Mark = tuple[Sequence[Shape], str]  # drawn in a box of 28 × 28 from the origin, and what it says
bold_width = partial(lettering.width, bold=True)


class Sheet:
    """`y` is where the next block begins; `reader` the seat that the picture is for (None: onlookers)."""

    def __init__(self, names: Sequence[str], reader: int | None) -> None:
        self.names, self.reader = names, reader
        self.shapes: list[Shape] = []
        self.y = 0.0

    def scene(self, said: str) -> Scene:
        """The finished picture; `said` describes it for those who do not see it, its first line is the title."""
        return Scene(WIDTH, self.y + MARGIN - GAP, tuple(self.shapes), said, PARCHMENT)

    def add(self, shapes: Iterable[Shape]) -> None:
        self.shapes += shapes

    # --- blocks -----------------------------------------------------------------------------------

    def header(self, title: str, detail: str, who: str = "", rest: str = "") -> None:
        """The head: the moment in the game, and at the right whose turn it is: a name and what follows it."""
        self.add([Rect(0, 0, WIDTH, HEADER, BRICK), *skyline(HEADER, WIDTH, cycle(FRONTS), DEEP_BRICK)])
        beside = MARGIN + 16 + bold_width(title, 24)
        self.shapes.append(words(MARGIN + 4, 39, title, 24, WHITE, bold=True))
        self.shapes.append(words(beside, 39, detail, 16, "#f3dccf", width=330 - beside))
        if rest:
            self._turn(who, rest)
        self.y = HEADER + GAP

    def _turn(self, who: str, rest: str) -> None:
        """A label with whose turn it is; a long name is cut, never what follows it."""
        name, _ = lettering.fit(who, 16, 218 - bold_width(rest, 16), bold_width)
        said = f"{name} {rest}".strip()
        room = min(bold_width(said, 16) + 28, 246)
        left = WIDTH - MARGIN - room
        self.shapes.append(Rect(left, 17, room, 30, PAPER, round=15))
        label = words(left + room / 2, 37.5, said, 16, ACCENT, anchor="middle", bold=True, width=room - 22)
        self.shapes.append(label)

    def panel(self, height: float) -> float:
        """Paper for a block of that height; returns its top and moves on below it."""
        top = self.y
        self.shapes.append(Rect(MARGIN, top, INNER, height, PAPER, EDGE, 1, 6))
        self.y = top + height + GAP
        return top

    def area(self, height: float, *, asked: bool) -> float:
        """Paper for a seat's area, with a bar at its side if the seat is asked now; returns its top."""
        top = self.panel(height)
        if asked:
            self.shapes.append(Rect(MARGIN, top, 6, height, BRICK, round=3))
        return top

    def heading(self, title: str) -> None:
        """Words over what is drawn on the parchment itself."""
        self.shapes.append(words(MARGIN + 2, self.y + 14, title, 16, bold=True))
        self.y += 22

    # --- the content of blocks --------------------------------------------------------------------

    def caption(self, middle: float, top: float, value: str, label: str) -> None:
        """A value and what it is, 60 wide, below a piece that ends at `top` + 60."""
        self.shapes.append(words(middle, top + 79, value, 16, bold=True, anchor="middle"))
        self.shapes.append(words(middle, top + 98, label, 14, MUTED, anchor="middle", width=60))

    def title(self, number: int, top: float, facts: Sequence[str], *, money: bool = True, first: bool = False) -> None:
        """A seat's line: token, name and pennant of the start player; at the right `facts`, the last outermost.

        money  a coin is drawn before the first of them
        """
        self.add(badge(MARGIN + 28, top + 23, 14, number + 1, own=number == self.reader))
        right = WIDTH - MARGIN - 14
        for said in reversed(facts):
            self.shapes.append(words(right, top + 29, said, 17, bold=True, anchor="end"))
            right -= bold_width(said, 17) + 14
        if money:
            self.add(coin(right, top + 23, 9))
            right -= 22
        self._name(number, top, right, first)

    def _name(self, number: int, top: float, right: float, first: bool) -> None:
        left, room = MARGIN + 50, right - MARGIN - 50 - (76 if first else 0)
        name, size = lettering.fit(self.names[number], 19, room, bold_width)
        self.shapes.append(words(left, top + 29, name, size, bold=True, width=room))
        if first:
            self.add(pennant(left + bold_width(name, size) + 12, top + 12, say("starts")))

    def key(self, marks: Sequence[Mark]) -> None:
        """A panel with what the small marks say, two to a line; for a reader who plays, below everything else."""
        lines = -(-len(marks) // 2)
        top = self.panel(lines * KEY_LINE + 14)
        for place, (shapes, said) in enumerate(marks):
            line, column = divmod(place, 2)
            x, y = MARGIN + 14 + column * INNER / 2, top + 8 + line * KEY_LINE
            self.add(moved(shape, x, y) for shape in shapes)
            self.shapes.append(words(x + 38, y + 18.5, said, 14, MUTED, width=INNER / 2 - 60))

    def track(self, title: str, detail: str, values: Sequence[int], places: Sequence[int]) -> None:
        """A panel with steps that rise to the right, and the tokens of the seats on them; `places` one per seat."""
        standing = [[n for n, place in enumerate(places) if place == step] for step in range(len(values))]
        rise, base = 3.0, 26.0
        rooms = (-(-len(there) // 2) * 24.0 + step * rise for step, there in enumerate(standing) if there)
        top = self.panel(34 + max(max(rooms, default=0), (len(values) - 1) * rise) + base + 8)
        floor = self.y - GAP - 8
        self.shapes.append(words(MARGIN + 12, top + 22, title, 16, bold=True))
        beside = MARGIN + 24 + bold_width(title, 16)
        self.shapes.append(words(beside, top + 22, detail, 15, MUTED, width=330))
        across = (INNER - 24) / len(standing)
        for step, there in enumerate(standing):
            left, height = MARGIN + 12 + step * across, base + step * rise
            middle = left + across / 2 - 1
            self.shapes.append(Rect(left, floor - height, across - 2, height, STONE, round=2))
            self.shapes.append(words(middle, floor - 8, str(values[step]), 16, DARK_INK, anchor="middle", bold=True))
            self._tokens(middle, floor - height - 13, there)

    def _tokens(self, middle: float, bottom: float, seats: Sequence[int]) -> None:
        for place, number in enumerate(seats):
            row = seats[place // 2 * 2 : place // 2 * 2 + 2]
            x = middle + (0 if len(row) == 1 else (place % 2) * 26 - 13)
            self.add(badge(x, bottom - place // 2 * TOKEN_ROW, 11.5, number + 1, own=number == self.reader))
