"""What a reply does: its lines are played, kept, refused or answered, whatever is around them."""

from __future__ import annotations

import unicodedata

import pytest

from tests.shared.cast import asked_seat
from tests.shared.post import answers_to, deliver, newest
from tournaments.models import InboundLetter, LogEntry, OutboundLetter, Player, Seat, Turn

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
State = InboundLetter.State


def open_turn(seat: Seat) -> Turn:
    return seat.turns.get(ended_at=None)


def test_a_reply_plays_and_is_confirmed_and_the_next_seat_is_asked(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "12")
    assert (row.state, row.verdict) == (State.DONE, "letter")
    assert [line["state"] for line in row.account["lines"]] == ["played"]
    assert answers_to(row) == ["orders_account"]
    following = asked_seat(seat.table)
    assert following.pk != seat.pk
    assert newest(following).kind == "turn"
    assert LogEntry.objects.filter(letter=row).exists()
    assert Player.objects.get(pk=seat.player_id).letters_understood == {"bruges": 1}


def test_an_unreadable_reply_gets_one_clear_answer_and_the_turn_stays_open(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "I would rather take the red one")
    assert answers_to(row) == ["orders_refused"]
    assert open_turn(seat).serial == row.serial
    assert not LogEntry.objects.filter(letter=row).exists()


def test_an_empty_reply_is_answered_too(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"))
    assert row.verdict == "empty"
    assert answers_to(row) == ["orders_refused"]


def test_an_illegal_order_is_refused_with_its_reason_and_nothing_changes(seat: Seat) -> None:
    head = seat.table.head
    row = deliver(newest(seat, "turn"), "recruit prince in red")
    assert row.account["lines"][0]["state"] == "refused"
    assert answers_to(row) == ["orders_refused"]
    seat.table.refresh_from_db()
    assert seat.table.head == head


def test_signatures_and_greetings_do_not_hinder_an_order(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "Hello all,", "12", "", "Sent from my iPhone")
    assert "played" in [line["state"] for line in row.account["lines"]]


def test_what_a_mail_program_adds_below_an_order_is_no_line_left_aside(seat: Seat) -> None:
    letter = newest(seat, "turn")
    added = ["", "On Mon, 5 Jan 2026 at 12:00, Bruges <play@mail.example.org> wrote:", "", "-- ", "Anna of the canal"]
    row = deliver(letter, "12", "Good luck to all", *added)
    assert [line["state"] for line in row.account["lines"]] == ["played", "ignored"]
    assert row.account["ignored"] == []
    said = unicodedata.normalize("NFKC", OutboundLetter.objects.get(answers=row).text)
    assert "Good luck to all" in said.partition("Left aside")[2]
    assert "wrote:" not in said
    assert "of the canal" not in said


def test_orders_quoted_from_our_own_letter_are_never_played(seat: Seat) -> None:
    letter = newest(seat, "turn")
    row = deliver(letter, "thank you")
    assert all(line["state"] != "played" for line in row.account["lines"])


def test_without_our_marker_a_number_deep_in_the_text_counts_for_nothing(seat: Seat) -> None:
    lines = ["dear organiser", "I am away", "next week", "and the week after", "so I think of", "12"]
    row = deliver(newest(seat, "turn"), *lines, quote=False)
    assert all(line["state"] != "played" for line in row.account["lines"])


def test_without_our_marker_codes_count_in_the_first_lines(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "Hello all,", "12; 22", quote=False)
    states = [(line["text"], line["state"]) for line in row.account["lines"]]
    assert states == [("Hello all,", "ignored"), ("12", "played"), ("22", "kept")]


def test_a_subject_beside_codes_without_our_marker_is_asked_back(seat: Seat) -> None:
    letter = newest(seat, "turn")
    letter.subject = "house servant"
    row = deliver(letter, "12; 22", quote=False)
    assert {line["state"] for line in row.account["lines"]} == {"refused"}


def test_standing_orders_are_taken_at_any_time(seat: Seat) -> None:
    waiting = Seat.objects.filter(table=seat.table).exclude(pk=seat.pk).order_by("number").first()
    assert waiting is not None
    row = deliver(newest(waiting, "begun"), "always climb if climb price <= 5")
    assert row.account["lines"][0]["state"] == "rule"
    waiting.refresh_from_db()
    assert waiting.plan["rules"]["climb"] == "if climb price <= 5"


def test_a_standing_order_for_all_tables_is_kept_with_the_player(seat: Seat) -> None:
    deliver(newest(seat, "turn"), "always climb if climb price <= 4 everywhere")
    assert seat.player is not None
    seat.player.refresh_from_db()
    assert seat.player.rules == {"bruges": {"climb": "if climb price <= 4"}}


def test_commands_are_answered_and_leave_the_turn_open(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "status", "log", "standings", "games", "rules", "orders", "help")
    assert answers_to(row) == ["own_leagues"]
    assert open_turn(seat).serial == row.serial


def test_undo_takes_back_what_nobody_has_acted_on(seat: Seat) -> None:
    letter = newest(seat, "turn")
    deliver(letter, "12")
    following = asked_seat(seat.table)
    row = deliver(letter, "undo")
    assert answers_to(row) == ["orders_account"]
    assert newest(seat).serial == open_turn(seat).serial
    assert "Taken back: what you did at your last decision." in newest(seat).text
    assert asked_seat(seat.table).pk == seat.pk
    assert Turn.objects.get(seat=following).end == Turn.End.GONE


def test_words_to_the_table_reach_the_others(seat: Seat) -> None:
    deliver(newest(seat, "turn"), "say: what a game!")
    said = OutboundLetter.objects.filter(kind="say")
    assert said.count() == 2
    assert all("said | what a game!" in letter.text.replace("\xa0", " ") for letter in said)
