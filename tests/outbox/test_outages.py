"""A mail host that is away for an hour delays letters and loses none; each arrives once, under one Message-ID."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.utils import timezone
from pytest_django import Settings

from tests.outbox.hosts import TAKEN, Host, running
from tests.shared.cast import Cast, asked_seat, only_table, running_league
from tests.shared.post import deliver, newest
from tournaments.models import OutboundLetter, Player
from tournaments.outbox import claims, mail_host_away, outbox
from tournaments.running import posting
from tournaments.running.installation import free_port
from tournaments.runtime import heartbeats

pytestmark = pytest.mark.django_db
State = OutboundLetter.State
START = datetime(2025, 11, 14, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
OUTAGE = timedelta(hours=1)
WORST = timedelta(hours=1)  # that a letter may come after the host is back


def workers() -> None:
    """Do the work of this moment: whatever is due, each letter asked for twice."""
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


# --- a host that comes back ----------------------------------------------------------------------


def some_letters(cast: Cast) -> list[int]:
    running_league(cast)
    OutboundLetter.objects.update(picture=None, papers=[])
    return list(OutboundLetter.objects.order_by("pk").values_list("pk", flat=True))


def due() -> list[int]:
    waiting = OutboundLetter.objects.filter(state__in=outbox.WAITING, due_at__lte=timezone.now())
    return list(waiting.order_by("pk").values_list("pk", flat=True))


def post_what_is_due() -> int:
    letters = due()
    for pk in letters:
        posting.post(pk)
    return len(letters)


def test_what_waited_for_a_host_goes_with_the_first_sweep_that_finds_it_there_and_one_letter_goes_first(
    cast: Cast, host: Host, settings: Settings
) -> None:
    with time_machine.travel(START, tick=False) as clock:
        letters = some_letters(cast)
        living, settings.EMAIL_PORT = settings.EMAIL_PORT, free_port()
        assert post_what_is_due() == len(letters) > 2
        for _ in range(3):
            clock.shift(settings.SWEEP_EVERY)
            assert not mail_host_away.look_after()
            assert due() == [], "nothing is tried while it does not even greet"
        settings.EMAIL_PORT = living
        clock.shift(settings.SWEEP_EVERY)
        mail_host_away.look_after()
        assert post_what_is_due() == 1
        assert post_what_is_due() == len(letters) - 1, "the others, at once, when it has taken the first"
        assert not heartbeats.failing_since(heartbeats.POST)
    assert len(host.taken) == len(letters)
    assert set(OutboundLetter.objects.values_list("state", "attempts")) == {(State.SENT, 1)}
    assert timedelta(seconds=30) > settings.SWEEP_EVERY + timedelta(seconds=mail_host_away.GREET_FOR) / 2


def test_a_host_that_greets_and_takes_nothing_is_tried_with_another_letter_each_sweep(cast: Cast, host: Host) -> None:
    with time_machine.travel(START, tick=False) as clock:
        letters = some_letters(cast)
        host.to_sender = "451 4.3.2 out of order"
        post_what_is_due()
        tried = []
        for _ in letters:
            clock.shift(timedelta(seconds=20))
            assert not mail_host_away.look_after()
            tried += due()
            post_what_is_due()
        assert sorted(tried) == letters
        assert heartbeats.failing_since(heartbeats.POST)
        assert not OutboundLetter.objects.exclude(attempts=0).exists(), "the host was away, and not a letter refused"
        host.to_sender = TAKEN
        clock.shift(timedelta(seconds=20))
        mail_host_away.look_after()
        post_what_is_due()
        post_what_is_due()
    assert len(host.taken) == len(letters)


class HangsUp(Host):
    """At one letter."""

    at = ""

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        if self.at.encode() in envelope.content:
            assert isinstance(server.transport, asyncio.Transport)
            server.transport.abort()
        return await super().handle_DATA(server, session, envelope)


def test_a_letter_at_which_the_host_hangs_up_keeps_no_other_back_and_is_given_up_in_the_end(
    cast: Cast, settings: Settings
) -> None:
    host = HangsUp()
    with running(settings, host), time_machine.travel(START, tick=False) as clock:
        letters = some_letters(cast)
        bad = OutboundLetter.objects.get(pk=letters[0])
        host.at = bad.message_id
        for _ in range(3 * len(posting.PAUSES)):
            post_what_is_due()
            clock.shift(timedelta(seconds=20))
            mail_host_away.look_after()
            OutboundLetter.objects.filter(pk=bad.pk).update(due_at=timezone.now())
            OutboundLetter.objects.filter(pk=letters[1]).update(state=State.QUEUED)
            posting.post(letters[1])  # there are always others
        bad.refresh_from_db()
        assert bad.state == State.FAILED
        assert not heartbeats.failing_since(heartbeats.POST)
    assert set(OutboundLetter.objects.exclude(pk=bad.pk).values_list("state", flat=True)) == {State.SENT}


def test_a_provider_that_is_back_is_found_by_one_letter_too(cast: Cast, host: Host, settings: Settings) -> None:
    """It greets nobody: it is known by its letters alone."""
    with time_machine.travel(START, tick=False) as clock:
        letters = some_letters(cast)
        living, settings.EMAIL_PORT = settings.EMAIL_PORT, free_port()
        post_what_is_due()
        settings.MAIL_PROVIDER = "postmark"
        clock.shift(settings.SWEEP_EVERY)
        mail_host_away.look_after()
        assert len(due()) == 1
        settings.EMAIL_PORT = living
        post_what_is_due()
        assert post_what_is_due() == len(letters) - 1


def test_a_provider_is_not_away_because_it_fails_at_addresses_that_strangers_have_typed(
    cast: Cast, host: Host, settings: Settings
) -> None:
    """Nobody's clock rests for that, and such a letter is given up in the end."""
    settings.MAIL_PROVIDER, settings.EMAIL_PORT = "postmark", free_port()
    with time_machine.travel(START, tick=False) as clock:
        letter, *others = some_letters(cast)
        OutboundLetter.objects.filter(pk__in=others).delete()
        OutboundLetter.objects.filter(pk=letter).update(player=None, seat=None, kind="verify_address")
        for _ in range(len(posting.PAUSES) + 1):
            clock.shift(timedelta(days=1))
            workers()
        assert heartbeats.failing_since(heartbeats.POST) is None
        assert OutboundLetter.objects.get().state == State.FAILED
