"""A picture of a table as it grows downwards, block by block: what every game lays out alike. Knows no game.

A game's `picture` makes a `Sheet`, lets it draw the header, takes a `panel` for every block of its own and
an `area` for every seat, adds its pieces and asks for the `scene`. All pictures are 390 wide, as telephones are: wider
screens show them as wide as they are. Shown 358 wide, between the margins of a letter, no words are below 11 pixels.
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

WIDTH = 390.0
MARGIN = 8.0
PAD = 8.0  # from the edge of a panel to what is on it
INNER = WIDTH - 2 * MARGIN
GAP = 8.0
HEADER = 54.0
TURN = 178.0  # the widest label with whose turn it is
SMALL, BODY, LARGE, HEAD = 12.0, 13.0, 15.0, 20.0  # sizes of words; none is below `lettering.LEAST`
TITLE = 34.0  # height of a seat's line
TOKEN, TOKEN_ROW = 9.3, 21.0  # radius and pitch of the tokens on a track
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
KEY_LINE = 30.0
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
        room = INNER - 8 - (self._turn(who, rest) + 8 if rest else 0)
        self.shapes.append(words(MARGIN + 4, 25 if detail else 34, title, HEAD, WHITE, bold=True, width=room))
        self.shapes.append(words(MARGIN + 4, 44, detail, BODY, "#f3dccf", width=room))
        self.y = HEADER + GAP

    def _turn(self, who: str, rest: str) -> float:
        """A label with whose turn it is, and its width; a long name is cut, never what follows it."""
        name, _ = lettering.fit(who, BODY, TURN - 26 - bold_width(f" {rest}", BODY), bold_width, lettering.LEAST)
        said = f"{name} {rest}".strip()
        room = min(bold_width(said, BODY) + 24, TURN)
        left = WIDTH - MARGIN - room
        self.shapes.append(Rect(left, 14, room, 26, PAPER, round=13))
        label = words(left + room / 2, 31.5, said, BODY, ACCENT, anchor="middle", bold=True, width=room - 18)
        self.shapes.append(label)
        return room

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
        self.shapes.append(words(MARGIN + 2, self.y + 12, title, LARGE, bold=True, width=INNER - 4))
        self.y += 20

    # --- the content of blocks --------------------------------------------------------------------

    def caption(self, left: float, middle: float, value: str, label: str, room: float) -> None:
        """A value over what it is, at the right of a piece that is `middle` high."""
        self.shapes.append(words(left, middle - 2, value, LARGE, bold=True, width=room))
        self.shapes.append(words(left, middle + 13, label, SMALL, MUTED, width=room))

    def title(self, number: int, top: float, points: str, *, money: str = "", first: bool = False) -> None:
        """A seat's line: token, name and pennant of the start player; at the right its money and points."""
        self.add(badge(MARGIN + 22, top + 18, 12, number + 1, own=number == self.reader))
        right = WIDTH - MARGIN - 10
        self.shapes.append(words(right, top + 23, points, LARGE, bold=True, anchor="end"))
        right -= bold_width(points, LARGE) + 12
        if money:
            self.shapes.append(words(right, top + 23, money, LARGE, bold=True, anchor="end"))
            right -= bold_width(money, LARGE) + 12
            self.add(coin(right, top + 18, 7.5))
            right -= 16
        self._name(number, top, right, first)

    def _name(self, number: int, top: float, right: float, first: bool) -> None:
        flag, left = say("starts"), MARGIN + 40
        long = bold_width(flag, SMALL) + 18
        room = right - left - (long + 10 if first else 0)
        name, size = lettering.fit(self.names[number], 16, room, bold_width, lettering.LEAST)
        self.shapes.append(words(left, top + 23, name, size, bold=True, width=room))
        if first:
            self.add(pennant(left + bold_width(name, size) + 10, top + 9, flag, long))

    def key(self, marks: Sequence[Mark]) -> None:
        """A panel with what the small marks say; for a reader who plays, below everything else."""
        top = self.panel(len(marks) * KEY_LINE + 8)
        for line, (shapes, said) in enumerate(marks):
            x, y = MARGIN + PAD + 4, top + 5 + line * KEY_LINE
            self.add(moved(shape, x, y) for shape in shapes)
            self.shapes.append(words(x + 40, y + 18.5, said, BODY, MUTED, width=INNER - 64))

    def track(self, title: str, detail: str, values: Sequence[int], places: Sequence[int]) -> None:
        """A panel with steps that rise to the right, and the tokens of the seats on them; `places` one per seat."""
        standing = [[n for n, place in enumerate(places) if place == step] for step in range(len(values))]
        rise, base, left = 2.5, 24.0, MARGIN + PAD + 2
        beside = left + bold_width(title, LARGE) + 10
        below = beside + lettering.width(detail, SMALL) > WIDTH - left  # too long for the line of the title
        rooms = (-(-len(there) // 2) * TOKEN_ROW + step * rise for step, there in enumerate(standing) if there)
        high = max(max(rooms, default=0), (len(values) - 1) * rise) + base + 8
        top = self.panel(28 + (16 if below else 0) + high)
        floor = self.y - GAP - 8
        self.shapes.append(words(left, top + 19, title, LARGE, bold=True))
        at = (left, top + 36) if below else (beside, top + 19)
        self.shapes.append(words(*at, detail, SMALL, MUTED, width=WIDTH - left - at[0]))
        across = (WIDTH - 2 * left) / len(standing)
        for step, there in enumerate(standing):
            start, height = left + step * across, base + step * rise
            middle = start + across / 2 - 1
            self.shapes.append(Rect(start, floor - height, across - 2, height, STONE, round=2))
            number = words(middle, floor - 7, str(values[step]), LARGE, DARK_INK, anchor="middle", bold=True)
            self.shapes.append(number)
            self._tokens(middle, floor - height - TOKEN - 1.5, there)

    def _tokens(self, middle: float, bottom: float, seats: Sequence[int]) -> None:
        for place, number in enumerate(seats):
            row = seats[place // 2 * 2 : place // 2 * 2 + 2]
            x = middle + (0 if len(row) == 1 else (place % 2) * 19.8 - 9.9)
            self.add(badge(x, bottom - place // 2 * TOKEN_ROW, TOKEN, number + 1, own=number == self.reader))
