"""The oracle's cards and map: the data file read once more, as plain dictionaries. No rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import engine.venise

BOX = json.loads((Path(engine.venise.__file__).parent / "data" / "game.json").read_text(encoding="utf-8"))
NUMBERS: dict[str, int] = BOX["numbers"]
MATERIALS = ("gold", "flax", "wool")
GOODS = {"gold": "jewelry", "flax": "lace", "wool": "clothing"}
DECKS = ("workshop", "order", "builder")
WORKSHOPS = {card["name"]: {**card, "goods": GOODS[card["material"]]} for card in BOX["workshops"]}
BUILDERS = {card["name"]: card for card in BOX["builders"]}
LAYOUTS = {layout["name"]: layout for layout in BOX["layouts"]}
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))

Pos = dict[str, Any]
Card = dict[str, Any]


def cost(name: str) -> dict[str, int]:
    """The cost that must be paid on the card; Orders cost nothing."""
    costs: dict[str, int] = (WORKSHOPS | BUILDERS).get(name, {}).get("cost", {})
    return costs


def order(name: str) -> tuple[str, int] | None:
    """Goods and value if the card serves as an Order."""
    if name in BUILDERS:
        card = BUILDERS[name]
        return (card["goods"], card["value"]) if card["effect"] == "order" else None
    goods, _, value = name.partition(" ")
    return (goods, int(value)) if value else None


def neighbours(pos: Pos, tile: str) -> list[str]:
    q, r = pos["tiles"][tile]
    places = {(q + dq, r + dr) for dq, dr in SIDES}
    return [name for name, place in pos["tiles"].items() if tuple(place) in places]


def read(position: dict[str, Any]) -> Pos:
    """A position file (docs/positions/venise.md) with everything that it may leave out filled in."""
    layout = LAYOUTS.get(position.get("layout", "default"), {"tiles": {}, "boat": ""})
    covered = BOX["covered"][str(len(position["seats"]))]
    bonuses = list(BOX["bonuses"])
    for value in covered:
        bonuses.remove(value)
    return {
        "tiles": dict(position.get("tiles", layout["tiles"])),
        "boat": position.get("boat", layout["boat"]),
        "first": position.get("first", 0),
        "round": position.get("round", 1),
        "turn": position.get("turn", 0),
        "now": {"dice": [], "shifts": [0, 0], "used": [], "made": [], "bridged": False, **position.get("now", {})},
        "prices": {goods: list(position.get("prices", {}).get(goods, (0, 0))) for goods in GOODS.values()},
        "bonuses": list(position.get("bonuses", bonuses)),
        "ports": {port: sorted(position.get("ports", {}).get(port, [])) for port in ("port1", "port2")},
        "decks": {deck: list(position["decks"][deck]) for deck in DECKS},
        "last": position.get("last", 0),
        "ending": position.get("ending", ""),
        "over": position.get("over", False),
        "cap": position.get("cap", 0),
        "only waiting orders": bool(position.get("undecided", 0)),
        "totals": list(position.get("totals", [])),
        "seats": [_seat(seat) for seat in position["seats"]],
    }


def _seat(seat: dict[str, Any]) -> dict[str, Any]:
    return {
        "points": seat.get("points", 0),
        "burgher": seat.get("burgher", ""),
        "stock": {name: seat.get("stock", {}).get(name, 0) for name in MATERIALS},
        "store": {name: seat.get("store", {}).get(name, 0) for name in GOODS.values()},
        "dice": dict(seat.get("dice", {})),
        "bridges": sorted(sorted(pair) for pair in seat.get("bridges", [])),
        "rows": [[_card(card) for card in seat.get(row, [])] for row in ("row1", "row2")],
        "used": sorted(seat.get("used", [])),
        "pending": [sorted(cards) for cards in seat.get("pending", [])],
    }


def _card(card: str | dict[str, Any]) -> Card:
    entry: dict[str, Any] = {"card": card} if isinstance(card, str) else card
    paid = {name: entry.get("paid", {}).get(name, 0) for name in MATERIALS}
    return {"card": entry["card"], "paid": paid, "ready": entry.get("ready", False), "held": entry.get("held", 0)}
