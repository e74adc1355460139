"""Mail that nobody wrote: automatic replies and bounces are never played and never answered."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.cast import asked_seat
from tests.post import answers_to, deliver, newest
from tournaments.mail import ingest
from tournaments.models import InboundLetter, OutboundLetter, Seat

pytestmark = pytest.mark.django_db
State = InboundLetter.State


@pytest.mark.parametrize(
    "header",
    [
        "Auto-Submitted: auto-replied",
        "Precedence: bulk",
        "X-Autoreply: yes",
        "List-Id: <club.example.net>",
        "X-Auto-Response-Suppress: All",
    ],
)
def test_automatic_replies_are_neither_executed_nor_answered(seat: Seat, header: str) -> None:
    row = deliver(newest(seat, "turn"), "12", headers=[header])
    assert (row.state, row.verdict, answers_to(row)) == (State.DONE, "auto-reply", [])
    assert asked_seat(seat.table).pk == seat.pk


def test_a_null_sender_is_never_answered(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "12", mail_from="<>")
    assert answers_to(row) == []
    assert asked_seat(seat.table).pk == seat.pk


BOUNCE = """From: MAILER-DAEMON@mx.example.net\r
To: {to}\r
Subject: Undelivered Mail Returned to Sender\r
Auto-Submitted: auto-replied\r
Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r
\r
--b\r
Content-Type: text/plain\r
\r
I am sorry.\r
--b\r
Content-Type: message/delivery-status\r
\r
Reporting-MTA: dns; mx.example.net\r
\r
Final-Recipient: rfc822; {rcpt}\r
Action: {action}\r
Status: {status}\r
\r
--b--\r
"""


@pytest.mark.parametrize(("action", "status", "dead"), [("failed", "5.1.1", True), ("delayed", "4.4.1", False)])
def test_a_bounce_for_good_marks_the_mailbox_as_dead(seat: Seat, action: str, status: str, dead: bool) -> None:
    letter = newest(seat, "turn")
    raw = BOUNCE.format(to=letter.envelope_sender, rcpt=letter.to, action=action, status=status).encode()
    row = ingest.ingest(raw, letter.envelope_sender, "<>")
    assert ingest.read(row.pk) == "bounce"
    assert seat.player is not None
    seat.player.refresh_from_db()
    assert bool(seat.player.dead_at) == dead
    assert answers_to(row) == []


def test_a_letter_from_a_player_whose_mail_was_dead_revives_it(seat: Seat) -> None:
    assert seat.player is not None
    seat.player.dead_at = timezone.now()
    seat.player.save()
    row = deliver(newest(seat, "turn"), "12")
    seat.player.refresh_from_db()
    assert seat.player.dead_at is None
    assert answers_to(row) == ["orders_account"]
    assert newest(seat, "orders_account").state == OutboundLetter.State.QUEUED
