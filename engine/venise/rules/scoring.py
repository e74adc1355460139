"""Points: what is there now and what the final scoring adds. Rulebook, part 2."""

from __future__ import annotations

from engine.game import Scoresheet
from engine.language.languages import to_say
from engine.venise.data.box import shipped
from engine.venise.rules.context import card_of
from engine.venise.state import Seat, State
from engine.venise.words.speech import say

ROWS = (
    to_say("Sales"),
    to_say("Store"),
    to_say("Bridges"),
    to_say("Master Builders"),
    to_say("Bridge card"),
)


def store_points(state: State, seat: Seat) -> int:
    """At most six of each goods, at one less than the price."""
    most = shipped().sold_at_the_end
    return sum(min(count, most) * max(0, state.price(goods) - 1) for goods, count in enumerate(seat.store))


def chains(state: State, number: int) -> list[int]:
    """The lengths of a seat's chains of bridges, the longest first: bridges that hang together by tiles."""
    left = set(state.bridges_of(number))
    found = []
    while left:
        chain = [left.pop()]
        for ends in chain:
            near = [other for other in left if set(other) & set(ends)]
            left.difference_update(near)
            chain += near
        found.append(len(chain))
    return sorted(found, reverse=True)


def builders_activated(seat: Seat) -> int:
    """Master Builders on or under the board whose cubes were paid; those that are Orders do not count."""
    ready = sum(laid.ready and not card_of(laid).capacity and not card_of(laid).is_order for laid in seat.laid())
    return ready + len(seat.used)


def parts(state: State, number: int) -> tuple[int, ...]:
    """Points of a seat by category, in the order of `ROWS`, as if the game ended now."""
    seat, box = state.seats[number], shipped()
    permanent = [card_of(laid).effect for laid in seat.laid() if laid.ready]
    bridge_card = box.bridge_points * len(state.bridges_of(number)) if "bridge points" in permanent else 0
    return (
        seat.points,
        store_points(state, seat),
        sum(length**2 for length in chains(state, number)),
        min(box.builder_points, builders_activated(seat) ** 2),
        bridge_card,
    )


def totals(state: State) -> list[int]:
    return [sum(parts(state, number)) for number in range(len(state.seats))]


def ranking(points: list[int]) -> list[int]:
    """1 for the most points; there is no tie-break, equal seats share a place."""
    return [1 + sum(other > own for other in points) for own in points]


def scoresheet(state: State) -> Scoresheet:
    """The result, or as it would be if the game ended now."""
    table = [parts(state, number) for number in range(len(state.seats))]
    points = [sum(row) for row in table]
    ranks = ranking(points)
    tied = len(set(points)) < len(points)
    return Scoresheet(
        rows=tuple((say(name), tuple(row[k] for row in table)) for k, name in enumerate(ROWS)),
        totals=tuple(points),
        tie_break=("", (0,) * len(points)),
        ranks=tuple(ranks),
        decided=say("Equal points share the place: the rules know no tie-break.") if tied else "",
        by_round=tuple(tuple(row) for row in state.totals),
    )
