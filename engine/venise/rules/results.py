"""The possible results of a move, quickly: without the ways to them (`routes` has those). Changes nothing.

All simple paths of a map are laid out once. A path of n steps over b own bridges can cost n - b to n points, so each
question is a walk through lists.
"""

from __future__ import annotations

from functools import lru_cache

from engine.venise.data.box import shipped
from engine.venise.data.hexagons import Place, adjacency
from engine.venise.state import TILES, State

Path = tuple[int, int, int, int]  # its end, how many steps, a bit for each tile on it, a bit for each pair of tiles
Result = tuple[int, int]  # the end tile, the place of the Boat


def results(state: State, seat: int, points: int) -> tuple[Result, ...]:
    """(end tile, place of the Boat) of every move of exactly so many points; by end tile, the Boat unmoved first."""
    own = 0
    for one, other in state.bridges_of(seat):
        own |= _pair(one, other)
    return _results(tuple(state.places), own, state.seats[seat].burgher, state.boat, points)


def _pair(one: int, other: int) -> int:
    return 1 << (min(one, other) * len(TILES) + max(one, other))


@lru_cache(maxsize=16)
def _paths(places: tuple[Place | None, ...]) -> tuple[tuple[Path, ...], ...]:
    """From each tile every path that enters no tile twice, the one of no step first."""
    near = adjacency(places)
    found: list[tuple[Path, ...]] = []
    for start in range(len(TILES)):
        paths: list[Path] = [(start, 0, 1 << start, 0)]
        for end, steps, visited, pairs in paths:
            for tile in near[end]:
                if not visited >> tile & 1:
                    paths.append((tile, steps + 1, visited | 1 << tile, pairs | _pair(end, tile)))
        found.append(tuple(paths))
    return tuple(found)


@lru_cache(maxsize=4_096)
def _priced(places: tuple[Place | None, ...], own: int, start: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """By points, the (end, tiles visited) of all paths from a tile that can cost just that, each once."""
    by_points: list[dict[tuple[int, int], None]] = [{} for _ in range(7)]
    for end, steps, visited, pairs in _paths(places)[start]:
        bridges = (pairs & own).bit_count()
        for points in range(max(0, steps - bridges), min(6, steps) + 1):
            by_points[points][end, visited] = None
    return tuple(tuple(found) for found in by_points)


@lru_cache(maxsize=16_384)
def _results(places: tuple[Place | None, ...], own: int, start: int, boat: int, points: int) -> tuple[Result, ...]:
    found = {(end, boat) for end, _ in _priced(places, own, start)[points] if end != start}
    _sail(places, own, start, boat, points, 1 << start, found)
    return tuple(sorted(found, key=lambda at: (at[0], at[1] != boat, at[1] != at[0], at[1])))


def _sail(
    places: tuple[Place | None, ...], own: int, start: int, boat: int, points: int, visited: int, found: set[Result]
) -> None:
    """Adds what can be reached when the Boat, which lies at `boat`, is taken next; `start` is among the visited."""
    fare = shipped().boat_cost
    before = visited & ~(1 << start)
    reached: set[tuple[int, int]] = set()  # (tiles visited, points left) on boarding
    for spent in range(points - fare + 1):
        for end, way in _priced(places, own, start)[spent]:
            if end == boat and not way & before:
                reached.add((way | visited, points - fare - spent))
    for seen, left in reached:
        for tile in range(len(TILES)):
            if seen >> tile & 1:
                continue
            found.update((end, tile) for end, way in _priced(places, own, tile)[left] if not way & seen)
            if left >= fare:
                _sail(places, own, tile, tile, left, seen | 1 << tile, found)
