"""The examples of the rulebook, as positions: B1 to B14."""

from __future__ import annotations

from typing import Any

import pytest

from engine.venise import GAME
from engine.venise.data.box import shipped
from engine.venise.rules.setup import market
from engine.venise.state import TILES
from tests.engine.venise.table import Table, full

ELSEWHERE = {"burgher": "wool"}


def test_b1_the_boat_takes_a_burgher_where_no_walk_leads():
    table = Table({}, ELSEWHERE, dice=(5, 1), boat="order")
    assert "port2" not in table.reached(5)
    table.play("move 5 port2 boat workshop")
    assert TILES[table.seat().burgher] == "port2"
    assert TILES[table.state.boat] == "workshop"


def test_b2_an_own_bridge_may_be_crossed_for_nothing():
    bridges = {"bridges": [["market", "order"]]}
    alone = Table({"burgher": "gold"}, ELSEWHERE, dice=(1, 1), boat="port1")
    with_bridge = Table({"burgher": "gold", **bridges}, ELSEWHERE, dice=(1, 1), boat="port1")
    foreign = Table({"burgher": "gold"}, {**ELSEWHERE, **bridges}, dice=(1, 1), boat="port1")
    assert "order" in with_bridge.reached(1)
    assert "order" not in alone.reached(1) | foreign.reached(1)


@pytest.mark.parametrize(("work", "placed"), [(2, True), (5, True), (6, False)])
def test_b3_a_die_replaces_one_that_is_not_lower_and_works_in_any_case(work: int, placed: bool):
    table = Table({"stock": {}}, {**ELSEWHERE, "dice": {"gold": 5}}, dice=(1, work), boat="wool")
    table.play("move 1 gold")
    assert table.dice()["gold"] == ((0, work) if placed else (1, 5))
    assert table.stock() == {"gold": work}
    assert (table.told("moved")[0]["out"] == {"seat": 1, "value": 5}) is placed


def test_b4_a_price_counts_cubes_and_cards_and_a_card_of_two_twice():
    table = Table({}, ELSEWHERE, prices={"jewelry": [2, 1], "clothing": [0, 1], "lace": [1, 0]})
    assert [table.state.price(goods) for goods in (2, 0, 1)] == [4, 2, 1]


def test_b5_the_first_sale_adds_its_bonus_to_the_price_of_each():
    seats: list[dict[str, Any]] = [{"burgher": "gold", "store": {"jewelry": 4}}, *[ELSEWHERE] * 3]
    table = Table(*seats, dice=(1, 3), prices={"jewelry": [2, 1]})
    table.play("move 1 market", "sell 3 jewelry")
    assert table.seat().points == 24
    assert table.state.price(2) == 3
    assert table.state.bonuses == [3, 3, 2, 2, 1, 1]
    assert table.store() == {"jewelry": 1}


def test_b5_the_seller_may_take_the_card_of_two_off_the_price():
    seats: list[dict[str, Any]] = [{"burgher": "gold", "store": {"jewelry": 3}}, *[ELSEWHERE] * 3]
    table = Table(*seats, dice=(1, 3), prices={"jewelry": [2, 1]})
    table.play("move 1 market", "sell 3 jewelry lower 2")
    assert table.state.price(2) == 2


def bridge_table(own: dict[str, int], **more: object) -> Table:
    other = {**ELSEWHERE, **({"bridges": [["market", "gold"]]} if more.pop("foreign", False) else {})}
    stock = more.pop("stock", {"gold": 1, "wool": 2})
    return Table({"dice": own, "stock": stock, **more}, other, now={"dice": [1, 1], "moved": 1, "work": 1})


def test_b6_a_bridge_costs_the_difference_of_the_dice():
    table = bridge_table({"market": 6, "gold": 3})
    table.play("bridge gold 6 back")
    assert table.stock() == {}
    assert table.dice() == {"gold": (0, 3)}


def test_b6_equal_dice_build_for_nothing_and_the_die_to_come_back_is_named_by_its_tile():
    table = bridge_table({"market": 4, "gold": 4})
    table.play("bridge gold gold back")
    assert table.stock() == {"gold": 1, "wool": 2}
    assert table.dice() == {"market": (0, 4)}


def test_b6_over_a_foreign_bridge_the_sum_is_paid_and_more_than_a_stock_holds_is_impossible():
    table = bridge_table({"market": 6, "gold": 3}, foreign=True, stock={"gold": 3, "wool": 3}, row1=[{"card": "cap"}])
    assert not table.texts(0, "bridge")
    assert table.why_not("bridge gold 6 back") == "it costs 9 cubes, you have 6"
    cheap = bridge_table({"market": 2, "gold": 1}, foreign=True)
    cheap.play("bridge gold 2 back")
    assert cheap.stock() == {}
    assert cheap.state.bridges_of(1) == []
    assert cheap.told("bridge")[0]["torn"] == 1


