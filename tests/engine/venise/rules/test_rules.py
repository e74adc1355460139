"""The rules that no example of the rulebook shows, and the rulings where it is silent."""

from __future__ import annotations

from typing import Any

import pytest

from engine.refusals import UnreadableOrder
from engine.venise import GAME
from engine.venise.data.box import shipped
from engine.venise.rules import setup
from engine.venise.rules.rounds import end_reason
from tests.engine.venise.table import Table, decided, full

AWAY = {"burgher": "wool"}
MOVED = {"dice": [1, 1], "moved": 1, "work": 1}


# --- dice ------------------------------------------------------------------------------------------------


def test_with_one_die_in_reserve_one_comes_back_before_the_roll():
    dice = {"wool": 1, "flax": 6, "order": 3, "gold": 2}
    table = Table({"dice": dice}, {}, agenda=[["recall", 0], ["roll", 0], ["turn", 0], ["finish", 0], ["next"]], now={})
    assert table.texts() == ["recall wool", "recall flax", "recall gold", "recall order"]
    table.play("recall flax")
    assert table.asked() == {0: "turn"}
    assert "flax" not in table.dice()
    assert len(table.state.now.dice) == 2


@pytest.mark.parametrize(("rule", "tile"), [("highest", "flax"), ("lowest", "wool"), ("order > highest", "order")])
def test_a_standing_order_takes_the_die_back(rule: str, tile: str):
    dice = {"wool": 1, "flax": 6, "order": 3, "gold": 2}
    table = Table({"dice": dice}, {}, agenda=[["recall", 0], ["roll", 0], ["turn", 0], ["finish", 0], ["next"]], now={})
    ask = table.ask()
    assert ask is not None
    move = GAME.prefer(GAME.view(table.state, 0), decided(ask), {"recall": rule})
    assert move == ("recall", tile)


def test_a_move_that_is_the_only_one_is_made_without_a_question():
    """From the end of an arm of the star a pair of twos leads to the Market alone."""
    lonely = {"burgher": "port1", "stock": {}, "pending": [["cap"]]}
    table = Table(lonely, {"burgher": "port2"}, layout="star", boat="gold", dice=(2, 2))
    table.play("none")
    assert [told["tile"] for told in table.told("moved")] == ["market"]
    assert table.asked() == {1: "turn"}


def test_an_idle_burgher_gives_nobody_anything_but_its_die_is_laid():
    table = Table({"stock": {}}, {"burgher": "gold", "stock": {}}, dice=(1, 4))
    table.play("move 1 gold idle")
    assert (table.stock(0), table.stock(1)) == ({}, {})
    assert table.dice()["gold"] == (0, 4)


def test_a_card_tile_is_not_used_when_nothing_could_be_laid_and_then_nobody_else_gets_a_part():
    shops = [full(name) for name in ("cap", "hood", "gown", "veil")]
    table = Table({"burgher": "builder", "row1": shops}, {"burgher": "workshop"}, dice=(1, 4))
    assert "move 1 workshop idle" not in table.texts()
    table.play("move 1 workshop")
    assert not table.told("drew")
    assert not table.seat(1).pending


# --- cards beside another's turn ---------------------------------------------------------------------------


def test_a_part_in_a_card_tile_is_drawn_at_once_and_waits_for_the_own_turn():
    table = Table({"burgher": "builder"}, {"burgher": "workshop", "dice": {"workshop": 2}}, dice=(1, 5))
    table.play("move 1 workshop", "none")
    assert [(deck, len(cards)) for deck, cards in table.seat(1).pending] == [(0, 2)]
    assert table.asked() == {1: "keep"}
    assert GAME.view(table.state, 0).seats[1].pending == [(0, (-1, -1))]
    table.play("none", seat=1)
    assert table.asked() == {1: "turn"}
    assert len(table.state.decks[0]) == 15


def test_orders_that_wait_for_an_answer_count_as_in_the_deck():
    table = Table({}, AWAY, decks={"order": []}, spent=["lace 1"] * 4 + ["jewelry 1"] * 4 + ["clothing 1"] * 4 +
                  ["lace 2", "jewelry 2", "clothing 2"] * 2)  # fmt: skip
    assert end_reason(table.state) == "orders"
    waiting = Table({"pending": [["lace 1"]]}, AWAY, decks={"order": []}, spent=["lace 1"] * 3 + ["jewelry 1"] * 4 +
                    ["clothing 1"] * 4 + ["lace 2", "jewelry 2", "clothing 2"] * 2)  # fmt: skip
    assert end_reason(waiting.state) == ""


# --- ports and prices --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "left"),
    [("sell lace", (1, 1)), ("sell lace up", (2, 1)), ("sell lace down", (0, 1)), ("sell lace down 2", (2, 0))],
)
def test_a_port_pays_the_die_and_may_move_the_price_by_one(order: str, left: tuple[int, int]):
    seller = {"burgher": "flax", "store": {"lace": 2}}
    table = Table(seller, AWAY, dice=(1, 5), prices={"lace": [1, 1]})
    table.play("move 1 port2", order)
    assert table.seat().points == 5
    assert (table.state.singles[1], table.state.doubles[1]) == left
    assert table.state.ports[1] == [1]
    assert table.store() == {"lace": 1}


