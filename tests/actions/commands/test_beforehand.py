"""What is answered before it is asked: the letters that tell what may come, and the words that list what is ordered."""

from __future__ import annotations

import pytest

from tests.actions.position import order, table_at
from tests.shared.post import deliver, newest
from tournaments.models import OutboundLetter, Player, Seat

pytestmark = pytest.mark.django_db
BURNS = [{"colour": "blue", "person": None}, {"colour": "red", "person": None}]
ANNA = {"hand": ["prince", "queen", "king"], "threats": {"red": 2}, "houses": BURNS}
OTHERS = ({"hand": ["notary", "mayor"]}, {"hand": ["bishop", "chronicler"]})
HEADING = "== IF THE NEXT DICE SHOW A 5 OR 6 =="


def words(letter: OutboundLetter) -> str:
    return " ".join(letter.text.split())


def in_round(turn: int) -> Seat:
    """The seat that is asked, in a round of which so many turns are over."""
    _, seats = table_at(ANNA, *OTHERS, minutes=0, turn=turn)
    return seats[0]


def test_the_letter_at_the_last_card_of_a_round_tells_what_the_next_dice_may_do() -> None:
    assert HEADING in newest(in_round(9), "turn").text


def test_the_letters_before_it_do_not() -> None:
    seat = in_round(3)
    assert HEADING not in newest(seat, "turn").text
    deliver(newest(seat, "turn"), "12")
    assert HEADING not in newest(seat, "orders_account").text


def test_who_plans_the_round_ahead_is_told_in_the_receipt() -> None:
    seat = in_round(0)
    deliver(newest(seat, "turn"), "12; 22; 32")
    receipt = newest(seat, "orders_account")
    assert HEADING in receipt.text
    assert "As it stands that is the empty blue house. [fire: red empty]" in words(receipt)
    assert HEADING.strip("= ").lower() in receipt.html.lower()


def test_a_letter_that_has_the_answer_already_says_so() -> None:
    seat = in_round(0)
    deliver(newest(seat, "turn"), "12; 22; fire: red empty")
    assert "As it stands that is the empty red house. [fire: blue empty]" in words(newest(seat, "orders_account"))


def test_the_word_orders_lists_the_plan_and_everything_that_answers_for_the_seat() -> None:
    seat = in_round(0)
    said = ("22; 32", "plague: dearest", "always climb up to 2", "hold prince", "never use accountant")
    deliver(newest(seat, "turn"), "12", *said)
    deliver(newest(seat), "orders")
    told = words(newest(seat, "words"))
    for line in (
        "1. [guilders queen]",
        "2. [guilders king]",
        "[plague: dearest], once",
        "[hold prince]",
        "[never use accountant]",
        "[always climb if climb price <= 2]",
        "[always workers most]",
    ):
        assert line in told


def test_a_hold_of_a_round_that_is_over_is_not_listed() -> None:
    seat = in_round(9)
    deliver(newest(seat, "turn"), "hold prince")
    deliver(newest(seat), "orders")
    assert "[hold prince]" in newest(seat, "words").text
    order(seat, "guilders queen")
    others = list(seat.table.seats.exclude(pk=seat.pk).order_by("number"))
    order(others[0], "12")
    order(others[1], "12")
    deliver(newest(seat), "orders")
    assert "[hold prince]" not in newest(seat, "words").text


def test_what_is_asked_out_of_turn_is_asked_in_a_short_letter() -> None:
    arsonist = {"hand": ["arsonist", "queen"], "guilders": 9, "houses": [{"colour": "blue", "person": None}]}
    _, seats = table_at(arsonist, {**ANNA, "hand": ["prince", "king"]}, OTHERS[1], minutes=0)
    Player.objects.update(letters_understood={"bruges": 3})  # nobody is new here
    order(seats[1], "always fire ask", "guilders prince; workers king")
    order(seats[0], "recruit arsonist in blue")
    letter = newest(seats[1], "turn")
    assert "LOSE SOMETHING TO FIRE - until" in letter.text.splitlines()[0]
    assert "The empty blue house [1]" in letter.text
    assert "== THE OTHERS ==" not in letter.text
    assert len(letter.text.splitlines()) < 55
    assert "go on" not in letter.text  # that is no answer to this
    deliver(letter, "2")
    assert "[go on]" in newest(seats[1]).text
    assert "== THE OTHERS ==" in newest(seats[1]).text


@pytest.mark.parametrize("hours", [48, 24 * 30])
def test_the_first_line_about_a_stopped_plan_has_the_deadline_however_far_that_is(hours: int) -> None:
    troublemaker = {"hand": ["troublemaker"], "guilders": 9, "houses": [{"colour": "blue", "person": None}]}
    _, seats = table_at(troublemaker, {**ANNA, "canals": {"left": 1}}, OTHERS[1], minutes=0, hours=hours)
    order(seats[1], "12; 22")
    order(seats[0], "recruit troublemaker in blue")
    first = newest(seats[1], "turn").text.splitlines()[0]
    assert '"go on"?' in first
    assert " - until " in first
