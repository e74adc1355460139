"""The tiles that a Burgher can reach: the tables of the five layouts, own bridges, the Boat."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.agenda import NoChance
from engine.venise.data.box import shipped
from engine.venise.data.hexagons import adjacency
from engine.venise.rules import turns
from engine.venise.rules.context import Context
from engine.venise.rules.results import results
from engine.venise.rules.routes import routes
from engine.venise.rules.tasks import Roll
from engine.venise.state import TILES
from tests.engine.venise.table import Table, full

# The tables of the default layout: walking only, the Boat out of reach, no bridges.
WALKS = [
    ("market", 1, "builder flax gold order port2"),
    ("market", 5, "builder flax gold order port1 wool workshop"),
    ("market", 6, "gold order port1 wool"),
    ("workshop", 1, "builder port2"),
    ("workshop", 2, "builder flax gold market port2"),
    ("wool", 1, "order"),
    ("wool", 2, "flax market"),
]
NEIGHBOURS = {
    "default": {
        "wool": "order",
        "order": "flax market wool",
        "flax": "market order port2",
        "market": "builder flax gold order port2",
        "port2": "builder flax market workshop",
        "port1": "gold",
        "gold": "builder market port1",
        "builder": "gold market port2 workshop",
        "workshop": "builder port2",
    },
    "lake": {"market": "gold wool", "gold": "market port1 port2", "port2": "gold port1", "wool": "builder market"},
    "canal": {"gold": "order port1 wool workshop", "market": "builder flax order wool", "port2": "builder flax"},
    "star": {"market": "order wool workshop", "flax": "gold", "port1": "wool", "builder": "order port2"},
    "old_town": {"market": "builder flax gold order port2 workshop", "wool": "order workshop", "port1": "flax order"},
}
BOATS = {"default": "order", "lake": "market", "canal": "builder", "star": "gold", "old_town": "port1"}


def table(start: str, die: int, **more: object) -> Table:
    away = {"burgher": "port1"}
    return Table({"burgher": start, **more}, away, dice=(die, die), boat="wool" if start != "wool" else "port1")


@pytest.mark.parametrize(("start", "die", "ends"), WALKS)
def test_a_walk_spends_the_die_exactly_and_visits_no_tile_twice(start: str, die: int, ends: str):
    found = routes(table(start, die).state, 0, die)
    assert {TILES[way.end] for way in found if not way.rows} == set(ends.split())


def test_an_own_bridge_lets_a_die_of_one_go_two_steps():
    at = table("workshop", 1, bridges=[["workshop", "builder"]])
    assert at.reached(1) == {"builder", "gold", "market", "port2"}


def test_a_bridge_at_the_end_may_be_crossed_for_nothing():
    at = table("wool", 1, bridges=[["order", "flax"]])
    assert at.reached(1) == {"order", "flax"}


@pytest.mark.parametrize("layout", NEIGHBOURS)
def test_the_tiles_of_a_layout_touch_as_they_are_drawn(layout: str):
    known = shipped().layouts[layout]
    near = adjacency(known.places)
    for tile, names in NEIGHBOURS[layout].items():
        assert {TILES[other] for other in near[TILES.index(tile)]} == set(names.split()), tile
    assert TILES[known.boat] == BOATS[layout]


def test_in_the_star_three_in_six_walks_need_the_boat():
    """45 of the 54 pairs of a tile and a die can be walked."""
    walked = 0
    for tile in TILES:
        for die in range(1, 7):
            at = Table({"burgher": tile}, {}, dice=(1, 1), layout="star", boat="flax" if tile != "flax" else "port1")
            walked += any(not way.rows for way in routes(at.state, 0, die))
    assert walked == 45


def test_the_boat_may_be_used_twice_in_one_move():
    at = Table({"burgher": "order"}, {}, dice=(6, 6), boat="order")
    found = {(TILES[way.end], TILES[way.boat]): way for way in routes(at.state, 0, 6)}
    assert found["port1", "port1"].rows == 2


def test_the_boat_never_brings_a_burgher_to_a_tile_of_its_way():
    at = Table({"burgher": "order"}, {}, dice=(3, 3), boat="order")
    boats = [text for text in at.texts(0, "move 3") if "boat" in text]
    assert boats
    assert not any(text.endswith("boat order") for text in boats)


def test_of_equal_results_the_cheapest_route_is_named():
    at = Table({"burgher": "market"}, {}, dice=(4, 4), boat="order")
    for way in routes(at.state, 0, 4):
        others = [other for other in routes(at.state, 0, 4) if (other.end, other.boat) == (way.end, way.boat)]
        assert others == [way]
    to_wool = next(
        way for way in routes(at.state, 0, 4) if TILES[way.end] == "wool" and way.boat == TILES.index("wool")
    )
    assert to_wool.steps == (("walk", TILES.index("order")), ("boat", TILES.index("wool")))


class Script(NoChance):
    """Dice that fall as they are told."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def die(self, label: str, faces: int = 6) -> int:
        return self.faces.pop(0)

    def shuffle(self, label: str, n: int) -> list[int]:
        return list(range(n))


def rolled(*faces: int, **more: object) -> list[tuple[list[int], bool]]:
    """What is rolled on the builder tile of the star, from which nobody can walk 6."""
    at = Table({"burgher": "builder", **more}, {}, layout="star", boat="flax")
    context = Context(at.state, chance=Script(*faces))
    turns.roll(context, Roll(0))
    return [(event.data["dice"], event.data["again"]) for event in context.told]


def test_dice_that_allow_no_move_are_rolled_again():
    assert rolled(6, 6, 6, 6, 2, 6) == [([6, 6], False), ([6, 6], True), ([2, 6], True)]


def test_a_master_builder_that_allows_a_move_saves_the_roll():
    assert rolled(6, 6, row1=[full("pilot")]) == [([6, 6], False)]
    assert rolled(6, 6, row1=[{"card": "pilot"}], stock={"gold": 2}) == [([6, 6], False)]


@given(seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_the_quick_results_are_those_of_the_routes(seed: int):
    rng = Random(seed)
    layout = rng.choice(sorted(shipped().layouts))
    near = adjacency(shipped().layouts[layout].places)
    pairs = [(one, other) for one in range(9) for other in near[one] if one < other]
    bridges = [[TILES[one], TILES[other]] for one, other in rng.sample(pairs, rng.randint(0, 5))]
    start, boat = rng.choice(TILES), rng.choice(TILES)
    at = Table({"burgher": start, "bridges": bridges}, {}, layout=layout, boat=boat, now={"dice": [1, 1]})
    for points in range(1, 7):
        found = [(way.end, way.boat) for way in routes(at.state, 0, points)]
        assert list(results(at.state, 0, points)) == found
