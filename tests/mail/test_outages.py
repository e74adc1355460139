"""A mail host that is away for an hour delays letters and loses none; each arrives once, under one Message-ID."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone
from pytest_django import Settings

from tests.cast import Cast, asked_seat, only_table, running_league
from tests.mail.hosts import TAKEN, Host
from tests.post import deliver, newest
from tournaments.installation import free_port
from tournaments.mail import claims, outbox, posting
from tournaments.models import OutboundLetter, Player

pytestmark = pytest.mark.django_db
State = OutboundLetter.State
START = datetime(2025, 11, 14, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
OUTAGE = timedelta(hours=1)
WORST = timedelta(hours=1)  # that a letter may come after the host is back


def workers() -> None:
    """What they do at this moment: whatever is due, each letter asked for twice."""
    due = OutboundLetter.objects.filter(state__in=outbox.WAITING, due_at__lte=timezone.now())
    for pk in list(due.order_by("pk").values_list("pk", flat=True)):
        posting.post(pk)
        posting.post(pk)


def live_through(clock: time_machine.Traveller, until: datetime) -> None:
    while timezone.now() < until:
        workers()
        clock.shift(MINUTE)


def ids(mails: list) -> Counter[str]:
    return Counter(mail["Message-ID"].strip() for mail in mails)


@pytest.mark.parametrize(
    "outage", ["451 4.3.0 try again later", "421 4.3.2 shutting down", "closed port", "after data"]
)
def test_an_outage_of_an_hour_delays_letters_and_loses_none(
    cast: Cast, host: Host, settings: Settings, outage: str
) -> None:
    with time_machine.travel(START, tick=False) as clock:
        table = only_table(running_league(cast))
        living = settings.EMAIL_PORT
        if outage == "closed port":
            settings.EMAIL_PORT = free_port()
        elif outage == "after data":
            host.to_mail = "451 4.3.0 try again later"
        else:
            host.to_recipient = outage
        live_through(clock, START + OUTAGE / 2)
        deliver(newest(asked_seat(table), "turn"), "12")  # the game goes on while nothing leaves
        live_through(clock, START + OUTAGE)
        assert host.taken == []
        assert not OutboundLetter.objects.filter(state__in=(State.SENT, State.FAILED)).exists()
        settings.EMAIL_PORT, host.to_mail, host.to_recipient = living, TAKEN, TAKEN
        live_through(clock, START + OUTAGE + WORST)
    letters = OutboundLetter.objects.all()
    assert set(letters.values_list("state", flat=True)) == {State.SENT}
    assert ids(host.taken) == Counter(letters.values_list("message_id", flat=True))
    assert set(ids(host.seen)) == set(ids(host.taken))
    assert not Player.objects.filter(dead_at__isnull=False).exists()


def test_a_letter_that_was_taken_before_its_worker_died_comes_again_under_the_same_name(cast: Cast, host: Host) -> None:
    with time_machine.travel(START, tick=False) as clock:
        letter = newest(asked_seat(only_table(running_league(cast))), "turn")
        posting.post(letter.pk)
        died = {"state": State.IN_FLIGHT, "due_at": timezone.now() + claims.LEASE, "sent_at": None}
        OutboundLetter.objects.filter(pk=letter.pk).update(**died)  # as it is if nobody was left to note it
        workers()
        assert ids(host.taken)[letter.message_id] == 1
        clock.shift(claims.LEASE)
        assert posting.post(letter.pk)
    assert ids(host.taken)[letter.message_id] == 2
    assert len({mail["Date"] for mail in host.taken}) == 1


def test_hints_that_pile_up_while_a_host_does_not_answer_use_up_no_tries(cast: Cast, host: Host) -> None:
    letter = newest(asked_seat(only_table(running_league(cast))), "turn")
    host.to_recipient = "451 4.3.0 try again later"
    assert not any(posting.post(letter.pk) for _ in range(3 * len(posting.PAUSES)))
    letter.refresh_from_db()
    assert (letter.state, letter.attempts) == (State.RETRY, 1)
