"""A turn as it is written in letters: a whole turn in one, what waits for drawn cards, what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Match
from engine.orders.account import AFTER, BY_ITSELF, TOO_LATE
from engine.orders.api import Plan, apply_letter, autoplay
from engine.orders.instructions import Order
from engine.orders.reader import reads
from engine.venise import GAME
from engine.venise.data.box import shipped
from engine.venise.rules import forced
from engine.venise.state import MATERIALS
from tests.engine.venise.table import full

SECRET = b"letters of venise, tested by war"


def begun(*seats: dict[str, Any], dice: tuple[int, int] = (1, 4), **more: Any) -> Match:
    """A match in which seat 0 has rolled and is on Market, the Boat out of reach."""
    rows = [{"burgher": "market", **seat} for seat in seats] or [{"burgher": "market"}, {"burgher": "wool"}]
    position = {"game": "venise", "now": {"dice": list(dice)}, "boat": "wool", **more, "seats": rows}
    return Match.start(GAME, len(rows), {}, secret=SECRET, position=position)


class Desk:
    """Seat 0 writing letters; what needs no person is done after each."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.plans: dict[int, Plan] = {0: Plan(), 1: Plan()}

    def writes(self, text: str, *, seat: int = 0) -> list[tuple[str, str]]:
        decision = self.match.decision(seat)
        account = apply_letter(
            self.match, self.plans, seat, text.splitlines(), serial=decision.serial if decision else None
        )
        autoplay(self.match, self.plans, kept=True)
        return [(line.state, line.words) for line in account.lines]

    def asked(self) -> tuple[int, str]:
        decision = self.match.decisions[0]
        return decision.seat, decision.kind

    def stock(self, seat: int = 0) -> dict[str, int]:
        stock = self.match.view(None).seats[seat].stock
        return {name: count for name, count in zip(MATERIALS, stock, strict=True) if count}


def test_a_whole_turn_stands_in_one_letter():
    board = {"dice": {"port1": 3}, "stock": {"wool": 2}, "row1": [full("doublet")], "row2": ["clothing 1"]}
    desk = Desk(begun(board, {"burgher": "wool"}))
    lines = desk.writes("move 1 gold; bridge port1, 4 back; produce")
    assert [state for state, _ in lines] == ["played", "played", "played"]
    assert desk.asked()[0] == 1
    seat = desk.match.view(None).seats[0]
    assert seat.store == [2, 0, 0]
    assert desk.stock() == {"gold": 3}


def test_cubes_are_laid_by_the_rule_before_the_next_order_and_otherwise_as_the_letter_says():
    board = {"row1": [{"card": "brooch"}], "stock": {}}
    desk = Desk(begun(board, {"burgher": "wool"}))
    desk.writes("move 1 gold; end")
    assert desk.stock() == {"gold": 2}
    other = Desk(begun(board, {"burgher": "wool"}))
    lines = other.writes("move 1 gold\nput 1 gold on brooch, 3 in stock")
    assert lines == [("played", "move 1 gold"), ("played", "put 1 gold brooch"), ("played", "put 3 gold stock")]
    assert other.stock() == {"gold": 3}


def test_an_own_standing_order_lays_the_cubes():
    desk = Desk(begun({"row1": [{"card": "brooch"}], "stock": {}}, {"burgher": "wool"}))
    desk.writes("always cubes stock > cards")
    desk.writes("move 1 gold; end")
    assert desk.stock() == {"gold": 4}


def test_cubes_beside_anothers_turn_are_laid_at_once_by_the_rule_of_their_seat():
    other = {"burgher": "gold", "stock": {}, "row1": [{"card": "brooch"}]}
    desk = Desk(begun({"stock": {}}, other))
    desk.plans[1].rules["cubes"] = "stock > cards > workshops"
    desk.writes("move 1 gold; end")
    assert desk.asked()[0] == 1
    assert desk.stock(1) == {"gold": 1}


def test_drawing_cards_stops_the_letter_there_and_the_rest_waits():
    board = {"burgher": "builder", "dice": {"builder": 2}, "stock": {"gold": 3}}
    desk = Desk(begun(board, {"burgher": "wool"}, dice=(1, 3)))
    lines = desk.writes("move 1 workshop\nbridge builder, 3 back")
    assert [state for state, _ in lines] == ["played", "kept"]
    assert desk.asked() == (0, "take")
    desk.writes("none")
    assert desk.asked()[0] == 1
    assert desk.match.view(None).bridges_of(0) == [(3, 5)]


