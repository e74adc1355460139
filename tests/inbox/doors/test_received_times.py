"""Letters that a host has kept while we were away: they count from when a host that we trust received them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from smtplib import SMTP
from threading import Event
from typing import Any

import pytest

from tests.inbox.doors.listening import listening
from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.post import address_of, newest, reply
from tournaments.inbox.doors import envelope, listener
from tournaments.inbox.doors.crowd import Crowd
from tournaments.inbox.doors.mailbox import received
from tournaments.models import Heartbeat, InboundLetter, OutboundLetter
from tournaments.runtime import heartbeats

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
KEPT = "Mon, 2 Mar 2026 08:00:00 +0100 (CET)"
HOST = f"Received: from mx.example.net by mail.example.org\r\n\t(Postfix) with ESMTPS id 1; {KEPT}\r\n"
BEFORE = "Received: from a by b; Sun, 1 Mar 2026 08:00:00 +0000\r\n"


@pytest.fixture
def letter(transactional_db: None) -> OutboundLetter:
    """A turn letter that waits for its reply."""
    return newest(asked_seat(only_table(running_league(make_cast()))), "turn")


@pytest.mark.parametrize(
    ("head", "moment"),
    [
        (HOST + BEFORE, datetime(2026, 3, 2, 7, tzinfo=UTC)),
        (BEFORE + HOST, NOW - timedelta(hours=25)),
        ("Return-Path: <a@b.example>\r\n" + HOST, datetime(2026, 3, 2, 7, tzinfo=UTC)),
        ("Subject: none\r\n", NOW),
        ("Received: by a host without a clock\r\n", NOW),
        ("Received: from a by b; Mon, 99 Mar 2026 08:00:00 +0000\r\n", NOW),
        ("Received: from a by b; Tue, 3 Mar 2026 08:00:00 +0000\r\n", NOW),
        ("Received: from a by b; Mon, 2 Feb 2026 08:00:00 +0000\r\n", NOW),
        ("Received: from a by b; Mon, 2 Mar 2026 08:00:00 -0000\r\n", NOW - timedelta(hours=1)),
    ],
    ids=["ours", "the uppermost", "below the envelope", "none", "no date", "no day", "to come", "too old", "no zone"],
)
def test_the_uppermost_line_of_the_host_says_when(head: str, moment: datetime) -> None:
    assert envelope.received_at(f"{head}From: a@b.example\r\n".encode(), NOW) == moment


@pytest.mark.parametrize("trusted", [(ip_network("127.0.0.0/8"),), ()], ids=["trusted", "anybody"])
def test_only_a_host_that_is_trusted_says_it(letter: OutboundLetter, trusted: tuple[Any, ...]) -> None:
    then = datetime.now(UTC).replace(microsecond=0) - timedelta(hours=2)
    head = f"Received: from a by b; {then:%a, %d %b %Y %H:%M:%S +0000}\r\n"
    with listening(crowd=Crowd(trusted=trusted)) as port, SMTP("127.0.0.1", port, timeout=10) as client:
        client.sendmail(letter.to, address_of(letter), head.encode() + reply(letter, "12"))
    assert (InboundLetter.objects.get().received_at == then) == bool(trusted)


def test_a_mailbox_tells_it_of_each_letter() -> None:
    assert received(b'1 (UID 7 INTERNALDATE " 2-Mar-2026 08:00:00 +0100"') == NOW - timedelta(hours=2)


@pytest.mark.parametrize("door", [heartbeats.LISTENER, heartbeats.WEB])
def test_doors_to_which_mail_is_brought_say_that_they_are_open(transactional_db: None, door: str) -> None:
    stop = Event()
    stop.set()
    if door == heartbeats.LISTENER:
        listener._say_alive(heartbeats.EVERY)
    else:
        heartbeats.keep_beating(door, stop)
    assert Heartbeat.objects.get().name == door
