"""The checks of the game's data file, to the last field. Makes nothing of it (`box` does)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.data.plain_text import check_texts
from engine.language.languages import to_say
from engine.refusals import BadDeck
from engine.venise.data.hexagons import connected
from engine.venise.state import GOODS, MATERIALS, TILES

PERMANENT = ("bridge points", "movement die", "activation die")
SINGLE = ("price", "fill", "order")
EFFECTS = (*PERMANENT, *SINGLE)
NUMBERS = {
    "stock": (6, 6),
    "row": (1, 9),
    "dice": (5, 5),
    "bridges": (5, 5),
    "boat_cost": (1, 6),
    "sold_at_the_end": (6, 6),
    "builder_points": (0, 99),
    "bridge_points": (0, 9),
}
FIELDS = {"about", "numbers", "bonuses", "covered", "orders_taken_out", "layouts", "workshops", "orders", "builders"}
COUNTS = {"workshops": 15, "orders": 24, "builders": 16}  # cards of each deck
SEATS = ("2", "3", "4")
LAYOUTS = (to_say("default"), to_say("lake"), to_say("canal"), to_say("star"), to_say("old_town"))
# All other words of orders: no card's name begins with one of them.
ORDERS = (
    *("move", "bridge", "produce", "take", "keep", "none", "sell", "put", "lay", "discard", "pay", "use", "recall"),
    *("place", "boat", "burgher", "end", "idle", "back", "up", "down", "lower", "all", "cards", "workshops", "row"),
)
PREFIX = 3  # letters by which a card can be told from every other word of the game


def form(data: Any, source: str) -> None:
    """BadDeck unless the values describe a whole game."""
    check_texts(data, source)
    _check(isinstance(data, dict) and set(data) == FIELDS, source, f"the fields are {', '.join(sorted(FIELDS))}")
    _check(isinstance(data["about"], str), f"{source}, about", "is no text")
    _numbers(data["numbers"], f"{source}, numbers")
    _market(data, source)
    _check(isinstance(data["layouts"], list) and data["layouts"], f"{source}, layouts", "is no list with a layout")
    for at, row in enumerate(data["layouts"], 1):
        _layout(row, f"{source}, layout {at}")
    names = [row["name"] for row in data["layouts"]]
    _distinct(names, f"{source}, layouts")
    _check(sorted(names) == sorted(LAYOUTS), f"{source}, layouts", f"are {', '.join(LAYOUTS)}, each once")
    _cards(data, source)


def _check(holds: Any, place: str, fault: str) -> None:
    if not holds:
        raise BadDeck(f"{place}: {fault}")


def _whole(value: Any, place: str, low: int, high: int) -> None:
    fits = type(value) is int and low <= value <= high
    _check(fits, place, f"is {value!r}, not a whole number from {low} to {high}")


def _distinct(names: Iterable[str], place: str) -> None:
    seen: set[str] = set()
    for name in names:
        _check(name not in seen, place, f"{name} stands twice")
        seen.add(name)


def _numbers(data: Any, place: str) -> None:
    _check(isinstance(data, dict) and set(data) == set(NUMBERS), place, f"the fields are {', '.join(NUMBERS)}")
    for name, (low, high) in NUMBERS.items():
        _whole(data[name], f"{place}, {name}", low, high)


def _market(data: Mapping[str, Any], source: str) -> None:
    bonuses = data["bonuses"]
    _check(isinstance(bonuses, list) and len(bonuses) == 7, f"{source}, bonuses", "is no list of 7 numbers")
    for value in bonuses:
        _whole(value, f"{source}, bonuses", 1, 9)
    _check(bonuses == sorted(bonuses, reverse=True), f"{source}, bonuses", "the greatest stands first")
    for name in ("covered", "orders_taken_out"):
        fits = isinstance(data[name], dict) and set(data[name]) == set(SEATS)
        _check(fits, f"{source}, {name}", f"the fields are the numbers of seats, {', '.join(SEATS)}")
    for seats in SEATS:
        place, left = f"{source}, covered, {seats}", bonuses[:]
        _check(isinstance(data["covered"][seats], list), place, "is no list")
        for value in data["covered"][seats]:
            _check(type(value) is int and value in left, place, f"there is no space of {value!r} left to cover")
            left.remove(value)
        _whole(data["orders_taken_out"][seats], f"{source}, orders_taken_out, {seats}", 0, 5)


# --- layouts ---------------------------------------------------------------------------------------------


def _layout(row: Any, place: str) -> None:
    _check(isinstance(row, dict) and set(row) == {"name", "boat", "tiles"}, place, "the fields are name, boat, tiles")
    _name(row["name"], place)
    _check(row["boat"] in TILES, f"{place}, boat", f"is {row['boat']!r}, not one of {', '.join(TILES)}")
    tiles = row["tiles"]
    _check(isinstance(tiles, dict) and set(tiles) == set(TILES), f"{place}, tiles", f"the tiles are {', '.join(TILES)}")
    for tile, at in tiles.items():
        _check(isinstance(at, list) and len(at) == 2, f"{place}, {tile}", "is no pair of coordinates")
        for number in at:
            _whole(number, f"{place}, {tile}", -8, 8)
    places = [(at[0], at[1]) for at in tiles.values()]
    _check(len(set(places)) == len(places), f"{place}, tiles", "two tiles lie on one place")
    _check(connected(places), f"{place}, tiles", "a tile does not touch the others along a side")


def _name(name: Any, place: str) -> None:
    fits = isinstance(name, str) and name.isascii() and name.replace("_", "").isalpha() and name == name.lower()
    _check(fits, f"{place}, name", f"is {name!r}, not one word of small letters")


# --- cards -----------------------------------------------------------------------------------------------


def _cards(data: Mapping[str, Any], source: str) -> None:
    checks = {"workshops": _workshop, "orders": _order, "builders": _builder}
    for name, check in checks.items():
        _check(isinstance(data[name], list), f"{source}, {name}", "is no list")
        for at, row in enumerate(data[name], 1):
            _check(isinstance(row, dict), f"{source}, {name} {at}", "is no object")
            check(row, f"{source}, {name} {at}{_named(row)}")
        count = sum(row.get("count", 1) for row in data[name])
        _check(count == COUNTS[name], f"{source}, {name}", f"are {count} cards, {COUNTS[name]} are wanted")
    _order_counts(data, source)
    words = [row["name"] for name in ("workshops", "builders") for row in data[name]]
    _distinct(words, f"{source}, cards")
    for word in words:
        _check(len(word) >= PREFIX, f"{source}, {word}", f"has fewer than {PREFIX} letters")
        others = [*(other for other in words if other != word), *MATERIALS, *GOODS, *TILES, "stock"]
        rivals = [other for other in others if other[:PREFIX] == word[:PREFIX]]
        rivals += [other for other in ORDERS if word.startswith(other)]
        _check(not rivals, f"{source}, {word}", f"begins like {', '.join(rivals)}")


def _named(row: Mapping[str, Any]) -> str:
    return f" ({row['name']})" if isinstance(row.get("name"), str) else ""


def _fields(row: Mapping[str, Any], place: str, *wanted: str) -> None:
    _check(set(row) == set(wanted), place, f"the fields are {', '.join(wanted)}")


def _cost(cost: Any, place: str, low: int) -> None:
    fits = isinstance(cost, dict) and set(cost) <= set(MATERIALS)
    _check(fits, f"{place}, cost", f"is no object with {', '.join(MATERIALS)}")
    for material, count in cost.items():
        _whole(count, f"{place}, cost, {material}", 1, 6)
    _whole(sum(cost.values()), f"{place}, cost in all", low, 6)


def _workshop(row: Mapping[str, Any], place: str) -> None:
    _fields(row, place, "name", "material", "capacity", "cost")
    _name(row["name"], place)
    _check(row["material"] in MATERIALS, f"{place}, material", f"is {row['material']!r}")
    _whole(row["capacity"], f"{place}, capacity", 1, 3)
    _cost(row["cost"], place, 1)


def _order(row: Mapping[str, Any], place: str) -> None:
    _fields(row, place, "goods", "value", "count")
    _goods(row, place)
    _whole(row["count"], f"{place}, count", 1, 24)


def _goods(row: Mapping[str, Any], place: str) -> None:
    _check(row["goods"] in GOODS, f"{place}, goods", f"is {row['goods']!r}, not one of {', '.join(GOODS)}")
    if "value" in row:
        _whole(row["value"], f"{place}, value", 1, 2)


def _order_counts(data: Mapping[str, Any], source: str) -> None:
    """Of each goods there are enough of value 1 to take some out."""
    most = max(data["orders_taken_out"].values())
    _distinct((f"{row['goods']} {row['value']}" for row in data["orders"]), f"{source}, orders")
    for goods in GOODS:
        ones = sum(row["count"] for row in data["orders"] if row["goods"] == goods and row["value"] == 1)
        _check(ones >= most, f"{source}, orders", f"of {goods} 1 there are {ones}, {most} are taken out")


def _builder(row: Mapping[str, Any], place: str) -> None:
    effect = row.get("effect")
    _check(effect in EFFECTS, f"{place}, effect", f"is {effect!r}, not one of {', '.join(EFFECTS)}")
    more = {"price": ("goods",), "order": ("goods", "value")}.get(str(effect), ())
    _fields(row, place, "name", "effect", "permanent", "cost", "count", *more)
    _name(row["name"], place)
    _check(row["permanent"] is (effect in PERMANENT), f"{place}, permanent", f"is {row['permanent']!r} for {effect}")
    if more:
        _goods(row, place)
    if effect == "order":
        _check(row["cost"] == {}, f"{place}, cost", "an Order has none")
    else:
        _cost(row["cost"], place, 1)
    # A card on a board is found by its name; only the permanent ones are held one of a kind anyway.
    _whole(row["count"], f"{place}, count", 1, 16 if effect in PERMANENT or effect == "order" else 1)