def test_what_waited_for_a_card_and_is_no_longer_possible_is_dropped_with_a_note():
    desk = Desk(begun({"burgher": "builder", "stock": {}}, {"burgher": "wool"}, dice=(1, 3)))
    assert desk.writes("move 1 workshop; produce; end")[1:] == [("kept", "produce"), ("kept", "end")]
    desk.writes("none")
    assert desk.asked()[0] == 1
    assert not desk.plans[0].kept
    assert desk.plans[0].notes == [f"produce: {TOO_LATE}"]


def test_a_conditional_choice_of_a_card_needs_no_second_letter():
    board = {"burgher": "builder"}
    desk = Desk(begun(board, {"burgher": "wool"}, dice=(1, 3)))

    desk.writes("move 1 workshop; take crown / none")
    assert desk.asked()[0] == 1


def test_what_cannot_be_made_is_refused_with_its_reason_and_nothing_is_played():
    board = {"row1": [full("doublet"), {"card": "crown"}], "row2": ["clothing 1"], "stock": {"flax": 1}}
    desk = Desk(begun(board, {"burgher": "builder"}, dice=(1, 6)))
    lines = desk.writes("move 1 gold; produce doublet 1")
    assert lines[1] == ("refused", "the Doublet lacks 2 wool and your stock does not hold that")
    assert lines[0][0] == "refused"
    assert desk.asked() == (0, "turn")


def test_what_comes_too_late_for_the_turn_is_refused_and_not_kept_for_the_next():
    desk = Desk(begun({"row1": [full("doublet")], "row2": ["clothing 1"], "stock": {}}, {"burgher": "builder"}))
    lines = desk.writes("move 1 gold; produce doublet 1")
    assert lines[1] == ("refused", TOO_LATE)
    assert not desk.plans[0].kept


def test_the_word_end_behind_a_turn_that_is_over_counts_as_done():
    desk = Desk(begun({"stock": {}}, {"burgher": "builder"}))
    lines = desk.writes("move 1 gold; end")
    assert lines == [("played", "move 1 gold"), ("done", "end")]
    assert desk.asked()[0] == 1
    assert not desk.plans[0].kept


def test_only_a_beginning_is_written_and_the_turn_asks_for_the_rest():
    board = {"row1": [full("doublet", 2)], "row2": ["clothing 1"]}
    desk = Desk(begun(board, {"burgher": "builder"}))
    desk.writes("move 1 gold")
    assert desk.asked() == (0, "finish")
    desk.writes("end")
    assert desk.asked()[0] == 1


def test_a_turn_in_which_nothing_is_left_to_do_ends_by_itself():
    desk = Desk(begun({"row1": [{"card": "crown"}]}, {"burgher": "builder"}))
    desk.writes("move 1 gold")
    assert desk.asked()[0] == 1


def test_a_card_of_a_secondary_activation_waits_for_the_next_turn_and_is_kept_if_nothing_is_said():
    desk = Desk(begun({"burgher": "port2", "pending": [["cap"]], "stock": {}}, {"burgher": "wool"}))
    assert desk.asked() == (0, "keep")
    desk.writes("move 1 market; sell none")
    assert [laid.card for laid in desk.match.view(None).seats[0].rows[0]] == [shipped().number["cap"]]
    other = Desk(begun({"burgher": "port2", "pending": [["cap"]], "stock": {}}, {"burgher": "wool"}))
    other.writes("none; move 1 market")
    assert other.match.view(None).seats[0].rows == [[], []]


def test_an_impossible_move_behind_a_waiting_card_is_refused():
    desk = Desk(begun({"pending": [["cap"]]}, {"burgher": "wool"}))
    lines = desk.writes("move 1 workshop")
    assert lines == [("refused", "no way of 1 leads there")]
    assert desk.asked() == (0, "keep")


def test_goods_are_never_left_unsold_without_a_word():
    desk = Desk(begun({"burgher": "gold", "store": {"lace": 2}}, {"burgher": "wool"}))
    desk.writes("move 1 market; end")
    assert desk.asked() == (0, "sell")


