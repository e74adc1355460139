"""The numbers named in `data/rules.txt`, taken from where the rules of play have them. Changes nothing."""

from __future__ import annotations

from engine.language.wording import listed
from engine.venise.data.box import shipped
from engine.venise.state import Seat


def figures() -> dict[str, object]:
    """Name -> what is written for it; lists as "1, 2 and 3"."""
    box = shipped()
    decks = [len(box.deck(deck)) for deck in range(3)]
    return {
        "workshops": decks[0],
        "orders": decks[1],
        "builders": decks[2],
        "dice": box.dice,
        "bridges": box.bridges,
        "stock": box.stock,
        "row": box.row,
        "points": Seat().points,
        "boat": box.boat_cost,
        "bonuses": listed([str(value) for value in box.bonuses]),
        "sales": len(box.bonuses),
        "sales of three": len(box.bonuses) - len(box.covered[3]),
        "sales of two": len(box.bonuses) - len(box.covered[2]),
        "sold": box.sold_at_the_end,
        "builder points": box.builder_points,
        "bridge points": box.bridge_points,
    }
