"""The state of a game of La Venise du Nord: plain data, cheap to copy, written to JSON as it is. No rules.

Tiles are numbers 0-8 in the order of `TILES`, raw materials and the goods made from them 0-2 in that of `MATERIALS`
and `GOODS`. Cards are the number of their type, which equal cards share, in the order of the data file. In a view a
card whose face is hidden is `UNKNOWN`; a state and a view are the same type.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.agenda import Task
from engine.venise.rules.tasks import KINDS, Gift

MATERIALS = ("wool", "flax", "gold")
GOODS = ("clothing", "lace", "jewelry")
DECKS = ("workshop", "order", "builder")
TILES = ("wool", "flax", "gold", "workshop", "order", "builder", "market", "port1", "port2")
WORKSHOP, ORDER, BUILDER, MARKET, PORT1, PORT2 = 3, 4, 5, 6, 7, 8
PORTS = (PORT1, PORT2)
CARD_TILES = (WORKSHOP, ORDER, BUILDER)
ROWS = ("row1", "row2")
UNKNOWN = -1
NOWHERE = -1  # where a Burgher or the Boat is that has not been placed yet

Place = tuple[int, int]  # axial coordinates of a hexagon
Cubes = tuple[int, int, int]  # so many of each raw material


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on a board. A value: a change puts a new one in its place, so that copies of a state may share it.

    paid   cubes laid on its cost squares; all go to the supply once it is ready
    ready  a workshop that is built, a Master Builder that is activated; an Order always
    held   raw material in the stock of a built workshop
    """

    card: int
    paid: Cubes = (0, 0, 0)
    ready: bool = False
    held: int = 0


@dataclass(slots=True)
class Seat:
    """One player's board and pieces.

    stock    raw materials, store: goods, by kind
    rows     the cards in row 1 and row 2, in the order they were laid
    used     Master Builders under the board, whose single effect is spent
    pending  cards drawn beside another's turn, (deck, cards) each, to be answered when the own turn begins
    """

    points: int = 0
    burgher: int = NOWHERE
    stock: list[int] = field(default_factory=lambda: [0, 0, 0])
    store: list[int] = field(default_factory=lambda: [0, 0, 0])
    rows: list[list[Laid]] = field(default_factory=lambda: [[], []])
    used: list[int] = field(default_factory=list)
    pending: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)

    def laid(self) -> list[Laid]:
        """The cards of both rows."""
        return self.rows[0] + self.rows[1]

    def copy(self) -> Seat:
        return Seat(
            self.points,
            self.burgher,
            self.stock[:],
            self.store[:],
            [self.rows[0][:], self.rows[1][:]],
            self.used[:],
            self.pending[:],
        )


@dataclass(slots=True)
class Turn:
    """The events so far of the turn that is being taken.

    dice     the two rolled; () before
    moved    the die the Burgher was moved with, 0 before
    work     value of the activation die, 0 before the move
    shifts   what Master Builders add to the movement and to the activation die
    used     permanent Master Builders that have worked
    made     workshops that have produced
    bridged  whether a bridge was built
    """

    dice: tuple[int, ...] = ()
    moved: int = 0
    work: int = 0
    shifts: tuple[int, int] = (0, 0)
    used: tuple[int, ...] = ()
    made: tuple[int, ...] = ()
    bridged: bool = False