def test_the_boat_goes_along_where_the_letter_does_not_say_where():
    desk = Desk(begun({"burgher": "order"}, {"burgher": "wool"}, dice=(3, 6), boat="order"))
    lines = desk.writes("move 3 wool; end")
    assert lines[0] == ("played", "move 3 wool boat wool")


def test_in_the_last_turn_it_is_asked_whether_a_master_builder_shall_still_be_paid():
    """He would count at the end; in other turns the cubes can as well go down when the next turn begins."""
    board = {"stock": {"flax": 2}, "row2": ["ferryman"]}
    last = Desk(begun(board, {"burgher": "wool"}, round=9, last=9))
    last.writes("move 1 gold")
    assert last.asked() == (0, "finish")
    last.writes("put 2 flax on ferryman")
    assert last.asked()[0] == 1
    earlier = Desk(begun(board, {"burgher": "wool"}, round=8))
    earlier.writes("move 1 gold")
    assert earlier.asked()[0] == 1


def test_ports_and_rows_may_be_written_in_two_words_as_letters_name_them():
    desk = Desk(begun({"dice": {"port1": 3}}, {"burgher": "wool"}))
    lines = desk.writes("move 1 to gold\nbridge to port 1, 4 back\nend")
    assert lines[1] == ("played", "bridge port1 4 back")
    builder = Desk(begun({}, {"burgher": "wool"}))
    builder.writes("move 1 builder")
    card = next(move[1] for move in builder.match.decision(0).moves if move[-1] == "row2")
    assert builder.writes(f"take {card} in row 2") == [("played", f"take {card} row2")]
    assert GAME.reads("move 5 port 1")


def test_take_and_keep_mean_the_same():
    desk = Desk(begun({"stock": {}}, {"burgher": "workshop"}))
    desk.writes("move 4 workshop")
    card = desk.match.decision(0).moves[0][1]
    assert desk.writes(f"keep {card}\nend")[0] == ("played", f"take {card}")
    assert desk.asked() == (1, "keep")
    gift = desk.match.decision(1).moves[0][1]
    assert desk.writes(f"take {gift}", seat=1) == [("played", f"keep {gift}")]


def test_a_card_that_has_but_one_row_may_be_taken_with_its_row():
    desk = Desk(begun({}, {"burgher": "wool"}))
    desk.writes("move 4 workshop")
    card = desk.match.decision(0).moves[0][1]
    assert desk.writes(f"take {card} in row 2") == [("refused", "that card lies in row 1 only")]
    assert desk.writes(f"take {card} in row 1") == [("played", f"take {card}")]
    assert GAME.reads("take lace 1 row2")


def test_gained_cubes_may_be_laid_in_any_order_of_places_by_letter():
    desk = Desk(begun({"row1": [{"card": "brooch"}], "stock": {"wool": 4}}, {"burgher": "wool"}))
    lines = desk.writes("move 1 gold\nlay stock > cards")
    assert lines == [("played", "move 1 gold"), ("played", "lay stock cards workshops")]
    assert desk.stock() == {"wool": 4, "gold": 2}


# --- what is so already -------------------------------------------------------------------------------------


def test_cubes_that_find_one_place_only_are_laid_as_ordered():
    desk = Desk(begun({"row1": [{"card": "brooch"}], "stock": {}}, {"burgher": "wool"}))
    lines = desk.writes("move 1 gold\nput 2 gold on brooch, 2 in stock\nend")
    assert [state for state, _ in lines] == ["played", "played", "done", "done"]
    assert (desk.asked()[0], desk.plans[0].kept, desk.stock()) == (1, [], {"gold": 2})


def test_cubes_that_had_no_choice_do_not_stop_the_bridge_behind_them():
    desk = Desk(begun({"dice": {"port1": 3}, "stock": {"wool": 2}}, {"burgher": "wool"}))
    lines = desk.writes("move 1 gold\nput 4 gold in stock\nbridge port1, 4 back\nend")
    assert [state for state, _ in lines] == ["played", "done", "played", "done"]
    assert desk.match.view(None).bridges_of(0) == [(2, 7)]


def test_more_cubes_than_were_laid_by_themselves_are_refused():
    desk = Desk(begun({"dice": {"port1": 3}, "stock": {}}, {"burgher": "wool"}))
    lines = desk.writes("move 1 gold\nput 5 gold in stock\nbridge port1, 4 back")
    assert [state for state, _ in lines] == ["refused", "refused", "refused"]
    assert desk.asked() == (0, "turn")


