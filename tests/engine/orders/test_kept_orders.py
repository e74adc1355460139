"""Kept orders: what is played when its time comes, what stops a plan and how it goes on; undo, roll back, stand-in."""

from __future__ import annotations

import pytest

from engine import Match
from engine.bots import bots
from engine.decisions import Move
from engine.language.languages import speaking
from engine.language.speech import say
from engine.orders import api
from engine.orders.account import BY_ITSELF, DREW, TAKEN, TAKEN_BACK
from engine.orders.api import Plan, Step, autoplay, stand_in
from engine.orders.reader import Guard, Order
from tests.engine.orders.planning import Book, kept, letter, planned, played, states
from tests.engine.toy import Pebbles, asked, at_turn, bid_all, new_match, secret


def test_kept_orders_are_played_when_their_time_comes():
    match, book = planned("take 3\nuse lamp\ntake 1")
    letter(match, book, "take 1")
    steps = autoplay(match, book, kept=True)
    assert [(step.seat, step.move.text, step.by) for step in steps] == [
        (1, "skip", "default"),
        (1, "use well", "automatic"),
        (1, "take 3", "kept"),
        (1, "use lamp", "kept"),
        (2, "skip", "default"),
    ]
    assert kept(book, 1) == ["take 1"]


def test_what_acts_by_itself_waits_for_the_kept_order_that_names_it():
    match, book = planned("take 3\nuse well\nuse lamp")
    letter(match, book, "take 1")
    steps = autoplay(match, book, kept=True)
    assert [(step.move.text, step.by) for step in steps if step.seat == 1] == [
        ("skip", "default"),
        ("take 3", "kept"),
        ("use well", "kept"),
        ("use lamp", "kept"),
    ]
    assert (kept(book, 1), book[1].notes) == ([], [])


def test_a_kept_order_for_what_has_acted_by_itself_goes_with_a_note():
    match, book = planned("take 3\nif stones 1: use well\nuse lamp")
    letter(match, book, "take 1")
    steps = autoplay(match, book, kept=True)
    assert [step.move.text for step in steps if step.seat == 1] == ["skip", "use well", "take 3", "use lamp"]
    assert (kept(book, 1), book[1].notes) == ([], [f"use well: {BY_ITSELF}"])


def test_while_kept_orders_may_not_run_their_decision_waits():
    match, book = planned("buy\ntake 3")
    letter(match, book, "take 1")
    assert autoplay(match, book, kept=False) == []  # the default would skip, but the plan says buy
    assert [step.move.text for step in autoplay(match, book, kept=True)][:3] == ["buy", "use well", "take 3"]


def test_the_first_kept_order_that_is_impossible_stops_the_plan():
    match, book = planned("take 3\ndraw")
    match._state.seats[1].hand = [0]
    letter(match, book, "show owl\ntake 1", seat=1)
    letter(match, book, "take 1")
    autoplay(match, book, kept=True)
    assert book[1].stopped == "show owl: you do not hold the owl"
    assert kept(book, 1) == ["take 1"]
    assert (asked(match, 1).kind, asked(match, 1).passing) == ("turn", None)


def test_go_on_resumes_a_plan():
    match, book = planned("take 3\nuse lamp\ntake 1")
    book[1].stopped = TAKEN
    letter(match, book, "take 1")
    autoplay(match, book, kept=True)
    account = letter(match, book, "go on", seat=1)
    assert [(line.state, line.words) for line in account.lines] == [("command", "go on")]
    assert [(step.move.text, step.by) for step in account.steps] == [
        ("use well", "automatic"),
        ("take 3", "kept"),
        ("use lamp", "kept"),
    ]
    assert book[1].stopped == ""


def test_go_on_plays_what_stands_behind_an_impossible_order():
    match, book = planned("take 3\ndraw")
    match._state.seats[1].hand = [0]
    letter(match, book, "show owl\ntake 1\nshow owl\ntake 2", seat=1)
    letter(match, book, "take 1")
    autoplay(match, book, kept=True)
    account = letter(match, book, "go on", seat=1)
    assert [(step.move.text, step.by) for step in account.steps][-1] == ("take 1", "kept")
    assert kept(book, 1) == ["show owl", "take 2"]


def test_an_impossible_order_behind_which_nothing_waits_is_noted_and_leaves_no_plan():
    match, book = planned("take 3\ndraw")
    match._state.seats[1].hand = [0]
    letter(match, book, "show owl", seat=1)
    letter(match, book, "take 1")
    autoplay(match, book, kept=True)
    assert (kept(book, 1), book[1].stopped, book[1].notes) == ([], "", ["show owl: you do not hold the owl"])


