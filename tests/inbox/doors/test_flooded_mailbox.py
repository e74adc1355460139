"""A mailbox into which strangers pour letters: no outage of ours, and letters in time are still waited for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from pytest_django import Settings

from tournaments.inbox.doors import mailbox
from tournaments.models import Heartbeat, Outage
from tournaments.runtime import heartbeats

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def fetches(settings: Settings) -> None:
    settings.IMAP = {"host": "imap.example.org"}


@pytest.mark.django_db
@pytest.mark.usefixtures("fetches")
def test_a_door_at_work_is_there_but_has_taken_no_more_than_it_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mailbox, "WORKING", 0.0)
    with time_machine.travel(START, tick=False) as clock:
        heartbeats.beat(heartbeats.MAILBOX, MINUTE, taken_until=START)
        works = mailbox._at_work(MINUTE.total_seconds())
        for _ in range(60):
            clock.shift(MINUTE)
            works()
        now = datetime.now(UTC)
        assert not Outage.objects.exists()
        assert not heartbeats.at_rest(now)
        assert [heartbeats.at_rest(now, since) for since in (START, START + MINUTE)] == [False, True]
        heartbeats.beat(heartbeats.MAILBOX, MINUTE, taken_until=now - MINUTE)
        assert [heartbeats.at_rest(now, since) for since in (START + MINUTE, now)] == [False, True]
        heartbeats.beat(heartbeats.MAILBOX, MINUTE)
        assert not heartbeats.at_rest(now, now)


@pytest.mark.django_db
@pytest.mark.usefixtures("fetches")
def test_a_door_that_has_never_come_to_the_end_says_nothing() -> None:
    heartbeats.beat_at_work(heartbeats.MAILBOX)
    assert not Heartbeat.objects.exists()
