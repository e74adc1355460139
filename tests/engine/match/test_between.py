"""Questions that come up beside a plan: their answer is no new plan, and the plan goes on behind it."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Match, games
from engine.orders.account import DREW, TAKEN, Account
from engine.orders.api import apply_letter, autoplay
from engine.orders.plan import Plan
from tests.engine.bruges.table import THREES, house

FULL = {"blue": 4, "brown": 4, "purple": 4, "red": 4, "yellow": 4}
OTHER = {"hand": ["queen", "king", "troublemaker"], "guilders": 9, "houses": [house("red")]}


def at_turn(*persons: str, hand: tuple[str, ...] = ("vicar", "mayor", "bishop", "prince"), **anna: Any) -> Match:
    """A game of two at the first card of Anna, seat 0, who has these persons."""
    houses = [*(house("red", person) for person in persons), house("blue")]
    rich = {"hand": list(hand), "guilders": 30, "workers": FULL, "threats": {"red": 2, "blue": 2}, "houses": houses}
    position = {"dice": THREES, "seats": [{**rich, **anna}, OTHER]}
    return Match.start(games["bruges"], 2, secret=bytes(32), position=position)


def letter(match: Match, plans: dict[int, Plan], text: str, seat: int = 0) -> Account:
    decision = match.decision(seat)
    return apply_letter(match, plans, seat, text.splitlines(), serial=decision.serial if decision else None)


def kept(plans: dict[int, Plan], seat: int = 0) -> list[str]:
    return [order.words for order in plans[seat].kept]


def kind(match: Match, seat: int = 0) -> str:
    decision = match.decision(seat)
    return decision.kind if decision else ""


def test_the_answer_to_a_question_in_between_leaves_the_plan_as_it_is():
    match, plans = at_turn("jailer"), dict[int, Plan]()
    letter(match, plans, "use jailer; guilders vicar; workers mayor")
    assert (kind(match), kept(plans)) == ("remove", ["guilders vicar", "workers mayor"])
    account = letter(match, plans, "1")
    assert ([line.state for line in account.lines], account.kept_dropped) == (["played"], ())
    while kind(match) == "remove":
        letter(match, plans, "1")
    assert kept(plans) == ["guilders vicar", "workers mayor"]
    autoplay(match, plans, kept=True)
    assert kept(plans) == ["workers mayor"]  # the first was for this turn


def test_an_answer_that_orders_more_is_a_new_plan():
    match, plans = at_turn("jailer"), dict[int, Plan]()
    letter(match, plans, "use jailer; guilders vicar; workers mayor")
    account = letter(match, plans, "remove red; remove blue; guilders bishop; workers prince")
    assert account.kept_dropped == ("guilders vicar", "workers mayor")
    assert kept(plans) == ["workers prince"]


def test_a_use_that_is_kept_still_belongs_to_the_turn_in_which_the_question_came_up():
    match, plans = at_turn("brigand", hand=("archer", "mayor", "bishop")), dict[int, Plan]()
    letter(match, plans, "recruit archer in blue; use brigand; workers mayor")
    assert (kind(match), kept(plans)) == ("remove", ["use brigand", "workers mayor"])
    letter(match, plans, "remove red; remove blue")
    autoplay(match, plans, kept=True)
    assert kept(plans) == ["workers mayor"]
    assert (kind(match), kind(match, seat=1)) == ("", "turn")


def test_an_answer_that_draws_cards_stops_the_plan():
    match, plans = at_turn("philosopher"), dict[int, Plan]()
    letter(match, plans, "use philosopher; guilders vicar")
    assert kind(match) == "draw"
    letter(match, plans, "draw left")
    assert plans[0].stopped == DREW
    assert kept(plans) == ["guilders vicar"]


def test_a_loss_that_another_seat_causes_may_be_answered_while_a_plan_waits():
    match, plans = at_turn(canals={"left": 2, "right": 1}), dict[int, Plan]()
    letter(match, plans, "always canal ask\nguilders vicar; workers mayor")
    letter(match, plans, "recruit troublemaker in red", seat=1)
    assert (kind(match), kept(plans)) == ("canal", ["workers mayor"])
    letter(match, plans, "2")
    assert (kept(plans), plans[0].stopped) == (["workers mayor"], TAKEN)


def test_a_loss_that_was_ordered_beforehand_stops_the_plan_for_the_right_reason():
    match, plans = at_turn(canals={"left": 2, "right": 1}), dict[int, Plan]()
    letter(match, plans, "always canal ask\nguilders vicar; lose canal left; workers mayor")
    letter(match, plans, "recruit troublemaker in red", seat=1)
    autoplay(match, plans, kept=True)
    assert (kept(plans), plans[0].stopped) == (["workers mayor"], TAKEN)


@pytest.mark.parametrize("word", ["draw left", "draw: left", "draw left > any"])
def test_draw_without_always_is_a_rule_for_the_next_hand_and_no_order(word: str):
    match, plans = at_turn(), dict[int, Plan]()
    account = letter(match, plans, f"guilders vicar; workers mayor\n{word}")
    assert [line.state for line in account.lines] == ["played", "kept", "rule"]
    assert (kept(plans), plans[0].once) == (["workers mayor"], {"draw": "left > any"})
    letter(match, plans, word)
    assert kept(plans) == ["workers mayor"]  # it says nothing about the cards


def test_an_answer_to_a_draw_that_is_asked_and_several_draws_are_orders():
    match, plans = at_turn("philosopher"), dict[int, Plan]()
    account = letter(match, plans, "use philosopher; draw left; draw right")
    assert [line.state for line in account.lines][:2] == ["played", "played"]
    match, plans = at_turn(), dict[int, Plan]()
    letter(match, plans, "guilders vicar; draw left; draw right")
    assert kept(plans) == ["draw left", "draw right"]


def test_a_card_at_a_turn_is_a_new_plan_whatever_was_kept():
    match, plans = at_turn(), dict[int, Plan]()
    letter(match, plans, "guilders vicar; lose canal left")
    letter(match, plans, "guilders queen", seat=1)
    assert kept(plans) == ["lose canal left"]
    letter(match, plans, "guilders mayor")
    assert kept(plans) == []