def test_why_a_plan_waits_is_said_in_the_language_of_whoever_will_read_it():
    match, book = planned("take 3")
    book[1].language = "de"
    match._state.seats[1].hand = []
    letter(match, book, "hit")
    with speaking("de"):
        assert TAKEN != book[1].stopped == say(TAKEN)


def test_go_on_without_a_plan_is_refused():
    match, book = at_turn(), Book()
    account = letter(match, book, "go on")
    assert (account.lines[0].state, account.lines[0].words) == ("refused", "there are no kept orders")


def test_a_loss_that_another_seat_caused_stops_the_plan():
    match, book = planned("take 3")
    letter(match, book, "always loss stone", seat=1)
    letter(match, book, "hit")
    autoplay(match, book, kept=True)
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
    autoplay(match, book, kept=True)
    assert book[1].stopped == DREW
    assert kept(book, 1) == ["use lamp", "take 1"]
    assert asked(match, 1).passing is not None


def test_a_kept_order_whose_guard_does_not_hold_is_passed_over_and_noted():
    match, book = planned("if stones 50: take 3\ntake 2")
    letter(match, book, "take 1")
    autoplay(match, book, kept=True)
    assert book[1].notes == ["take 3: not done: stones 3, wanted at least 50"]
    assert kept(book, 1) == []


def test_kept_orders_wait_through_decisions_of_other_kinds():
    match, book = planned("take 3")
    letter(match, book, "hit")
    autoplay(match, book, kept=True)
    assert asked(match, 1).kind == "loss"
    assert kept(book, 1) == ["take 3"]


def test_an_own_loss_may_be_ordered_beforehand():
    match, book = planned("lose stone\ntake 3")
    letter(match, book, "hit")
    steps = autoplay(match, book, kept=True)
    assert ("lose stone", "kept") in [(step.move.text, step.by) for step in steps]


def test_settling_comes_to_an_end_with_nothing_to_do():
    match, book = new_match(), Book()
    assert autoplay(match, book, kept=True) == []
    assert autoplay(match, {0: Plan(), 1: Plan()}, kept=True) == []


def test_sealed_choices_are_made_once_by_rule_and_left_to_be_closed():
    match, book = new_match(), {seat: Plan(rules={"bid": "1"}) for seat in range(3)}
    steps = autoplay(match, book, kept=True)
    assert [(step.seat, step.move.text) for step in steps] == [(0, "bid 1"), (1, "bid 1"), (2, "bid 1")]
    assert match.waiting == ()


def test_a_whole_game_settles_itself_by_plans():
    match = new_match(rounds=1)
    book = {seat: Plan(rules={"bid": "1", "loss": "card"}) for seat in range(3)}
    for seat in range(3):
        letter(match, book, "take 2; use lamp", seat=seat)
    autoplay(match, book, kept=True)
    match.close(match.decisions[0].serial)
    autoplay(match, book, kept=True)
    assert match.over
    assert all(plan.kept == [] for plan in book.values())


# --- undo, roll back, stand-in ------------------------------------------------------------------


def test_undo_takes_a_letter_back_and_its_kept_orders_wait():
    match, book = at_turn(), Book()
    before = match.view(0)
    letter(match, book, "take 2; use lamp; take 3")
    api.undo(match, book, 0)
    assert match.view(0) == before
    assert book[0].stopped == TAKEN_BACK
    assert autoplay(match, book, kept=True) == []


def test_a_roll_back_drops_the_kept_orders_of_the_table():
    match, book = planned("take 3\nalways offer buy")
    letter(match, book, "take 1; take 2")
    api.roll_back(match, book, 0)
    assert [plan.kept for plan in book.values()] == [[], []]
    assert book[1].rules == {"offer": "buy"}


def test_the_stand_in_uses_the_seats_own_orders_first():
    match, book = planned("take 3")
    letter(match, book, "take 1")
    assert [step.move.text for step in autoplay(match, book, kept=False)] == ["skip"]
    steps = stand_in(match, book, 1, bots["greedy"])
    assert ("take 3", "kept") in [(step.move.text, step.by) for step in steps]
    assert match.decision(1) is None


def test_the_stand_in_plays_a_stopped_plan_as_far_as_it_is_possible():
    match, book = planned("show owl\ntake 3")
    match._state.seats[1].hand = [0]
    book[1].stopped = TAKEN
    letter(match, book, "take 1")
    autoplay(match, book, kept=True)
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


