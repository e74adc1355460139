"""The doctor's letter: out by a real SMTP line, in by each real door, and nothing else that comes counts."""

from __future__ import annotations

import base64
import io
import json
import smtplib
import socket
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from tests.inbox.doors.listening import listening
from tests.inbox.doors.mailboxes import Mailbox, door
from tests.inbox.doors.provider_urls import SECRET
from tests.outbox import hosts
from tests.running.health.signing import DOMAIN, SELECTOR, make_key, sign
from tests.shared.name_server import Names
from tests.shared.parts import Dovecot
from tournaments.inbox import round_trips
from tournaments.inbox.doors import arrivals
from tournaments.keys import address
from tournaments.models import InboundLetter, OutboundLetter
from tournaments.models import RoundTrip as Row
from tournaments.running import sweeps
from tournaments.running.health.finding import Finding, State
from tournaments.running.health.mail import round_trip
from tournaments.running.health.mail.round_trip import RoundTrip
from tournaments.running.installation import HOST

pytestmark = pytest.mark.django_db(transaction=True)
Bring = Callable[[bytes, str], None]
OWNER = f"{SELECTOR}._domainkey.{DOMAIN}"


class Bringing(hosts.Host):
    """A mail host that brings what it takes to where its recipient's letters go."""

    def __init__(self, bring: Bring) -> None:
        super().__init__()
        self.bring = bring

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        answer = await super().handle_DATA(server, session, envelope)
        (to,) = envelope.rcpt_tos
        self.bring(envelope.original_content or b"", to)
        return answer