@dataclass(slots=True)
class State:
    """The whole table.

    places    where each tile lies; None while it is not placed
    dice      on each tile (seat, value), or None
    bridges   (tile, tile) -> owner; the lower number first
    singles   cubes and Order cards of value 1 beside the Market, by goods; doubles: Order cards of value 2
    bonuses   values of the Market's empty spaces, the greatest first
    ports     the goods sold on each of the two Ports
    decks     face down, the card to be drawn next last
    spent     Orders that have been carried out
    drawn     the cards among which the active player chooses
    turn      turns finished in this round
    gifts     cubes still to be laid by others than the active player, beside the agenda
    agenda    what is still to be done, a stack whose last task is next
    ending    why the last round came: "bridges", "orders", "market" or "cap"; "" while it has not
    cap       the round after which the game ends in any case; 0 for none
    shuffles  how often cards were shuffled back under a deck
    totals    points "if it ended now" after each round
    undecided the round that is the last if every Order which waits to be kept is kept; 0 while that is not open
    forced    (seat, kind of choice, move) that the rules have made for a seat, see `forced`
    viewer    of a view: the seat that sees it; None for the public and for the state itself
    """

    seats: list[Seat]
    layout: str
    places: list[Place | None]
    boat: int = NOWHERE
    dice: list[tuple[int, int] | None] = field(default_factory=lambda: [None] * len(TILES))
    bridges: dict[tuple[int, int], int] = field(default_factory=dict)
    singles: list[int] = field(default_factory=lambda: [0, 0, 0])
    doubles: list[int] = field(default_factory=lambda: [0, 0, 0])
    bonuses: list[int] = field(default_factory=list)
    ports: list[list[int]] = field(default_factory=lambda: [[], []])
    decks: list[list[int]] = field(default_factory=lambda: [[], [], []])
    spent: list[int] = field(default_factory=list)
    drawn: tuple[int, ...] = ()
    first: int = 0
    round: int = 0
    turn: int = 0
    now: Turn = field(default_factory=Turn)
    gifts: list[Gift] = field(default_factory=list)
    agenda: list[Task] = field(default_factory=list)
    last: int = 0
    ending: str = ""
    over: bool = False
    cap: int = 0
    shuffles: int = 0
    totals: list[list[int]] = field(default_factory=list)
    undecided: int = 0
    forced: list[tuple[int, str, str]] = field(default_factory=list)
    viewer: int | None = None

    def order(self, first: int | None = None) -> list[int]:
        """The seats clockwise from `first` (the first player when None)."""
        n = len(self.seats)
        begin = self.first if first is None else first
        return [(begin + k) % n for k in range(n)]

    def others(self, seat: int) -> list[int]:
        """The other seats, clockwise from the one after `seat`."""
        return self.order(seat)[1:]

    @property
    def beside(self) -> list[Gift]:
        """The choices that are open beside the agenda."""
        return self.gifts

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return (self.first + self.turn) % len(self.seats)

    def price(self, goods: int) -> int:
        """The worth of one of the goods on the Market, without the bonus."""
        return self.singles[goods] + 2 * self.doubles[goods]

    def placed(self, seat: int) -> dict[int, int]:
        """The dice of a seat on the tiles: tile -> value."""
        return {tile: die[1] for tile, die in enumerate(self.dice) if die and die[0] == seat}

    def bridges_of(self, seat: int) -> list[tuple[int, int]]:
        return [ends for ends, owner in self.bridges.items() if owner == seat]

    def copy(self) -> State:
        return State(
            [seat.copy() for seat in self.seats],
            self.layout,
            self.places[:],
            self.boat,
            self.dice[:],
            self.bridges.copy(),
            self.singles[:],
            self.doubles[:],
            self.bonuses[:],
            [port[:] for port in self.ports],
            [deck[:] for deck in self.decks],
            self.spent[:],
            self.drawn,
            self.first,
            self.round,
            self.turn,
            Turn(*(getattr(self.now, name) for name in Turn.__slots__)),
            self.gifts[:],
            self.agenda[:],
            self.last,
            self.ending,
            self.over,
            self.cap,
            self.shuffles,
            self.totals[:],
            self.undecided,
            self.forced[:],
            self.viewer,
        )


def edge(one: int, other: int) -> tuple[int, int]:
    """The key of the bridge between two tiles."""
    return (one, other) if one < other else (other, one)


def dump(state: State) -> dict[str, Any]:
    """The state as JSON values; shares nothing with it."""
    copy = state.copy()
    data = {name: getattr(copy, name) for name in State.__slots__}
    data["seats"] = [_dump_seat(seat) for seat in copy.seats]
    data["places"] = [place and list(place) for place in copy.places]
    data["dice"] = [die and list(die) for die in copy.dice]
    data["bridges"] = [[*ends, owner] for ends, owner in copy.bridges.items()]
    data["now"] = {name: _plain(getattr(copy.now, name)) for name in Turn.__slots__}
    data["drawn"] = list(copy.drawn)
    data["gifts"] = [gift.dump()[1:] for gift in copy.gifts]
    data["agenda"] = [task.dump() for task in copy.agenda]
    data["totals"] = [list(row) for row in copy.totals]
    data["forced"] = [list(record) for record in copy.forced]
    return data


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _dump_seat(seat: Seat) -> dict[str, Any]:
    data = {name: getattr(seat, name) for name in Seat.__slots__}
    data["rows"] = [[[card.card, list(card.paid), card.ready, card.held] for card in row] for row in seat.rows]
    data["pending"] = [[deck, list(cards)] for deck, cards in seat.pending]
    return data


def load(data: dict[str, Any]) -> State:
    """The state that `dump` wrote. LookupError or TypeError when it is something else."""
    fields = dict(data)
    fields["seats"] = [_load_seat(seat) for seat in data["seats"]]
    fields["places"] = [place and (place[0], place[1]) for place in data["places"]]
    fields["dice"] = [die and (die[0], die[1]) for die in data["dice"]]
    fields["bridges"] = {(one, other): owner for one, other, owner in data["bridges"]}
    now: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in data["now"].items()
    }
    fields["now"] = Turn(**now)
    fields["drawn"] = tuple(data["drawn"])
    fields["gifts"] = [Gift(*gift) for gift in data["gifts"]]
    fields["agenda"] = [KINDS.load(task) for task in data["agenda"]]
    fields["forced"] = [tuple(record) for record in data["forced"]]
    return State(**fields).copy()


def _load_seat(data: dict[str, Any]) -> Seat:
    fields = dict(data)
    fields["rows"] = [[Laid(c, (p[0], p[1], p[2]), ready, held) for c, p, ready, held in row] for row in data["rows"]]
    fields["pending"] = [(deck, tuple(cards)) for deck, cards in data["pending"]]
    return Seat(**fields)
