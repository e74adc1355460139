"""Mails without Message-ID and date: copies come together, and the same words later are meant again."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tests.inbox.test_ingest_repeats import came
from tests.shared.post import address_of, newest
from tournaments.inbox import ingest, same
from tournaments.models import Seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]


def test_words_without_a_message_id_and_a_date_count_again_once_the_former_are_read(seat: Seat) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        told, plans = [], []
        for line in ("always draw red > blue", "forget all", "always draw red > blue"):
            told += [came(seat, line), came(seat, line, host="b")]
            plans.append(Seat.objects.get(pk=seat.pk).plan)
            clock.shift(timedelta(minutes=1))
        assert told == ["letter", ""] * 3
    assert [bool(plan["rules"]) for plan in plans] == [True, False, True]


def test_until_the_former_are_read_such_words_are_a_copy(seat: Seat) -> None:
    letter = newest(seat, "turn")
    raw = b"From: %s\r\nSubject: x\r\n\r\nstatus\r\n" % letter.to.encode()
    at = timezone.now()
    moments = [at, at + timedelta(hours=1)]
    rows = [ingest.ingest(raw, address_of(letter), letter.to, received_at=moment) for moment in moments]
    assert rows[0] == rows[1]
    ingest.read(rows[0].pk)
    assert ingest.ingest(raw, address_of(letter), letter.to, received_at=at + timedelta(hours=1)) != rows[0]


def test_a_machine_that_says_the_same_all_day_is_read_only_so_often(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(same, "MOST_A_DAY", 3)
    with time_machine.travel(timezone.now().replace(hour=1), tick=False) as clock:
        told = []
        for _ in range(5):
            told.append(came(seat, "status"))
            clock.shift(timedelta(minutes=1))
    assert told == ["letter"] * 3 + [""] * 2


def test_what_a_mailbox_keeps_and_brings_again_is_done_once_whatever_came_between(seat: Seat) -> None:
    letter = newest(seat, "turn")
    raw = b"From: %s\r\nSubject: x\r\n\r\nsay: hello all\r\n" % letter.to.encode()
    first = timezone.now().replace(hour=12) - timedelta(days=1)
    fetched = []
    for number in (0, 1, 2) * 3:
        moment = first + timedelta(minutes=number)
        row = ingest.ingest(raw, address_of(letter), letter.to, received_at=moment)
        ingest.read(row.pk)
        fetched.append(row.pk)
    assert fetched == fetched[:3] * 3
    assert len(set(fetched)) == 3
