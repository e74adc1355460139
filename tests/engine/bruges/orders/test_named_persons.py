"""A person who acts by itself waits for the order that names it: what comes before may change what it brings."""

from __future__ import annotations

from typing import Any

from engine import Match
from engine.bruges import GAME
from engine.orders.api import apply_letter, autoplay
from engine.orders.plan import Plan
from tests.engine.bruges.table import SECRET, THREES, house

REST = {"hand": ["beggar", "king"], "guilders": 0}


def at_turn(**mine: Any) -> tuple[Match, dict[int, Plan]]:
    match = Match.start(GAME, 2, secret=SECRET, position={"dice": THREES, "seats": [mine, REST]})
    book: dict[int, Plan] = {}
    autoplay(match, book, kept=True)
    return match, book


def letter(match: Match, book: dict[int, Plan], *lines: str) -> list[tuple[str, str]]:
    decision = match.decision(0)
    account = apply_letter(match, book, 0, lines, serial=decision.serial if decision else None)
    return [(line.state, line.words) for line in account.lines]


def test_a_person_that_the_letter_orders_later_acts_then():
    houses = [house("blue"), house("red", "accountant")]
    match, book = at_turn(hand=["baker", "queen", "servant"], guilders=9, houses=houses)
    lines = letter(match, book, "recruit baker in blue", "use accountant", "workers queen")
    assert lines == [("played", "recruit baker in blue"), ("played", "use accountant"), ("kept", "workers queen")]


def test_the_usurer_that_is_named_behind_a_new_person_counts_it():
    houses = [house("blue"), house("red", "usurer")]
    mine = {"hand": ["baker", "queen", "servant"], "guilders": 9, "houses": houses}
    purses = []
    for lines in (["recruit baker in blue"], ["recruit baker in blue", "use usurer"]):
        match, book = at_turn(**mine)
        letter(match, book, *lines)
        purses.append(match.view(0).seats[0].guilders)
    assert purses[1] == purses[0] + 1


def test_a_person_that_is_named_under_a_condition_acts_as_ever():
    match, book = at_turn(hand=["baker", "queen", "servant"], guilders=1, houses=[house("red", "accountant")])
    before = match.view(0).seats[0].guilders
    letter(match, book, "workers queen", "if guilders 90: use accountant")
    assert match.view(0).seats[0].guilders > before
