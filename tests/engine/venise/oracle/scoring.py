"""The oracle's end of the game: what a seat would have if the game ended now, by category, and the ranks."""

from __future__ import annotations

from typing import Any

from .box import BUILDERS, NUMBERS, Pos


def price(pos: Pos, goods: str) -> int:
    ones, twos = pos["prices"][goods]
    return int(ones + 2 * twos)


def sheet(pos: Pos, seat: dict[str, Any]) -> list[int]:
    """Sales, goods left, bridges, Master Builders, and what one of them gives for bridges."""
    most = NUMBERS["sold_at_the_end"]
    left = sum(min(count, most) * max(0, price(pos, goods) - 1) for goods, count in seat["store"].items())
    paid = [card["card"] for row in seat["rows"] for card in row if card["ready"] and card["card"] in BUILDERS]
    number = len(paid) + len(seat["used"])
    extra = sum(BUILDERS[name]["effect"] == "bridge points" for name in paid)
    return [
        seat["points"],
        left,
        sum(length**2 for length in chains(seat["bridges"])),
        min(NUMBERS["builder_points"], number**2),
        extra * NUMBERS["bridge_points"] * len(seat["bridges"]),
    ]


def chains(bridges: list[list[str]]) -> list[int]:
    """Lengths of the sets of bridges that hang together."""
    left = [set(pair) for pair in bridges]
    lengths = []
    while left:
        tiles, length = left.pop(), 1
        while near := [pair for pair in left if pair & tiles]:
            left = [pair for pair in left if not pair & tiles]
            tiles = tiles.union(*near)
            length += len(near)
        lengths.append(length)
    return lengths


def totals(pos: Pos) -> list[int]:
    return [sum(sheet(pos, seat)) for seat in pos["seats"]]


def ranks(pos: Pos) -> list[int]:
    points = totals(pos)
    return [1 + sum(other > mine for other in points) for mine in points]