def test_a_condition_counts_what_acts_by_itself_before_the_order():
    match, book = at_turn(), Book()
    stones = match.game.facts(match.view(0))["stones"]
    account = letter(match, book, f"if stones {stones + 1}: take 2")
    assert states(account) == ["played"]
    assert played(match)[:2] == ["use well (automatic)", "take 2 (order)"]


def test_a_condition_of_a_kept_order_counts_it_too():
    match, book = planned("take 3")
    stones = match.game.facts(match.view(1))["stones"]
    letter(match, book, f"if stones {stones + 1}: take 2", seat=1)
    letter(match, book, "take 1")
    autoplay(match, book, kept=True)
    assert (book[1].notes, kept(book, 1)) == ([], [])
    assert "take 2" in [entry.move for entry in match.log if entry.seat == 1]


def test_a_condition_that_fails_makes_nothing_act():
    match, book = at_turn(), Book()
    letter(match, book, "if stones 50: take 2")
    assert played(match) == []


class Openings(Pebbles):
    """Pebbles in which only some moves can begin a turn: an order can be too late for this one and any other."""

    def opens(self, move: Move) -> bool:
        return move.verb in ("take", "draw", "hit")


def settled_first_turn(text: str) -> tuple[Match, Book, list[Step]]:
    """Seat 1 has sent this ahead; what is done of it at its first turn."""
    match, book = bid_all(Match.start(Openings(), 3, secret=secret(), words=("tulip", "", "rain"))), Book()
    match.play(0, "skip")
    letter(match, book, text, seat=1)
    letter(match, book, "take 1")
    return match, book, [step for step in autoplay(match, book, kept=True) if step.seat == 1]


def test_an_impossible_order_behind_a_done_turn_stops_the_plan_and_the_turn_ends_by_itself():
    match, book, steps = settled_first_turn("never use well\ntake 3\nuse lamp\nuse lamp\ntake 1")
    assert [step.move.text for step in steps] == ["skip", "take 3", "use lamp", "end"]
    assert book[1].stopped.startswith("use lamp: ")
    assert kept(book, 1) == ["take 1"]
    assert match.decision(1) is None


def test_a_plan_that_has_stopped_keeps_a_done_turn_not_open():
    match, book, steps = settled_first_turn("never use well\ntake 3\nuse lamp\nuse lamp\nuse lamp")
    assert [step.move.text for step in steps] == ["skip", "take 3", "use lamp", "end"]
    assert book[1].stopped.startswith("use lamp: ")
    assert match.decision(1) is None


def test_a_done_turn_stays_open_while_its_plan_may_not_run():
    match, book = at_turn(), {0: Plan(never=["well"], kept=[Order(("use lamp",), Guard("stones", ">=", 50))])}
    match.game = Openings()
    match.play(0, "take 1")
    assert autoplay(match, book, kept=False) == []
    assert kept(book) == ["if stones >= 50: use lamp"]
    assert autoplay(match, book, kept=True)[0].move.text == "end"


@pytest.mark.parametrize(
    ("then", "used"),
    [
        ("use lamp", ["use lamp"]),
        ("if stones >= 50: use lamp", []),
        ("if stones >= 50: use lamp\nuse lamp", ["use lamp"]),
        ("if stones >= 50: use lamp\nif stones >= 60: use lamp", []),
    ],
)
def test_an_order_that_can_begin_a_turn_waits_for_the_next_one_and_keeps_this_one_not_open(then: str, used: list[str]):
    match, book, steps = settled_first_turn(f"never use well\ntake 3\n{then}\ntake 1")
    assert [step.move.text for step in steps] == ["skip", "take 3", *used, "end"]
    assert (book[1].stopped, kept(book, 1)) == ("", ["take 1"])
    assert match.decision(1) is None


@pytest.mark.parametrize(
    ("text", "stopped"),
    [
        ("draw\nuse lamp\ntake 1", DREW),
        ("draw anyway\nuse lamp\ntake 1", ""),
        ("draw\nuse lamp anyway\ntake 1", ""),
    ],
)
def test_what_is_ordered_anyway_goes_on_after_a_kept_order_that_drew(text: str, stopped: str):
    match, book = planned(text)
    letter(match, book, "take 1")
    steps = autoplay(match, book, kept=True)
    assert ("use lamp" in [step.move.text for step in steps if step.seat == 1]) is not bool(stopped)
    assert book[1].stopped == stopped