def test_a_port_takes_each_of_the_goods_once():
    table = Table({"burgher": "flax", "store": {"lace": 1}}, AWAY, dice=(1, 5), ports={"port2": ["lace"]})
    table.play("move 1 port2")
    assert table.asked() == {1: "turn"}


def test_at_a_full_market_one_sells_without_a_bonus_and_without_a_price_for_nothing():
    table = Table({"burgher": "gold", "store": {"lace": 2}}, AWAY, dice=(1, 3), bonuses=[])
    table.play("move 1 market", "sell 2 lace")
    assert table.seat().points == 0


# --- master builders ---------------------------------------------------------------------------------------


def test_the_die_that_moves_may_count_one_more_or_less():
    table = Table({"burgher": "wool", "row1": [full("pilot")]}, {}, dice=(1, 1), boat="port1")
    assert table.reached(1) == {"order"}
    table.play("use pilot up")
    assert table.reached(1) == {"flax", "market"}
    assert not table.texts(0, "use")


def test_the_die_that_works_is_turned_and_laid_with_its_new_value():
    other = {**AWAY, "dice": {"gold": 3}}
    table = Table({"row1": [full("foreman")], "stock": {}}, other, dice=(1, 4))
    table.play("use foreman down", "move 1 gold")
    assert table.dice()["gold"] == (0, 3)
    assert table.stock() == {"gold": 3}


def test_a_master_builder_is_paid_from_the_stock_when_it_is_used():
    board = {"row1": [{"card": "banker"}], "stock": {"flax": 1, "wool": 1}}
    table = Table(board, AWAY, prices={"lace": [0, 1], "clothing": [1, 0]})
    assert table.texts(0, "use") == ["use banker clothing", "use banker lace"]
    table.play("use banker lace")
    assert [table.state.price(goods) for goods in range(3)] == [1, 0, 1]
    assert (table.stock(), table.cards()) == ({}, [])
    assert dict(GAME.scoresheet(table.state).rows)["Master Builders"] == (1, 0)


def test_a_price_rises_also_when_neither_of_the_others_can_fall():
    table = Table({"row1": [full("banker")]}, AWAY)
    table.play("use banker")
    assert table.state.price(2) == 1


def test_a_stock_is_filled_with_cubes_of_two_kinds_at_most():
    table = Table({"row1": [full("carter")], "stock": {"wool": 2}}, AWAY)
    assert "use carter 2 gold 2 flax 2 wool" in table.texts()
    assert "use carter 1 gold 2 flax 3 wool" not in table.texts()
    table.play("use carter 4 gold 2 wool")
    assert table.stock() == {"gold": 4, "wool": 2}


def test_a_full_stock_may_be_filled_with_what_it_held_so_that_the_card_frees_its_space():
    table = Table({"stock": {"gold": 6}, "row1": [full("hauler")]}, {})
    table.play("use hauler 6 gold")
    assert (table.stock(), table.cards()) == ({"gold": 6}, [])


def test_a_burgher_who_can_only_move_by_a_master_builder_keeps_what_that_one_costs():
    """From Gold in the star no move of 6 is possible, and 2 gold are just what the Pilot costs."""
    cards = ["brooch", "pilot", full("carter")]
    table = Table(
        {"burgher": "gold", "stock": {"gold": 2}, "row1": cards}, {}, layout="star", boat="port1", dice=(6, 6)
    )
    assert not table.texts(verb="move")
    assert not [text for text in table.texts(verb="put") if "pilot" not in text]
    assert all(int(text.split()[2]) >= 2 and "gold" in text for text in table.texts(verb="use carter"))
    assert "could not move any more" in table.why_not("put 1 gold brooch")
    assert "could not move any more" in table.why_not("use carter 6 wool")
    assert table.play("use pilot down").texts(verb="move 6")


def test_gained_cubes_with_one_place_only_are_laid_without_a_question():
    table = Table({"stock": {"gold": 6}, "row1": ["brooch"]}, {}, dice=(1, 1)).play("move 1 gold")
    assert table.asked() == {0: "finish"}
    assert "put 1 gold brooch" in table.texts()


def test_of_a_permanent_type_only_one_is_taken():
    waiting: dict[str, Any] = {"row1": [full("pilot")], "pending": [["runner"]]}
    table = Table(waiting, AWAY)
    assert table.asked() == {0: "turn"}  # the Runner could not be kept, so nothing was asked


def test_the_mason_counts_two_for_each_bridge():
    table = Table({"row1": [full("mason")], "bridges": [["wool", "order"], ["gold", "port1"]]}, AWAY)
    assert dict(GAME.scoresheet(table.state).rows)["Bridge card"] == (4, 0)


# --- bridges, goods, the end ---------------------------------------------------------------------------------


