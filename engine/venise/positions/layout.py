"""The fields of a position file of Venise: the form of each, for the reader and the writer."""

from __future__ import annotations

from typing import Any

from engine.events import Json
from engine.positions.codec import Counts, Fixed, Flag, Form, Keyed, Layout, Many, Name, Parts, Tasks, Whole, Word
from engine.positions.values import fail
from engine.venise.data.box import shipped
from engine.venise.orders.parser import reads
from engine.venise.orders.reasons import KINDS
from engine.venise.rules import setup, tasks
from engine.venise.rules.context import card_of
from engine.venise.state import DECKS, GOODS, MATERIALS, PORT1, ROWS, TILES, Laid, Seat, State, Turn

MOST = 99_999
NUMBER = Whole(0, MOST)
TILE = Word(TILES)
CARD = Word([card.name for card in shipped().cards])
CARDS = Many(CARD)
LEFT_OUT = (  # of a table while they are as in a new state
    *("boat", "now", "drawn", "gifts", "last", "ending", "over", "cap", "shuffles", "totals", "undecided", "forced"),
)
HAND = Many(CARD, kind=tuple)
TURN = Layout(
    Turn,
    {
        "dice": Many(Whole(1, 6), kind=tuple),
        "moved": Whole(0, 6),
        "work": Whole(0, 6),
        "shifts": Fixed("pair of numbers", Whole(-1, 1), Whole(-1, 1)),
        "used": HAND,
        "made": HAND,
        "bridged": Flag(),
    },
    brief=("dice", "moved", "work", "shifts", "used", "made", "bridged"),
)


class LaidForm(Form[Laid]):
    """A card on a board: its name, or what lies on it too."""

    layout = Layout(
        Laid,
        {"card": CARD, "paid": Counts(MATERIALS, 6, kind=tuple), "ready": Flag(), "held": NUMBER},
        brief=("paid", "ready", "held"),
    )

    def read(self, value: Json, place: str) -> Laid:
        given = self.layout.given({"card": value} if isinstance(value, str) else value, place)
        if "card" not in given:
            raise fail(place, "names no card")
        card = shipped().cards[given["card"]]
        laid = Laid(**given | ({"ready": True} if card.is_order else {}))
        if laid.held > (room := card.capacity if laid.ready else 0):
            raise fail(f"{place}, {card.name}, held", f"is {laid.held}, there is room for {room}")
        return laid

    def write(self, value: Laid) -> Json:
        return card_of(value).name if card_of(value).is_order else self.layout.write(value)


class Drawing(Form[tuple[int, tuple[int, ...]]]):
    """Cards drawn from one deck."""

    def read(self, value: Json, place: str) -> tuple[int, tuple[int, ...]]:
        cards = HAND.read(value, place)
        decks = {shipped().cards[card].deck for card in cards}
        if len(decks) != 1:
            raise fail(place, "a drawing is of one deck")
        return (decks.pop(), cards)

    def write(self, value: tuple[int, tuple[int, ...]]) -> Json:
        return HAND.write(value[1])


class SeatForm(Form[Seat]):
    """A seat, whose two rows the file holds apart. Its dice and bridges are fields of the table in play."""

    row = Many(LaidForm())
    layout = Layout(
        Seat,
        {
            "points": NUMBER,
            "stock": Counts(MATERIALS, 6),
            "store": Counts(GOODS, MOST),
            "burgher": TILE,
            "used": CARDS,
            "pending": Many(Drawing()),
        },
        beside=("rows",),
        also=("dice", "bridges", *ROWS),
        brief=("burgher", "used", "pending"),
    )

    def read(self, value: Json, place: str) -> Seat:
        seat = Seat(**self.layout.given(value, place))
        seat.rows = [self.row.read(value.get(name, []), f"{place}, {name}") for name in ROWS]
        return seat

    def write(self, value: Seat) -> Json:
        rows = zip(ROWS, value.rows, strict=True)
        return self.layout.write(value) | {name: self.row.write(row) for name, row in rows if row}


class Forced(Form[tuple[int, str, str]]):
    """A move that the rules have made for a seat: the seat, the kind of choice and the order."""

    def __init__(self, seats: int) -> None:
        self.seat = Whole(0, seats - 1)

    def read(self, value: Json, place: str) -> tuple[int, str, str]:
        if not isinstance(value, list) or len(value) != 3:
            raise fail(place, "is no list of seat, kind of choice and move")
        seat, kind, order = value
        if not isinstance(order, str) or not order or not reads(order):
            raise fail(place, f"{order!r} is no order")
        return (self.seat.read(seat, place), Name(KINDS.get(order.split()[0], ())).read(kind, place), order)

    def write(self, value: tuple[int, str, str]) -> Json:
        return list(value)


def table_layout(seats: int) -> Layout[State]:
    """The form of a table with so many seats."""
    seat = Whole(0, seats - 1)
    values: dict[str, Form[Any]] = {
        "seat": seat,
        "deck": Word(DECKS),
        "material": Word(MATERIALS),
        "tile": TILE,
        "number": Whole(1, 12),
    }
    return Layout(
        State,
        {
            "layout": Name((*shipped().layouts, setup.FREE)),
            "places": Keyed(TILES, Fixed("pair of coordinates", Whole(-8, 8), Whole(-8, 8))),
            "boat": TILE,
            "seats": Many(SeatForm(), "seat", first=0),
            "first": seat,
            "round": NUMBER,
            "turn": seat,
            "bonuses": Many(Whole(1, 9)),
            "ports": Keyed(TILES[PORT1:], Many(Word(GOODS)), list),
            "decks": Keyed(DECKS, CARDS),
            "spent": CARDS,
            "agenda": Tasks(tasks.KINDS, values),
            "now": TURN,
            "drawn": HAND,
            "gifts": Many(Parts(tasks.Gift, values | {"number": Whole(1, 2)})),
            "last": NUMBER,
            "ending": Name(("", "bridges", "orders", "market", "cap")),
            "over": Flag(),
            "cap": NUMBER,
            "shuffles": NUMBER,
            "totals": Many(Many(NUMBER)),
            "undecided": NUMBER,
            "forced": Many(Forced(seats)),
        },
        named={"places": "tiles"},
        beside=("dice", "bridges", "singles", "doubles", "viewer"),
        also=("game", "about", "prices"),
        brief=LEFT_OUT,
    )
