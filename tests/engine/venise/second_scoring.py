"""The final scoring of La Venise du Nord once more, from a dumped state and the data file alone: for tests."""

from __future__ import annotations

import json
from typing import Any

from engine.venise.data.box import FILE

BOX = json.loads(FILE.read_text(encoding="utf-8"))
CARDS = [*BOX["workshops"], *BOX["orders"], *BOX["builders"]]
FIRST_BUILDER = len(BOX["workshops"]) + len(BOX["orders"])


def points(state: dict[str, Any]) -> list[int]:
    """Points of every seat if the game ended now."""
    return [_points(state, number, seat) for number, seat in enumerate(state["seats"])]


def _points(state: dict[str, Any], number: int, seat: dict[str, Any]) -> int:
    prices = [ones + 2 * twos for ones, twos in zip(state["singles"], state["doubles"], strict=True)]
    store = sum(min(6, count) * max(price - 1, 0) for count, price in zip(seat["store"], prices, strict=True))
    bridges = [{one, other} for one, other, owner in state["bridges"] if owner == number]
    laid = [CARDS[card] for row in seat["rows"] for card, _, ready, _ in row if ready and card >= FIRST_BUILDER]
    paid = [card for card in laid if card["effect"] != "order"]
    count = len(paid) + len(seat["used"])
    extra = 2 * len(bridges) if any(card["effect"] == "bridge points" for card in paid) else 0
    return seat["points"] + store + _chains(bridges) + min(25, count * count) + extra


def _chains(bridges: list[set[int]]) -> int:
    """Bridges that share a tile are melted together until none do; each lump scores the square of its bridges."""
    lumps = [(tiles, 1) for tiles in bridges]
    for _ in bridges:
        melted: list[tuple[set[int], int]] = []
        for tiles, size in lumps:
            near = [lump for lump in melted if lump[0] & tiles]
            melted = [lump for lump in melted if lump not in near]
            melted.append((tiles.union(*(lump[0] for lump in near)), size + sum(lump[1] for lump in near)))
        lumps = melted
    return sum(size**2 for _, size in lumps)
