"""The sequence of a turn in orders: cubes are laid first, gifts answered one by one, nothing comes before the move."""

from __future__ import annotations

import pytest

from engine.venise.data.box import shipped
from tests.engine.venise.orders.test_turns_by_letter import Desk, begun
from tests.engine.venise.table import full

CAP = {"row1": [{"card": "cap"}], "row2": ["clothing 1"], "stock": {"wool": 2}}
GIFTS = {"burgher": "port2", "pending": [["brooch"], ["cap"]], "stock": {}}


def kept(desk: Desk) -> list[str]:
    return [shipped().cards[laid.card].name for laid in desk.match.view(None).seats[0].rows[0]]


def test_cubes_just_gained_are_laid_by_their_rule_before_an_order_that_needs_them_there():
    desk = Desk(begun(CAP, {"burgher": "wool"}))
    lines = desk.writes("move 1 gold; put 1 wool cap; produce; end")
    assert [state for state, _ in lines] == ["played"] * 4
    assert (desk.stock(), desk.match.view(None).seats[0].store) == ({"wool": 1, "gold": 3}, [1, 0, 0])


def test_who_lays_cubes_without_a_rule_is_told_what_the_card_lacks():
    desk = Desk(begun(CAP, {"burgher": "wool"}))
    desk.writes("always cubes ask")
    lines = desk.writes("move 1 gold; put 1 wool cap")
    assert lines[1] == ("refused", "the Cap takes 1 wool, but only when it is built: it still lacks 1 gold")
    lines = desk.writes("move 1 gold; put 1 gold cap; put 1 wool cap")
    assert [state for state, _ in lines] == ["played"] * 3


def test_a_rule_lays_no_cubes_for_an_order_that_is_impossible_behind_it_too():
    desk = Desk(begun({**CAP, "row1": [full("cap")]}, {"burgher": "wool"}))
    lines = desk.writes("move 1 gold; put 2 wool cap")
    assert lines[1] == ("refused", "the Cap takes 1 wool now")
    assert desk.asked() == (0, "turn")


def test_an_order_that_waited_for_a_gift_has_cubes_laid_first_as_well():
    desk = Desk(begun({**CAP, "pending": [["brooch"]]}, {"burgher": "wool"}))
    lines = desk.writes("move 1 gold; put 1 wool cap; produce; end")
    assert [state for state, _ in lines] == ["played"] * 4
    assert kept(desk) == ["cap", "brooch"]


def test_two_gifts_are_answered_one_by_one_in_their_order():
    desk = Desk(begun(GIFTS, {"burgher": "wool"}))
    desk.writes("none; keep cap; move 1 market")
    assert kept(desk) == ["cap"]
    other = Desk(begun(GIFTS, {"burgher": "wool"}))
    other.writes("keep brooch; none; move 1 market")
    assert kept(other) == ["brooch"]
    silent = Desk(begun(GIFTS, {"burgher": "wool"}))
    silent.writes("move 1 market")
    assert kept(silent) == ["brooch", "cap"]


def test_the_card_of_a_later_gift_is_refused_with_what_comes_first():
    desk = Desk(begun(GIFTS, {"burgher": "wool"}))
    lines = desk.writes("keep cap; move 1 market")
    assert lines[0] == ("refused", "the Cap is of a later gift: answer the one before it first")


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("take ring", "no cards are drawn: it stands behind a move that draws some"),
        ("keep brooch", "no card waits for you: you draw one when another player draws where your Burgher or a die "),
    ],
)
def test_what_only_a_move_leads_to_is_refused_without_one_and_never_kept(order: str, why: str):
    desk = Desk(begun())
    ((state, words),) = desk.writes(order)
    assert state == "refused"
    assert words.startswith(why)
    assert not desk.plans[0].kept


def test_it_may_stand_behind_a_move_or_before_it_in_the_same_letter_and_a_rule_for_once_alone():
    desk = Desk(begun({"row1": [full("doublet", 2)], "row2": ["clothing 1"]}, {"burgher": "wool"}))
    assert [state for state, _ in desk.writes("produce\nmove 1 gold")] == ["kept", "kept"]
    assert desk.match.view(None).seats[0].store == [2, 0, 0]
    other = Desk(begun())
    assert [state for state, _ in other.writes("recall gold")] == ["rule"]
    assert [state for state, _ in other.writes("move 1 gold\nend\nkeep brooch")] == ["played", "done", "kept"]


def test_a_place_where_the_boat_cannot_end_is_refused_with_those_where_it_can():
    desk = Desk(begun({"burgher": "order"}, {"burgher": "wool"}, dice=(3, 6), boat="order"))
    ((_, why),) = desk.writes("move 3 wool boat gold")
    assert why == "on the ways there the Boat ends at Wool"
