"""The contents of the box: cards, layouts and numbers of the game, read from a file and checked. No state."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.refusals import BadDeck
from engine.venise.data import box_checks as check
from engine.venise.state import GOODS, MATERIALS, TILES, Cubes, Place

FILE = Path(__file__).parent / "game.json"


@dataclass(frozen=True, slots=True)
class Card:
    """A type of card: `count` of them are in the game.

    deck       number of its deck in `DECKS`
    effect     of a Master Builder one of `box_checks.EFFECTS`; "workshop" and "order" for the others
    kind       the raw material or goods it is about; -1 for a Master Builder that names none
    capacity   of a workshop
    value      of an Order, and of a Master Builder that is used as one
    permanent  keeps its effect; the others work once
    """

    name: str
    deck: int
    effect: str
    count: int
    cost: Cubes = (0, 0, 0)
    kind: int = -1
    capacity: int = 0
    value: int = 0
    permanent: bool = False

    @property
    def is_order(self) -> bool:
        """Whether it serves as an Order: it lies in row 2 and has no cost."""
        return self.effect == "order"


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of the nine tiles, in the order of `TILES`, and the tile at which the Boat begins."""

    name: str
    places: tuple[Place, ...]
    boat: int


@dataclass(frozen=True, slots=True)
class Box:
    """Everything; see the fields of the same names in the file. Seats are the keys of `covered` and `taken_out`."""

    cards: tuple[Card, ...]
    layouts: Mapping[str, Layout]
    bonuses: tuple[int, ...]
    covered: Mapping[int, tuple[int, ...]]
    taken_out: Mapping[int, int]
    stock: int
    row: int
    dice: int
    bridges: int
    boat_cost: int
    sold_at_the_end: int
    builder_points: int
    bridge_points: int
    number: Mapping[str, int]  # of a card by its name

    def deck(self, which: int) -> list[int]:
        """All cards of a deck, in the order of the file."""
        return [card for card, kind in enumerate(self.cards) if kind.deck == which for _ in range(kind.count)]


@cache
def shipped() -> Box:
    """The box that is played with."""
    return load_box(FILE)


def load_box(path: Path) -> Box:
    """The box of a file; BadDeck names the card and field that is wrong."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise BadDeck(f"{path.name}: not JSON: {error}") from error
    return read_box(data, path.name)


def read_box(data: Any, name: str = "game") -> Box:
    """The box that JSON values describe, completely checked."""
    check.form(data, name)
    cards = (
        *(_workshop(row) for row in data["workshops"]),
        *(_order(row) for row in data["orders"]),
        *(_builder(row) for row in data["builders"]),
    )
    layouts = {row["name"]: _layout(row) for row in data["layouts"]}
    return Box(
        cards,
        layouts,
        tuple(data["bonuses"]),
        {int(seats): tuple(values) for seats, values in data["covered"].items()},
        {int(seats): count for seats, count in data["orders_taken_out"].items()},
        **data["numbers"],
        number={card.name: k for k, card in enumerate(cards)},
    )


def _cost(row: Mapping[str, int]) -> Cubes:
    return (row.get("wool", 0), row.get("flax", 0), row.get("gold", 0))


def _workshop(row: Mapping[str, Any]) -> Card:
    kind = MATERIALS.index(row["material"])
    return Card(row["name"], 0, "workshop", 1, _cost(row["cost"]), kind, row["capacity"])


def _order(row: Mapping[str, Any]) -> Card:
    name = f"{row['goods']} {row['value']}"
    return Card(name, 1, "order", row["count"], kind=GOODS.index(row["goods"]), value=row["value"])


def _builder(row: Mapping[str, Any]) -> Card:
    kind = GOODS.index(row["goods"]) if "goods" in row else -1
    cost, value = _cost(row["cost"]), row.get("value", 0)
    return Card(row["name"], 2, row["effect"], row["count"], cost, kind, 0, value, row["permanent"])


def _layout(row: Mapping[str, Any]) -> Layout:
    places = tuple((row["tiles"][tile][0], row["tiles"][tile][1]) for tile in TILES)
    return Layout(row["name"], places, TILES.index(row["boat"]))
