"""Rows of our own letters, at the top of a mail without our marker and without marks of a quote, order nothing."""

from __future__ import annotations

import pytest

from tests.shared.post import deliver, newest
from tournaments.models import InboundLetter, OutboundLetter, Seat
from tournaments.queries import matches

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]


def states(row: InboundLetter) -> list[str]:
    return [line["state"] for line in row.account.get("lines", [])]


def move_of(seat: Seat) -> tuple[str, str]:
    """A move that is asked for, in the words of the letter, and a row that may stand below it there."""
    match = matches.load(seat.table)
    decision = match.decision(seat.number)
    assert decision is not None
    return match.game.say(decision.moves[0], match.view(seat.number), seat.number), "and whatever stands below it."


def telling(seat: Seat, *rows: str) -> OutboundLetter:
    letter = newest(seat, "turn")
    letter.text = "\n".join([letter.text, *rows])
    letter.save(update_fields=["text"])
    return letter


def test_two_rows_of_our_letter_that_follow_each_other_in_it_are_not_the_player_s(seat: Seat) -> None:
    rows = move_of(seat)
    row = deliver(telling(seat, *rows), *rows, quote=False)
    assert row.account["ignored"] == list(rows)
    assert "played" not in states(row)


def test_the_same_rows_are_the_player_s_where_the_letter_does_not_have_them_so(seat: Seat) -> None:
    rows = move_of(seat)
    assert "played" in states(deliver(telling(seat, rows[1], rows[0]), *rows, quote=False))


def test_one_row_that_the_letter_shows_may_be_typed_back(seat: Seat) -> None:
    words, below = move_of(seat)
    assert states(deliver(telling(seat, words, below), words, quote=False)) == ["played"]


def test_orders_of_the_grammar_are_the_player_s_though_our_letter_has_them_in_a_row(seat: Seat) -> None:
    assert "played" in states(deliver(telling(seat, "12", "22"), "12", "22", quote=False))
