"""The oracle's Burgher: where the exact points of a die bring him, on foot, by Boat, over bridges of his own."""

from __future__ import annotations

from .box import NUMBERS, Pos, neighbours

Arrival = tuple[str, str]


def arrivals(pos: Pos, seat: int, points: int) -> set[Arrival]:
    """The ends of moves of so many points: the tile, and where the Boat lies then."""
    me = pos["seats"][seat]
    near = {tile: neighbours(pos, tile) for tile in pos["tiles"]}
    found: set[Arrival] = set()

    def go(tile: str, boat: str, left: int, been: frozenset[str]) -> None:
        if left == 0:
            found.add((tile, boat))
        for step in near[tile]:
            if step in been:
                continue
            if left:
                go(step, boat, left - 1, been | {step})
            if sorted((tile, step)) in me["bridges"]:
                go(step, boat, left, been | {step})
        if boat == tile and left >= NUMBERS["boat_cost"]:
            for landing in pos["tiles"].keys() - been:
                go(landing, landing, left - NUMBERS["boat_cost"], been | {landing})

    go(me["burgher"], pos["boat"], points, frozenset({me["burgher"]}))
    return found


def choices(pos: Pos, seat: int) -> dict[tuple[int, int], set[Arrival]]:
    """(die rolled, value that works) -> where it can go, with what Master Builders have made of the two dice."""
    one, other = pos["now"]["dice"]
    more, work_more = pos["now"]["shifts"]
    found = {}
    for die, rest in {(one, other), (other, one)}:
        points, work = die + more, rest + work_more
        if 1 <= points <= 6 and 1 <= work <= 6 and (ends := arrivals(pos, seat, points)):
            found[die, work] = ends
    return found
