"""How much is too much: questions and words to the table have a ceiling, orders have none."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tests.cast import Cast, running_league
from tests.post import address_of, answers_to, deliver, newest
from tournaments.actions import orders, resigning
from tournaments.mail import headers, limits
from tournaments.models import JournalLine, LogEntry, OutboundLetter, Seat

pytestmark = pytest.mark.django_db
FLOOD = limits.WORDS_AN_HOUR + 5


def answers() -> int:
    return OutboundLetter.objects.filter(kind__in=("words", "which_game")).count()


def flood(seat: Seat, words: str, *, bare: bool = True) -> None:
    how = {"to": headers.bare_address(), "references": False} if bare else {}
    for _ in range(FLOOD):
        deliver(newest(seat, "turn"), words, **how)


@pytest.mark.parametrize("bare", [True, False])
def test_a_flood_of_questions_is_answered_a_dozen_times_and_the_last_answer_says_so(seat: Seat, bare: bool) -> None:
    flood(seat, "status", bare=bare)
    letters = OutboundLetter.objects.filter(kind="words").order_by("pk")
    said = [orders.NO_MORE_ANSWERS in " ".join(letter.text.split()) for letter in letters]
    assert said == [False] * (limits.WORDS_AN_HOUR - 1) + [True]
    assert JournalLine.objects.filter(verb="many questions").count() == 1


def test_an_hour_later_questions_are_answered_again(seat: Seat) -> None:
    flood(seat, "status")
    before = answers()
    with time_machine.travel(timezone.now() + timedelta(hours=1, seconds=1)):
        deliver(newest(seat, "turn"), "status")
    assert answers() == before + 1


def test_orders_are_taken_and_confirmed_whatever_has_been_asked_before(seat: Seat) -> None:
    flood(seat, "status", bare=False)
    row = deliver(newest(seat, "turn"), "12", "status")
    assert LogEntry.objects.filter(letter=row).exists()
    assert list(OutboundLetter.objects.filter(answers=row).values_list("kind", flat=True)) == ["orders_account"]


def test_words_are_carried_out_whatever_has_been_asked_before(seat: Seat) -> None:
    flood(seat, "status", bare=False)
    row = deliver(newest(seat, "turn"), "language de")
    seat.player.refresh_from_db()
    assert seat.player.language == "de"
    assert not answers_to(row)


def test_who_wants_to_resign_is_asked_whatever_has_been_asked_before(seat: Seat) -> None:
    flood(seat, "status", bare=False)
    row = deliver(newest(seat, "turn"), "resign")
    assert answers_to(row) == [resigning.ASKED]


def test_one_player_s_flood_takes_no_answer_from_another(seat: Seat) -> None:
    flood(seat, "status")
    other = Seat.objects.filter(table=seat.table).exclude(pk=seat.pk)[0]
    before = answers()
    deliver(newest(other), "status")
    assert answers() == before + 1


def test_which_table_is_asked_only_so_often(cast: Cast, seat: Seat) -> None:
    running_league(cast, name="Winter League", tag="Winter")
    flood(seat, "status")
    assert answers() == limits.WORDS_AN_HOUR


def test_words_to_the_table_are_mailed_on_only_so_often(seat: Seat) -> None:
    for number in range(FLOOD):
        deliver(newest(seat, "turn"), f"say: hello {number}")
    others = Seat.objects.filter(table=seat.table).count() - 1
    assert OutboundLetter.objects.filter(kind="say").count() == limits.WORDS_AN_HOUR * others


# --- in a player's name ----------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["status", "help", "join autumn"])
def test_questions_that_anybody_wrote_in_a_players_name_use_up_nothing_of_theirs(seat: Seat, words: str) -> None:
    """Nor does what the player says at the table lose its effect, as above their own limit it does."""
    flood(seat, words)
    turn = newest(seat, "turn")
    deliver(turn, "language de")
    deliver(turn, "status")
    seat.player.refresh_from_db()
    assert seat.player.language == "de"
    assert OutboundLetter.objects.filter(seat=seat, kind="words").latest("pk").answers.recipient == address_of(turn)


def test_an_answer_to_a_letter_of_ours_counts_as_the_players_own_and_not_as_anybodys(cast: Cast, seat: Seat) -> None:
    flood(seat, "games")
    to_bare = newest(seat, "turn")
    row = deliver(to_bare, "games", to=headers.bare_address(), references=True)
    assert answers_to(row)
