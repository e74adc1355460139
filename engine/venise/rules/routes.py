"""The places that a Burgher can get to: walks, own bridges, the Boat. Places no die and changes nothing.

Rulebook, phase 2: the exact value must be spent, a step costs 1 (0 over an own bridge, if wanted), the Boat 3, and no
tile is visited twice, the one of departure included.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.venise.data.box import shipped
from engine.venise.data.hexagons import Place, adjacency
from engine.venise.state import TILES, State

Ends = tuple[int, int]  # the two tiles that a bridge joins


@dataclass(frozen=True, slots=True)
class Route:
    """A way to a result: the end tile and where the Boat lies then.

    steps   (how, tile) in order; how is "walk" (1 point), "bridge" (0 points) or "boat" (3 points)
    """

    end: int
    boat: int
    steps: tuple[tuple[str, int], ...]

    @property
    def rows(self) -> int:
        """The number of times that the Boat is used."""
        return sum(how == "boat" for how, _ in self.steps)


def routes(state: State, seat: int, points: int) -> tuple[Route, ...]:
    """Every result that a move of exactly so many points can have, each by its cheapest route; by end tile, then Boat.

    Cheapest: with the fewest journeys by Boat, then the fewest steps. The Boat where it lies now comes first.
    """
    own = frozenset(state.bridges_of(seat))
    return _routes(tuple(state.places), own, state.seats[seat].burgher, state.boat, points)


@lru_cache(maxsize=8_192)
def _routes(
    places: tuple[Place | None, ...], own: frozenset[Ends], start: int, boat: int, points: int
) -> tuple[Route, ...]:
    search = _Search(adjacency(places), own, shipped().boat_cost)
    search.go(start, points, boat, 1 << start, ())
    found = search.found.values()
    return tuple(sorted(found, key=lambda route: (route.end, route.boat != boat, route.boat != route.end, route.boat)))


class _Search:
    """Walks on in every way that is left; keeps the cheapest route for each result."""

    def __init__(self, near: tuple[tuple[int, ...], ...], own: frozenset[Ends], fare: int) -> None:
        self.near, self.own, self.fare = near, own, fare
        self.found: dict[tuple[int, int], Route] = {}

    def go(self, at: int, points: int, boat: int, visited: int, steps: tuple[tuple[str, int], ...]) -> None:
        if steps and not points:
            self._note(Route(at, boat, steps))
        for tile in self.near[at]:
            if visited >> tile & 1:
                continue
            if points:
                self._on(tile, points - 1, boat, visited, (*steps, ("walk", tile)))
            if ((at, tile) if at < tile else (tile, at)) in self.own:
                self._on(tile, points, boat, visited, (*steps, ("bridge", tile)))
        if points >= self.fare and boat == at:
            for tile in range(len(TILES)):
                if not visited >> tile & 1:
                    self._on(tile, points - self.fare, tile, visited, (*steps, ("boat", tile)))

    def _on(self, tile: int, points: int, boat: int, visited: int, steps: tuple[tuple[str, int], ...]) -> None:
        self.go(tile, points, boat, visited | 1 << tile, steps)

    def _note(self, route: Route) -> None:
        old = self.found.get((route.end, route.boat))
        if old is None or (route.rows, len(route.steps)) < (old.rows, len(old.steps)):
            self.found[route.end, route.boat] = route
