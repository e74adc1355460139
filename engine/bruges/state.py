"""The state of a game of Bruges: plain data, cheap to copy, written to JSON as it is. No rules.

Colours are numbers 0-4 in the order of `COLOURS`. Cards are their number in the deck, from 0. In a view a
card whose face is hidden is its negative code: `back(colour)` (-1 to -5) where its back can be seen,
`UNKNOWN` (-6) where it cannot; a state and a view are the same type.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from engine.agenda import SeatTask, Task
from engine.bruges.rules.tasks import KINDS

COLOURS = ("blue", "brown", "purple", "red", "yellow")
BLUE, BROWN, PURPLE, RED, YELLOW = range(5)
MAJORITIES = ("reputation", "people", "canal")
SECTIONS = ("left", "right")
UNKNOWN = -6
GONE = -7  # a hand slot whose card has been played; slots keep their number until the round ends
PILE_NAMES = {2: SECTIONS, 5: COLOURS}  # of the draw piles, by how many there are
SPACES = 5  # of a canal section
TURNS = 4  # cards a seat plays in a round


def back(colour: int) -> int:
    """The code of a card of which only the back, and so the colour, can be seen."""
    return -1 - colour


@dataclass(frozen=True, slots=True)
class House:
    """colour as built; card laid face down; person living there (None: empty); used this round or fired for good.

    A value: a change puts a new house in its place, so that copies of a state may share houses.
    """

    colour: int
    card: int
    person: int | None = None
    used: bool = False


@dataclass(slots=True)
class Seat:
    """One player's area.

    hand     slots (menu number - 1) with cards, codes of hidden cards or GONE
    public   the cards in hand that everybody has seen
    unseen   how many of the last slots were drawn just now and not looked at yet
    crowned  the sections that have been finished once and give no statue again
    climbed  has taken the reputation step of this round
    unsettled  of a step that the seat itself has not answered, while it may change it: [price] if it was not taken,
               [price, points, guilders, five workers] (what it brought besides) if it was; else []
    """

    points: int = 5
    guilders: int = 5
    workers: list[int] = field(default_factory=lambda: [1] * 5)
    threats: list[int] = field(default_factory=lambda: [0] * 5)
    step: int = 0
    hand: list[int] = field(default_factory=list)
    public: list[int] = field(default_factory=list)
    houses: list[House] = field(default_factory=list)
    canals: list[int] = field(default_factory=lambda: [0, 0])  # tokens in the left and right section
    statues: list[int] = field(default_factory=list)  # their values
    crowned: list[bool] = field(default_factory=lambda: [False, False])
    markers: list[bool] = field(default_factory=lambda: [False] * 3)  # turned majority markers
    climbed: bool = False
    unsettled: list[int] = field(default_factory=list)
    unseen: int = 0

    def cards(self) -> list[int]:
        """The hand without the slots of played cards."""
        return [card for card in self.hand if card != GONE]

    def persons(self) -> list[int]:
        """The cards of the persons in play, in the order of their houses."""
        return [house.person for house in self.houses if house.person is not None]

    def copy(self) -> Seat:
        return Seat(
            self.points,
            self.guilders,
            self.workers[:],
            self.threats[:],
            self.step,
            self.hand[:],
            self.public[:],
            self.houses[:],
            self.canals[:],
            self.statues[:],
            self.crowned[:],
            self.markers[:],
            self.climbed,
            self.unsettled[:],
            self.unseen,
        )


@dataclass(slots=True)
class State:
    """The whole table.

    tracks   which pair of canal colour orders each seat has, an index into the board data
    piles    the draw piles, two, or five of a colour each in the order of `COLOURS`; top card last
    extra    the extra pile; None once it is in play
    discard  in the order it was laid, face up but for the cards of `veiled`
    veiled   (card, seat): discarded house cards, whose face only that seat knows
    dice     1-6 per colour; 0 before the first roll
    turn     card turns finished in this round, over all seats
    phase    1 draw, 2 dice and steps, 3 cards, 4 majorities
    agenda   what is still to be done, a stack whose last task is next
    last     the round after which the game ends; 0 while that is open
    totals   points "if it ended now" after each round
    late_steps  whether a step may be changed until the seat's first card, though others have acted
    viewer   of a view: the seat that sees it; None for the public and for the state itself
    """

    deck: str  # digest of the cards in play
    seats: list[Seat]
    tracks: list[int]
    piles: list[list[int]]
    extra: list[int] | None
    discard: list[int]
    statues: list[int]
    dice: list[int] = field(default_factory=lambda: [0] * 5)
    start: int = 0
    round: int = 0
    turn: int = 0
    agenda: list[Task] = field(default_factory=list)
    last: int = 0
    over: bool = False
    totals: list[list[int]] = field(default_factory=list)
    phase: int = 1
    veiled: list[tuple[int, int]] = field(default_factory=list)
    late_steps: bool = False
    viewer: int | None = None
    beside: ClassVar[tuple[SeatTask, ...]] = ()  # no choice is open beside the agenda

    @property
    def pile_names(self) -> tuple[str, ...]:
        """The names of the draw piles: by their side, or by their colour."""
        return PILE_NAMES[len(self.piles)]

    def order(self, first: int | None = None) -> list[int]:
        """The seats clockwise from `first` (the start player when None)."""
        n = len(self.seats)
        begin = self.start if first is None else first
        return [(begin + k) % n for k in range(n)]

    def seat_after(self, k: int) -> int:
        """The seat k places clockwise from the start player."""
        return (self.start + k) % len(self.seats)

    def others(self, seat: int) -> list[int]:
        """The other seats, clockwise from the one after `seat`."""
        return self.order(seat)[1:]

    def copy(self) -> State:
        return State(
            self.deck,
            [seat.copy() for seat in self.seats],
            self.tracks[:],
            [pile[:] for pile in self.piles],
            None if self.extra is None else self.extra[:],
            self.discard[:],
            self.statues[:],
            self.dice[:],
            self.start,
            self.round,
            self.turn,
            self.agenda[:],
            self.last,
            self.over,
            self.totals[:],
            self.phase,
            self.veiled[:],
            self.late_steps,
            self.viewer,
        )


def dump(state: State) -> dict[str, Any]:
    """The state as JSON values; shares nothing with it."""
    copy = state.copy()
    data = {name: getattr(copy, name) for name in State.__slots__}
    data["seats"] = [_dump_seat(seat) for seat in copy.seats]
    data["agenda"] = [task.dump() for task in state.agenda]
    data["totals"] = [list(row) for row in state.totals]
    data["veiled"] = [list(pair) for pair in state.veiled]
    return data


def _dump_seat(seat: Seat) -> dict[str, Any]:
    data = {name: getattr(seat, name) for name in Seat.__slots__}
    data["houses"] = [[h.colour, h.card, h.person, h.used] for h in seat.houses]
    return data


def load(data: dict[str, Any]) -> State:
    """The state that `dump` wrote. LookupError or TypeError when it is something else."""
    fields = dict(data)
    fields["seats"] = [_load_seat(seat) for seat in data["seats"]]
    fields["agenda"] = [KINDS.load(task) for task in data["agenda"]]
    fields["veiled"] = [(card, seat) for card, seat in data["veiled"]]
    return State(**fields).copy()


def _load_seat(data: dict[str, Any]) -> Seat:
    fields = dict(data)
    fields["houses"] = [House(*house) for house in data["houses"]]
    return Seat(**fields)
