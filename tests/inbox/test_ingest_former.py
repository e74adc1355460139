"""Whoever used to play a seat and writes by its old address is told so each time; nobody else learns anything."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone
from pytest_django import Settings

from tests.shared.cast import Cast, asked_seat
from tests.shared.post import address_of, answers_to, deliver, newest
from tournaments.actions.league import cancel
from tournaments.actions.seats import seats
from tournaments.letters import headers
from tournaments.models import Address, InboundLetter, JournalLine, OutboundLetter, Player, Seat, Table
from tournaments.queries.letters import identify

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
State = OutboundLetter.State


@pytest.fixture
def letter(seat: Seat) -> OutboundLetter:
    return newest(seat, "turn")


@pytest.fixture
def former(seat: Seat, letter: OutboundLetter, cast: Cast) -> Player:
    """The player whose seat was given to the stand-in after that letter."""
    seats.replace_by_stand_in(seat.pk, cast.organiser, "not heard of since May")
    return seat.player


def test_who_writes_for_a_seat_that_a_bot_has_got_is_told_so_and_whom_to_ask(
    seat: Seat, letter: OutboundLetter, former: Player, cast: Cast
) -> None:
    head = type(seat.table).objects.get(pk=seat.table_id).head
    row = deliver(letter, "12")
    assert (row.verdict, answers_to(row)) == ("former seat", ["no_longer_yours"])
    answer = OutboundLetter.objects.get(answers=row)
    assert answer.to == former.email
    words = " ".join(answer.text.split())
    assert "it is no longer yours to play" in words
    assert f"speak to {cast.organiser.name}" in words
    assert cast.organiser.email not in answer.text + answer.html, "nobody's address is shown to others"
    assert type(seat.table).objects.get(pk=seat.table_id).head == head
    assert JournalLine.objects.filter(verb="old seat", seat=seat).exists()


def test_who_writes_when_a_bot_has_played_the_seat_to_the_end_is_told_where_the_scores_stand(
    seat: Seat, cast: Cast
) -> None:
    owner = seat.player
    for other in seat.table.seats.order_by("pk"):
        seats.replace_by_stand_in(other.pk, cast.organiser, "a bet")
    final = OutboundLetter.objects.get(kind="final_scores", player=owner)
    for line in ("standings", "say: thank you all"):
        assert answers_to(deliver(final, line)) == ["no_longer_yours"]
    words = " ".join(OutboundLetter.objects.filter(kind="no_longer_yours")[0].text.split())
    assert "is over" in words
    assert f"/league/{seat.table.league_id}/" in words


def test_the_answer_carries_no_address_of_the_seat(letter: OutboundLetter, former: Player) -> None:
    answer = OutboundLetter.objects.get(answers=deliver(letter, "12"))
    assert address_of(answer) == headers.bare_address()
    assert answer.envelope_sender == ""
    assert answer.headers["In-Reply-To"]
    assert identify.token_of([address_of(answer)], [answer.message_id]) is None


def test_the_answer_comes_at_once_once_a_day_and_with_the_others_when_the_hour_is_over(
    letter: OutboundLetter, former: Player
) -> None:
    rows = [deliver(letter, line) for line in ("12", "22", "status")]
    answers = [OutboundLetter.objects.get(answers=row, kind="no_longer_yours") for row in rows]
    assert [answer.state for answer in answers] == [State.QUEUED, State.FOR_ANSWER, State.FOR_ANSWER]
    assert ["answered together" in answer.text for answer in answers] == [True, False, False]
    assert JournalLine.objects.filter(verb="old seat").count() == 1
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        assert OutboundLetter.objects.get(answers=deliver(letter, "12")).state == State.QUEUED


def test_the_news_that_a_bot_plays_the_seat_can_be_answered_too(seat: Seat, former: Player) -> None:
    row = deliver(newest(seat, "replaced"), "12")
    assert answers_to(row) == ["no_longer_yours"]


def test_a_second_address_of_the_former_player_counts_and_the_answer_goes_to_the_registered_one(
    letter: OutboundLetter, former: Player
) -> None:
    Address.objects.create(player=former, email="anna@work.example", verified_at=timezone.now())
    row = deliver(letter, "12", sender="anna@work.example")
    assert OutboundLetter.objects.get(answers=row).to == former.email


def test_a_stranger_with_the_old_address_hears_nothing(letter: OutboundLetter, former: Player) -> None:
    row = deliver(letter, "12", sender="evil@elsewhere.example")
    assert (row.verdict, answers_to(row)) == ("dead token", [])


def test_another_player_with_the_old_address_hears_nothing(letter: OutboundLetter, former: Player, cast: Cast) -> None:
    other = next(player for player in cast.players if player != former)
    for sender in (other.email, cast.outsider.email):
        assert answers_to(deliver(letter, "12", sender=sender)) == []


def test_who_cannot_be_believed_hears_nothing(letter: OutboundLetter, former: Player, settings: Settings) -> None:
    settings.TRUSTED_AUTHSERV_IDS = ("mx.example.org",)
    header = "Authentication-Results: mx.example.org; dmarc=fail header.from=example.net"
    assert answers_to(deliver(letter, "12", headers=[header])) == []


def test_a_tampered_old_address_is_answered_like_none_and_an_automatic_reply_hears_nothing(
    letter: OutboundLetter, former: Player
) -> None:
    local, _, domain = address_of(letter).partition("@")
    forged = local[:-1] + ("a" if local[-1] != "a" else "b")
    tampered = deliver(letter, "12", to=f"{forged}@{domain}", references=False)
    assert (tampered.verdict, answers_to(tampered)) == ("no seat", ["answered"])
    automatic = deliver(letter, "I am away", headers=["Auto-Submitted: auto-replied"])
    assert answers_to(automatic) == []


def test_who_has_the_seat_again_is_shown_to_the_newest_letter(
    seat: Seat, letter: OutboundLetter, former: Player, cast: Cast
) -> None:
    seats.give_back(seat.pk, cast.organiser, "back from the sea")
    row = deliver(letter, "12")
    answer = OutboundLetter.objects.get(answers=row)
    assert "The seat is yours: please answer the newest letter" in " ".join(answer.text.split())
    while (asked := asked_seat(seat.table)).pk != seat.pk:
        deliver(newest(asked), "12")
    assert answers_to(deliver(newest(seat, "turn"), "status")) == ["words"]


def test_the_desk_reads_in_its_own_language_why_a_letter_did_nothing(seat: Seat, letter: OutboundLetter) -> None:
    Player.objects.update(language="de")
    Table.objects.update(state=Table.State.FINISHED)
    Seat.objects.update(mover=Seat.Mover.REPLACED)
    row = deliver(letter, "12")
    assert row.verdict == "replaced seat"
    assert JournalLine.objects.get(verb="old seat").words.endswith(
        f"wrote for {seat}, though letters from there move nothing"
    )


def words(row: InboundLetter, kind: str) -> str:
    return " ".join(OutboundLetter.objects.get(answers=row, kind=kind).text.replace("\xa0", " ").split())


def test_words_that_belong_to_no_table_are_carried_out_at_an_address_that_moves_nothing(
    letter: OutboundLetter, former: Player
) -> None:
    row = deliver(letter, "quiet 22-7")
    assert (row.verdict, answers_to(row)) == ("letter", ["answered"])
    former.refresh_from_db()
    assert former.quiet
    assert answers_to(deliver(letter, "rules bruges")) == ["answered"]
    held = deliver(letter, "quiet off", references=False)
    assert held.state == InboundLetter.State.HELD, "an address that has ended proves nothing"


def test_what_else_stands_beside_them_is_told_to_do_nothing_and_why(letter: OutboundLetter, former: Player) -> None:
    row = deliver(letter, "12", "quiet 22-7", "note: the well", "undo")
    assert answers_to(row) == ["answered", "no_longer_yours"]
    assert "22:00" in words(row, "answered")
    assert "Left aside" not in words(row, "answered")
    told = words(row, "no_longer_yours")
    assert all(line in told for line in ("12", "note: …", "undo"))
    assert "quiet" not in told


def test_words_that_belong_to_no_table_are_carried_out_at_one_that_was_cancelled(
    seat: Seat, letter: OutboundLetter, cast: Cast
) -> None:
    league = seat.table.league
    cancel.cancel(league, cast.organiser, "too few")
    for line, answer in (
        ("leave", "was cancelled: there is nothing left to leave"),
        ("ready", "nobody needs to be ready"),
    ):
        for to in ("", headers.bare_address()):
            row = deliver(letter, line, to=to)
            assert (row.verdict, answers_to(row)) == ("letter", ["answered"]), (line, to)
            assert answer in words(row, "answered")


def test_a_bot_s_seat_whose_addresses_hold_carries_out_words_that_belong_to_no_table_too(
    seat: Seat, letter: OutboundLetter
) -> None:
    Seat.objects.filter(pk=seat.pk).update(mover=Seat.Mover.REPLACED)
    row = deliver(letter, "quiet 22-7")
    assert (row.verdict, answers_to(row)) == ("letter", ["answered"])
    assert deliver(letter, "12").verdict == "replaced seat"


def test_what_comes_to_an_address_that_still_counts_is_carried_out_though_the_stand_in_has_the_seat(
    seat: Seat, letter: OutboundLetter
) -> None:
    Seat.objects.filter(pk=seat.pk).update(mover=Seat.Mover.REPLACED)
    row = deliver(letter, "quiet 22-7", references=False, quote=False)
    assert (row.verdict, answers_to(row)) == ("letter", ["answered"])
    seat.owner.refresh_from_db()
    assert seat.owner.quiet == (22, 7)


@pytest.mark.usefixtures("former")
def test_a_word_with_too_little_behind_it_gets_its_hint_there_too(letter: OutboundLetter) -> None:
    told = OutboundLetter.objects.get(answers=deliver(letter, "vacation")).text
    assert "which is written so: [vacation" in " ".join(told.split())


@pytest.mark.usefixtures("former")
def test_the_answer_shows_quoted_orders_too(letter: OutboundLetter) -> None:
    row = deliver(letter, "", "On 1.1.2026 Bea <bea@example.net> wrote:", "quiet 22-7", quote=False)
    assert "quiet 22-7" in " ".join(OutboundLetter.objects.get(answers=row).text.split())