def test_nothing_counts_as_done_of_a_turn_that_is_refused():
    desk = Desk(begun({"dice": {"port1": 3}, "stock": {}}, {"burgher": "wool"}))
    lines = desk.writes("move 1 gold\nput 4 gold in stock\nbridge market, 4 back")
    assert [state for state, _ in lines] == ["refused", "refused", "refused"]
    assert lines[1][1] == AFTER
    assert (desk.asked(), desk.stock()) == ((0, "turn"), {})


@pytest.mark.parametrize("paid", ["pay 1 gold", "pay gold", "pay: most"])
def test_a_bridge_that_one_mixture_of_cubes_can_pay_is_paid_as_ordered(paid: str):
    board = {"burgher": "gold", "dice": {"gold": 3, "port1": 4}, "stock": {"gold": 2}}
    now = {"dice": [1, 3], "moved": 1, "work": 3}
    desk = Desk(begun(board, {"burgher": "wool"}, now=now, agenda=[["finish", 0], ["next"]]))
    assert [state for state, _ in desk.writes(f"bridge port1, 4 back\n{paid}\nend")] == ["played", "done", "done"]
    assert (desk.asked()[0], desk.plans[0].kept, desk.plans[0].once) == (1, [], {})


def test_a_plan_that_pays_for_the_bridge_goes_on_behind_what_was_paid_by_itself():
    board = {"burgher": "builder", "dice": {"builder": 2}, "stock": {"gold": 3}, "row1": [full("doublet", 2)]}
    desk = Desk(begun({**board, "row2": ["clothing 1"]}, {"burgher": "wool"}, dice=(1, 3)))
    desk.writes("move 1 workshop\nbridge builder, 3 back\npay 1 gold\nproduce\nend")
    desk.writes("none")
    seat = desk.match.view(None).seats[0]
    assert (desk.asked()[0], desk.plans[0].kept, seat.store) == (1, [], [2, 0, 0])
    assert desk.plans[0].notes == [f"pay 1 gold: {BY_ITSELF}"]


def test_none_for_a_card_that_could_not_be_kept_is_not_taken_for_the_answer_to_a_sale():
    """The waiting card went back before the plan's turn came; the word in front of it was meant for that card."""
    row = [{"card": name} for name in ("brooch", "crown", "veil", "doublet")]
    desk = Desk(
        begun({"burgher": "gold"}, {"burgher": "port2", "pending": [["cap"]], "row1": row, "store": {"lace": 1}})
    )
    desk.plans[1].kept = [Order(("none",)), Order(tuple(f"move {die} market" for die in range(1, 7)))]
    desk.writes("move 1 market")
    assert desk.asked() == (1, "sell")
    assert (desk.plans[1].kept, desk.plans[1].notes) == ([], [f"none: {BY_ITSELF}"])


@pytest.mark.parametrize("said", ["none", "take none", "take mason / none"])
def test_none_for_a_drawing_of_which_nothing_fits_counts_as_done(said: str):
    row = ["clothing 1", "clothing 1", "clothing 2", "lace 2"]
    deck = [card.name for card in shipped().cards if card.deck == 2 and card.name != "duke"]
    desk = Desk(
        begun(
            {"row2": row, "dice": {"builder": 2}},
            {"burgher": "wool"},
            dice=(1, 1),
            decks={"builder": ["mason", *deck, "duke"]},
        )
    )
    assert desk.writes(f"move 1 builder\n{said}\nend") == [
        ("played", "move 1 builder"),
        ("done", "none"),
        ("done", "end"),
    ]
    assert desk.match.view(None).seats[0].rows[0] == []


def test_a_tile_that_brings_nothing_may_be_left_alone_and_the_boat_where_it_lies():
    desk = Desk(begun({}, {"burgher": "wool"}))
    assert desk.writes("move 1 port2 boat wool idle\nend") == [
        ("played", "move 1 port2"),
        ("done", "none"),
        ("done", "end"),
    ]
    crowded = Desk(begun({"row2": ["lace 1", "lace 1", "lace 2", "jewelry 1"]}, {"burgher": "wool"}))
    assert crowded.writes("move 1 order idle")[0] == ("played", "move 1 order")
    seller = Desk(begun({"burgher": "gold", "store": {"lace": 2}}, {"burgher": "builder"}))
    assert seller.writes("move 1 market idle") == [("played", "move 1 market"), ("played", "none")]
    assert seller.match.view(None).seats[0].store == [0, 2, 0]