@pytest.fixture(autouse=True)
def impatient(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for what never comes, and no line is kept."""
    settings.MAIL_DOMAIN, settings.MAIL_LINE_KEPT = DOMAIN, 0
    monkeypatch.setattr(round_trip, "COMING", 0.5)
    monkeypatch.setattr(round_trip, "LOOK_EVERY", 0.02)


@pytest.fixture
def key(names: Names, tmp_path: Path) -> Path:
    """The key of the mail host, of which the DNS has the public half."""
    path = tmp_path / "key"
    names.put(OWNER, "TXT", make_key(path))
    return path


def trip() -> tuple[Finding, list[Finding]]:
    """The finding on the way out, and those on the way back and the signature."""
    one = RoundTrip()
    (out,) = one.goes_out()
    return out, [*one.comes_back(), *one.is_signed()]


def nothing_stays() -> bool:
    """No row tells of the letter, nor of an answer to it."""
    return not any(rows.objects.exists() for rows in (InboundLetter, OutboundLetter, Row))


def to_port(port: int, line: type[smtplib.SMTP], key: Path) -> Bring:
    def bring(raw: bytes, to: str) -> None:
        with line(HOST, port) as client:
            client.sendmail("", [to], sign(raw, key))

    return bring


@pytest.mark.parametrize("lmtp", [True, False])
def test_the_letter_comes_back_by_the_listener_signed(lmtp: bool, key: Path, settings: Settings) -> None:
    with listening(lmtp=lmtp) as port:
        bring = to_port(port, smtplib.LMTP if lmtp else smtplib.SMTP, key)
        with hosts.running(settings, Bringing(bring)) as host:
            out, (back, signed) = trip()
    assert [one.state for one in (out, back, signed)] == [State.OK] * 3
    assert f"came back by {'lmtp' if lmtp else 'smtp'}" in back.words
    assert f"key {SELECTOR} of {DOMAIN}" in signed.words
    assert host.taken[0]["Auto-Submitted"] == "auto-generated"
    assert nothing_stays()


def test_the_letter_comes_back_by_a_mailbox(dovecot: Dovecot, key: Path, settings: Settings) -> None:
    box = Mailbox(dovecot)
    settings.IMAP = {"host": HOST}
    with hosts.running(settings, Bringing(lambda raw, to: box.deliver(sign(raw, key)))):
        one = RoundTrip()
        (out,) = one.goes_out()
    with door(box) as fetching:
        assert fetching.take() == 1
    back, signed = *one.comes_back(), *one.is_signed()
    assert [finding.state for finding in (out, back, signed)] == [State.OK] * 3
    assert "by imap" in back.words
    assert nothing_stays()


def test_the_letter_comes_back_by_a_provider_s_post(key: Path, settings: Settings, client: Client) -> None:
    settings.ANYMAIL, settings.ROOT_URLCONF = {"WEBHOOK_SECRET": SECRET}, "tests.inbox.doors.provider_urls"
    right = "Basic " + base64.b64encode(SECRET.encode()).decode()
    taken: list[tuple[bytes, str]] = []
    with hosts.running(settings, Bringing(lambda raw, to: taken.append((raw, to)))):
        one = RoundTrip()
        list(one.goes_out())
    ((raw, to),) = taken
    data = {"FromFull": {"Email": "", "Name": ""}, "OriginalRecipient": to, "RawEmail": sign(raw, key).decode()}
    posted = client.post(
        "/mail/postmark/inbound/", json.dumps({**data, "Headers": []}), "application/json", HTTP_AUTHORIZATION=right
    )
    assert posted.status_code == 200
    back, signed = *one.comes_back(), *one.is_signed()
    assert ([back.state, signed.state], "by postmark" in back.words) == ([State.OK] * 2, True)
    assert nothing_stays()


# --- what does not work --------------------------------------------------------------------------------


def test_a_mail_host_that_takes_no_letter_is_named_with_its_words(settings: Settings) -> None:
    with hosts.running(settings) as host:
        host.to_mail = "554 5.7.1 not from you"
        out, back = trip()
    assert (out.state, "not from you" in out.words) == (State.FAIL, True)
    assert [one.state for one in back] == [State.NOT_HERE] * 2
    assert nothing_stays()


def test_a_mail_host_that_never_answers_is_not_waited_for(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_trip, "SENDING", 0.2)
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "tournaments.outbox.smtp_backend.EmailBackend", HOST
    with socket.create_server((HOST, 0)) as silent:
        settings.EMAIL_PORT = silent.getsockname()[1]
        (out,) = RoundTrip().goes_out()
    assert (out.state, "no answer within" in out.words) == (State.FAIL, True)
    assert nothing_stays()


@pytest.mark.usefixtures("names")
def test_a_letter_that_does_not_come_back_is_a_failure_and_leaves_no_row(settings: Settings) -> None:
    with hosts.running(settings):
        out, (back, signed) = trip()
    assert (out.state, back.state, signed.state) == (State.OK, State.FAIL, State.NOT_HERE)
    assert "journalctl" in back.mend
    assert nothing_stays()


@pytest.mark.parametrize(
    ("fault", "state", "words"),
    [
        ("unsigned", State.FAIL, "without a DKIM signature"),
        ("another", State.FAIL, "another key than the one in the DNS"),
        ("missing", State.FAIL, "has no record"),
        ("head", State.WARN, "a signed header of the letter was changed"),
        ("body", State.WARN, "the words of the letter were changed"),
        ("silent", State.WARN, "could not be looked up"),
    ],
)
def test_a_signature_that_others_would_not_believe_is_told_with_its_cause(
    fault: str, state: State, words: str, key: Path, names: Names, settings: Settings
) -> None:
    def changed(raw: bytes) -> bytes:
        signed = raw if fault == "unsigned" else sign(raw, key)
        if fault == "head":
            return signed.replace(b"\r\nFrom: ", b"\r\nFrom: x", 1)
        return signed.replace(b"letters go out", b"nothing goes out") if fault == "body" else signed

    if fault == "another":
        names.put(OWNER, "TXT", make_key(key.with_name("another")))
    elif fault == "missing":
        names.put(OWNER, "TXT")
    elif fault == "silent":
        names.fail_at(OWNER)
    taken: list[tuple[bytes, str]] = []
    with hosts.running(settings, Bringing(lambda raw, to: taken.append((raw, to)))):
        one = RoundTrip()
        list(one.goes_out())
    ((raw, to),) = taken
    arrivals.take(changed(raw), to, door="lmtp")
    back, signed = *one.comes_back(), *one.is_signed()
    assert back.state == State.OK
    assert (signed.state, words in signed.words) == (state, True), signed
    assert signed.elsewhere == (fault == "missing")


# --- what others can do with it --------------------------------------------------------------------------


def came(trip: round_trips.Trip, raw: bytes) -> bool:
    arrivals.take(raw, trip.to, door="smtp")
    return round_trips.found(trip) is not None


def test_only_the_letter_that_was_sent_counts_and_only_once() -> None:
    one, other = round_trips.begin(), round_trips.begin()
    raw = round_trips.letter(one).message().as_bytes()
    assert not came(one, b"Subject: hello\r\n\r\n" + raw)  # a report about it, for whom knows the address alone
    assert not came(one, round_trips.letter(other).message().as_bytes())
    assert not came(one, f"Subject: {round_trips.SUBJECT}\r\n\r\n".encode())
    assert not came(one, raw + b"x" * round_trips.LARGEST)
    assert came(one, raw)
    first = Row.objects.get(number=one.number).came_at
    assert came(one, raw)
    assert Row.objects.get(number=one.number).came_at == first
    assert not InboundLetter.objects.exists()


def test_by_hand_it_is_taken_as_by_any_door(monkeypatch: pytest.MonkeyPatch) -> None:
    one = round_trips.begin()
    raw = round_trips.letter(one).message().as_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
    call_command("ingest", "--to", one.to, "--read", stdout=io.StringIO())
    assert round_trips.found(one) is not None
    assert not InboundLetter.objects.exists()


def test_the_secret_stands_in_the_letter_alone() -> None:
    one = round_trips.begin()
    assert one.secret not in one.to
    assert one.secret not in str(Row.objects.values().get())
    assert round_trips.letter(one).envelope_sender == ""


def test_an_address_for_the_doctor_is_signed_for_that_alone(settings: Settings) -> None:
    keys = settings.MAIL_KEYS
    trip, probe, reply = address.make_round_trip(7, keys), address.make_probe(7, keys), address.make(7, 3, 0, keys)
    assert address.read_round_trip(trip, keys) == 7
    for wrong in (probe, reply, probe.replace("p-", "t-"), reply.replace("+", "+t-"), trip[:-1] + "2"):
        assert address.read_round_trip(wrong, keys) is None
    assert address.read_probe(trip.replace("t-", "p-"), keys) is None
    with pytest.raises(address.Forged):
        address.read(trip, keys)


def test_a_letter_to_an_old_address_of_the_doctor_is_dropped_and_answered_by_nobody(settings: Settings) -> None:
    one = round_trips.begin()
    raw = round_trips.letter(one).message().as_bytes()
    round_trips.end(one)
    with listening() as port, smtplib.SMTP(HOST, port) as client:
        client.sendmail("stranger@home.example", [one.to], raw)
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            client.sendmail("stranger@home.example", [one.to.replace("t-k1", "t-k1a")], raw)
    assert nothing_stays()


def test_what_a_doctor_leaves_that_was_stopped_goes_with_the_next_purge() -> None:
    old, new = round_trips.begin(), round_trips.begin()
    Row.objects.filter(number=old.number).update(begun_at=timezone.now() - timedelta(hours=2))
    sweeps.purge()
    assert list(Row.objects.values_list("number", flat=True)) == [new.number]


def test_the_demonstration_sends_no_letter_round(settings: Settings) -> None:
    settings.DEMO = True
    out, back = trip()
    assert {one.state for one in (out, *back)} == {State.NOT_HERE}
