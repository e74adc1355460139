"""Letters handed to a real mail host, which takes them, puts them off or refuses them: what each answer means."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from django.core import mail
from django.utils import timezone
from pytest_django import Settings

from tests.outbox.hosts import TAKEN, Host
from tests.shared.post import deliver, newest
from tournaments.actions.clock import deadlines
from tournaments.models import JournalLine, OutboundLetter, Player, Seat
from tournaments.outbox import claims, mail_host_away, outbox
from tournaments.running import posting
from tournaments.running.installation import HOST, free_port

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
State = OutboundLetter.State
FULL = (
    "552 5.2.2 Mailbox full", "550 5.2.2 Over quota", "550 5.2.1 <{address}> is switched off", "552 with less",
    "550 the mailbox is full", "550 5.4.1 Recipient address rejected",
)  # fmt: skip
POLICY = (
    "554 Blocked by our list, see http://rbl.example", "554 transaction failed", "550 Rejected: too many recipients",
    "550 your address has a poor reputation", "553 5.1.8 sender refused",
)  # fmt: skip


@pytest.fixture
def letter(seat: Seat) -> OutboundLetter:
    return newest(seat, "turn")


def posted(letter: OutboundLetter) -> OutboundLetter:
    """The letter after the next try."""
    OutboundLetter.objects.filter(pk=letter.pk).update(due_at=timezone.now())
    posting.post(letter.pk)
    letter.refresh_from_db()
    return letter


def is_dead(seat: Seat) -> bool:
    return Player.objects.get(pk=seat.player_id).dead_at is not None


def test_a_letter_is_posted_once(seat: Seat) -> None:
    letter = newest(seat, "turn")
    assert [posting.post(letter.pk) for _ in range(3)] == [True, False, False]
    assert len(mail.outbox) == 1
    letter.refresh_from_db()
    assert (letter.state, letter.attempts) == (State.SENT, 1)


def test_what_a_mail_host_takes_is_sent(letter: OutboundLetter, host: Host) -> None:
    assert posted(letter).state == State.SENT
    assert len(host.taken) == 1


@pytest.mark.parametrize("answer", FULL)
def test_a_mailbox_that_stays_full_fails_the_letter_alone_and_a_probe_finds_out(
    seat: Seat, letter: OutboundLetter, host: Host, answer: str
) -> None:
    host.to_recipient = answer
    assert tried_to_the_end(letter).state == State.FAILED
    assert not is_dead(seat)
    probe = OutboundLetter.objects.get(kind="probe", player=seat.player)
    host.to_recipient = TAKEN
    assert posting.post(probe.pk)
    assert not is_dead(seat), "there is room again"


def test_a_letter_that_is_not_taken_is_tried_for_nearly_two_days_more_and_more_rarely(
    letter: OutboundLetter, host: Host
) -> None:
    host.to_recipient = FULL[0]
    minutes = []
    with time_machine.travel(timezone.now(), tick=False) as clock:
        while posted(letter).state == State.RETRY:
            minutes.append((letter.due_at - timezone.now()) // timedelta(minutes=1))
            clock.move_to(letter.due_at)
    assert minutes == [1, 5, 15, 60, 180, 360, 720, 1440]
    assert letter.state == State.FAILED


def test_a_mailbox_that_refuses_the_probe_as_long_is_dead(seat: Seat, letter: OutboundLetter, host: Host) -> None:
    host.to_recipient = FULL[0]
    tried_to_the_end(letter)
    assert tried_to_the_end(OutboundLetter.objects.get(kind="probe")).state == State.FAILED
    assert is_dead(seat)


@pytest.mark.parametrize("answer", POLICY)
def test_a_host_that_takes_nothing_from_us_says_nothing_of_the_mailbox_at_the_end_either(
    seat: Seat, letter: OutboundLetter, host: Host, answer: str
) -> None:
    host.to_recipient = answer
    assert tried_to_the_end(letter).state == State.FAILED
    assert not is_dead(seat)
    assert not OutboundLetter.objects.filter(kind="probe").exists()


def tried_to_the_end(letter: OutboundLetter) -> OutboundLetter:
    """After the last of all tries."""
    OutboundLetter.objects.filter(pk=letter.pk).update(attempts=len(posting.PAUSES))
    return posted(letter)


@pytest.mark.parametrize(
    "answer",
    ["550 5.1.1 <{address}>: no such user", "550 Mailbox unavailable", "556 5.1.10 <{address}> takes no mail"],
)
def test_a_mailbox_that_is_refused_for_good_is_dead_as_if_a_letter_had_come_back(
    seat: Seat, letter: OutboundLetter, host: Host, answer: str
) -> None:
    host.to_recipient = answer
    assert posted(letter).state == State.FAILED
    assert is_dead(seat)
    noted = JournalLine.objects.get(verb="mail dead")
    assert letter.to not in noted.words
    assert answer.format(address="<address>").replace("<<address>>", "<address>") in noted.words


def test_a_seat_whose_mailbox_was_refused_loses_nothing_and_goes_on_when_its_player_writes(
    seat: Seat, letter: OutboundLetter, host: Host
) -> None:
    host.to_recipient = "550 5.1.1 no such user"
    posted(letter)
    turn = seat.turns.get(ended_at=None)
    with time_machine.travel(turn.due_by + timedelta(minutes=1)):
        assert deadlines.expire(turn.pk) == "cannot be reached"
    host.to_recipient = TAKEN
    row = deliver(letter, "status")
    assert row.verdict == "letter"
    assert not is_dead(seat)
    assert posted(letter).state == State.SENT


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        ("450 4.2.0 greylisted, try later", State.RETRY),
        ("452 4.2.2 the mailbox is full", State.RETRY),
        ("550 5.7.1 your host is on a list of ours", State.RETRY),
        ("554 5.7.1 <{address}>: Relay access denied", State.RETRY),
        ("550 relay not permitted", State.RETRY),
        ("530 5.7.0 authentication required", State.RETRY),
        *((answer, State.RETRY) for answer in (*FULL, *POLICY)),
    ],
)
def test_a_recipient_put_off_or_refused_because_it_is_us_who_send_keeps_a_living_mailbox(
    seat: Seat, letter: OutboundLetter, host: Host, answer: str, state: str
) -> None:
    host.to_recipient = answer
    assert posted(letter).state == state
    assert not is_dead(seat)


@pytest.mark.parametrize("answer", ["552 5.3.4 too big", "554 5.6.0 we do not like what it says", "451 4.3.0 later"])
def test_a_refusal_of_what_the_letter_holds_says_nothing_of_the_mailbox(
    seat: Seat, letter: OutboundLetter, host: Host, answer: str
) -> None:
    host.to_mail = answer
    assert posted(letter).state == (State.RETRY if answer.startswith("4") else State.FAILED)
    assert letter.failure == answer
    assert not is_dead(seat)


def test_a_refusal_of_our_own_address_loses_neither_the_letter_nor_the_mailbox(
    seat: Seat, letter: OutboundLetter, host: Host
) -> None:
    host.to_sender = "550 5.1.8 no such sender"
    assert posted(letter).state == State.RETRY
    assert not is_dead(seat)
    host.to_sender = TAKEN
    assert posted(letter).state == State.SENT


def test_a_password_that_the_host_does_not_take_loses_no_letter(
    seat: Seat, letter: OutboundLetter, settings: Settings
) -> None:
    server = Controller(
        Host(), hostname=HOST, port=free_port(), auth_require_tls=False,
        authenticator=lambda *_: AuthResult(success=False, handled=False),
    )  # fmt: skip
    settings.EMAIL_BACKEND = "tournaments.outbox.smtp_backend.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = HOST, server.port
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "bruges", "an old one"
    server.start()
    try:
        assert posted(letter).state == State.RETRY
    finally:
        server.stop()
    assert letter.failure.startswith(mail_host_away.noted("535"))
    assert not is_dead(seat)


def test_a_question_waits_for_no_paper_and_no_letter_for_ever(letter: OutboundLetter, host: Host) -> None:
    OutboundLetter.objects.filter(pk=letter.pk).update(papers=["one that nobody can make"])
    assert posted(letter).state == State.SENT
    OutboundLetter.objects.filter(pk=letter.pk).update(state=State.QUEUED, attempts=0, kind="final_scores")
    assert [posted(letter).state for _ in range(outbox.TRIES_FOR_A_PAPER + 1)] == [
        *[State.RETRY] * outbox.TRIES_FOR_A_PAPER, State.SENT,
    ]  # fmt: skip
    assert len(host.taken) == 2


def test_a_letter_that_is_put_off_waits_longer_each_time_and_a_host_that_is_away_too(
    seat: Seat, letter: OutboundLetter, host: Host, settings: Settings
) -> None:
    host.to_recipient = "450 4.2.0 later"
    pauses = [posted(letter).due_at - timezone.now()]
    settings.EMAIL_PORT = free_port()
    pauses.append(posted(letter).due_at - timezone.now())
    assert letter.state == State.RETRY
    assert letter.failure == mail_host_away.noted("[Errno 111] Connection refused")
    assert pauses[1] > 2 * pauses[0]
    assert not is_dead(seat)


def test_what_a_host_said_is_kept_without_the_address(letter: OutboundLetter, host: Host) -> None:
    host.to_recipient = "550 <{address}>: no such user"
    assert posted(letter).failure == "550 <address>: no such user"


def test_a_letter_whose_worker_died_goes_out_again_under_the_same_message_id(seat: Seat) -> None:
    letter = newest(seat, "turn")
    now = timezone.now()
    OutboundLetter.objects.filter(pk=letter.pk).update(
        state=State.IN_FLIGHT, taken_at=now, due_at=now + claims.LEASE, attempts=1
    )
    assert not posting.post(letter.pk)
    with time_machine.travel(now + claims.LEASE + timedelta(seconds=1)):
        assert outbox.sweep() >= 1
        assert posting.post(letter.pk)
    assert mail.outbox[0].extra_headers["Message-ID"] == letter.message_id