def test_a_move_that_was_the_only_one_counts_as_done():
    lonely = {"burgher": "port1", "stock": {}, "pending": [["cap"]]}
    desk = Desk(begun(lonely, {"burgher": "port2"}, layout="star", boat="gold", dice=(2, 2)))
    assert [state for state, _ in desk.writes("none\nmove 2 market\nsell none\nend")] == ["played", *["done"] * 3]


def test_a_master_builder_that_works_without_being_told_needs_no_order():
    desk = Desk(begun({"row2": [full("mason")]}, {"burgher": "wool"}))
    assert [state for state, _ in desk.writes("use mason\nmove 1 gold\nend")] == ["done", "played", "done"]
    unpaid = Desk(begun({"row2": ["mason"], "stock": {"flax": 1, "gold": 1, "wool": 1}}, {"burgher": "wool"}))
    assert "[put 1 wool on mason]" in unpaid.writes("use mason")[0][1]


def test_what_was_forced_counts_in_a_letter_that_adds_to_a_plan():
    board = {"dice": {"port1": 3}, "stock": {"wool": 2}, "row1": [full("doublet", 2)], "row2": ["clothing 1"]}
    desk = Desk(begun(board, {"burgher": "wool"}))
    desk.writes("move 1 gold")
    desk.plans[0].kept, desk.plans[0].stopped = [Order(("produce",))], "you wanted to think"
    assert [state for state, _ in desk.writes("also put 4 gold in stock\ngo on")] == ["kept", "command"]
    assert desk.plans[0].notes == [f"put 4 gold stock: {BY_ITSELF}"]


def test_what_was_forced_is_forgotten_when_another_has_played_and_nobody_else_may_know_it():
    desk = Desk(begun({"stock": {}}, {"burgher": "wool", "stock": {}}, {}))
    desk.writes("move 1 gold")
    view = desk.match.view
    assert ("cubes", ("put", "4", "gold", "stock")) in GAME.by_itself(view(0), 0)
    assert GAME.by_itself(view(1), 0) == GAME.by_itself(view(None), 0) == ()
    move = next(move for move in desk.match.decision(1).moves if move.verb == "move")
    desk.writes(f"{move.text}\nend", seat=1)
    assert GAME.by_itself(view(0), 0) == ()


def test_a_card_that_was_kept_because_nothing_was_said_may_be_named_behind_the_move():
    board = {"burgher": "gold", "pending": [["cap"]], "store": {"lace": 1}}
    desk = Desk(begun(board, {"burgher": "wool"}))
    lines = desk.writes("move 1 market\nkeep cap\nsell lace\nend")
    assert [state for state, _ in lines] == ["played", "done", "played", "done"]


def test_of_a_turn_that_is_over_only_its_end_counts_as_done_in_another_letter():
    """What had but one answer in it is still known, but this letter can only mean the next turn."""
    desk = Desk(begun({"stock": {}}, {"burgher": "wool"}))
    desk.writes("move 1 gold")
    assert desk.writes("end") == [("done", "end")]
    assert desk.writes("put 4 gold in stock") == [("refused", TOO_LATE)]


def test_an_order_that_can_be_played_is_played_though_the_same_was_forced_before():
    row = [{"card": name} for name in ("brooch", "crown", "veil", "doublet")]
    desk = Desk(begun({"pending": [["cap"]], "row1": row}, {"burgher": "wool"}))
    assert desk.asked() == (0, "turn")
    assert desk.writes("none\nmove 1 order\nnone") == [("done", "none"), ("played", "move 1 order"), ("played", "none")]


def test_cubes_that_are_laid_on_a_card_by_themselves_count_too():
    desk = Desk(begun({"row1": [{"card": "brooch"}], "stock": {"gold": 6}}, {"burgher": "wool"}))
    assert desk.writes("move 1 gold\nput 2 gold on brooch")[1] == ("done", "put 2 gold brooch")


