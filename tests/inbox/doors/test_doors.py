"""The doors: a real SMTP and LMTP conversation, and the rescue command."""

from __future__ import annotations

import io
import smtplib
import sys
from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from tests.inbox.doors.listening import listening
from tests.inbox.reply.deep import DEEP
from tests.shared import strikes
from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.post import address_of, newest, reply
from tournaments.inbox import ingest
from tournaments.models import InboundLetter, OutboundLetter
from tournaments.running import sweeps


@pytest.fixture
def letter(transactional_db: None) -> OutboundLetter:
    """A turn letter that waits for its reply."""
    return newest(asked_seat(only_table(running_league(make_cast()))), "turn")


def smtp(port: int) -> smtplib.SMTP:
    return smtplib.SMTP("127.0.0.1", port, timeout=10)


def test_a_reply_by_smtp_is_in_the_database_before_250_is_said(letter: OutboundLetter) -> None:
    with listening() as port, smtp(port) as client:
        assert client.sendmail(letter.to, [address_of(letter)], reply(letter, "12")) == {}
        row = InboundLetter.objects.get()
    assert (row.door, row.recipient, row.mail_from) == ("smtp", address_of(letter), letter.to)
    assert row.seat_id == letter.seat_id
    assert ingest.read(row.pk) == "letter"


def test_a_null_sender_is_kept_as_one(letter: OutboundLetter) -> None:
    with listening() as port, smtp(port) as client:
        client.sendmail("<>", [address_of(letter)], reply(letter, "12"))
    assert ingest.read(InboundLetter.objects.get().pk) == "auto-reply"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda own: own, 250),
        (lambda own: own.upper(), 250),
        (lambda own: "play@mail.example.org", 250),
        (lambda own: "play+nonsense@mail.example.org", 550),
        (lambda own: own.replace("+k1a", "+k1b"), 550),
        (lambda own: "somebody@mail.example.org", 550),
        (lambda own: "anna@example.net", 451),  # brought by a host of ours, which takes none but ours
    ],
)
def test_the_recipient_is_judged_before_the_letter_is_taken(
    letter: OutboundLetter, change: Callable[[str], str], code: int
) -> None:
    with listening() as port, smtp(port) as client:
        client.helo()
        client.mail(letter.to)
        assert client.rcpt(change(address_of(letter)))[0] == code


def test_a_letter_over_a_megabyte_is_refused_as_too_large(letter: OutboundLetter) -> None:
    raw = reply(letter, *("x" * 900 for _ in range(1300)))
    with listening() as port, smtp(port) as client:
        with pytest.raises(smtplib.SMTPResponseException) as error:
            client.sendmail(letter.to, [address_of(letter)], raw)
        assert error.value.smtp_code == 552
    assert not InboundLetter.objects.exists()


def test_when_the_letter_cannot_be_stored_its_host_keeps_it(letter: OutboundLetter) -> None:
    with listening() as port, smtp(port) as client, strikes.table_away(InboundLetter):
        with pytest.raises(smtplib.SMTPDataError) as error:
            client.sendmail(letter.to, [address_of(letter)], reply(letter, "12"))
        assert error.value.smtp_code == 451


def test_lmtp_answers_for_each_recipient(letter: OutboundLetter) -> None:
    raw = reply(letter, "12")
    with listening(lmtp=True) as port:
        client = smtplib.LMTP("127.0.0.1", port)
        with client:
            client.ehlo()
            client.mail(letter.to)
            client.rcpt(address_of(letter))
            client.rcpt("play@mail.example.org")
            client.putcmd("data")
            assert client.getreply()[0] == 354
            client.send(raw + b"\r\n.\r\n")
            assert [client.getreply()[0] for _ in range(2)] == [250, 250]
    assert InboundLetter.objects.count() == 2


def test_the_same_letter_delivered_twice_by_smtp_is_one_row(letter: OutboundLetter) -> None:
    raw = reply(letter, "12")
    with listening() as port:
        for _ in range(2):
            with smtp(port) as client:
                client.sendmail(letter.to, [address_of(letter)], raw)
    assert InboundLetter.objects.count() == 1


@pytest.mark.parametrize("deep", DEEP.values(), ids=DEEP)
def test_a_letter_of_parts_in_parts_comes_through_every_door_and_is_read_once(
    letter: OutboundLetter, monkeypatch: pytest.MonkeyPatch, deep: str
) -> None:
    """As through the webhooks, see `test_webhooks_shapes`."""
    raw = f"From: {letter.to}\r\nMessage-ID: <by-smtp@x>\r\n{deep}".encode()
    with listening() as port, smtp(port) as client:
        client.sendmail(letter.to, [address_of(letter)], raw)
    raw = raw.replace(b"by-smtp", b"by-pipe")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
    call_command("ingest", "--to", address_of(letter), stdout=io.StringIO())
    assert InboundLetter.objects.count() == 2
    for row in InboundLetter.objects.all():
        assert ingest.read(row.pk) == "empty"
        row.refresh_from_db()
        assert (row.state, row.attempts) == (InboundLetter.State.DONE, 1)


def test_the_command_takes_a_letter_from_standard_input(
    letter: OutboundLetter, monkeypatch: pytest.MonkeyPatch
) -> None:
    def give(raw: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))

    give(reply(letter, "12"))
    out = io.StringIO()
    call_command("ingest", "--to", address_of(letter), "--read", stdout=out)
    assert out.getvalue().strip() == f"letter {InboundLetter.objects.get().pk} letter"
    give(b"")
    with pytest.raises(CommandError):
        call_command("ingest", "--to", address_of(letter))


def test_the_sweep_command_says_what_it_did(letter: OutboundLetter) -> None:
    due = sweeps.sweep()  # by the hour of the day an organiser may be owed a letter
    out = io.StringIO()
    call_command("sweep", stdout=out)
    assert out.getvalue().strip() == ", ".join(f"0 {what}" for what in due)
    assert connection.vendor in ("sqlite", "postgresql")
