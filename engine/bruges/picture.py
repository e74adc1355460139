"""The table as a picture: a view of Bruges laid out 600 wide. Draws only what the view shows; knows no rules.

From the top: round and whose turn, dice and piles, the reputation steps, the reader's hand, then every
seat's area, the reader's own first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from engine import lettering
from engine.bruges import cards, pieces
from engine.bruges.board import Board, load_board
from engine.bruges.cards import Cards
from engine.bruges.describe import counted, describe, dice, moment, points, whose_turn
from engine.bruges.pieces import words
from engine.bruges.rules import open_matters
from engine.bruges.state import COLOURS, GONE, MAJORITIES, SECTIONS, House, Seat, State
from engine.scene import Circle, Polygon, Rect, Scene, Shape

WIDTH = 600.0
MARGIN = 12.0
INNER = WIDTH - 2 * MARGIN
GAP = 10.0
HEADER = 62.0
HOUSES_PER_ROW = 4
HAND_PER_ROW = 5
# Widths and heights of a skyline, repeated over the header.
SKYLINE = ((34, 20), (26, 30), (42, 16), (30, 26), (24, 34), (38, 22), (28, 14), (36, 28))


def picture(view: State, names: Sequence[str], seat: int | None) -> Scene:
    """The position as `seat` sees it (None: an onlooker)."""
    asked = {view.agenda[index][1] for index in open_matters(view)}
    sheet = _Sheet(view, names, seat, asked)
    sheet.header()
    sheet.table()
    sheet.reputation()
    if seat is not None:
        sheet.hand(view.seats[seat])
    for number in view.order(seat or 0):
        sheet.area(number)
    said = describe(view, names, seat, asked)
    return Scene(WIDTH, sheet.y + MARGIN - GAP, tuple(sheet.shapes), said, pieces.PARCHMENT)


class _Sheet:
    """A picture that grows downwards: `y` is where the next block begins."""

    def __init__(self, view: State, names: Sequence[str], reader: int | None, asked: Collection[int]) -> None:
        self.view, self.names, self.reader, self.asked = view, names, reader, asked
        self.board: Board = load_board()
        self.cards: Cards = cards.of(view.deck)
        self.shapes: list[Shape] = []
        self.y = 0.0

    def panel(self, height: float) -> float:
        """Paper for a block of that height; returns its top and moves on below it."""
        top = self.y
        self.shapes.append(Rect(MARGIN, top, INNER, height, pieces.PAPER, pieces.EDGE, 1, 6))
        self.y = top + height + GAP
        return top

    # --- what belongs to all ----------------------------------------------------------------------

    def header(self) -> None:
        self.shapes += [Rect(0, 0, WIDTH, HEADER, pieces.BRICK), *_skyline(HEADER)]
        title, detail = moment(self.view)
        self.shapes.append(words(MARGIN + 4, 39, title, 24, pieces.WHITE, bold=True))
        beside = MARGIN + 16 + lettering.width(title, 24, bold=True)
        self.shapes.append(words(beside, 39, detail, 16, "#f3dccf", width=330 - beside))
        self._turn(*whose_turn(self.view, self.names, self.reader, self.asked))
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
        self.shapes.append(Rect(left, 17, room, 30, pieces.PAPER, round=15))
        label = words(left + room / 2, 37.5, said, 16, pieces.BRICK, anchor="middle", bold=True, width=room - 22)
        self.shapes.append(label)

    def table(self) -> None:
        """Dice with the names of their colours, which explain the letters, and the stacks; five piles below them."""
        by_colour = self.view.pile_names == COLOURS
        top = self.panel(164 if by_colour else 110)
        for colour, face in enumerate(dice(self.view)):
            left = MARGIN + 10 + colour * 64
            self.shapes += pieces.die(left + 9, top + 12, 46, colour, face)
            self._caption(left + 32, top, pieces.LETTERS[colour], COLOURS[colour])
        for column, (label, shown, size) in enumerate(self._stacks(by_colour)):
            self._stack(MARGIN + 360 + column * 60, top, shown, size)
            self._caption(MARGIN + 360 + column * 60, top, str(size), label)
        if by_colour:
            self._colour_piles(top + 112)
        if self.view.statues:
            self.shapes += pieces.statue(MARGIN + 528, top + 24, self.view.statues[0])
        self._caption(MARGIN + 540, top, str(len(self.view.statues)), "statues")

    def _caption(self, middle: float, top: float, value: str, label: str) -> None:
        self.shapes.append(words(middle, top + 79, value, 16, bold=True, anchor="middle"))
        self.shapes.append(words(middle, top + 98, label, 14, pieces.MUTED, anchor="middle", width=60))

    def _stacks(self, by_colour: bool) -> list[tuple[str, int | None, int]]:
        """(name, colour of the top card, cards) of two draw piles and the extra pile; of the extra pile alone."""
        extra = ("extra", None, len(self.view.extra or ()))
        if by_colour:
            return [extra]
        piles = zip(SECTIONS, self.view.piles, strict=True)
        return [*((side, self._colour(pile[-1]) if pile else None, len(pile)) for side, pile in piles), extra]

    def _colour_piles(self, top: float) -> None:
        """Five piles, each below the die of its colour, with their heights."""
        self.shapes.append(words(MARGIN + 348, top + 27, "draw piles", 14, pieces.MUTED))
        for colour, pile in enumerate(self.view.piles):
            left = MARGIN + 20 + colour * 64
            if pile:
                self.shapes += pieces.card_back(left, top, 28, 40, colour)
            else:
                self.shapes.append(Rect(left, top, 28, 40, "none", pieces.EDGE, 1.5, 4, (4, 3)))
            self.shapes.append(words(left + 33, top + 27, str(len(pile)), 16, bold=True))

    def _stack(self, middle: float, top: float, colour: int | None, size: int) -> None:
        if size:
            self.shapes += pieces.card_back(middle - 17, top + 11, 34, 48, colour)
        else:
            self.shapes.append(Rect(middle - 17, top + 11, 34, 48, "none", pieces.EDGE, 1.5, 4, (4, 3)))

    def reputation(self) -> None:
        """The steps rise to the right; the tokens stand on them."""
        standing = [[n for n, seat in enumerate(self.view.seats) if seat.step == step] for step in range(9)]
        rise, base, token = 3.0, 26.0, 24.0
        room = max(
            (-(-len(there) // 2) * token + step * rise for step, there in enumerate(standing) if there), default=0
        )
        top = self.panel(34 + max(room, 8 * rise) + base + 8)
        floor = self.y - GAP - 8
        self.shapes.append(words(MARGIN + 12, top + 22, "Reputation", 16, bold=True))
        self.shapes.append(words(MARGIN + 122, top + 22, self._climb_words(), 15, pieces.MUTED, width=330))
        across = (INNER - 24) / len(standing)
        for step, there in enumerate(standing):
            left, height = MARGIN + 12 + step * across, base + step * rise
            self.shapes.append(Rect(left, floor - height, across - 2, height, pieces.STONE, round=2))
            value = words(
                left + across / 2 - 1, floor - 8, str(self.board.reputation[step]), 16, bold=True, anchor="middle"
            )
            self.shapes.append(value)
            self._tokens(left + across / 2 - 1, floor - height - 13, there)

    def _tokens(self, middle: float, bottom: float, seats: Sequence[int]) -> None:
        for place, number in enumerate(seats):
            row = seats[place // 2 * 2 : place // 2 * 2 + 2]
            x = middle + (0 if len(row) == 1 else (place % 2) * 26 - 13)
            self.shapes += pieces.badge(x, bottom - place // 2 * 25, 11.5, number + 1, own=number == self.reader)

    def _climb_words(self) -> str:
        rolled = dice(self.view)
        if self.view.over or not any(rolled):
            return "points at the end"
        price = sum(face for face in rolled if face <= 2)
        return f"a step costs {price} this round" if price else "no step can be climbed this round"

    # --- the reader's hand ------------------------------------------------------------------------

    def hand(self, seat: Seat) -> None:
        slots = [(slot, card) for slot, card in enumerate(seat.hand, 1) if card != GONE]
        if not slots:
            return
        self.shapes.append(words(MARGIN + 2, self.y + 14, "Your hand", 16, bold=True))
        self.y += 22
        pitch = (INNER + 8) / HAND_PER_ROW
        for place, (slot, card) in enumerate(slots):
            row, column = divmod(place, HAND_PER_ROW)
            self._hand_card(MARGIN + column * pitch, self.y + row * 116, pitch - 8, slot, card)
        self.y += -(-len(slots) // HAND_PER_ROW) * 116 - 8 + GAP

    def _hand_card(self, left: float, top: float, width: float, slot: int, card: int) -> None:
        colour = self._colour(card)
        if colour is None:
            raise ValueError("a hand card shows at least its back")
        fill, ink = pieces.FILLS[colour], pieces.on(colour)
        self.shapes += [
            Rect(left + 1, top + 1, width - 2, 106, pieces.PAPER, fill, 2, 6),
            Rect(left, top, width, 28, fill, round=6),
            words(left + 10, top + 21, f"{slot}", 18, ink, bold=True),
            words(left + width - 10, top + 21, pieces.LETTERS[colour], 18, ink, bold=True, anchor="end"),
        ]
        if card >= 0:
            self._face(left + 10, top, width - 20, card)
        else:
            self.shapes.append(words(left + 10, top + 48, "face down", 14, pieces.MUTED, width=width - 20))

    def _face(self, left: float, top: float, width: float, card: int) -> None:
        price = self.cards.price[card]
        self.shapes += [
            words(left, top + 47, self.cards.title[card], 15, bold=True, width=width),
            words(left, top + 64, self.cards.group[card], 14, pieces.MUTED, width=width),
            *pieces.coin(left + 6, top + 78, 6.5),
            words(left + 17, top + 83, str(price), 15, bold=True),
            words(left + width, top + 83, counted(price // 3, "pt"), 14, pieces.MUTED, anchor="end"),
            words(left, top + 100, _icon_words(self.cards, card), 14, pieces.MUTED, width=width),
        ]

    # --- a seat's area ----------------------------------------------------------------------------

    def area(self, number: int) -> None:
        seat = self.view.seats[number]
        rows = -(-len(seat.houses) // HOUSES_PER_ROW)
        top = self.panel(156 + rows * 47 + (4 if rows else 0))
        if number in self.asked:
            self.shapes.append(Rect(MARGIN, top, 6, self.y - GAP - top, pieces.BRICK, round=3))
        self._title(number, seat, top)
        self._goods(seat, top + 46)
        self._canals(number, seat, top + 44)
        self._majorities(seat, top + 120)
        self._backs(number, seat, top + 116)
        for place, house in enumerate(seat.houses):
            row, column = divmod(place, HOUSES_PER_ROW)
            self._house(MARGIN + 14 + column * 140, top + 155 + row * 47, house)

    def _title(self, number: int, seat: Seat, top: float) -> None:
        self.shapes += pieces.badge(MARGIN + 28, top + 23, 14, number + 1, own=number == self.reader)
        right = WIDTH - MARGIN - 14
        for said in (counted(points(self.view, number), "point"), counted(seat.guilders, "guilder")):
            self.shapes.append(words(right, top + 29, said, 17, bold=True, anchor="end"))
            right -= lettering.width(said, 17, bold=True) + 14
        self.shapes += pieces.coin(right, top + 23, 9)
        self._name(number, top, right - 22)

    def _name(self, number: int, top: float, right: float) -> None:
        first = number == self.view.start and not self.view.over
        left, room = MARGIN + 50, right - MARGIN - 50 - (76 if first else 0)
        name, size = lettering.fit(self.names[number], 19, room, partial(lettering.width, bold=True))
        self.shapes.append(words(left, top + 29, name, size, bold=True, width=room))
        if first:
            self.shapes += _pennant(left + lettering.width(name, size, bold=True) + 12, top + 12)

    def _goods(self, seat: Seat, top: float) -> None:
        self.shapes.append(words(MARGIN + 14, top + 22, "workers", 14, pieces.MUTED))
        self.shapes.append(words(MARGIN + 14, top + 57, "threats", 14, pieces.MUTED))
        for colour in range(len(COLOURS)):
            left = MARGIN + 78 + colour * 50
            self.shapes += pieces.worker(left, top, colour, seat.workers[colour])
            self.shapes += pieces.threat(left, top + 35, colour, seat.threats[colour])

    def _canals(self, number: int, seat: Seat, top: float) -> None:
        sections = self.board.canals[self.view.tracks[number]]
        for row, (side, colours, dug) in enumerate(zip(SECTIONS, sections, seat.canals, strict=True)):
            y = top + row * 36
            self.shapes.append(words(MARGIN + 338, y + 21, side, 14, pieces.MUTED))
            for space, colour in enumerate(colours):
                left = MARGIN + 380 + space * 30.5
                price = self.board.prices[space]
                self.shapes += pieces.canal_space(left, y, 29, colour, price, dug=space < dug)
            if row < len(seat.statues):
                self.shapes += pieces.statue(MARGIN + 540, y - 2, seat.statues[row])

    def _majorities(self, seat: Seat, top: float) -> None:
        left = MARGIN + 14
        for word, turned in zip(MAJORITIES, seat.markers, strict=True):
            width = lettering.width(word, 14, bold=True) + 24
            self.shapes += pieces.pill(left, top, word, width, filled=turned)
            left += width + 7

    def _backs(self, number: int, seat: Seat, top: float) -> None:
        """The hand as the others see it; the reader's own is drawn with its faces."""
        hand = seat.cards()
        if number == self.reader or not hand:
            return
        self.shapes.append(words(MARGIN + 338, top + 21, "hand", 14, pieces.MUTED))
        pitch = min(30.5, 178 / len(hand))
        for place, card in enumerate(hand):
            self.shapes += pieces.card_back(MARGIN + 382 + place * pitch, top - 1, 25, 32, self._colour(card))

    def _house(self, left: float, top: float, house: House) -> None:
        self.shapes += pieces.house(left, top, house.colour)
        if house.person is None:
            self.shapes.append(words(left + 38, top + 27, "empty", 14, pieces.FAINT))
            return
        title, group = self.cards.title[house.person], self.cards.group[house.person]
        self.shapes.append(words(left + 37, top + 20, title, 15, bold=True, width=95))
        behind = left + 37 + (22 if self._usable(house) else 0)
        self.shapes.append(words(behind, top + 37, group, 13.5, pieces.MUTED, width=left + 132 - behind))
        self._readiness(left + 46, top + 32.5, house)

    def _readiness(self, x: float, y: float, house: House) -> None:
        """A person that can be used: its worker, or a ring where it is free; a dash once it was used."""
        if house.person is None or not self._usable(house):
            return
        worker = self.cards.worker[house.person]
        if house.used:
            self.shapes += [
                Circle(x, y, 8.5, stroke=pieces.EDGE),
                words(x, y + 5, "–", 14, pieces.FAINT, anchor="middle"),
            ]
        elif worker is None:
            self.shapes.append(Circle(x, y, 7, stroke=pieces.INK, stroke_width=2.5))
        else:
            letter = words(x, y + 4.6, pieces.LETTERS[worker], 12.5, pieces.on(worker), anchor="middle", bold=True)
            self.shapes += [Circle(x, y, 9, pieces.FILLS[worker]), letter]

    def _usable(self, house: House) -> bool:
        return not self.view.over and house.person is not None and self.cards.usable[house.person]

    def _colour(self, card: int) -> int | None:
        """What colour a card or its back shows; None when neither can be seen."""
        if card >= 0:
            return self.cards.colour[card]
        return -1 - card if -1 - card < len(COLOURS) else None


