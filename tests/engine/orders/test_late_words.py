"""Words about what comes are taken from late letters too, as long as they still make sense."""

from __future__ import annotations

import pytest

from engine import Match
from engine.orders.api import Asked, Plan, autoplay
from engine.orders.reader import Order
from tests.engine.orders.planning import Book, letter, states
from tests.engine.toy import at_turn, bid_all, new_match

TAKEN = ["always offer buy", "always offer buy everywhere", "never use well", "forget loss"]


def asked(match: Match) -> int:
    decision = match.decision(0)
    assert decision is not None
    return decision.serial


def late(match: Match, book: Book, text: str, *, by: int = 1, round_: int = 1) -> list[tuple[str, str, str]]:
    """The fate of a letter to the question `by` before the one that is open, asked in that round."""
    old = asked(match) - by
    account = letter(match, book, text, serial=old, late=True, asked=Asked(old, round_))
    return [(line.state, line.words, line.why) for line in account.lines]


@pytest.mark.parametrize("text", TAKEN)
def test_what_holds_for_good_is_taken_from_a_letter_whose_turn_is_over(text: str):
    match, book = at_turn(), Book()
    book[0] = Plan(rules={"loss": "stone"})
    ((state, _, why),) = late(match, book, text)
    assert (state, why) == ("command" if text.startswith("forget") else "rule", "")
    plan = book[0]
    assert (plan.rules.get("offer"), plan.everywhere.get("offer"), plan.never, "loss" in plan.rules) == {
        TAKEN[0]: ("buy", None, [], True),
        TAKEN[1]: (None, "buy", [], True),
        TAKEN[2]: (None, None, ["well"], True),
        TAKEN[3]: (None, None, [], False),
    }[text]


@pytest.mark.parametrize(
    ("newer", "older", "again"),
    [
        ("always offer ask", "always offer buy", "always offer buy"),
        ("always offer ask everywhere", "always offer buy everywhere", "always offer buy everywhere"),
        ("forget offer", "always offer buy", "always offer buy"),
        ("forget all", "always offer buy", "always offer buy"),
        ("always offer buy", "forget off", "forget off"),
        ("forget well", "never use well", "never use well"),
        ("never use well", "forget well", "forget well"),
        ("always offer ask", "offer: buy", "offer: buy"),
    ],
)
def test_what_its_player_has_said_since_goes_before_it_and_it_is_offered_back(newer: str, older: str, again: str):
    match, book = at_turn(), Book()
    book[0] = Plan(rules={"offer": "skip"}, everywhere={"offer": "skip"}, never=["well"])
    letter(match, book, newer, asked=Asked(asked(match), 1))
    before = book[0].dump(), dict(book[0].everywhere)
    ((state, words, why),) = late(match, book, older)
    assert (state, words, (book[0].dump(), book[0].everywhere)) == ("stale", again, before)
    assert "something newer about" in why
    letter(match, book, words, asked=Asked(asked(match), 1))
    assert (book[0].dump(), book[0].everywhere) != before


def test_of_two_letters_that_come_late_the_one_to_the_newer_question_holds_in_either_order():
    for order in ((2, 1), (1, 2)):
        match, book = at_turn(), Book()
        for by in order:
            late(match, book, f"always offer {'ask' if by == 1 else 'buy'}", by=by)
        assert book[0].rules == {"offer": "ask"}


def test_what_was_said_for_a_round_that_is_over_is_offered_back():
    match, book = at_turn(), Book()
    for text in ("hold well", "offer: buy"):
        ((state, words, why),) = late(match, book, text, round_=0)
        assert (state, words, "round 0" in why) == ("stale", text, True)
    assert (book[0].held, book[0].once) == ([], {})
    for text in ("hold well", "offer: buy"):
        ((state, _, why),) = late(match, book, text, round_=match.round)
        assert (state, why) == ("rule", "")
    assert (book[0].held, book[0].once) == (["well"], {"offer": "buy"})


def test_kept_orders_may_have_been_given_since_and_are_left_alone():
    match, book = at_turn(), Book()
    book[0] = Plan(kept=[Order(("take 2",))], rules={"offer": "buy"})
    kept = book[0].dump()
    assert [line[:2] for line in late(match, book, "forget\ngo on\nforget all")] == [
        ("stale", "forget"),
        ("stale", "go on"),
        ("stale", "forget all"),
    ]
    assert book[0].dump() == kept


def test_at_a_table_that_is_over_only_what_is_said_of_all_tables_has_a_meaning():
    match, book = at_turn(rounds=1), Book()
    for seat in range(3):
        letter(match, book, "take 1", seat=seat)
        autoplay(match, book, kept=False)
    assert match.over
    here = ["always offer buy", "hold well", "never use well", "offer: buy", "forget", "forget offer", "go on"]
    orders = ["take 1", "take nine", "take 2 or so", "show mag", "take 1"]
    account = letter(match, book, "\n".join([*here, *orders]))
    assert len(account.lines) == len(here) + len(orders)
    told = {(line.state, line.words, line.nearest) for line in account.lines}
    assert told == {("refused", "the game is over", ())}, "also of what cannot be read, and what stands behind it"
    assert states(letter(match, book, "always offer buy everywhere\nforget offer everywhere")) == ["rule", "command"]


def test_which_word_is_the_newest_is_known_after_a_plan_was_stored():
    match, book = bid_all(new_match()), Book()
    letter(match, book, "always offer ask", asked=Asked(asked(match), 1))
    book[0] = Plan.load(book[0].dump())
    assert [state for state, *_ in late(match, book, "always offer buy")] == ["stale"]
