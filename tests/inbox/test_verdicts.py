"""What a letter's own headers may say about who vouches for it, however they are written."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from tests.fixtures.mail.senders import HOST
from tournaments.inbox import ingest
from tournaments.inbox.doors import envelope
from tournaments.inbox.reply import Verdict, extract
from tournaments.letters import headers
from tournaments.models import InboundLetter
from tournaments.queries.letters import identify

ANNA = "anna@example.net"
PASS = f"{HOST}; dmarc=pass header.from=example.net"
FAIL = f"{HOST}; dmarc=fail header.from=example.net"


@pytest.fixture(autouse=True)
def own_host(settings: Settings) -> None:
    settings.TRUSTED_AUTHSERV_IDS = (HOST,)


def said(head: bytes, sender: str = ANNA) -> tuple[bool, bool]:
    """Whether a letter with these headers on top has passed, and is vouched for."""
    raw = head + b"\r\nFrom: anna@example.net\r\nMessage-ID: <a@b>\r\n\r\nstatus\r\n"
    row = InboundLetter(auth_results=ingest.storable(ingest.auth_results_of(ingest.headers_of(raw))))
    return identify.passed(row.auth_results, sender), identify.vouched_for(row.auth_results, sender)


@pytest.mark.parametrize(
    "head",
    [
        f"Authentication-Results: {PASS}",
        f"AUTHENTICATION-RESULTS:{PASS}",
        f"Authentication-Results:\r\n\t{HOST};\r\n\tdmarc=pass\r\n\t header.from=example.net",
        f"Received: x\r\nAuthentication-Results: evil.example; dmarc=fail\r\nAuthentication-Results: {PASS}",
        f"\r\n\r\nAuthentication-Results: {PASS}",
    ],
)
def test_a_hosts_header_is_found_however_it_is_written(head: str) -> None:
    assert said(head.encode()) == (True, True)


@pytest.mark.parametrize(
    "head",
    [
        f"Authentication-Results : {PASS}",
        f"Authentication-Results\t: {PASS}",
        f"X-Authentication-Results: {PASS}",
        f"ARC-Authentication-Results: i=1; {PASS}",
        f"Authentication-Results\0: {PASS}",
        f"Authentication-Results\xa0: {PASS}",
        f"Äuthentication-Results: {PASS}",
        f"Subject: x\r\n Authentication-Results: {PASS}",
        f"Subject: x\rAuthentication-Results: {PASS}",
        f"Subject: x\x85Authentication-Results: {PASS}",
        f"Subject: x\u2028Authentication-Results: {PASS}",
        f"Subject: x\x0cAuthentication-Results: {PASS}",
        f"Subject: =?utf-8?q?x=0AAuthentication-Results:_{HOST};_dmarc=3Dpass?=",
        f"Authentication-Results: evil.example;\r\n {PASS}",
        f"Authentication-Results:\x0b{PASS}",
        f'Authentication-Results: "{HOST}"{PASS.removeprefix(HOST)}',
        f"Authentication-Results: (a)\r\n {PASS}",
        f"Authentication-Results: evil.example\x0b{PASS}",
        f"Authentication-Results: evil.example\u2028{PASS}",
        f"Authentication-Results: ({HOST}; dmarc=pass header.from=example.net",
        "Subject: x\r\n\r\nAuthentication-Results: " + PASS,
    ],
)
def test_what_is_no_header_of_a_trusted_host_says_nothing(head: str) -> None:
    assert said(head.encode()) == (True, False)


@pytest.mark.parametrize(
    "head",
    [
        f"Authentication-Results: {FAIL}\r\nAuthentication-Results: {PASS}",
        f"Authentication-Results: {PASS}\r\nAuthentication-Results: {FAIL}",
        f"Authentication-Results: {HOST}; dmarc=pass header.from=exam\0ple.net",
        f"Authentication-Results: {HOST}; dmarc=pass header.from=example\xad.net",
        f"Authentication-Results: {HOST}; dmarc=pass header.from=example\u3002net",
        f"Authentication-Results: {HOST}; dmarc=pass header.from=evil.example",
        f"Authentication-Results: {HOST}; dmarc=pass\r\n header.from=evil.example\r\n (header.from=example.net)",
    ],
)
def test_a_fail_and_another_domain_are_found_however_they_are_written(head: str) -> None:
    raw = head.encode()
    results = ingest.auth_results_of(ingest.headers_of(raw + b"\r\nFrom: anna@example.net\r\n\r\nx"))
    assert not identify.passed(ingest.storable(results.replace("\0", "?")), ANNA)


@pytest.mark.django_db
def test_a_nul_in_what_a_host_says_is_kept_as_a_wrong_sign() -> None:
    head = f"Authentication-Results: {HOST}; dmarc=pass header.from=exam\0ple.net\r\nFrom: {ANNA}\r\n\r\nstatus"
    row = ingest.ingest(head.encode(), headers.bare_address(), ANNA)
    assert not identify.passed(row.auth_results, ANNA)


def test_an_international_domain_in_raw_utf8_is_the_same_domain() -> None:
    head = f"Authentication-Results: {HOST}; dmarc=pass header.from=müller.example"
    assert said(head.encode(), "anna@xn--mller-kva.example") == (True, True)
    assert said(head.encode("latin-1"), "anna@xn--mller-kva.example") == (True, True)


@pytest.mark.parametrize(
    ("written", "sender"),
    [
        ("<Anna@Example.net>", ANNA),
        ("anna@example.net", ANNA),
        ("<>", "<>"),
        (" < > ", "<>"),
        ("", "<>"),
        ('<"odd one"@example.net>', '"odd one"@example.net'),
        ("<prvs=12!34=anna@example.net>", "prvs=12!34=anna@example.net"),
    ],
)
def test_the_envelope_sender_is_null_only_where_a_host_wrote_so(written: str, sender: str) -> None:
    assert envelope.sender(f"Return-Path: {written}\r\nFrom: a@b.example\r\n".encode()) == sender


@pytest.mark.parametrize(
    "writer",
    [
        "MAILER-DAEMON@mx.example.org (Mail Delivery System)",
        "Mail Delivery Subsystem <MAILER-DAEMON>",
        "<MAILER-DAEMON@mx.example.org>, <postmaster@mx.example.org>",
        "postmaster@[192.0.2.1]",
    ],
)
def test_a_daemon_is_known_in_any_form(writer: str) -> None:
    raw = f"From: {writer}\r\nSubject: hello\r\n\r\n17 red\r\n".encode()
    assert extract(raw, lambda line: line == "17 red", mail_from="x@example.org").verdict == Verdict.BOUNCE
