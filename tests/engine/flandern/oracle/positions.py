"""Positions of the game for two in which few spaces are left, so that what may still be built decides whether it ends.

In half of them a space can be reached only by way of another one, whose neighbours are of as many coats of the players'
own as there is room for: it may be one for a guild under influence alone.
"""

from __future__ import annotations

from random import Random
from typing import Any

from .towns import CENTRE, COAT_OF, Town, coats_around, joined

OWN, INFLUENCED = ("blue", "yellow", "grey", "church"), ("green", "red")
PLAIN = 3  # districts without masters of each coat and shape
MOST_FREE = 4


def nearly_full(rng: Random) -> dict[str, Any]:
    """A position file: in one town few spaces are left, the others are covered and will be scored at once."""
    open_now = rng.choice([*COAT_OF])
    areas = rng.sample(range(1, 7), len(COAT_OF))
    towns = {}
    for name, area in zip(COAT_OF, areas, strict=True):
        town = Town(name, area)
        laid = _filled(town, rng) if name == open_now else {}
        covered = [] if name == open_now else town.free()
        towns[name] = {"area": area, "laid": laid, "covered": covered}
    deck = [[guild, card] for guild in INFLUENCED for card in (*COAT_OF, "site")]
    rng.shuffle(deck)
    return {"game": "flandern", "seats": [{}, {}], "towns": towns, "deck": deck, "stall": 4}


def _filled(town: Town, rng: Random) -> dict[str, str]:
    """Districts on all spaces but a few, no neighbours of one coat, as long as there are plain ones."""
    spaces = town.free()
    rng.shuffle(spaces)
    left, first = spaces[: rng.randint(1, MOST_FREE)], []
    gates = [(space, gate) for space in spaces for gate in spaces if _leads_alone(town, gate, space)]
    if gates and rng.random() < 0.5:
        left = [*rng.choice(gates)]
        first = [space for space in spaces if space not in left and _touch(town, space, left[1])]
    laid: dict[str, str] = {}
    for space in [*first, *(space for space in spaces if space not in (*first, *left))]:
        beside = {laid[other] for other in laid if _touch(town, space, other)} | coats_around(town, town.cells[space])
        used = [coat for other, coat in laid.items() if other[0] == space[0]]
        fitting = [coat for coat in (*OWN, *INFLUENCED) if coat not in beside and used.count(coat) < PLAIN]
        missing = [coat for coat in fitting if coat in OWN and coat not in laid.values()] if space in first else []
        if fitting:
            laid[space] = rng.choice(missing or fitting)
    return laid


def _leads_alone(town: Town, gate: str, space: str) -> bool:
    """Whether a long side of the space touches that other one and no third, nor the centre."""
    return [other for other in (*town.free(), CENTRE) if other != space and joined(town, space, {other})] == [gate]


def _touch(town: Town, one: str, other: str) -> bool:
    return any(abs(r - y) + abs(c - x) == 1 for r, c in town.cells[one] for y, x in town.cells[other])
