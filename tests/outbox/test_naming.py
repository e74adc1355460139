"""The time for which a letter can be answered: never longer than the decision it belongs to."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client

import engine
from tests.actions.position import plan_of, table_at
from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.post import deliver, newest
from tournaments.models import InboundLetter, OutboundLetter, Seat, Table
from tournaments.papers import papers

pytestmark = pytest.mark.django_db


def named_order(seat: Seat) -> str:
    """A legal order without a number in it."""
    seat.table.refresh_from_db()
    decision = papers.match_of(seat.table).decision(seat.number)
    assert decision is not None
    return next(move.text for move in decision.moves if move.verb == "guilders")


def others_play(seat: Seat) -> None:
    """Let the others answer until this seat is asked again."""
    while (asked := asked_seat(seat.table)).pk != seat.pk:
        deliver(newest(asked, "turn", "orders_account"), named_order(asked))


def states(row: InboundLetter) -> list[str]:
    return [line["state"] for line in row.account["lines"]]


def test_the_answer_to_status_is_good_for_the_decision_that_it_shows_and_no_longer(seat: Seat) -> None:
    turn = newest(seat, "turn")
    deliver(turn, "status")
    words = newest(seat, "words")
    assert words.serial == turn.serial
    deliver(turn, "12")
    others_play(seat)
    assert states(deliver(words, "22")) == ["stale"]


def test_the_answer_to_status_can_be_answered_with_its_codes(seat: Seat) -> None:
    deliver(newest(seat, "turn"), "status")
    assert states(deliver(newest(seat, "words"), "12")) == ["played"]


def test_a_receipt_carries_orders_for_the_next_decision(seat: Seat) -> None:
    deliver(newest(seat, "turn"), "12")
    receipt = newest(seat, "orders_account")
    others_play(seat)
    assert states(deliver(receipt, named_order(seat))) == ["played"]


def test_a_number_that_was_written_on_a_receipt_before_is_offered_not_played(seat: Seat) -> None:
    deliver(newest(seat, "turn"), "12")
    receipt = newest(seat, "orders_account")
    others_play(seat)
    assert states(deliver(receipt, "22", "also house 3")) == ["stale", "stale"]
    assert "such a number" not in newest(seat, "turn_over").text
    assert states(deliver(receipt, "22")) == ["stale"]
    assert newest(seat).kind == "turn_over"
    assert deliver(newest(seat, "turn_over"), "yes").verdict == "yes"
    assert asked_seat(seat.table).pk != seat.pk


def test_the_number_of_a_condition_is_no_code(seat: Seat) -> None:
    deliver(newest(seat, "turn"), "12")
    receipt = newest(seat, "orders_account")
    others_play(seat)
    order = named_order(seat)
    assert states(deliver(receipt, f"if guilders >= 0: {order}", "say: at 8 then?")) == ["played", "command"]


def test_a_code_on_a_receipt_is_kept_while_nothing_is_asked(seat: Seat) -> None:
    deliver(newest(seat, "turn"), "12")
    assert states(deliver(newest(seat, "orders_account"), "22")) == ["kept"]


def test_a_number_on_words_of_somebody_else_waits_for_a_yes_in_words_also_while_nothing_is_asked(seat: Seat) -> None:
    deliver(newest(seat, "turn"), "12")
    deliver(newest(asked_seat(seat.table), "turn"), "say: well played")
    [(state, words)] = told(deliver(newest(seat, "say"), "22"))
    answer = newest(seat, "turn_over")
    assert (state, plan_of(seat)["kept"]) == ("stale", [])
    assert words in answer.text.replace("\N{NO-BREAK SPACE}", " ")
    assert "NOT PLAYED YET" in answer.text
    assert "a turn that is over" not in answer.text + answer.html
    assert "wait for your yes, because what you answer shows no numbers" in " ".join(answer.text.split())
    assert told(deliver(answer, "yes")) == [("kept", words)]


def test_a_receipt_is_over_with_the_decision_that_came_next(seat: Seat) -> None:
    deliver(newest(seat, "turn"), "12")
    receipt = newest(seat, "orders_account")
    for _ in range(2):
        others_play(seat)
        late = named_order(seat)
        deliver(newest(seat, "turn"), late)
    others_play(seat)
    assert states(deliver(receipt, named_order(seat))) == ["stale"]


def test_the_letter_that_tells_of_the_beginning_is_good_for_the_first_decision(seat: Seat) -> None:
    second = next(other for other in seat.table.seats.all() if newest(other).kind == "begun")
    begun = newest(second)
    while (asked := asked_seat(seat.table)).pk != second.pk:
        deliver(newest(asked, "turn"), named_order(asked))
    assert states(deliver(begun, "12")) == ["stale"]
    assert states(deliver(begun, named_order(second))) == ["played"]


def test_every_letter_to_a_seat_names_a_decision(seat: Seat) -> None:
    deliver(newest(seat, "turn"), "12", "say: hello")
    deliver(newest(asked_seat(seat.table), "turn"), "help")
    assert OutboundLetter.objects.filter(seat__isnull=False).count() > 3
    assert not OutboundLetter.objects.filter(seat__isnull=False, serial=0).exists()


# --- numbers mean what they meant in the letter ---------------------------------------------------------------


def asked_for_cards(person: str = "librarian") -> Seat:
    """A seat that has just been asked by a person of its own, by a menu with numbers."""
    houses = [{"colour": "red", "person": person}, {"colour": "blue", "person": None}]
    threats = {"red": 2, "blue": 1, "brown": 2, "yellow": 1}
    hand = ["vicar", "mayor", "bishop", "prince"]
    rich = {"hand": hand, "guilders": 9, "threats": threats, "houses": houses}
    _, (anna, *_) = table_at(rich, {"hand": ["queen"]}, {"hand": ["king"]})
    deliver(newest(anna), f"use {person}")
    return anna


def told(row: InboundLetter) -> list[tuple[str, str]]:
    return [(line["state"], line["words"]) for line in row.account["lines"]]


@pytest.mark.parametrize(
    ("person", "first", "shown"),
    [
        ("librarian", "discard vicar", "The Mayor is put away [2]"),
        ("jailer", "remove blue", "A brown threat off you, 1 point [2]"),
    ],
)
def test_a_number_of_an_older_menu_of_the_same_turn_is_not_read_by_the_newest(
    person: str, first: str, shown: str
) -> None:
    anna = asked_for_cards(person)
    letter = newest(anna)
    assert shown in letter.text
    assert told(deliver(letter, "1")) == [("played", first)]
    assert told(deliver(letter, "2")) == [("stale", "")]
    answer = newest(anna)
    assert answer.kind == "orders_refused"
    assert "Its number means something else now than in what you answer" in " ".join(answer.text.split())
    assert "\n|\N{NO-BREAK SPACE}2\n" in answer.text
    assert "[1]" in answer.text, "what can be done now is asked anew"
    assert deliver(answer, "yes").verdict != "yes"
    assert told(deliver(answer, "1"))[0][0] == "played"


def test_words_in_a_letter_with_an_older_menu_count_and_what_stands_behind_a_number_waits_for_a_yes() -> None:
    anna = asked_for_cards()
    letter = newest(anna)
    deliver(letter, "1")
    assert told(deliver(letter, "2", "discard bishop")) == [("stale", ""), ("stale", "discard bishop")]
    assert told(deliver(newest(anna), "yes")) == [("played", "discard bishop")]


def test_an_order_in_words_on_an_older_letter_of_the_turn_is_played() -> None:
    anna = asked_for_cards()
    letter = newest(anna)
    deliver(letter, "1")
    assert told(deliver(letter, "discard mayor")) == [("played", "discard mayor")]


def test_a_number_from_a_page_that_shows_an_older_menu_is_not_read_by_the_newest() -> None:
    anna = asked_for_cards()
    browser = Client()
    browser.force_login(anna.player)
    page = browser.get(f"/table/{anna.table_id}/").content.decode()
    fields = hidden_fields(page)
    asked = f"/table/{anna.table_id}/orders/"
    browser.post(asked, {"lines": "1", **fields})
    browser.post(asked, {"lines": "2", **fields})
    moves = [entry.move for entry in hands(anna.table)]
    assert moves == ["use librarian", "discard vicar"]
    answer = browser.get(f"/table/{anna.table_id}/").content.decode()
    assert "Its number means something else now than in what you answer" in answer
    checked = browser.post(f"/table/{anna.table_id}/check/", {"lines": "2", **fields}).content.decode()
    assert "Its number means something else now than in what you answer" in checked
    browser.post(asked, {"lines": "2", **hidden_fields(checked)})
    assert [entry.move for entry in hands(anna.table)] == moves, "what was not possible is sent from the same box"


def hidden_fields(page: str) -> dict[str, str]:
    """What the order box of a page says that its lines answer."""
    return {name: re.search(rf'name="{name}" value="(\d+)"', page)[1] for name in ("serial", "numbers")}


def hands(table: Table) -> list[engine.Entry]:
    """The moves that were ordered at a table, as its log has them."""
    entries = (engine.Entry.from_json(row.entry) for row in table.entries.order_by("number"))
    return [entry for entry in entries if entry.by == "order"]


def in_round_two() -> tuple[Seat, OutboundLetter, OutboundLetter]:
    """A seat that is asked in round 2, its first letter of round 1, and one of that round while nothing was asked."""
    table = only_table(running_league(make_cast(), delay=timedelta(minutes=5)))
    seat = asked_seat(table)
    first = between = newest(seat)
    while True:
        table.refresh_from_db()
        match = papers.match_of(table)
        decision = match.waiting[0]
        if match.round == 2 and match.decision(seat.number):
            return seat, first, between
        who = table.seats.get(number=decision.seat)
        quick = [move.text for move in decision.moves if move.verb in ("guilders", "workers")]
        deliver(newest(who, "turn", "orders_account"), (quick or [move.text for move in decision.moves])[0])
        table.refresh_from_db()
        if who.pk == seat.pk and papers.match_of(table).round == 1:
            deliver(newest(seat), "status")
            between = newest(seat, "words")


def test_a_code_of_an_earlier_round_is_not_read_by_the_hand_of_now() -> None:
    seat, first, between = in_round_two()
    for letter in (first, between):
        assert told(deliver(letter, "12", "house 2"))[0] == ("stale", "")
        assert told(deliver(letter, "also 12")) == [("stale", "")]
        assert told(deliver(letter, "house 2")) == [("stale", "")]
    assert plan_of(seat)["kept"] == []


def test_an_order_in_words_that_holds_a_figure_is_no_number_of_a_menu() -> None:
    table = only_table(running_league(make_cast(), game="venise", delay=timedelta(0)))
    seat = asked_seat(table)
    deliver(newest(seat), "burgher wool")
    receipt = newest(seat)
    while (other := asked_seat(table)).pk != seat.pk:
        deliver(newest(other), moves_of(other)[0])
    text = next(text for text in moves_of(seat) if any(word.isdecimal() for word in text.split()))
    assert told(deliver(receipt, text))[0][0] == "played"


def moves_of(seat: Seat) -> list[str]:
    seat.table.refresh_from_db()
    decision = papers.match_of(seat.table).decision(seat.number)
    return [move.text for move in decision.moves] if decision else []


def test_orders_that_are_added_to_kept_ones_too_late_are_offered_back(seat: Seat) -> None:
    turn = newest(seat, "turn")
    deliver(turn, "12")
    others_play(seat)
    late = named_order(seat)
    assert told(deliver(turn, f"also {late}")) == [("stale", f"also {late}")]
    assert plan_of(seat)["kept"] == []
    assert told(deliver(newest(seat, "turn_over"), "yes")) == [("played", late)]
