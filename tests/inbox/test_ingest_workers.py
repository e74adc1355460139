"""At the door and in a worker: what is noted of a letter, and what becomes of one that ends workers."""

from __future__ import annotations

import re
import signal
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import Settings

from tests.shared.cast import Cast, running_league
from tests.shared.post import address_of, newest, reply
from tournaments.actions.commands import held_letters
from tournaments.inbox import ingest
from tournaments.language.refusals import NotYours
from tournaments.letters import headers
from tournaments.models import InboundLetter, JournalLine, OutboundLetter, Seat, Table
from tournaments.queries.letters import quoted
from tournaments.runtime import code_version, outages, processor_time
from tournaments.runtime.outages import KeysMissing

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
State = InboundLetter.State


@pytest.mark.parametrize("lost", ["the plus part in the envelope", "the references too"])
def test_a_letter_names_its_seat_at_the_door_by_what_its_headers_kept(seat: Seat, lost: str) -> None:
    letter = newest(seat, "turn")
    if lost == "the references too":
        raw = reply(letter, "12", references=False, headers=["Cc: A <a@b.example>"])
    else:
        raw = reply(letter, "12", to=f'"Bruges, by mail" <{headers.bare_address()}>')
    row = ingest.ingest(raw, headers.bare_address(), letter.to)
    assert (row.seat, row.serial) == (seat, letter.serial)


def test_a_letter_is_told_the_time_it_came_not_the_time_it_claims(seat: Seat) -> None:
    before = timezone.now()
    letter = newest(seat, "turn")
    raw = reply(letter, "12", headers=["Date: Mon, 01 Jan 2001 00:00:00 +0000"])
    row = ingest.ingest(raw, address_of(letter), letter.to)
    assert before <= row.received_at <= before + timedelta(minutes=1)


def died_thrice() -> dict[str, object]:
    """A letter whose last worker has not been heard of for a while."""
    read_at = timezone.now() - 2 * ingest.TRY_AGAIN_AFTER
    return {"state": State.READING, "attempts": ingest.ATTEMPTS, "read_at": read_at}


def test_a_letter_that_ends_three_workers_is_laid_aside_and_can_be_read_again(seat: Seat, cast: Cast) -> None:
    letter = newest(seat, "turn")
    row = ingest.ingest(reply(letter, "12"), address_of(letter), letter.to)
    InboundLetter.objects.filter(pk=row.pk).update(**died_thrice())
    assert ingest.read(row.pk) == ""
    row.refresh_from_db()
    assert row.state == State.LAID_ASIDE
    assert "3 workers" in row.trouble
    with pytest.raises(NotYours):
        held_letters.read_again(row, cast.outsider)
    held_letters.read_again(row, cast.organiser)
    assert ingest.read(row.pk) == "letter"


