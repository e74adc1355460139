"""A step that a rule answered may be taken back or made up for with the seat's first card of the round."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import Match
from engine.bots import bots
from engine.bruges import GAME
from engine.bruges.data.board import load_board
from engine.decisions import Move
from engine.orders import api
from engine.orders.account import DREW
from engine.orders.api import Plan, apply_letter, autoplay
from engine.refusals import BadPosition, IllegalMove
from tests.engine.bruges.table import SECRET, THREES, Table, deck_where, house

CHEAP = THREES | {"blue": 2, "red": 1}  # a step costs 3, which the default pays
DEAR = THREES | {"blue": 2, "red": 2}  # a step costs 4, which it does not
HAND = {"hand": ["servant", "mayor", "bishop"], "guilders": 5}
GIVER = house("red", "accountant")  # gives guilders by itself once a round
Book = dict[int, Plan]


def begun(*seats: dict[str, Any], dice: dict[str, int] = CHEAP, book: Book | None = None) -> tuple[Match, Book]:
    """A match at the first card of a round, in which rules have answered who goes up."""
    position = {"phase": "dice", "dice": dice, "seats": [*seats, {"hand": ["queen", "king"], "guilders": 0}]}
    match, book = Match.start(GAME, 2, secret=SECRET, position=position), book or {}
    autoplay(match, book, kept=True)
    return match, book


def letter(match: Match, book: Book, *lines: str, seat: int = 0) -> list[tuple[str, str]]:
    decision = match.decision(seat)
    account = apply_letter(match, book, seat, lines, serial=decision.serial if decision else None)
    return [(line.state, line.words) for line in account.lines]


def mine(match: Match, seat: int = 0) -> tuple[int, int]:
    """Step and purse."""
    own = match.view(seat).seats[seat]
    return own.step, own.guilders


def moves(match: Match, seat: int = 0) -> list[str]:
    decision = match.decision(seat)
    return [move.text for move in decision.moves] if decision else []


def test_a_climb_made_by_a_rule_is_taken_back_and_the_card_played_in_one_letter():
    match, book = begun(HAND)
    assert mine(match) == (1, 2)
    assert letter(match, book, "no climb", "workers mayor") == [("played", "no climb"), ("played", "workers mayor")]
    assert mine(match) == (0, 5)
    assert match.decision(1) is not None


def test_taking_a_climb_back_alone_leaves_the_turn_open_under_the_same_serial():
    match, book = begun(HAND)
    serial = match.decision(0).serial
    assert letter(match, book, "No climb.") == [("played", "no climb")]
    assert mine(match) == (0, 5)
    assert match.decision(0).serial == serial
    assert not {"climb", "no climb"} & set(moves(match))


def test_a_step_that_a_rule_left_is_made_up_for_at_the_price_of_then():
    match, book = begun(HAND, dice=DEAR)
    assert mine(match) == (0, 5)
    assert letter(match, book, "climb; 11") == [("played", "climb"), ("played", "workers servant")]
    assert mine(match) == (1, 1)


@pytest.mark.parametrize(
    ("dice", "answered", "word", "after"),
    [(CHEAP, (1, 4), "no climb", (0, 5)), (DEAR | {"brown": 2}, (0, 5), "climb", (1, 1))],
)
def test_the_discount_of_then_counts_in_both_directions(dice, answered, word, after):
    match, book = begun(HAND | {"houses": [house("red", "notary")]}, dice=dice)
    assert mine(match) == answered
    letter(match, book, word)
    assert mine(match) == after


def test_the_first_card_settles_the_step():
    match, book = begun(HAND)
    letter(match, book, "workers mayor")
    match.play(1, "workers queen")
    assert "no climb" not in moves(match)
    assert letter(match, book, "no climb") == [("refused", "you have played a card since")]


def test_the_words_come_too_late_behind_the_card_in_one_letter_and_nothing_is_taken_back():
    match, book = begun(HAND)
    states = letter(match, book, "workers mayor", "no climb")
    assert states[0] == ("played", "workers mayor")
    assert states[1][0] != "played"
    assert mine(match) == (1, 2)


def test_an_own_order_is_settled_at_once():
    match, book = begun(HAND, book={0: Plan(rules={"climb": "ask"})})
    assert moves(match) == ["climb", "stay"]
    letter(match, book, "climb")
    assert "no climb" not in moves(match)
    assert letter(match, book, "no climb") == [("refused", "that was your own order, or another seat has acted since")]
    assert mine(match) == (1, 2)


def test_no_climb_is_an_answer_to_the_question_itself_too():
    match, book = begun(HAND, book={0: Plan(rules={"climb": "ask"})})
    assert letter(match, book, "no climb") == [("played", "stay")]


def test_climb_ordered_at_a_turn_waits_for_the_next_round_when_this_one_is_settled():
    match, book = begun(HAND)
    assert letter(match, book, "workers mayor", "climb") == [("played", "workers mayor"), ("kept", "climb")]


def test_a_seat_that_could_not_pay_has_no_second_chance_even_with_money_of_this_round():
    match, _ = begun(HAND | {"guilders": 2, "houses": [GIVER]})
    assert mine(match) == (0, 2)
    assert "climb" not in moves(match)
    match.play(0, "use accountant")
    assert mine(match) == (0, 4)
    assert "climb" not in moves(match)
    with pytest.raises(IllegalMove):
        match.play(0, "climb")


def test_money_lost_since_cannot_pay_for_a_step():
    match, _ = begun(HAND, dice=DEAR)
    data = match.dump()
    data["state"]["seats"][0]["guilders"] = 3
    poorer = Match.load(data, secret=SECRET)
    with pytest.raises(IllegalMove, match="costs 4 guilders, you have 3"):
        poorer.play(0, "climb")


def test_who_has_come_to_the_top_since_cannot_make_up_for_a_step():
    below = {"step": load_board().top - 1, "guilders": 9, "houses": [house("red", "courtier")]}
    match, _ = begun(HAND | below, dice=DEAR)
    assert "climb" in moves(match)
    match.play(0, "use courtier")
    assert mine(match)[0] == load_board().top
    assert "climb" not in moves(match)
    with pytest.raises(IllegalMove, match="you stand on the top step"):
        match.play(0, "climb")


def test_a_step_that_was_not_taken_cannot_be_taken_back():
    match, book = begun(HAND, dice=DEAR)
    assert letter(match, book, "no climb") == [("refused", "you have not gone up a step in this round")]
    assert mine(match) == (0, 5)
    assert "climb" in moves(match)


RICH = {"hand": ["queen", "king"], "guilders": 9}


@pytest.mark.parametrize(("steps", "open_still"), [("rule", False), ("card", True)])
def test_a_step_may_be_changed_after_another_seat_s_only_where_the_league_has_chosen_so(steps: str, open_still: bool):
    table = Table(HAND, RICH, phase="dice", dice=CHEAP, steps=steps)
    table.state = play_for_now(table)
    assert table.seat(0).unsettled
    table.game.play(table.state, 1, Move.of("climb for now"), table.chance)
    assert bool(table.seat(0).unsettled) == open_still
    assert ("no climb" in table.texts(0)) == open_still


@pytest.mark.parametrize("steps", ["rule", "card"])
def test_the_last_to_decide_may_change_until_the_next_seat_acts(steps: str):
    table = Table(HAND, RICH, RICH | {"hand": ["beggar", "lawyer"]}, phase="dice", dice=CHEAP, steps=steps, start=1)
    for seat in (1, 2, 0):
        table.game.play(table.state, seat, Move.of("climb for now"), table.chance)
    assert table.seat(0).unsettled
    table.play(1, "guilders queen")
    assert bool(table.seat(0).unsettled) == (steps == "card")


def test_a_step_that_was_never_wanted_is_not_taken_after_the_cards_of_others():
    book = {0: Plan(rules={"climb": "never"})}
    position = {"phase": "dice", "dice": CHEAP, "start": 1, "seats": [HAND, RICH]}
    match = Match.start(GAME, 2, secret=SECRET, position=position)
    autoplay(match, book, kept=True)
    match.play(1, "guilders queen")
    assert "climb" not in moves(match)
    assert letter(match, book, "climb") == [("kept", "climb")]


def test_a_league_chooses_when_it_begins():
    begun = {steps: Match.start(GAME, 2, {"steps": steps}, secret=SECRET) for steps in ("rule", "card")}
    assert {steps: match.position()["steps"] for steps, match in begun.items()} == {"rule": "rule", "card": "card"}
    assert Match.start(GAME, 2, secret=SECRET).position()["steps"] == "rule"


def test_what_persons_brought_with_the_step_goes_back_with_it():
    grateful = {"effect": [{"kind": "on", "event": "climb", "then": [
        {"kind": "gain", "what": "points", "n": 2}, {"kind": "gain_workers", "n": 1, "colour": "blue"}]}],
        "icon": "situation"}  # fmt: skip
    table = Table(
        HAND | {"houses": [house("red", "steward")], "workers": {}}, {}, game=deck_where(steward=grateful), dice=CHEAP,
        phase="dice", steps="card",
    )  # fmt: skip
    table.state = play_for_now(table)
    seat = table.seat(0)
    assert (seat.step, seat.points, seat.guilders, seat.workers[0]) == (1, 7, 2, 1)
    spent = table.state.copy()
    table.play(1, "stay").play(0, "no climb")
    seat = table.seat(0)
    assert (seat.step, seat.points, seat.guilders, seat.workers[0]) == (0, 5, 5, 0)
    assert table.told("climb taken back") == [{"seat": 0, "step": 0, "refund": 3, "more": True}]
    table.state = spent
    table.play(1, "stay")
    table.seat(0).workers = [0] * 5
    assert "no climb" not in table.texts(0)
    view = table.game.view(table.state, 0)
    assert table.game.why_not(view, 0, Move.of("no climb")) == "you no longer have what the step brought you"


def play_for_now(table: Table) -> Any:
    ask = table.ask(0)
    assert ask is not None
    assert [move.text for move in ask.unasked] == ["climb for now", "stay for now"]
    table.game.play(table.state, 0, ask.unasked[0], table.chance)
    return table.state


def test_answers_for_now_are_offered_nowhere_and_cannot_be_written():
    match, _ = begun(HAND, book={0: Plan(rules={"climb": "ask"})})
    decision = match.decision(0)
    assert [move.text for move in decision.moves] == ["climb", "stay"]
    assert [move.text for group in GAME.menu(match.view(0), decision) for move in group.moves] == ["climb", "stay"]
    assert not GAME.reads("climb for now")
    assert GAME.read("climb for now", match.view(0), decision, 0) == Move.of("climb")


def test_the_stand_in_answers_for_now_as_well():
    book = {0: Plan(rules={"climb": "ask"})}
    match, _ = begun(HAND, book=book)
    api.stand_in(match, book, 0, bots["random"])
    assert match.log[-1].move == "climb for now"
    assert "no climb" in moves(match)


def test_what_was_taken_back_can_be_undone():
    match, book = begun(HAND)
    letter(match, book, "no climb", "workers mayor")
    match.undo(0)
    assert mine(match) == (1, 2)
    assert "no climb" in moves(match)


def test_a_log_with_afterthoughts_replays_to_the_same_bytes():
    match, book = begun(HAND, dice=CHEAP)
    letter(match, book, "no climb", "workers mayor")
    match.play(1, "workers queen")
    again = Match.replay(match.header, match.log, secret=SECRET)
    assert again.dump() == match.dump()
    assert again.head == match.head


def test_an_open_step_survives_dump_and_position_file():
    for dice in (CHEAP, DEAR):
        match, _ = begun(HAND, dice=dice)
        assert Match.load(json.loads(json.dumps(match.dump())), secret=SECRET).decisions == match.decisions
        written = json.loads(json.dumps(match.position()))
        state = GAME.read_position(written)
        assert state.seats[0].unsettled == match.view(0).seats[0].unsettled != []
        written["seats"][0]["unsettled"] = [1, 2]
        with pytest.raises(BadPosition, match="seat 0, unsettled"):
            GAME.read_position(written)


def test_a_state_written_before_there_were_afterthoughts_is_read():
    match, _ = begun(HAND)
    data = match.dump()
    for seat in data["state"]["seats"]:
        del seat["unsettled"]
    assert "no climb" not in [move.text for move in Match.load(data, secret=SECRET).decision(0).moves]


def test_nothing_is_left_open_in_the_next_round():
    seat = {"hand": ["servant"], "guilders": 5}
    position = {"phase": "dice", "dice": CHEAP, "seats": [seat, {"hand": [], "guilders": 0}]}
    match = Match.start(GAME, 2, secret=SECRET, position=position)
    autoplay(match, {}, kept=True)
    match.play(0, "workers servant")
    assert all(not seat.unsettled for seat in match.view(None).seats)


def test_a_seat_without_a_card_is_not_asked_about_its_step_alone():
    match, _ = begun({"hand": [], "guilders": 5})
    assert match.decision(0) is None or match.round == 2
    assert not any(entry.seat == 0 and entry.move == "end" for entry in match.log)


@pytest.mark.parametrize(
    ("dice", "offered", "told"),
    [
        (
            CHEAP,
            "Back down a step, 3 guilders back, before your card only [no climb]",
            "Your standing order took you up to step 1 for 3 guilders; [no climb] takes it back until you play a card.",
        ),
        (
            DEAR,
            "One step up for 4 guilders after all, before your card only [climb]",
            "Your standing order kept you from going up; [climb] makes up for it until you play a card.",
        ),
    ],
)
def test_the_letter_offers_it_and_says_how(dice: dict[str, int], offered: str, told: str):
    match, _ = begun(HAND, dice=dice)
    view, decision, names = match.view(0), match.decision(0), ["Anna", "Bea"]
    assert decision is not None
    sections = GAME.sections(view, decision, names, {}, 0)
    hand = next(section for section in sections if section.key == "hand")
    line = next(paragraph for paragraph in hand.paragraphs if paragraph.words == f"{offered}.")
    assert [move for _, move in line.moves] == [offered.partition("[")[2].removesuffix("]")]
    assert offered in " ".join(group.heading for group in GAME.menu(view, decision))
    events = [event for entry in match.log for event in entry.events]
    assert told in " ".join(GAME.recount(events, names, 0))
    assert "until you play" not in " ".join(GAME.recount(events, names, 1))


def test_the_table_is_told_of_a_step_taken_back():
    match, book = begun(HAND)
    account = apply_letter(match, book, 0, ["no climb"], serial=None)
    events = account.lines[0].events
    assert GAME.recount(events, ["Anna", "Bea"], 1) == ["Anna went back down to step 0 and got 3 guilders back."]


def test_prose_that_begins_with_no_is_no_order():
    match, book = begun(HAND)
    assert letter(match, book, "No hurry, have a nice day", "workers mayor") == [
        ("ignored", "it reads like no order"),
        ("played", "workers mayor"),
    ]


def test_an_end_of_a_turn_that_has_ended_by_itself_is_done_already():
    match, book = begun(HAND | {"houses": [GIVER]})
    assert letter(match, book, "workers mayor", "end") == [("played", "workers mayor"), ("done", "end")]
    assert book[0].kept == []
    assert match.decision(0) is None


def test_an_end_of_a_round_that_has_ended_by_itself_is_done_already_and_the_next_round_goes_on():
    seats = [{"hand": ["mayor"], "houses": [GIVER]}, {"hand": []}]
    position = {"phase": "cards", "start": 1, "seats": seats, "dice": CHEAP}
    match, book = Match.start(GAME, 2, secret=SECRET, position=position), Book()
    told = letter(match, book, "workers mayor", "end", "draw left", "draw left")
    assert told[:3] == [("played", "workers mayor"), ("done", "end"), ("played", "draw left")]
    assert match.round == 2


@pytest.mark.parametrize("others", [["queen", "king"], []])
def test_kept_orders_may_end_each_turn_though_the_turns_end_by_themselves(others: list[str]):
    seats = [{"hand": ["mayor", "bishop", "servant"], "guilders": 0}, {"hand": [*others, "baker"]}]
    position = {"phase": "cards", "start": 1, "seats": seats, "dice": CHEAP}
    match, book = Match.start(GAME, 2, secret=SECRET, position=position), Book()
    told = letter(match, book, "workers mayor; end; workers bishop; end; workers servant; end")
    assert [state for state, _ in told] == ["kept"] * 6
    match.play(1, "guilders baker")
    autoplay(match, book, kept=True)
    for card in others:
        match.play(1, f"guilders {card}")
        autoplay(match, book, kept=True)
    played = [entry.move for entry in match.log if entry.seat == 0 and entry.by == "kept"]
    assert played == ["workers mayor", "workers bishop", "workers servant"]
    assert (book[0].kept, book[0].stopped, book[0].notes) == ([], "", [])


def test_draws_in_a_row_are_all_made_and_what_stands_behind_them_waits():
    match, book = begun({"hand": ["fortuneteller", "mayor"], "guilders": 20, "houses": [house("red")]})
    told = letter(match, book, "recruit fortuneteller in red", "draw left", "draw right", "draw left", "discard mayor")
    assert [state for state, _ in told] == ["played"] * 4 + ["kept"]
    assert book[0].stopped == DREW
    assert match.decision(0).kind == "discard"
