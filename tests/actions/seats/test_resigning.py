"""Giving a seat up: asked once more, the stand-in plays on, the table is told, and it counts as the league says."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tests.shared.cast import Cast, asked_seat, only_table
from tests.shared.post import answers_to, deliver, newest
from tournaments.actions.seats import resigning, seats
from tournaments.actions.table import orders
from tournaments.models import JournalLine, League, OutboundLetter, Seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
SETTINGS = {"after_stand_in": "last"}
BOT = Seat.Mover.REPLACED


@pytest.fixture
def seat(cast: Cast) -> Seat:
    return asked_seat(only_table(League.objects.get()))


def mover(seat: Seat) -> str:
    seat.refresh_from_db()
    return seat.mover


def test_to_resign_is_asked_once_more_and_nothing_happens_without_a_yes(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "resign")
    assert answers_to(row) == ["resign_asked"]
    assert mover(seat) == Seat.Mover.PLAYER
    assert asked_seat(seat.table).pk == seat.pk
    question = " ".join(newest(seat, "resign_asked").text.split())
    assert "[yes]" in question
    assert "you are last at this table" in question


def test_a_yes_gives_the_seat_to_a_bot_and_tells_everybody_once(seat: Seat) -> None:
    deliver(newest(seat, "turn"), "resign")
    assert deliver(newest(seat, "resign_asked"), "yes").verdict == "yes"
    assert mover(seat) == BOT
    assert asked_seat(seat.table).pk != seat.pk
    assert OutboundLetter.objects.filter(kind="resigned").count() == 3
    other = Seat.objects.filter(table=seat.table).exclude(pk=seat.pk)[0]
    assert f"{seat.player.name} has given up the seat" in " ".join(newest(other, "resigned").text.split())
    assert JournalLine.objects.filter(verb="resigned", seat=seat, actor=seat.player).exists()


def test_a_yes_to_any_other_letter_does_not_resign(seat: Seat) -> None:
    turn = newest(seat, "turn")
    deliver(turn, "resign")
    deliver(turn, "yes")
    assert mover(seat) == Seat.Mover.PLAYER


def test_a_second_yes_changes_nothing_more(seat: Seat) -> None:
    deliver(newest(seat, "turn"), "resign")
    question = newest(seat, "resign_asked")
    deliver(question, "yes")
    seat.refresh_from_db()
    assert not resigning.resign(question)
    assert OutboundLetter.objects.filter(kind="resigned").count() == 3


def test_an_old_yes_is_too_late_and_says_that_nothing_waited(seat: Seat) -> None:
    deliver(newest(seat, "turn"), "resign")
    with time_machine.travel(timezone.now() + resigning.YES_WITHIN + timedelta(hours=1)):
        row = deliver(newest(seat, "resign_asked"), "yes")
    assert mover(seat) == Seat.Mover.PLAYER
    assert answers_to(row) == ["words"]


def test_a_question_is_over_once_a_bot_has_had_the_seat(cast: Cast, seat: Seat) -> None:
    deliver(newest(seat, "turn"), "resign")
    question = newest(seat, "resign_asked")
    seats.replace_by_stand_in(seat.pk, cast.organiser, "too slow")
    seats.give_back(seat.pk, cast.organiser, "is back")
    assert not resigning.resign(question)
    deliver(newest(seat, "acted"), "yes", headers=[f"References: {question.message_id}"], references=False)
    assert mover(seat) == Seat.Mover.PLAYER


def test_resigning_on_the_page_asks_by_letter(seat: Seat) -> None:
    account = orders.take_orders(seat.pk, ["resign"], serial=None, by="page")
    assert "letter asks you once more" in account.lines[0].words
    deliver(newest(seat, "resign_asked"), "yes")
    assert mover(seat) == BOT


def test_a_game_that_was_resigned_counts_as_the_league_says(seat: Seat) -> None:
    table = seat.table
    for own in table.seats.order_by("-number"):
        deliver(newest(own), "resign")
        deliver(newest(own, "resign_asked"), "yes")
    table.refresh_from_db()
    assert table.result is not None
    assert sorted(table.result["stand_in"]) == [0, 1, 2]


def test_who_has_resigned_may_get_the_seat_back_from_the_organiser(seat: Seat, cast: Cast) -> None:
    deliver(newest(seat, "turn"), "resign")
    deliver(newest(seat, "resign_asked"), "yes")
    seats.give_back(seat.pk, cast.organiser, "they thought better of it")
    assert mover(seat) == Seat.Mover.PLAYER
