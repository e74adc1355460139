"""Standing orders in letters that come late: what is done, and what the answer says of the rest."""

from __future__ import annotations

import pytest

from tests.shared.cast import asked_seat
from tests.shared.post import deliver, newest
from tournaments.actions.table import orders
from tournaments.models import InboundLetter, OutboundLetter, Seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]


@pytest.fixture
def old(seat: Seat) -> OutboundLetter:
    """The letter with the seat's first question; by now it is asked the second."""
    letter = newest(seat, "turn")
    deliver(letter, "12")
    while asked_seat(seat.table).pk != seat.pk:
        deliver(newest(asked_seat(seat.table), "turn"), "12")
    return letter


def became(row: InboundLetter) -> list[tuple[str, str]]:
    return [(line["state"], line["words"]) for line in row.account["lines"]]


def rules(seat: Seat) -> dict[str, str]:
    return Seat.objects.get(pk=seat.pk).plan["rules"]


def words_of(letter: OutboundLetter) -> str:
    return " ".join(letter.text.split())


def test_a_standing_order_in_a_late_letter_holds_and_the_answer_says_so(seat: Seat, old: OutboundLetter) -> None:
    assert became(deliver(old, "always climb never")) == [("rule", "always climb never")]
    assert rules(seat) == {"climb": "never"}
    assert "Your rules from now on: + [always climb never]" in words_of(newest(seat, "orders_account"))


def test_one_that_is_older_than_what_holds_is_offered_back_and_a_yes_takes_it(seat: Seat, old: OutboundLetter) -> None:
    deliver(newest(seat, "turn"), "always climb ask")
    assert became(deliver(old, "always climb never")) == [("stale", "always climb never")]
    assert rules(seat) == {"climb": "ask"}
    told = words_of(newest(seat, "turn_over"))
    assert "You have said something newer about climb." in told
    assert "If you still want it, the word [yes]" in told
    assert became(deliver(newest(seat, "turn_over"), "yes")) == [("rule", "always climb never")]
    assert rules(seat) == {"climb": "never"}


def test_beside_what_is_done_the_answer_says_what_is_not_and_why(seat: Seat, old: OutboundLetter) -> None:
    deliver(newest(seat, "turn"), "always climb ask")
    seat.turns.filter(serial=old.serial).update(round=0)
    states = [state for state, _ in became(deliver(old, "always climb never", "hold prince", "never use prince"))]
    assert states == ["stale", "stale", "rule"]
    told = words_of(newest(seat, "orders_account"))
    assert "You have said something newer about climb: nothing was done." in told
    assert "It was said for round 0, which is over: nothing was done." in told
    assert "if you still want what came too late, the word [yes]" in told.lower()


def test_what_was_said_on_the_page_meanwhile_is_newer_too(seat: Seat, old: OutboundLetter) -> None:
    orders.take_orders(seat.pk, ["always climb ask"], serial=seat.turns.get(ended_at=None).serial, by="page")
    assert became(deliver(old, "always climb never")) == [("stale", "always climb never")]
    assert rules(seat) == {"climb": "ask"}


def test_a_receipt_that_asks_nothing_is_newer_than_the_letter_before_it(seat: Seat) -> None:
    letter = newest(seat, "turn")
    deliver(letter, "12")
    receipt = newest(seat, "orders_account")
    deliver(receipt, "always climb ask")
    assert became(deliver(receipt, "always climb never")) == [("rule", "always climb never")]


def test_a_question_knows_the_round_in_which_it_was_asked(seat: Seat, old: OutboundLetter) -> None:
    assert set(seat.turns.values_list("round", flat=True)) == {1}
