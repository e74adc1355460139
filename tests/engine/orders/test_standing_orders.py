"""Standing orders: which of them answers, where they hold, and what drops them."""

from __future__ import annotations

import pytest

from engine.orders.api import Plan, autoplay, effective_rules
from tests.engine.orders.planning import Book, kept, letter, played
from tests.engine.toy import GAME, at_turn, bid_all, new_match


def test_a_table_rule_goes_before_one_for_everywhere_and_both_before_the_default():
    assert effective_rules(GAME, {}, {})["offer"] == "skip"
    assert effective_rules(GAME, {"offer": "buy"}, {})["offer"] == "buy"
    assert effective_rules(GAME, {"offer": "buy"}, {"offer": "ask"})["offer"] == "ask"


def test_defaults_and_rules_answer_without_a_person():
    match, book = bid_all(new_match()), Book()
    letter(match, book, "always loss stone", seat=1)
    steps = autoplay(match, book, kept=False)
    assert [(step.seat, step.move.text, step.by) for step in steps] == [(0, "skip", "default")]
    letter(match, book, "hit")
    steps = autoplay(match, book, kept=False)
    assert [(step.seat, step.move.text, step.by) for step in steps] == [(1, "lose stone", "rule")]
    assert [decision.seat for decision in match.waiting] == [2]


def test_who_says_ask_is_asked():
    match, book = bid_all(new_match()), Book()
    letter(match, book, "always offer ask")
    assert autoplay(match, book, kept=False) == []


def test_a_rule_for_everywhere_is_kept_apart_from_the_table():
    match, book = at_turn(), Book()
    letter(match, book, "always offer buy everywhere")
    assert book[0].everywhere == {"offer": "buy"}
    assert book[0].rules == {}
    assert Plan.load(book[0].dump(), {"offer": "buy"}) == book[0]


def test_a_rule_for_once_answers_one_decision():
    match, book = bid_all(new_match()), Book()
    letter(match, book, "offer: buy\nalways offer ask")
    steps = autoplay(match, book, kept=False)
    assert [step.move.text for step in steps] == ["buy"]
    assert book[0].once == {}
    assert book[0].rules == {"offer": "ask"}


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("forget", (["offer", "loss"], ["well"], [])),
        ("forget offer", (["loss"], ["well"], ["take 2"])),
        ("forget off", (["loss"], ["well"], ["take 2"])),
        ("forget well", (["offer", "loss"], [], ["take 2"])),
        ("forget all", ([], [], [])),
        ("forget all everywhere", (["offer", "loss"], ["well"], [])),
        ("forget everything", (["offer", "loss"], ["well"], ["take 2"])),
    ],
)
def test_forget_drops_what_it_names(text: str, left: tuple[list[str], list[str], list[str]]):
    match, book = at_turn(), Book()
    letter(match, book, "always offer buy\nalways loss stone\nnever use well\ntake 1\ntake 2")
    letter(match, book, text)
    assert (list(book[0].rules), book[0].never, kept(book)) == left


def test_hold_keeps_a_person_from_acting_until_the_round_ends():
    match, book = at_turn(rounds=2), Book()
    letter(match, book, "hold well\ntake 1")
    assert played(match) == ["take 1 (order)", "end (automatic)"]
    for seat in (1, 2):
        autoplay(match, book, kept=True)
        letter(match, book, "take 1", seat=seat)
    autoplay(match, book, kept=True)
    assert book[0].held == []
    bid_all(match)
    autoplay(match, book, kept=True)
    account = letter(match, book, "take 1")
    assert account.steps[0].move.text == "use well"


def test_never_use_holds_for_good():
    match, book = at_turn(), Book()
    letter(match, book, "never use well\ntake 1")
    assert played(match) == ["take 1 (order)", "end (automatic)"]
    assert book[0].never == ["well"]
