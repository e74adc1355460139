"""The oracle's counting: what a seat has, what its persons make of it, and the final scoring. Reads positions only."""

from __future__ import annotations

from typing import Any

from tests.engine.bruges.oracle.cards import board, deck, effects

Seat = dict[str, Any]


def people(seat: Seat) -> list[str]:
    return [house["person"] for house in seat["houses"] if house.get("person")]


def cards(seat: Seat) -> list[str]:
    return [card for card in seat["hand"] if card != "-"]


def lasting(seat: Seat, kind: str) -> list[dict[str, Any]]:
    return [effect for person in people(seat) for effect in effects(person) if effect["kind"] == kind]


def immune(seat: Seat, harm: str) -> bool:
    return any(effect["to"] == harm for effect in lasting(seat, "immune"))


def count(pos: dict[str, Any], seat: Seat, what: str) -> int:
    name, _, of = what.partition(":")
    here = people(seat)
    if name == "workers":
        return seat["workers"].get(of, 0) if of else sum(seat["workers"].values())
    return {
        "distinct_groups": len({deck()[person]["group"] for person in here}),
        "houses": len(seat["houses"]),
        "empty_houses": len(seat["houses"]) - len(here),
        "house_colour": sum(house["colour"] == of for house in seat["houses"]),
        "persons": len(here),
        "group": sum(deck()[person]["group"] == of for person in here),
        "icon": sum(deck()[person]["icon"] == of for person in here),
        "canal_tokens": sum(seat["canals"].values()),
        "third_spaces": sum(built >= 3 for built in seat["canals"].values()),
        "statues": len(seat["statues"]),
        "markers": len(seat["markers"]),
        "step": seat["step"],
        "guilders": seat["guilders"],
        "threats": sum(seat["threats"].values()),
        "hand": len(cards(seat)),
        "die": pos["dice"].get(of, 0),
    }[name]


def sheet(pos: dict[str, Any], seat: Seat) -> list[int]:
    """The rows of the final scoring, in the rulebook's words: what was scored on the way comes first."""
    return [
        seat["points"],
        sum(deck()[person]["price"] // 3 for person in people(seat)),
        len(seat["houses"]),
        sum(e["points"] * (count(pos, seat, e["per"]) // e.get("divisor", 1)) for e in lasting(seat, "final")),
        4 * len(seat["markers"]),
        3 * count(pos, seat, "third_spaces"),
        sum(seat["statues"]),
        board()["reputation"][seat["step"]],
    ]


def totals(pos: dict[str, Any]) -> list[int]:
    return [sum(sheet(pos, seat)) for seat in pos["seats"]]


def ranks(pos: dict[str, Any]) -> list[int]:
    """Most points, then most guilders, then shared."""
    keys = [(total, seat["guilders"]) for total, seat in zip(totals(pos), pos["seats"], strict=True)]
    return [1 + sum(other > key for other in keys) for key in keys]
