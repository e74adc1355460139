"""From when a question's time counts, where the player's mailbox takes nothing, and who is told after an outage."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tests.actions.asked import HOUR, begin
from tests.shared.cast import Cast, only_table, running_league
from tests.shared.post import deliver, newest
from tournaments.actions.clock import handing, outage_time
from tournaments.models import Heartbeat, Outage, OutboundLetter, Table, Trial, Turn
from tournaments.runtime import heartbeats, outages

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock"), pytest.mark.posted_by_hand]
State = OutboundLetter.State


@pytest.fixture
def turn(cast: Cast) -> Turn:
    """A question whose letter the player's mailbox does not take."""
    seat, turn = begin(cast)
    OutboundLetter.objects.filter(seat=seat, kind="turn").update(state=State.RETRY)
    return turn


def counted(turn: Turn) -> bool:
    """Whether a sweep begins to count the time of the question now."""
    found = handing.waiting()
    assert found in ([], [turn.pk])
    return any(handing.begin(pk) for pk in found)


def test_a_question_waits_two_days_for_a_mailbox_whatever_its_player_has_sent_there(
    turn: Turn, clock: time_machine.Traveller
) -> None:
    clock.shift(44 * HOUR)
    deliver(newest(turn.seat, "turn"), "build nothing")
    refused = OutboundLetter.objects.filter(seat=turn.seat, serial=turn.serial).exclude(kind="turn")
    assert refused.update(state=State.RETRY) == 1
    Heartbeat.objects.all().delete()  # what is tried here has no parts that could be away
    assert not counted(turn)
    clock.shift(4 * HOUR + timedelta(minutes=1))
    assert counted(turn)
    turn.refresh_from_db()
    assert turn.handed_at == timezone.now()
    assert turn.due_by - turn.handed_at == 48 * HOUR


def test_while_the_mail_host_is_away_these_two_days_do_not_end(turn: Turn, clock: time_machine.Traveller) -> None:
    heartbeats.fails(heartbeats.POST)
    clock.shift(100 * HOUR)
    assert not counted(turn)
    assert not handing.begin(turn.pk)
    heartbeats.beat(heartbeats.POST)
    Outage.objects.update(credited_until=timezone.now(), told_at=timezone.now())
    assert counted(turn)


def test_a_table_that_cannot_be_told_of_an_outage_keeps_no_other_from_being_told(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    broken, whole = (only_table(running_league(cast, turn_time=50 * HOUR)) for _ in range(2))
    Table.objects.filter(pk=broken.pk).update(position={"x": 1}, header={})
    begins = timezone.now() + HOUR
    clock.shift(3 * HOUR)
    Outage.objects.create(source=heartbeats.WORKER, begins_at=begins, ends_at=begins + HOUR)
    outage_time.settle()
    assert outage_time.tell() == 2
    told = OutboundLetter.objects.filter(kind="time_back")
    assert set(told.values_list("seat__table", flat=True)) == {whole.pk}
    assert Trial.objects.get().what == outages.TELL_OF
    assert outage_time.tell() == 0
