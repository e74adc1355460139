"""The data file: the shipped one is whole, and every slip in another one is named with its place."""

from __future__ import annotations

import copy
import json
import secrets
from random import Random
from typing import Any

import pytest

from engine.refusals import BadDeck
from engine.venise.data.box import FILE, load_box, read_box, shipped
from engine.venise.data.box_checks import ORDERS
from engine.venise.orders.grammar import GRAMMAR
from engine.venise.rules.setup import cards_for
from tests.engine.mistakes import names_its_place, slips

DATA: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))


def test_the_decks_have_as_many_cards_as_the_rulebook_says():
    assert [len(cards_for(deck, 4)) for deck in range(3)] == [15, 24, 16]
    assert [len(cards_for(1, seats)) for seats in (2, 3, 4)] == [18, 21, 24]


def test_three_master_builders_serve_as_orders_one_for_each_of_the_goods():
    orders = [card for card in shipped().cards if card.deck == 2 and card.is_order]
    assert sorted((card.kind, card.value, card.cost) for card in orders) == [(k, 1, (0, 0, 0)) for k in range(3)]


def test_a_file_that_is_no_json_is_named(tmp_path: Any):
    wrong = tmp_path / "mine.json"
    wrong.write_text("{", encoding="utf-8")
    with pytest.raises(BadDeck, match=r"mine\.json: not JSON"):
        load_box(wrong)


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        (("numbers", "boat_cost"), 7, "numbers, boat_cost: is 7, not a whole number from 1 to 6"),
        (("numbers", "sails"), 1, "numbers: the fields are"),
        (("bonuses",), [4, 3], "bonuses: is no list of 7 numbers"),
        (("bonuses",), [1, 1, 2, 2, 3, 3, 4], "bonuses: the greatest stands first"),
        (("covered", "3"), [5], "covered, 3: there is no space of 5 left to cover"),
        (("orders_taken_out", "2"), 9, "orders_taken_out, 2: is 9"),
        (("layouts", 0, "boat"), "sea", "layout 1, boat: is 'sea', not one of"),
        (("layouts", 0, "tiles", "gold"), [0, 0], "layout 1, tiles: two tiles lie on one place"),
        (("layouts", 0, "tiles", "port1"), [-5, 5], "a tile does not touch the others along a side"),
        (("layouts", 1, "name"), "default", "layouts: default stands twice"),
        (("workshops", 0, "capacity"), 4, "workshops 1 (ring), capacity: is 4"),
        (("workshops", 0, "cost"), {"silver": 1}, "workshops 1 (ring), cost: is no object with"),
        (("workshops", 0, "cost"), {}, "workshops 1 (ring), cost in all: is 0"),
        (("workshops", 0, "name"), "goldring", "goldring: begins like gold"),
        (("workshops", 0, "name"), "market", "market: begins like market"),
        (("workshops", 0, "name"), "stocking", "stocking: begins like stock"),
        (("workshops", 0, "name"), "boathook", "boathook: begins like boat"),
        (("workshops", 0, "name"), "x", "x: has fewer than 3 letters"),
        (("layouts", 1, "name"), "free", "layouts: are default, lake, canal, star, old_town, each once"),
        (("covered", "3"), [True], "covered, 3: there is no space of True left"),
        (("orders", 0, "count"), 7, "orders: are 25 cards, 24 are wanted"),
        (("orders", 0, "value"), 3, "orders 1, value: is 3"),
        (("builders", 0, "effect"), "magic", "builders 1 (mason), effect: is 'magic', not one of"),
        (("builders", 0, "permanent"), False, "builders 1 (mason), permanent: is False"),
        (("builders", 7, "count"), 2, "builders 8 (banker), count: is 2"),
        (("builders", 12, "cost"), {"gold": 1}, "builders 13 (bishop), cost: an Order has none"),
    ],
)
def test_a_slip_is_named_with_its_place(place: tuple[Any, ...], value: Any, said: str):
    data = copy.deepcopy(DATA)
    inner = data
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    with pytest.raises(BadDeck) as refusal:
        read_box(data, "mine")
    assert said in str(refusal.value)


def test_every_word_of_an_order_is_kept_from_the_cards():
    words = {word for forms in GRAMMAR.kinds.values() for form in forms for word in form if word.islower()}
    assert words | set(GRAMMAR.forms) <= {*ORDERS, "stock"}


def test_any_value_of_another_kind_is_named_with_its_place_or_does_no_harm():
    refused = []
    for place, data in slips(DATA, Random(secrets.token_bytes(16))):
        try:
            deck = read_box(data, "mine")
        except BadDeck as error:
            refused.append((place, str(error)))
        else:
            assert len(deck.cards) == len(shipped().cards), place
    assert len(refused) > 100
    assert [one for one in refused if not names_its_place(one[1].removeprefix("mine").lstrip(",: "), one[0])] == []
