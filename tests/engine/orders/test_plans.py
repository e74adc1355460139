"""A letter at an open decision: what is played at once, what is kept, what is refused, and that no word is lost."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.orders.account import DREW
from engine.orders.api import Plan, apply_letter, autoplay, to_close
from tests.engine.orders.planning import Book, hand, kept, letter, played, states
from tests.engine.toy import CARDS, asked, at_turn, bid_all, new_match

SAID = (
    *("take 1", "take 2; use lamp", "draw", "use lamp", "hit", "show ant / take 1", "take nine", "Hello", "bid 2"),
    *("also take 1", "always offer buy", "forget", "go on", "if stones 4: hit", "hold well", "undo", "loss: stone"),
    "take 1, draw",
)


def test_an_order_ends_the_turn_and_what_acts_by_itself_acts_before_it():
    match, book = at_turn(), Book()
    account = letter(match, book, "take 2")
    assert played(match) == ["use well (automatic)", "take 2 (order)", "end (automatic)"]
    assert [(line.text, line.state, line.words) for line in account.lines] == [("take 2", "played", "take 2")]
    assert [event.kind for event in account.lines[0].events] == ["took"]
    assert [(step.move.text, step.by) for step in account.steps] == [
        ("use well", "automatic"),
        ("take 2", "order"),
        ("end", "automatic"),
    ]


def test_the_turn_goes_on_while_the_letter_does():
    match, book = at_turn(), Book()
    account = letter(match, book, "take 2\nuse lamp")
    assert played(match) == ["use well (automatic)", "take 2 (order)", "use lamp (order)"]  # nothing is left, it ends
    assert states(account) == ["played", "played"]


def test_what_acts_by_itself_waits_for_the_order_in_the_same_letter_that_names_it():
    match, book = at_turn(), Book()
    account = letter(match, book, "take 2\nuse well\ntake 1")
    assert played(match)[:2] == ["take 2 (order)", "use well (order)"]
    assert [(line.state, line.words) for line in account.lines] == [
        ("played", "take 2"),
        ("played", "use well"),
        ("kept", "take 1"),
    ]
    assert kept(book) == ["take 1"]


def test_a_condition_is_looked_at_for_what_has_acted_by_itself_too():
    match, book = at_turn(), Book()
    account = letter(match, book, "take 2\nif stones 90: use well")
    assert [(line.state, line.words) for line in account.lines][1] == (
        "ignored",
        "not done: stones 5, wanted at least 90",
    )
    assert kept(book) == []


def test_a_use_before_the_main_action_leaves_the_rest_for_later():
    match, book = at_turn(), Book()
    letter(match, book, "use lamp; take 1")
    assert played(match) == ["use lamp (order)", "use well (automatic)", "take 1 (order)"]


def test_what_acts_by_itself_makes_an_order_possible():
    match, book = at_turn(), Book()
    match._state.seats[0].stones = 0
    match._look()
    letter(match, book, "take 1; use lamp")
    assert played(match)[0] == "use well (automatic)"


def test_the_first_alternative_that_is_legal_is_played():
    match, book = at_turn(), Book()
    missing = next(card for card in CARDS if card not in hand(match))
    account = letter(match, book, f"show {missing} / take 3")
    assert account.lines[0].words == "take 3"


def test_orders_for_later_turns_are_kept_in_canonical_form():
    match, book = at_turn(), Book()
    account = letter(match, book, "tak 2\nTAKE  3!\nif stones 5: draw / hit")
    assert states(account) == ["played", "kept", "kept"]
    assert [line.words for line in account.lines[1:]] == ["take 3", "if stones >= 5: draw / hit"]
    assert kept(book) == ["take 3", "if stones >= 5: draw / hit"]


def test_an_illegal_order_is_refused_with_reason_and_nearest_and_stops_the_rest():
    match, book = at_turn(), Book()
    missing = next(card for card in CARDS if card not in hand(match))
    head = match.head
    account = letter(match, book, f"show {missing}\ntake 2\nThanks, Anna")
    assert states(account) == ["refused", "refused", "ignored"]
    assert account.lines[0].words == f"you do not hold the {missing}"
    assert account.lines[0].nearest[0].startswith("show ")
    assert account.lines[1].words == "not done because the order before it was not possible"
    assert match.head == head
    assert book[0].kept == []


def test_orders_on_one_decision_are_carried_out_together_or_not_at_all():
    match, book = at_turn(), Book()
    missing = next(card for card in CARDS if card not in hand(match))
    head = match.head
    account = letter(match, book, f"use lamp\nshow {missing}")
    assert [line.words for line in account.lines] == [
        "not done because a later order of the same turn was not possible",
        f"you do not hold the {missing}",
    ]
    assert match.head == head


def test_what_cannot_be_read_stops_what_comes_after_it_only():
    match, book = at_turn(), Book()
    account = letter(match, book, "use lamp\ntake tow\ntake 3")
    assert states(account) == ["played", "refused", "refused"]
    assert played(match) == ["use lamp (order)"]
    assert asked(match, 0).kind == "turn"


def test_a_guard_that_does_not_hold_passes_the_order_over():
    match, book = at_turn(), Book()
    account = letter(match, book, "if stones 90: take 1\ntake 2")
    assert [(line.state, line.words) for line in account.lines] == [
        ("ignored", "not done: stones 3, wanted at least 90"),
        ("played", "take 2"),
    ]


def test_passing_is_implied_when_the_order_fits_only_after_it():
    match, book = bid_all(new_match()), Book()
    assert asked(match, 0).kind == "offer"
    account = letter(match, book, "take 2")
    assert states(account) == ["played"]
    assert [step.move.text for step in account.steps] == ["skip", "use well", "take 2", "end"]


def test_an_order_for_another_kind_of_decision_waits():
    match, book = at_turn(), Book()
    match.play(0, "hit")
    account = letter(match, book, "take 3", seat=1)
    assert states(account) == ["kept"]
    assert asked(match, 1).kind == "loss"


def test_two_different_orders_for_one_sealed_choice_ask_back():
    match, book = new_match(), Book()
    account = letter(match, book, "bid 1\nbid 2\ntake 3")
    assert states(account) == ["refused", "refused", "kept"]
    assert account.lines[0].nearest == ("bid 1", "bid 2")
    assert match.waiting[0].seat == 0
    assert states(letter(match, book, "bid 1\nbid 1")) == ["played", "played"]


def test_a_sealed_choice_is_replaced_by_a_new_letter():
    match, book = new_match(), Book()
    letter(match, book, "bid 1")
    letter(match, book, "bid 2")
    assert match.view(0).bids[0] == 2


def test_forgetting_opens_a_sealed_choice_again():
    match, book = new_match(), Book()
    letter(match, book, "bid 1\ntake 3")
    account = letter(match, book, "forget")
    assert account.kept_dropped == ("take 3",)
    assert match.waiting[0].seat == 0
    assert match.view(0).bids[0] is None
    assert letter(match, book, "forget").steps == ()


def test_sealed_choices_are_to_be_closed_once_all_have_chosen():
    match, book = new_match(), Book()
    for seat in range(3):
        assert to_close(match) is None
        letter(match, book, "bid 1", seat)
    match.close(to_close(match))
    assert to_close(match) is None


def test_an_own_order_that_drew_cards_stops_the_rest():
    match, book = at_turn(), Book()
    account = letter(match, book, "draw\nuse lamp\ntake 3")
    assert states(account) == ["played", "kept", "kept"]
    assert book[0].stopped == DREW
    assert asked(match, 0).passing is not None  # the turn waits for what follows now


def test_a_turn_that_drew_cards_ends_if_what_follows_is_for_later():
    match, book = at_turn(), Book()
    letter(match, book, "draw\ntake 3")
    assert match.decision(0) is None
    assert book[0].stopped == DREW


@pytest.mark.parametrize("text", ["draw anyway\nuse lamp", "draw\nuse lamp anyway"])
def test_anyway_goes_on_after_cards_were_drawn(text: str):
    match, book = at_turn(), Book()
    assert states(letter(match, book, text)) == ["played", "played"]


def test_what_has_shown_something_hidden_stays_done_though_a_later_order_fails():
    match, book = at_turn(), Book()
    account = letter(match, book, "draw anyway\nuse well")
    assert states(account)[0] == "played"
    assert "draw (order)" in played(match)


def test_a_letter_to_a_turn_that_is_over_plays_nothing_but_its_words_count():
    match, book = at_turn(), Book()
    old = asked(match, 0).serial - 1
    account = letter(match, book, "take 2\nalways offer buy\nalso take 3", serial=old)
    assert [(line.state, line.words) for line in account.lines] == [
        ("stale", "take 2"),
        ("rule", "always offer buy"),
        ("stale", "take 3"),
    ]
    (added,) = letter(match, book, "also take 3", serial=old).lines
    assert (added.state, added.words) == ("stale", "also take 3")
    assert played(match) == []


def test_a_number_does_not_answer_another_letter():
    match, book = at_turn(), Book()
    assert states(letter(match, book, "1", serial=asked(match, 0).serial - 1)) == ["refused"]


def test_without_an_open_decision_orders_are_kept():
    match, book = at_turn(), Book()
    assert states(letter(match, book, "take 1\nuse lamp", seat=2)) == ["kept", "kept"]


def test_nothing_is_done_when_the_game_is_over():
    match, book = at_turn(rounds=1), Book()
    for seat in range(3):
        letter(match, book, "take 1", seat=seat)
        autoplay(match, book, kept=False)
    assert match.over
    account = letter(match, book, "take 1")
    assert (account.lines[0].state, account.lines[0].words) == ("refused", "the game is over")


def test_a_new_letter_replaces_what_was_kept_and_also_adds_to_it():
    match, book = at_turn(), Book()
    letter(match, book, "take 1\ntake 2")
    account = letter(match, book, "draw")
    assert account.kept_dropped == ("take 2",)
    letter(match, book, "also hit")
    assert kept(book) == ["draw", "hit"]


def test_a_letter_of_which_nothing_counts_leaves_the_plan_alone():
    match, book = at_turn(), Book()
    letter(match, book, "take 1\ntake 2")
    account = letter(match, book, "take eleven\nThanks!\nalways offer ask\nhelp")
    assert states(account) == ["refused", "ignored", "rule", "command"]
    assert account.kept_dropped == ()
    assert kept(book) == ["take 2"]


def test_a_strict_letter_plays_only_orders_in_full_words():
    match, book = at_turn(), Book()
    account = letter(match, book, "please take 1\ntake 2", strict=True)
    assert states(account) == ["ignored", "played"]


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.sampled_from(SAID), max_size=6),
    st.integers(0, 2),
)
def test_no_word_is_lost_and_every_line_is_accounted_for_once(lines: list[str], seat: int):
    match, book = at_turn(), Book()
    account = apply_letter(match, book, seat, lines, serial=None)
    expected = sum(2 if (";" in line or "," in line) else 1 for line in lines)
    assert len(account.lines) == expected
    in_order = [line for line in account.lines if line.state == "played"]
    assert [line.words for line in in_order] == [step.move.text for step in account.steps if step.by == "order"]
    assert Plan.load(json.loads(json.dumps(book[seat].dump()))) == book[seat]
