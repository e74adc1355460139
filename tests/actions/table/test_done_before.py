"""Orders that come once more in another letter: they are accepted as done already, and nothing is done twice."""

from __future__ import annotations

import pytest

from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.post import deliver, newest
from tournaments.models import InboundLetter, OutboundLetter, Seat, Table
from tournaments.queries import matches

pytestmark = pytest.mark.django_db
SETTING_UP = {"bruges": 0, "venise": 3, "flandern": 0}


def begun(game: str) -> tuple[Table, OutboundLetter, str]:
    """A table, the letter that asks, and an order that it offers."""
    table = only_table(running_league(make_cast(), game=game))
    for _ in range(SETTING_UP[game]):
        deliver(newest(asked_seat(table)), "burgher market")
    seat = table.seats.get(number=0) if game == "flandern" else asked_seat(table)
    decision = matches.load(Table.objects.get(pk=table.pk)).decision(seat.number)
    assert decision is not None
    verb = {"bruges": "guilders", "venise": "move", "flandern": "choose"}[game]
    order = next(move.text for move in decision.moves if move.verb == verb and "idle" not in move)
    return table, newest(seat, "turn"), order


def states(row: InboundLetter) -> list[str]:
    return [line["state"] for line in row.account["lines"]]


@pytest.mark.parametrize("game", ["bruges", "venise", "flandern"])
def test_an_order_sent_again_is_accepted_and_moves_nothing(game: str) -> None:
    table, letter, order = begun(game)
    assert states(deliver(letter, order)) == ["played"]
    moved = [row.entry["move"] for row in table.entries.filter(entry__kind="move")]
    row = deliver(letter, order)
    assert states(row) == (["played"] if game == "flandern" else ["done"])
    answer = OutboundLetter.objects.get(answers=row)
    assert "NOT ACCEPTED" not in answer.subject + answer.text
    assert "Kept for later" not in answer.text
    assert game == "flandern" or moved == [row.entry["move"] for row in table.entries.filter(entry__kind="move")]


@pytest.mark.parametrize("game", ["bruges", "venise"])
def test_so_it_is_with_more_and_what_is_new_counts(game: str) -> None:
    _, letter, order = begun(game)
    deliver(letter, order)
    assert states(deliver(letter, f"{order}; end")) == ["done", "done"]
    assert states(deliver(letter, order, "always nonsense")) == ["done", "refused"]


def test_a_code_of_a_card_that_is_played_is_done_in_answer_to_the_receipt_too() -> None:
    _, letter, _ = begun("bruges")
    seat = letter.seat
    assert seat is not None
    deliver(letter, "12")
    row = deliver(newest(seat, "orders_account"), "12")
    assert states(row) == ["done"]
    assert "DONE - 1 done already - " in OutboundLetter.objects.get(answers=row).text


@pytest.mark.parametrize("game", ["bruges", "venise"])
def test_the_end_of_a_turn_that_is_over_is_accepted(game: str) -> None:
    _, letter, order = begun(game)
    deliver(letter, order)
    assert letter.seat is not None
    assert states(deliver(newest(letter.seat, "orders_account"), "end")) == ["done"]


def test_what_was_taken_back_is_played_when_it_comes_again() -> None:
    table, letter, _ = begun("bruges")
    seat = letter.seat
    assert seat is not None
    deliver(letter, "12")
    deliver(newest(seat), "undo")
    assert states(deliver(newest(seat), "12")) == ["played"]
    assert asked_seat(table) != Seat.objects.get(pk=seat.pk)