def _icon_words(known: Cards, card: int) -> str:
    worker = known.worker[card]
    if worker is not None:
        return f"{COLOURS[worker]} worker"
    return {"arrow": "at once", "once": "once a round", "laurel": "at the end"}.get(known.icon[card], "always")


def _pennant(x: float, y: float) -> list[Shape]:
    """The sign of the start player: a flag with a word."""
    flag = Polygon(((x, y), (x + 62, y), (x + 54, y + 11), (x + 62, y + 22), (x, y + 22)), pieces.WATER)
    return [flag, words(x + 7, y + 16, "starts", 14, pieces.WHITE, bold=True, width=46)]


def _skyline(floor: float) -> list[Shape]:
    shapes: list[Shape] = []
    x, place = 0.0, 0
    while x < WIDTH:
        wide, height = SKYLINE[place % len(SKYLINE)]
        width = min(wide, WIDTH - x)
        shapes.append(Polygon(_gable(x, floor, width, height), pieces.DEEP_BRICK))
        x, place = x + width, place + 1
    return shapes


def _gable(x: float, floor: float, width: float, height: float) -> tuple[tuple[float, float], ...]:
    """A front with a stepped gable, as wide and high as asked."""
    steps = [(0.0, 0.45), (0.15, 0.45), (0.15, 0.72), (0.32, 0.72), (0.32, 1.0)]
    left = [(x + width * across, floor - height * up) for across, up in steps]
    right = [(x + width * (1 - across), floor - height * up) for across, up in reversed(steps)]
    return ((x, floor), *left, *right, (x + width, floor))
