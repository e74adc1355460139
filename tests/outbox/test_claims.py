"""A letter that is being sent is nobody else's while its worker lives, and is sent again soon after it has died."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from time import monotonic

import pytest
import time_machine
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings as service
from django.db import connection, connections
from django.utils import timezone
from pytest_django import Settings

from tests.outbox.hosts import Host, running
from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.post import newest
from tournaments.models import OutboundLetter
from tournaments.outbox import claims, outbox
from tournaments.outbox.claims import Claim, ClaimLost
from tournaments.running import posting
from tournaments.runtime import afterwards

State = OutboundLetter.State
START = datetime(2026, 3, 2, 9, tzinfo=UTC)


class Slow(Host):
    """Does something else, as long as it takes, before it takes a letter."""

    def __init__(self, meanwhile: Callable[[], object]) -> None:
        super().__init__()
        self.meanwhile = meanwhile

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if not self.taken:
            await asyncio.to_thread(self._do)
        return await super().handle_DATA(server, session, envelope)

    def _do(self) -> None:
        try:
            self.meanwhile()
        finally:
            connections.close_all()


def a_letter() -> OutboundLetter:
    letter = newest(asked_seat(only_table(running_league(make_cast()))), "turn")
    OutboundLetter.objects.exclude(pk=letter.pk).delete()
    OutboundLetter.objects.update(picture=None)
    return letter


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("lives", [True, False])
def test_a_letter_that_a_host_takes_minutes_for_is_sent_by_one_worker_as_long_as_that_lives(
    lives: bool, settings: Settings
) -> None:
    others: list[bool] = []
    with time_machine.travel(START, tick=False) as clock:
        letter = a_letter()

        def meanwhile() -> None:
            for _ in range(5):
                clock.shift(claims.LEASE * 0.9)
                if lives:
                    claims.renew(older=0.0)
                    others.append(posting.post(letter.pk))
                others.append(bool(outbox.sweep()))

        with running(settings, Slow(meanwhile)) as host:
            assert posting.post(letter.pk)
    assert any(others) is not lives
    assert len(host.taken) == 1
    letter.refresh_from_db()
    assert (letter.state, letter.attempts) == (State.SENT, 1)


def test_what_a_dead_worker_had_in_hand_goes_on_within_a_minute() -> None:
    assert timedelta(minutes=1) > claims.LEASE + service.SWEEP_EVERY
    assert claims.LEASE.total_seconds() > claims.RENEW_EVERY * 3, "a renewal may fail, and the next one too"


@pytest.mark.django_db
def test_a_letter_that_ends_its_workers_is_taken_again_at_once_and_then_more_and_more_rarely() -> None:
    with time_machine.travel(START, tick=False) as clock:
        letter, waits = a_letter(), []
        for _ in range(4):
            begun = timezone.now()
            while posting._take(letter.pk) is None:
                letter.refresh_from_db()
                clock.move_to(letter.due_at)
            waits.append(timezone.now() - begun)
            clock.shift(claims.LEASE)  # and nobody hears of that worker any more
    assert waits == [timedelta(0), timedelta(0), *posting.PAUSES[1:3]]


@pytest.mark.django_db
def test_a_worker_that_stood_still_for_too_long_hands_nothing_over(host: Host) -> None:
    letter = a_letter()
    OutboundLetter.objects.update(state=State.IN_FLIGHT, attempts=1, taken_at=timezone.now())
    letter.refresh_from_db()
    stood_still = Claim(letter.pk, 1, letter.taken_at, monotonic() - claims.LEASE.total_seconds())
    with pytest.raises(ClaimLost):
        posting._send(letter, stood_still)
    assert host.taken == []
    stood_still.renew()
    posting._send(letter, stood_still)
    assert len(host.taken) == 1


@pytest.mark.django_db
def test_a_claim_that_another_worker_has_taken_is_not_renewed() -> None:
    letter = a_letter()
    mine = Claim(letter.pk, 1, timezone.now())
    OutboundLetter.objects.update(state=State.IN_FLIGHT, attempts=2, taken_at=mine.taken_at, due_at=START)
    mine.renew()
    letter.refresh_from_db()
    assert letter.due_at == START


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="the database is locked by its file")
def test_a_letter_that_was_taken_while_the_database_could_not_be_written_is_not_sent_again(settings: Settings) -> None:
    letter = a_letter()
    name = connection.settings_dict["NAME"]
    with closing(sqlite3.connect(name, check_same_thread=False, isolation_level=None)) as other:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout = 0")
        with running(settings, Slow(lambda: other.execute("BEGIN IMMEDIATE"))) as host:
            assert posting.post(letter.pk)
            letter.refresh_from_db()
            assert letter.state == State.IN_FLIGHT
            other.execute("ROLLBACK")
            assert afterwards.catch_up() == 0
            assert not posting.post(letter.pk)
    connection.close()  # with its impatience
    letter.refresh_from_db()
    assert (letter.state, letter.attempts, len(host.taken)) == (State.SENT, 1, 1)