def test_the_cubes_just_gained_are_meant_where_the_same_could_be_shifted_down_from_the_stock():
    """With six gold in the stock one that is gained can lie on the card alone; a second order shifts one more."""
    orders = {1: ["put 1 gold on brooch"], 2: ["put 1 gold on brooch"] * 2}
    for count, said in orders.items():
        desk = Desk(begun({"row1": [{"card": "brooch"}], "stock": {"gold": 6}}, {"burgher": "wool"}, dice=(1, 1)))
        lines = desk.writes("\n".join(["move 1 gold", *said]))
        assert [state for state, _ in lines] == ["played", "done", "played"][: count + 1]
        assert desk.stock() == {"gold": 7 - count}
        planned = Desk(begun({"row1": [{"card": "brooch"}], "stock": {"gold": 6}}, {"burgher": "wool"}, dice=(1, 1)))
        planned.plans[0].kept = [Order(("move 1 gold",)), *[Order(("put 1 gold brooch",))] * count]
        autoplay(planned.match, planned.plans, kept=True)
        assert planned.stock() == {"gold": 7 - count}


def test_cubes_beside_anothers_turn_count_behind_the_choice_that_lets_the_own_turn_begin():
    brooch = {"card": "brooch", "paid": {"gold": 1}}
    now = {"dice": [1, 4], "moved": 1, "work": 4}
    position: dict[str, Any] = {"gifts": [[1, "gold", 2]], "agenda": [["next"]], "now": now}
    match = begun({"burgher": "gold"}, {"burgher": "gold", "row1": [brooch]}, **position)
    plans: dict[int, Plan] = {}
    account = apply_letter(match, plans, 1, ["put 1 gold on brooch, 1 in stock"], serial=None)
    assert [line.state for line in account.lines] == ["played", "done"]
    assert match.decisions[0].kind == "turn"
    move = next(move for move in match.decisions[0].moves if move.verb == "move")
    match.play(1, move)
    assert ("gift", ("put", "1", "gold", "stock")) not in GAME.by_itself(match.view(1), 1)


def test_the_memory_of_what_was_forced_is_that_of_one_turn():
    state = begun({}, {"burgher": "wool"})._state
    state.forced = [(0, "finish", "end"), (0, "gift", "put 1 gold stock"), (1, "finish", "end")]
    forced.forget_turn(state, 0)
    assert state.forced == [(0, "gift", "put 1 gold stock"), (1, "finish", "end")]


def test_cubes_for_the_stock_are_no_beginning_of_a_turn():
    desk = Desk(begun({}, {"burgher": "wool"}))
    assert desk.writes("put 2 gold in stock\nend", seat=1) == [("refused", TOO_LATE), ("done", "end")]
    assert desk.writes("put 2 gold on brooch\nmove 3 gold", seat=1)[0][0] == "kept"


def test_a_rule_for_the_next_time_is_used_up_by_a_choice_that_was_forced():
    board = {"burgher": "gold", "dice": {"gold": 3, "port1": 4}, "stock": {"gold": 2}, "row1": [full("doublet", 2)]}
    now = {"dice": [1, 3], "moved": 1, "work": 3}
    agenda = [["finish", 0], ["next"]]
    desk = Desk(begun({**board, "row2": ["clothing 1"]}, {"burgher": "wool"}, now=now, agenda=agenda))
    assert desk.writes("always finish ask\npay gold")[1] == ("rule", "once pay gold > most")
    desk.writes("bridge port1, 4 back")
    assert (desk.asked(), desk.plans[0].once) == ((0, "finish"), {})
    assert desk.writes("pay gold") == [("done", "once pay gold > most")]
    assert desk.plans[0].once == {}


# --- at any time of the turn ----------------------------------------------------------------------------------


def use_of(desk: Desk) -> str:
    """The first thing that a Master Builder could do beside what is asked."""
    decision = desk.match.decision(0)
    assert decision is not None
    return next(move.text for move in decision.moves if move.verb == "use")


def test_a_master_builder_works_while_goods_are_sold():
    board = {"burgher": "gold", "store": {"lace": 2}, "row1": [full("agent")]}
    desk = Desk(begun(board, {"burgher": "builder"}, prices={"lace": [1, 0], "jewelry": [1, 0]}))
    desk.writes("move 1 market")
    assert desk.asked() == (0, "sell")
    desk.writes("use agent jewelry")
    assert desk.asked() == (0, "sell")
    assert desk.writes("sell all lace")[0] == ("played", "sell lace")
    assert desk.match.view(None).seats[0].points == 2 * (2 + 4)


