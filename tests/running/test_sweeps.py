"""What the sweep finds and what the purge forgets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
import time_machine
from celery import current_app
from django.conf import settings
from django.utils import timezone

from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.post import address_of, deliver, newest, reply
from tournaments import tasks
from tournaments.actions.commands import held_letters
from tournaments.actions.player import bounces
from tournaments.inbox import ingest
from tournaments.language.refusals import NotHeld
from tournaments.models import InboundLetter, OutboundLetter, Seat
from tournaments.outbox import outbox
from tournaments.queries.takeout.rows import written
from tournaments.running import sweeps

pytestmark = pytest.mark.django_db
State = InboundLetter.State


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        yield traveller


@pytest.fixture
def seat(clock: time_machine.Traveller) -> Seat:
    return asked_seat(only_table(running_league(make_cast())))


@contextmanager
def a_worker() -> Iterator[None]:
    """Tasks run where they are asked for, as if a worker took each hint at once; before and after nobody takes any."""
    current_app.conf.task_always_eager = current_app.conf.task_eager_propagates = True
    try:
        yield
    finally:
        current_app.conf.task_always_eager = current_app.conf.task_eager_propagates = False


def arrived(seat: Seat) -> InboundLetter:
    letter = newest(seat, "turn")
    return ingest.ingest(reply(letter, "12"), address_of(letter), letter.to)


@pytest.mark.django_db(transaction=True)
def test_a_letter_whose_hint_was_lost_is_found(seat: Seat, clock: time_machine.Traveller) -> None:
    row = arrived(seat)
    assert sweeps.sweep()["letters"] == 0
    clock.shift(timedelta(seconds=6))
    with a_worker():
        assert sweeps.sweep()["letters"] == 1
    row.refresh_from_db()
    assert row.state == State.DONE
    assert sweeps.sweep()["letters"] == 0


@pytest.mark.django_db(transaction=True)
def test_a_letter_whose_worker_died_is_tried_again(seat: Seat, clock: time_machine.Traveller) -> None:
    row = arrived(seat)
    InboundLetter.objects.filter(pk=row.pk).update(state=State.READING, attempts=1, read_at=timezone.now())
    clock.shift(timedelta(seconds=10))
    assert sweeps.sweep()["letters"] == 0
    clock.shift(timedelta(seconds=10))
    with a_worker():
        assert sweeps.sweep()["letters"] == 1
    row.refresh_from_db()
    assert (row.state, row.attempts) == (State.DONE, 2)


@pytest.mark.django_db(transaction=True)
def test_the_tasks_are_shells_around_the_same_steps(seat: Seat, clock: time_machine.Traveller) -> None:
    row = arrived(seat)
    tasks.read_letter(row.pk)
    tasks.read_letter(row.pk)
    answer = OutboundLetter.objects.get(answers=row)
    tasks.post_letter(answer.pk)
    answer.refresh_from_db()
    assert answer.state == OutboundLetter.State.SENT
    clock.shift(timedelta(minutes=1))
    with a_worker():
        tasks.sweep()
    assert not OutboundLetter.objects.filter(state=OutboundLetter.State.QUEUED).exists()
    tasks.purge()


def test_raw_letters_are_forgotten_after_their_time_and_their_account_stays(
    seat: Seat, clock: time_machine.Traveller
) -> None:
    row = deliver(newest(seat, "turn"), "12")
    clock.shift(settings.RAW_LETTERS_KEPT - timedelta(seconds=1))
    assert sweeps.purge() == 0
    clock.shift(timedelta(seconds=2))
    assert [sweeps.purge(), sweeps.purge()] == [1, 0]
    row.refresh_from_db()
    assert (bytes(row.raw), row.recipient) == (b"", "")
    assert row.account["lines"][0]["state"] == "played"


def traces(row: InboundLetter) -> list[object]:
    row.refresh_from_db()
    return [bytes(row.raw), row.sender, row.mail_from, row.recipient, row.message_id, row.auth_results]


def from_a_stranger(to: str = "play@mail.example.org", sender: str = "spam@evil.example") -> InboundLetter:
    raw = f"From: {sender}\r\nMessage-ID: <{sender}>\r\nAuthentication-Results: x; dmarc=pass\r\n\r\n12\r\n"
    row = ingest.ingest(raw.encode(), to, sender)
    ingest.read(row.pk)
    return row


def test_letters_of_strangers_and_who_wrote_them_are_forgotten_after_a_week(
    seat: Seat, clock: time_machine.Traveller
) -> None:
    row, players = from_a_stranger(), deliver(newest(seat, "turn"), "status")
    assert traces(row)[1] == "spam@evil.example"
    clock.shift(timedelta(days=7) - timedelta(seconds=1))
    assert sweeps.purge() == 0
    clock.shift(timedelta(seconds=2))
    assert [sweeps.purge(), sweeps.purge()] == [1, 0]
    assert traces(row) == [b"", "", "", "", "", ""]
    assert traces(players)[0] != b""


def test_of_letters_of_strangers_not_even_rows_are_kept_for_ever(seat: Seat, clock: time_machine.Traveller) -> None:
    row, players = from_a_stranger(), deliver(newest(seat, "turn"), "status")
    clock.shift(settings.RAW_LETTERS_KEPT - timedelta(seconds=1))
    sweeps.purge()
    assert InboundLetter.objects.filter(pk=row.pk).exists()
    clock.shift(timedelta(seconds=2))
    sweeps.purge()
    assert list(InboundLetter.objects.all()) == [players]


def test_a_strangers_letter_that_waits_for_a_yes_is_kept_like_a_players_and_then_names_nobody(
    seat: Seat, clock: time_machine.Traveller
) -> None:
    row = from_a_stranger(to=address_of(newest(seat, "turn")))
    row.refresh_from_db()
    assert row.state == State.HELD
    clock.shift(settings.STRANGERS_LETTERS_KEPT + timedelta(days=1))
    assert sweeps.purge() == 0
    clock.shift(settings.RAW_LETTERS_KEPT)
    assert [sweeps.purge(), sweeps.purge()] == [1, 0]
    assert traces(row) == [b"", "", "", "", "", ""]
    assert (row.state, row.verdict) == (State.DONE, "waited too long")
    InboundLetter.objects.filter(pk=row.pk).update(player=seat.player)
    assert row not in written(seat.player), "nobody has said that they wrote it"
    with pytest.raises(NotHeld):  # and makes no address theirs of which nobody knows any more whose it is
        held_letters.release(row, seat.player)


def test_what_a_player_has_said_yes_to_is_kept_as_long_as_theirs(seat: Seat, clock: time_machine.Traveller) -> None:
    row = from_a_stranger(to=address_of(newest(seat, "turn")))
    held_letters.release(row, seat.player)
    assert ingest.read(row.pk) == "letter"
    clock.shift(settings.RAW_LETTERS_KEPT - timedelta(seconds=1))
    assert sweeps.purge() == 0
    clock.shift(timedelta(seconds=2))
    assert sweeps.purge() == 1


def test_a_letter_that_nobody_has_read_is_not_forgotten(seat: Seat, clock: time_machine.Traveller) -> None:
    row = arrived(seat)
    clock.shift(settings.RAW_LETTERS_KEPT + timedelta(days=1))
    assert sweeps.purge() == 0
    ingest.read(row.pk)
    assert sweeps.purge() == 1


def test_who_can_be_reached_again_gets_the_open_question(seat: Seat) -> None:
    assert seat.player is not None
    letter = newest(seat, "turn")
    OutboundLetter.objects.filter(pk=letter.pk).update(state=OutboundLetter.State.FAILED, failure=outbox.UNREACHABLE)
    bounces.address_is_dead(seat.player.email, "a test")
    seat.player.refresh_from_db()
    bounces.hear_from(seat.player)
    letter.refresh_from_db()
    assert letter.state == OutboundLetter.State.QUEUED
    assert not bounces.hear_from(seat.player)