@pytest.mark.parametrize("seconds", [0.002, 0.00001], ids=["to read it", "to find out whose it is"])
def test_a_letter_that_takes_too_long_is_laid_aside_at_the_first_attempt(
    seat: Seat, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    letter, before = newest(seat, "turn"), seat.table.entries.count()
    row = ingest.ingest(reply(letter, "12"), address_of(letter), letter.to)
    monkeypatch.setattr(ingest, "MOST_SECONDS", seconds)
    assert ingest.read(row.pk) == ""
    row.refresh_from_db()
    assert (row.state, row.attempts, row.seat) == (State.LAID_ASIDE, 1, seat)
    assert f"more than {seconds:g} seconds" in row.trouble
    assert row.failed_under == code_version.fingerprint()
    assert quoted.of(row).note, "what may stand in it is not known, and it is not looked through again"
    assert seat.table.entries.count() == before


def test_of_a_letter_that_cannot_be_looked_through_in_time_its_writer_and_its_organiser_hear(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_end(letter: InboundLetter) -> None:
        looked.append(letter.pk)
        raise processor_time.TookTooLong

    looked: list[int] = []
    monkeypatch.setattr(quoted, "find", without_end)
    letter = newest(seat, "turn")
    row = ingest.ingest(reply(letter, "12"), address_of(letter), letter.to)
    assert ingest.read(row.pk) == ""
    row.refresh_from_db()
    assert (row.state, looked) == (State.LAID_ASIDE, [row.pk])
    assert JournalLine.objects.get(verb="laid aside").league == seat.table.league
    assert OutboundLetter.objects.get(answers=row).player == seat.player


@pytest.mark.parametrize("seconds", [20, 0.00001], ids=["looked at", "not looked at"])
def test_a_letter_whose_time_is_over_when_it_has_been_read_is_not_laid_aside(
    seat: Seat, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    letter = newest(seat, "turn")
    row = ingest.ingest(reply(letter, "12"), address_of(letter), letter.to)
    assert ingest.read(row.pk) == "letter"
    monkeypatch.setattr(ingest, "MOST_SECONDS", seconds)
    ingest._too_dear(row.pk)
    row.refresh_from_db()
    assert (row.state, row.trouble) == (State.DONE, "")


def test_work_is_ended_by_the_time_of_the_processor_and_not_by_that_of_the_clock() -> None:
    with processor_time.at_most(0.05):
        threading.Event().wait(0.2)
    with pytest.raises(processor_time.TookTooLong), processor_time.at_most(0.05):
        re.match("(a|b|ab)*c", "ab" * 40)  # would take years
    assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)


def test_work_is_not_ended_in_the_middle_of_a_statement_or_at_the_edge_of_a_transaction() -> None:
    def busy(seconds: float = 0.05) -> None:
        until = time.process_time() + seconds
        while time.process_time() < until:
            pass

    def busy_at_a_statement(execute: Callable[..., Any], *arguments: Any) -> Any:
        busy()
        found = execute(*arguments)
        busy()
        done.append(arguments[0].split()[0])
        return found

    done: list[str] = []
    with (
        connection.execute_wrapper(busy_at_a_statement),
        pytest.raises(processor_time.TookTooLong),
        processor_time.at_most(0.01),
        transaction.atomic(),
    ):
        busy(60)
    assert done == ["SAVEPOINT", "ROLLBACK", "RELEASE"]
    assert not connection.needs_rollback
    assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)


def test_a_letter_that_three_workers_have_just_begun_to_read_is_not_laid_aside(seat: Seat) -> None:
    letter = newest(seat, "turn")
    row = ingest.ingest(reply(letter, "12"), address_of(letter), letter.to)
    InboundLetter.objects.filter(pk=row.pk).update(**{**died_thrice(), "read_at": timezone.now()})
    assert ingest.read(row.pk) == ""  # a fourth hint: one of the three is at it
    row.refresh_from_db()
    assert row.state == State.READING


def test_a_letter_without_a_token_that_is_laid_aside_is_shown_to_the_organiser(seat: Seat, cast: Cast) -> None:
    letter = newest(seat, "turn")
    raw = reply(letter, "12", to=headers.bare_address(), references=False)
    row = ingest.ingest(raw, headers.bare_address(), letter.to)
    assert row.seat is None
    InboundLetter.objects.filter(pk=row.pk).update(**died_thrice())
    ingest.read(row.pk)
    row.refresh_from_db()
    assert (row.state, row.seat, row.player) == (State.LAID_ASIDE, seat, seat.player)
    assert JournalLine.objects.get(verb="laid aside").league == seat.table.league
    held_letters.read_again(row, cast.organiser)
    assert ingest.read(row.pk) == "no token"


def test_every_league_is_told_of_a_letter_that_could_mean_several_tables(seat: Seat, cast: Cast) -> None:
    running_league(cast, name="Winter League", tag="Winter")
    letter = newest(seat, "turn")
    raw = reply(letter, "12", to=headers.bare_address(), references=False)
    row = ingest.ingest(raw, headers.bare_address(), letter.to)
    InboundLetter.objects.filter(pk=row.pk).update(**died_thrice())
    ingest.read(row.pk)
    told = JournalLine.objects.filter(verb="laid aside").values_list("league__name", flat=True)
    assert sorted(told) == ["Autumn League", "Winter League"]


def test_an_attempt_is_counted_before_the_letter_is_touched(seat: Seat) -> None:
    letter = newest(seat, "turn")
    row = ingest.ingest(reply(letter, "12"), address_of(letter), letter.to)
    Table.objects.filter(pk=seat.table_id).update(position={})
    with pytest.raises(KeyError):
        ingest.read(row.pk)
    row.refresh_from_db()
    assert (row.state, row.attempts) == (State.READING, 1)


def test_an_answer_to_an_address_whose_key_is_missing_waits_for_the_key(seat: Seat, settings: Settings) -> None:
    """A mailbox and a provider bring letters that no door of ours can refuse."""
    letter, keys = newest(seat, "turn"), settings.MAIL_KEYS
    raw = reply(letter, "12", sender="phone@elsewhere.example")
    row = ingest.ingest(raw, address_of(letter), "a@elsewhere.example")
    settings.MAIL_KEYS = {"k9": b"9" * 32}
    for _ in range(ingest.ATTEMPTS + 1):
        with pytest.raises(KeysMissing) as missing:
            ingest.read(row.pk)
    assert outages.is_ours(missing.value)
    settings.MAIL_KEYS = {"k9": b"9" * 32, **keys}
    assert ingest.read(row.pk) == "other address"
