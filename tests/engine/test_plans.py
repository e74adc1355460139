"""Letters and plans: what is played at once, what is kept, what stops it, and that no word is lost."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Match, plans
from engine.bots import bots
from engine.keeping import DREW, TAKEN, TAKEN_BACK
from engine.log import live
from engine.plans import Account, Plan, effective_rules, settle, stand_in, take
from tests.engine.toy import CARDS, GAME, asked, at_turn, bid_all, new_match

Book = dict[int, Plan]
SAID = (
    *("take 1", "take 2; use lamp", "draw", "use lamp", "hit", "show ant / take 1", "take nine", "Hello", "bid 2"),
    *("also take 1", "always offer buy", "forget", "go on", "if stones 4: hit", "hold well", "undo", "loss: stone"),
    "take 1, draw",
)


def letter(match: Match, book: Book, text: str, seat: int = 0, serial: int | None = -1, **how: bool) -> Account:
    decision = match.decision(seat)
    answered = (decision.serial if decision else None) if serial == -1 else serial
    return take(match, book, seat, text.splitlines(), serial=answered, **how)


def states(account: Account) -> list[str]:
    return [line.state for line in account.lines]


def played(match: Match, seat: int = 0) -> list[str]:
    return [f"{entry.move} ({entry.by})" for entry in live(match.log) if entry.seat == seat and entry.move][2:]


def hand(match: Match, seat: int = 0) -> list[str]:
    return [CARDS[card] for card in match.view(seat).seats[seat].hand]


def kept(book: Book, seat: int = 0) -> list[str]:
    return [order.words for order in book[seat].kept]


# --- a letter at an open decision ---------------------------------------------------------------


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
    account = letter(match, book, "use lamp\ntake two\ntake 3")
    assert states(account) == ["played", "refused", "refused"]
    assert played(match) == ["use lamp (order)"]
    assert asked(match, 0).kind == "turn"


def test_a_guard_that_does_not_hold_passes_the_order_over():
    match, book = at_turn(), Book()
    account = letter(match, book, "if stones 90: take 1\ntake 2")
    assert [(line.state, line.words) for line in account.lines] == [
        ("ignored", "not so: stones >= 90"),
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
    assert states(letter(match, book, "also take 3", serial=old)) == ["kept"]
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
        settle(match, book, kept=False)
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
    account = take(match, book, seat, lines, serial=None)
    expected = sum(2 if (";" in line or "," in line) else 1 for line in lines)
    assert len(account.lines) == expected
    in_order = [line for line in account.lines if line.state == "played"]
    assert [line.words for line in in_order] == [step.move.text for step in account.steps if step.by == "order"]
    assert Plan.load(json.loads(json.dumps(book[seat].dump()))) == book[seat]


# --- standing orders ----------------------------------------------------------------------------


def test_a_table_rule_goes_before_one_for_everywhere_and_both_before_the_default():
    assert effective_rules(GAME, {}, {})["offer"] == "skip"
    assert effective_rules(GAME, {"offer": "buy"}, {})["offer"] == "buy"
    assert effective_rules(GAME, {"offer": "buy"}, {"offer": "ask"})["offer"] == "ask"


def test_defaults_and_rules_answer_without_a_person():
    match, book = bid_all(new_match()), Book()
    letter(match, book, "always loss stone", seat=1)
    steps = settle(match, book, kept=False)
    assert [(step.seat, step.move.text, step.by) for step in steps] == [(0, "skip", "default")]
    letter(match, book, "hit")
    steps = settle(match, book, kept=False)
    assert [(step.seat, step.move.text, step.by) for step in steps] == [(1, "lose stone", "rule")]
    assert [decision.seat for decision in match.waiting] == [2]


def test_who_says_ask_is_asked():
    match, book = bid_all(new_match()), Book()
    letter(match, book, "always offer ask")
    assert settle(match, book, kept=False) == []


def test_a_rule_for_everywhere_is_kept_apart_from_the_table():
    match, book = at_turn(), Book()
    letter(match, book, "always offer buy everywhere")
    assert book[0].everywhere == {"offer": "buy"}
    assert book[0].rules == {}
    assert Plan.load(book[0].dump(), {"offer": "buy"}) == book[0]


def test_a_rule_for_once_answers_one_decision():
    match, book = bid_all(new_match()), Book()
    letter(match, book, "offer: buy\nalways offer ask")
    steps = settle(match, book, kept=False)
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
        settle(match, book, kept=True)
        letter(match, book, "take 1", seat=seat)
    settle(match, book, kept=True)
    assert book[0].held == []
    bid_all(match)
    settle(match, book, kept=True)
    account = letter(match, book, "take 1")
    assert account.steps[0].move.text == "use well"


def test_never_use_holds_for_good():
    match, book = at_turn(), Book()
    letter(match, book, "never use well\ntake 1")
    assert played(match) == ["take 1 (order)", "end (automatic)"]
    assert book[0].never == ["well"]


# --- kept orders --------------------------------------------------------------------------------


def planned(text: str, seat: int = 1) -> tuple[Match, Book]:
    """Seat 0 is to move; `seat` has sent its plan ahead."""
    match, book = at_turn(), Book()
    letter(match, book, text, seat=seat)
    return match, book


def test_kept_orders_are_played_when_their_time_comes():
    match, book = planned("take 3\nuse lamp\ntake 1")
    letter(match, book, "take 1")
    steps = settle(match, book, kept=True)
    assert [(step.seat, step.move.text, step.by) for step in steps] == [
        (1, "skip", "default"),
        (1, "use well", "automatic"),
        (1, "take 3", "kept"),
        (1, "use lamp", "kept"),
        (2, "skip", "default"),
    ]
    assert kept(book, 1) == ["take 1"]


def test_while_kept_orders_may_not_run_their_decision_waits():
    match, book = planned("buy\ntake 3")
    letter(match, book, "take 1")
    assert settle(match, book, kept=False) == []  # the default would skip, but the plan says buy
    assert [step.move.text for step in settle(match, book, kept=True)][:3] == ["buy", "use well", "take 3"]


def test_the_first_kept_order_that_is_impossible_stops_the_plan():
    match, book = planned("take 3\ndraw")
    match._state.seats[1].hand = [0]
    letter(match, book, "show owl\ntake 1", seat=1)
    letter(match, book, "take 1")
    settle(match, book, kept=True)
    assert book[1].stopped == "show owl: you do not hold the owl"
    assert kept(book, 1) == ["show owl", "take 1"]
    assert (asked(match, 1).kind, asked(match, 1).passing) == ("turn", None)


def test_go_on_resumes_a_plan():
    match, book = planned("take 3\nuse lamp\ntake 1")
    book[1].stopped = TAKEN
    letter(match, book, "take 1")
    settle(match, book, kept=True)
    account = letter(match, book, "go on", seat=1)
    assert [(line.state, line.words) for line in account.lines] == [("command", "go on")]
    assert [(step.move.text, step.by) for step in account.steps] == [
        ("use well", "automatic"),
        ("take 3", "kept"),
        ("use lamp", "kept"),
    ]
    assert book[1].stopped == ""


def test_go_on_without_a_plan_is_refused():
    match, book = at_turn(), Book()
    account = letter(match, book, "go on")
    assert (account.lines[0].state, account.lines[0].words) == ("refused", "there are no kept orders")


def test_a_loss_that_another_seat_caused_stops_the_plan():
    match, book = planned("take 3")
    letter(match, book, "always loss stone", seat=1)
    letter(match, book, "hit")
    settle(match, book, kept=True)
    assert book[1].stopped == ""  # its own answer to the hit took the stone
    match, book = planned("take 3")
    match._state.seats[1].hand = []
    letter(match, book, "hit")
    assert book[1].stopped == TAKEN


def test_anyway_goes_on_after_a_loss():
    match, book = planned("take 3 anyway")
    match._state.seats[1].hand = []
    letter(match, book, "hit")
    assert book[1].stopped == ""


def test_a_kept_order_that_draws_stops_what_follows():
    match, book = planned("draw\nuse lamp\ntake 1")
    letter(match, book, "take 1")
    settle(match, book, kept=True)
    assert book[1].stopped == DREW
    assert kept(book, 1) == ["use lamp", "take 1"]
    assert asked(match, 1).passing is not None


def test_a_kept_order_whose_guard_does_not_hold_is_passed_over_and_noted():
    match, book = planned("if stones 50: take 3\ntake 2")
    letter(match, book, "take 1")
    settle(match, book, kept=True)
    assert book[1].notes == ["if stones >= 50: take 3: not so: stones >= 50"]
    assert kept(book, 1) == []


def test_kept_orders_wait_through_decisions_of_other_kinds():
    match, book = planned("take 3")
    letter(match, book, "hit")
    settle(match, book, kept=True)
    assert asked(match, 1).kind == "loss"
    assert kept(book, 1) == ["take 3"]


def test_an_own_loss_may_be_ordered_beforehand():
    match, book = planned("lose stone\ntake 3")
    letter(match, book, "hit")
    steps = settle(match, book, kept=True)
    assert ("lose stone", "kept") in [(step.move.text, step.by) for step in steps]


def test_settling_comes_to_an_end_with_nothing_to_do():
    match, book = new_match(), Book()
    assert settle(match, book, kept=True) == []
    assert settle(match, {0: Plan(), 1: Plan()}, kept=True) == []


def test_sealed_choices_are_made_once_by_rule_and_left_to_be_closed():
    match, book = new_match(), {seat: Plan(rules={"bid": "1"}) for seat in range(3)}
    steps = settle(match, book, kept=True)
    assert [(step.seat, step.move.text) for step in steps] == [(0, "bid 1"), (1, "bid 1"), (2, "bid 1")]
    assert match.waiting == ()


def test_a_whole_game_settles_itself_by_plans():
    match = new_match(rounds=1)
    book = {seat: Plan(rules={"bid": "1", "loss": "card"}) for seat in range(3)}
    for seat in range(3):
        letter(match, book, "take 2; use lamp", seat=seat)
    settle(match, book, kept=True)
    match.close(match.decisions[0].serial)
    settle(match, book, kept=True)
    assert match.over
    assert all(plan.kept == [] for plan in book.values())


# --- undo, roll back, stand-in ------------------------------------------------------------------


def test_undo_takes_a_letter_back_and_its_kept_orders_wait():
    match, book = at_turn(), Book()
    before = match.view(0)
    letter(match, book, "take 2; use lamp; take 3")
    plans.undo(match, book, 0)
    assert match.view(0) == before
    assert book[0].stopped == TAKEN_BACK
    assert settle(match, book, kept=True) == []


def test_a_roll_back_drops_the_kept_orders_of_the_table():
    match, book = planned("take 3\nalways offer buy")
    letter(match, book, "take 1; take 2")
    plans.roll_back(match, book, 0)
    assert [plan.kept for plan in book.values()] == [[], []]
    assert book[1].rules == {"offer": "buy"}


def test_the_stand_in_uses_the_seats_own_orders_first():
    match, book = planned("take 3")
    letter(match, book, "take 1")
    assert [step.move.text for step in settle(match, book, kept=False)] == ["skip"]
    steps = stand_in(match, book, 1, bots["greedy"])
    assert ("take 3", "kept") in [(step.move.text, step.by) for step in steps]
    assert match.decision(1) is None


def test_the_stand_in_plays_a_stopped_plan_as_far_as_it_is_possible():
    match, book = planned("show owl\ntake 3")
    match._state.seats[1].hand = [0]
    book[1].stopped = TAKEN
    letter(match, book, "take 1")
    settle(match, book, kept=True)
    steps = stand_in(match, book, 1, bots["random"])
    assert ("take 3", "kept") in [(step.move.text, step.by) for step in steps]
    assert book[1].notes == ["show owl: you do not hold the owl"]


def test_the_stand_in_answers_what_a_seat_wanted_to_be_asked():
    match, book = bid_all(new_match()), Book()
    letter(match, book, "always offer ask")
    assert [(s.move.text, s.by) for s in stand_in(match, book, 0, bots["random"])] == [("skip", "default")]


def test_the_stand_in_bids_once():
    match, book = new_match(), Book()
    steps = stand_in(match, book, 1, bots["random"])
    assert [step.by for step in steps] == ["stand-in"]
    assert stand_in(match, book, 1, bots["random"]) == []


def test_the_stand_in_ends_the_turn_and_moves_for_nobody_else():
    match, book = at_turn(), Book()
    steps = stand_in(match, book, 0, bots["random"])
    assert {step.seat for step in steps} == {0}
    assert match.decision(0) is None
    assert stand_in(match, book, 0, bots["random"]) == []


def test_the_stand_in_moves_alike_for_the_same_log():
    one, other = at_turn(), at_turn()
    for match in (one, other):
        stand_in(match, {}, 0, bots["random"])
    assert one.head == other.head
