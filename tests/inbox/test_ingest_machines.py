"""Mail that nobody wrote: automatic replies and bounces are never played and never answered."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.shared.cast import asked_seat
from tests.shared.post import answers_to, deliver, newest
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


def test_a_letter_from_a_player_whose_mail_was_dead_revives_it(seat: Seat) -> None:
    assert seat.player is not None
    seat.player.dead_at = timezone.now()
    seat.player.save()
    row = deliver(newest(seat, "turn"), "12")
    seat.player.refresh_from_db()
    assert seat.player.dead_at is None
    assert answers_to(row) == ["orders_account"]
    assert newest(seat, "orders_account").state == OutboundLetter.State.QUEUED
