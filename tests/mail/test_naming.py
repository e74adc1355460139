"""How long a letter can be answered: never longer than the decision it belongs to."""

from __future__ import annotations

import pytest

from tests.cast import asked_seat
from tests.post import deliver, newest
from tournaments import papers
from tournaments.models import InboundLetter, OutboundLetter, Seat

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


def test_a_number_on_a_receipt_is_kept_while_nothing_is_asked(seat: Seat) -> None:
    deliver(newest(seat, "turn"), "12")
    assert states(deliver(newest(seat, "orders_account"), "22")) == ["kept"]


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
