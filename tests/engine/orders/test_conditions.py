"""Conditions that say something else than a fact, an operator and a number: never read as their opposite."""

from __future__ import annotations

import pytest

import engine
from engine.orders.reader import Order, Reader, Refused
from tests.engine.any_game import SHIPPED
from tests.engine.toy import GAME, at_turn


def refused(line: str) -> Refused:
    match = at_turn()
    (instruction,) = Reader(GAME, match.view(0), match.decision(0), 0).read(line)
    assert isinstance(instruction.what, Refused), instruction
    return instruction.what


@pytest.mark.parametrize(
    "condition",
    [
        *("stones != 3", "stones ≠ 3", "stones ≯ 3", "stones ≮ 3", "stones ! 3", "stones =! 3", "stones =/= 3"),
        *("stones <> 3", "stones ¬= 3", "stones ~ 3", "! stones 3", "stones > = 3", "stones === 3"),
        *("stones >= -1", "stones 5.5", "stones 1,5", "stones ½", "stones 10²", "stones 1-3"),
    ],
)
def test_a_condition_with_any_other_sign_is_told_what_a_condition_is(condition: str) -> None:
    for line in (f"if {condition}: take 2", f"take 2 if {condition}"):
        assert refused(line).reason == "a condition is a fact and a number, with >=, <=, >, < or = between them"


@pytest.mark.parametrize("whose", ["her", "his", "your", "their", "bea's"])
def test_a_condition_on_somebody_elses_number_is_not_read_as_ones_own(whose: str) -> None:
    told = refused(f"if {whose} points >= 5: take 2")
    assert told.reason == f"no condition is called {whose} points"
    assert not any("if points" in near for near in told.nearest)


@pytest.mark.parametrize(
    "condition", ["stones not 3", "not stones 3", "stones no more than 3", "stones below 3", "stones fewer than 3"]
)
def test_no_proposal_turns_a_condition_round(condition: str) -> None:
    assert not any("stones" in near for near in refused(f"if {condition}: take 2").nearest)


def test_a_proposal_keeps_operator_and_number() -> None:
    assert "if stones <= 1000000: …" in refused("if stnoes <= 1000000: take 2").nearest


@pytest.mark.parametrize("slug", sorted(SHIPPED))
def test_every_fact_of_a_game_can_be_a_condition(slug: str) -> None:
    match = engine.Match.start(SHIPPED[slug], 2, secret=bytes(32))
    decision = match.waiting[0]
    view, move = match.view(decision.seat), decision.moves[0].text
    for fact in match.game.facts(view):
        (read,) = Reader(match.game, view, decision, decision.seat).read(f"if {fact} < 3: {move}")
        assert isinstance(read.what, Order), fact
        assert str(read.what.guard) == f"{fact} < 3"
