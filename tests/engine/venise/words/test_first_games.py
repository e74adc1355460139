"""The words that people need who have never heard of the game, and what those who know it are spared."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import Paragraph
from engine.venise import GAME
from engine.venise.rules import production
from engine.venise.rules.context import Context
from tests.engine.venise.orders.test_turns_by_letter import Desk, begun
from tests.engine.venise.table import Table, decided, full
from tests.engine.venise.words.test_letters import letter, sample, text


def small(table: Table, key: str) -> str:
    """The paragraphs of a section that are read once."""
    return " ".join(p.words for p in _paragraphs(table, key) if p.style == "small")


def _paragraphs(table: Table, key: str) -> list[Paragraph]:
    return [part for section in letter(table) if section.key == key for part in section.paragraphs]


def headline(table: Table) -> str:
    return GAME.headline(GAME.view(table.state, 0), decided(table.ask(0)))


STAYS = "Where your die does not stay you get the same"
SHARED = "Others get 1 for the Burgher or a die that they have there, 2 for both."
ROOM = "What has no room is lost, unless you throw other cubes of your stock away behind the move"


def test_words_of_a_line_are_explained_once_where_they_stand():
    told = small(sample(), "hand")
    assert [words in told for words in (STAYS, SHARED, ROOM)] == [True] * 3
    alone = Table({"burgher": "market", "stock": {}}, {"burgher": "port2"}, dice=(1, 2), boat="wool")
    assert small(alone, "hand") == ""


def test_a_die_that_does_not_stay_brings_the_same_and_comes_back():
    table = sample()
    table.play("move 2 order")
    assert table.state.dice[4] == (0, 2), "the own lower die"
    assert len(table.state.drawn) == 4
    assert 4 not in table.state.placed(0).values()


def test_what_has_no_room_is_lost_unless_cubes_are_thrown_away_for_it():
    board = {"burgher": "market", "stock": {"wool": 4}, "row1": [{"card": "crown"}]}
    desk = Desk(begun(board, {"burgher": "wool"}))
    desk.writes("move 1 gold; lay stock > workshops > cards; end")
    assert desk.stock() == {"wool": 4, "gold": 2}
    other = Desk(begun({"stock": {"wool": 4}}, {"burgher": "wool"}))
    assert [state for state, _ in other.writes("move 1 gold; discard 2 wool; end")] == ["played", "played", "done"]
    assert other.stock() == {"wool": 2, "gold": 4}


def test_two_gifts_are_told_together_each_card_with_its_order():
    table = sample(pending=[["cap"], ["brooch", "ring"]])
    assert headline(table) == "2 gifts to answer, then dice 2 and 4"
    told = text(letter(table), "choice")
    assert "so you drew too: the Cap, then the Brooch and the Ring." in told
    assert "of a gift that you do not answer the first card that fits is kept." in told
    behind = told.partition("Behind that gift 2: ")[2]
    assert "[keep brooch]; Ring, " in behind
    assert "[keep ring]." in behind
    assert "for example: [keep cap], [keep brooch], [move " in text(letter(table), "hand")


def test_a_gift_without_room_for_another_card_is_said_to_have_none_that_fits():
    row = [full("doublet"), {"card": "hood"}, {"card": "gown"}]
    told = text(letter(sample(row1=row, pending=[["cap"], ["brooch"]])), "choice", "hand")
    assert "Behind that gift 2: no card that fits." in told
    assert "[keep cap], [none], [move " in told


def test_a_single_card_is_asked_about_as_one():
    agenda = [["take", 0, "workshop"], ["next"]]
    one = Table({"burgher": "workshop"}, {}, agenda=agenda, drawn=["ring"])
    assert headline(one) == "Keep this card?"
    assert "You may keep the card; else it goes under its deck." in text(letter(one), "choice")
    two = Table({"burgher": "workshop"}, {}, agenda=agenda, drawn=["ring", "cap"])
    assert headline(two) == "Choose one of 2 cards"


@pytest.mark.parametrize("pending", [[], [["cap"]]])
def test_how_to_answer_keeps_the_sequence_of_a_turn_for_everybody(pending: list[list[str]]):
    (kept,) = [p.words for p in _paragraphs(sample(pending=pending), "how") if p.style == "example"]
    places = [kept.index(word) for word in ("[move", "[take", "[put", "[sell", "[bridge", "[produce", "[end")]
    assert places == sorted(places)
    assert "with nothing to ask the turn closes by itself" in kept


def test_the_boat_that_may_be_left_elsewhere_is_told_in_one_line_with_a_legal_example():
    table = Table({"burgher": "order"}, {"burgher": "wool"}, {}, dice=(5, 6), boat="order")
    (words,) = [p.words for p in _paragraphs(table, "hand") if p.words.startswith("The Boat stays where you leave it")]
    order = words.partition("[")[2].removesuffix("].")
    assert order in table.texts(0, "move")
    assert len(words) < 2 * 72


def test_short_names_of_the_map_are_told_below_it():
    assert "The names: Shop for Workshop, Build. for Builder." in text(letter(sample()), "table")


@pytest.mark.parametrize(("round_", "told"), [(1, False), (39, False), (40, True), (60, True)])
def test_the_limit_of_rounds_is_told_when_it_comes_near(round_: int, told: bool):
    words = text(letter(Table({}, {}, round=round_, cap=60)), "table")
    assert ("at the latest after round 60" in words) == told
    assert "One more round comes when somebody has five bridges" in words


def test_a_sale_at_the_market_uses_up_the_bonus_and_lowers_the_price_as_the_letter_says():
    assert "uses up the greatest bonus and takes a cube or a card off the price" in small(sample(), "table")
    table = sample()
    table.play("move 2 market")
    table.play("sell jewelry")
    assert table.state.bonuses == [2, 2, 1, 1]
    assert table.state.price(2) == 2


def making(**anna: Any) -> tuple[Table, str]:
    board = {"burgher": "gold", "row2": ["clothing 1"], **anna}
    now = {"dice": [1, 3], "moved": 1, "work": 3}
    table = Table(board, {}, now=now, agenda=[["finish", 0], ["next"]])
    return table, text(letter(table), "choice")


def test_all_that_can_make_goods_are_those_that_will_and_what_is_filled_for_it_is_said():
    table, told = making(row1=[full("cap"), full("hood")], stock={"wool": 3})
    assert "Goods from all that can: Hood (filled from your stock) [produce]." in told
    production.produce_all(Context(table.state), 0)
    assert table.state.seats[0].store == [2, 0, 0]
    assert "Goods from all that can: Cap [produce]." in making(row1=[full("cap", 1)], stock={})[1]


def test_the_word_end_is_told_as_the_end_of_the_turn():
    assert "Your turn ends [end]." in making(row1=[full("cap", 1)], stock={})[1]