def test_a_master_builder_works_while_cubes_are_laid():
    board = {"row1": [{"card": "brooch"}, "agent"], "stock": {"wool": 3, "gold": 3}}
    desk = Desk(begun(board, {"burgher": "wool"}, prices={"jewelry": [1, 0]}))
    desk.plans[0].rules["cubes"] = "ask"
    desk.writes("move 1 gold")
    assert desk.asked() == (0, "cubes")
    assert desk.writes("use agent jewelry\nlay stock > cards\nend")[0][0] == "played"
    assert desk.stock() == {"wool": 2, "gold": 4}


def test_a_master_builder_frees_its_space_for_a_card_that_was_drawn():
    row = ["clothing 1", "clothing 1", "clothing 2", full("agent")]
    position: dict[str, Any] = {"drawn": ["duke"], "now": {"dice": [1, 4], "moved": 1, "work": 4}}
    agenda = [["take", 0, "builder"], ["finish", 0], ["next"]]
    desk = Desk(begun({"burgher": "builder", "row2": row}, {"burgher": "wool"}, **position, agenda=agenda))
    assert desk.asked() == (0, "take")
    lines = desk.writes(f"{use_of(desk)}\ntake duke\nend")
    assert [state for state, _ in lines] == ["played", "played", "done"]
    assert shipped().number["duke"] in [laid.card for laid in desk.match.view(None).seats[0].rows[1]]


def test_a_master_builder_beside_a_choice_has_no_number_of_it():
    row = ["clothing 1", "clothing 1", "clothing 2", full("agent")]
    now = {"dice": [1, 4], "moved": 1, "work": 4}
    agenda = [["take", 0, "workshop"], ["finish", 0], ["next"]]
    desk = Desk(begun({"burgher": "builder", "row2": row}, {}, drawn=["cap"], now=now, agenda=agenda))
    headings = [group.heading for group in GAME.menu(desk.match.view(0), desk.match.decision(0))]
    assert [heading.partition("]")[0].partition("[")[2] for heading in headings] == ["1", "2", "use agent"]
    assert desk.writes("3") == [("refused", "the choices are numbered 1 to 2")]


def test_a_master_builder_frees_its_space_for_a_card_that_waits():
    row = [{"card": "brooch"}, {"card": "crown"}, {"card": "veil"}, full("agent")]
    desk = Desk(begun({"pending": [["cap"]], "row1": row}, {"burgher": "wool"}))
    assert desk.asked() == (0, "keep")
    lines = desk.writes(f"{use_of(desk)}\nkeep cap\nmove 1 gold\nend")
    assert [state for state, _ in lines][:3] == ["played", "played", "played"]
    assert desk.match.view(None).seats[0].rows[0][-1].card == shipped().number["cap"]


def test_a_card_for_which_no_master_builder_could_free_a_space_goes_back_without_a_question():
    row = [{"card": name} for name in ("brooch", "crown", "veil", "doublet")]
    desk = Desk(begun({"pending": [["cap"]], "row1": row, "row2": [full("agent")]}, {"burgher": "wool"}))
    assert desk.asked() == (0, "turn")


def test_a_die_is_changed_behind_a_card_that_waits():
    board = {"pending": [["cap"]], "row1": [full("pilot")]}
    desk = Desk(begun(board, {"burgher": "wool"}))
    lines = desk.writes("use pilot up\nmove 1 workshop\nend")
    assert [state for state, _ in lines][:2] == ["played", "played"]
    assert shipped().number["cap"] in [laid.card for laid in desk.match.view(None).seats[0].rows[0]]


def test_later_choices_may_leave_out_the_verb():
    desk = Desk(begun({"burgher": "flax"}, {"burgher": "wool"}))
    desk.writes("move 1 order")
    assert desk.asked() == (0, "take")
    words = "take jewelry 2 / jewelry 1 / lace 2 / lace 1 / clothing 2 / clothing 1 / none"
    assert reads(GAME, words)
    assert desk.writes(words)[0][0] == "played"
    assert not reads(GAME, "take jewelry 2 / tomorrow")