def test_b7_a_whole_turn():
    yellow = {"dice": {"port1": 3}, "stock": {}}
    red = {"burgher": "gold", "dice": {"gold": 5}, "stock": {}}
    table = Table(yellow, red, dice=(1, 4), boat="wool")
    table.play("move 1 gold", "bridge port1 4 back")
    assert table.told("moved")[0]["out"] == {"seat": 1, "value": 5}
    assert table.stock(1) == {"gold": 1}
    assert table.stock(0) == {"gold": 3}
    assert table.dice() == {"port1": (0, 3)}


def test_b8_a_full_workshop_turns_its_cubes_into_as_many_goods():
    board = {"row1": [full("veil", 2)], "row2": ["lace 1"]}
    table = Table(board, ELSEWHERE, now={"dice": [1, 1], "moved": 1, "work": 1})
    brooch = shipped().cards[shipped().number["brooch"]]
    assert (brooch.capacity, brooch.cost) == (2, (0, 1, 2))
    table.play("produce veil 1")
    assert table.store() == {"lace": 2}


def test_b9_cubes_complete_the_workshop_fill_it_and_become_goods_once_a_turn():
    board = {
        "stock": {"gold": 3},
        "row1": [{"card": "brooch", "paid": {"gold": 1, "flax": 1}}],
        "row2": ["jewelry 1", "jewelry 2"],
    }
    table = Table(board, ELSEWHERE, now={"dice": [1, 1], "moved": 1, "work": 1})
    table.play("put 1 gold brooch", "put 2 gold brooch", "produce brooch 2")
    assert table.store() == {"jewelry": 2}
    assert table.state.price(2) == 2
    assert table.cards() == ["brooch", "jewelry 1"]
    assert not table.texts(0, "produce")


def test_b10_the_store_is_sold_at_one_less_than_the_price():
    board = {"store": {"clothing": 3, "jewelry": 2}}
    prices = {"lace": [4, 0], "jewelry": [3, 0], "clothing": [1, 0]}
    table = Table(board, ELSEWHERE, prices=prices)
    assert dict(GAME.scoresheet(table.state).rows)["Store"] == (4, 0)


def test_b10_of_each_goods_six_are_sold_in_the_end():
    table = Table({"store": {"lace": 9}}, ELSEWHERE, prices={"lace": [3, 0]})
    assert dict(GAME.scoresheet(table.state).rows)["Store"] == (12, 0)


def test_b11_every_chain_of_bridges_scores_its_square():
    bridges = [["wool", "order"], ["order", "flax"], ["flax", "port2"], ["gold", "port1"]]
    table = Table({"bridges": bridges}, ELSEWHERE)
    assert dict(GAME.scoresheet(table.state).rows)["Bridges"] == (10, 0)


@pytest.mark.parametrize(("cards", "points"), [(4, 16), (6, 25)])
def test_b12_master_builders_score_the_square_of_their_number_and_25_at_most(cards: int, points: int):
    used = ["banker", "agent", "draper", "carter"]
    board = {"used": used, "row1": [full("pilot"), full("foreman")][: cards - 4]}
    table = Table(board, ELSEWHERE)
    assert dict(GAME.scoresheet(table.state).rows)["Master Builders"] == (points, 0)


@pytest.mark.parametrize(("seats", "sales"), [(4, 7), (3, 6), (2, 5)])
def test_b13_the_market_closes_after_so_many_sales(seats: int, sales: int):
    assert len(market(shipped(), seats)) == sales


@pytest.mark.parametrize(
    ("beside", "gold"),
    [
        ({"burgher": "gold"}, 1),
        ({"burgher": "wool", "dice": {"gold": 1}}, 1),
        ({"burgher": "gold", "dice": {"gold": 1}}, 2),
        ({"burgher": "wool", "dice": {"gold": 6}}, 0),
        ({"burgher": "wool"}, 0),
    ],
)
def test_b14_others_get_one_for_the_burgher_and_one_for_a_die_that_stays(beside: dict[str, object], gold: int):
    table = Table({"stock": {}}, {"stock": {}, **beside}, dice=(1, 4), boat="wool")
    table.play("move 1 gold")
    assert table.stock(1).get("gold", 0) == gold


@pytest.mark.parametrize("tile", ["market", "port2"])
def test_b14_nothing_is_had_beside_sales(tile: str):
    seller = {"burgher": "builder", "store": {"lace": 1}}
    table = Table(seller, {"burgher": tile, "dice": {tile: 6}, "stock": {}}, dice=(1, 2))
    table.play(f"move 1 {tile}", "sell lace")
    assert table.stock(1) == {}
    assert table.seat(1).points == 0