def test_which_cubes_pay_is_asked_and_answered_by_the_rule():
    board = {"dice": {"market": 5, "gold": 3}, "stock": {"gold": 3, "wool": 1}}
    table = Table(board, AWAY, now=MOVED)
    table.play("bridge gold 5 back")
    ask = table.ask()
    assert ask is not None
    assert [move.text for move in ask.moves] == ["pay 2 gold", "pay 1 gold 1 wool"]
    view = GAME.view(table.state, 0)
    assert GAME.prefer(view, decided(ask), {"pay": "most"}) == ask.moves[0]
    assert GAME.prefer(view, decided(ask), {"pay": "wool > most"}) == ask.moves[1]


def test_no_bridge_is_built_after_goods_were_made():
    board = {"dice": {"market": 3, "gold": 3}, "row1": [full("cap", 1)], "row2": ["clothing 1"], "stock": {"wool": 1}}
    table = Table(board, AWAY, now=MOVED)
    assert table.texts(0, "bridge")
    table.play("produce")
    assert not table.texts(0, "bridge")


def test_five_bridges_bring_the_last_round_when_the_first_player_is_about_to_begin():
    bridges = [["wool", "order"], ["order", "flax"], ["flax", "market"], ["market", "gold"], ["gold", "port1"]]
    table = Table({"bridges": bridges}, AWAY)
    assert end_reason(table.state) == "bridges"
    assert end_reason(Table({"bridges": bridges[:4]}, AWAY).state) == ""


def test_the_limit_of_rounds_ends_a_game():
    assert end_reason(Table({}, AWAY, round=40, cap=40).state) == "cap"
    assert end_reason(Table({}, AWAY, round=39, cap=40).state) == ""


def waiting_orders(*drawings: list[str], back: int = 0) -> Table:
    """The last turn of round 5; of the Orders only these are left, drawn by the first seat, and `back` in the deck."""
    orders = [name for card in setup.cards_for(1, 2) for name in [shipped().cards[card].name]]
    for name in [name for drawing in drawings for name in drawing]:
        orders.remove(name)
    deck = [orders.pop() for _ in range(back)]
    first = {"burgher": "builder", "pending": [list(drawing) for drawing in drawings]}
    agenda = [["finish", 1], ["next"]]
    now = {"dice": [1, 4], "moved": 1, "work": 4}
    mason = {"burgher": "wool", "row1": ["mason"], "stock": {"gold": 1}}
    rest: dict[str, Any] = {"spent": orders, "decks": {"order": deck}, "now": now, "agenda": agenda}
    return Table(first, mason, round=5, turn=1, **rest).play("end", seat=1)


def test_the_last_order_cannot_be_held_back_for_a_round():
    """Around a table it would have been kept at once and the deck been empty when the round began."""
    table = waiting_orders(["lace 1"])
    assert table.told("round begins")[0]["waiting"] == 1
    assert (table.state.last, table.asked()) == (0, {0: "keep"})
    table.play("keep lace 1")
    assert table.told("last round") == [{"round": 6, "ending": "orders"}]
    assert (table.state.last, table.state.ending) == (6, "orders")


def test_an_order_that_goes_back_puts_the_end_off():
    table = waiting_orders(["lace 1"]).play("none")
    assert (table.state.last, table.state.undecided, table.told("last round")) == (0, 0, [])


def test_only_when_all_waiting_orders_are_kept_the_round_is_the_last():
    table = waiting_orders(["lace 1"], ["lace 1"])
    assert table.told("round begins")[0]["waiting"] == 2
    table.play("keep lace 1")
    assert table.state.last == 0
    assert table.play("keep lace 1").state.last == 6


@pytest.mark.parametrize(
    "table", [(["lace 1", "lace 2"],), (["lace 1"], ["cap"])], ids=["two of which one goes back", "other cards"]
)
def test_waiting_cards_that_cannot_bring_the_end_do_not(table: tuple[list[str], ...]):
    orders = [drawing for drawing in table if drawing != ["cap"]]
    played = waiting_orders(*orders, back=int(len(orders) < len(table)))
    assert played.told("round begins")[0]["waiting"] == 0
    assert played.play("keep lace 1").state.last == 0


def test_equal_points_share_the_victory():
    sheet = GAME.scoresheet(Table({"points": 9}, {"points": 9}).state)
    assert sheet.ranks == (1, 1)
    assert sheet.decided.startswith("Equal points share the place")


# --- standing orders -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("cubes stock", "cubes stock > cards > workshops"),
        ("cubes: workshops, cards", "cubes workshops > cards > stock"),
        ("pay gold > wool", "pay gold > wool > most"),
        ("recall the highest", "recall highest"),
        ("recall ask", "recall ask"),
        ("finish produce", "finish produce"),
    ],
)
def test_a_standing_order_is_read(text: str, rule: str):
    assert str(GAME.read_rule(text)) == rule


@pytest.mark.parametrize("text", ["cubes", "cubes sea", "sails up", "finish produce > end"])
def test_what_is_no_standing_order_is_refused_with_samples(text: str):
    with pytest.raises(UnreadableOrder) as refusal:
        GAME.read_rule(text)
    assert refusal.value.nearest
