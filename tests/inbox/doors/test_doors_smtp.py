"""The SMTP and LMTP door as mail programs of the system know it, and what odd envelopes and lines do to it."""

from __future__ import annotations

import smtplib
import socket
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper

from tests.conftest import without
from tests.inbox.doors.listening import listening
from tests.shared import parts
from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.post import address_of, newest, reply
from tournaments.inbox import ingest
from tournaments.models import InboundLetter, OutboundLetter
from tournaments.running.installation import HOST

BARE = "play@mail.example.org"
FORGED = "play+k1" + "a" * 32 + "@mail.example.org"
Done = subprocess.CompletedProcess


@pytest.fixture
def letter(transactional_db: None) -> OutboundLetter:
    """A turn letter that waits for its reply."""
    return newest(asked_seat(only_table(running_league(make_cast()))), "turn")


def run(name: str, *words: str, given: bytes = b"") -> Done[str]:
    """A program of the system, which must be there."""
    try:
        path = parts.program(name)
    except parts.Missing as part:
        without(part)
    done = subprocess.run([path, *words], input=given, capture_output=True, timeout=60, check=False)
    return Done(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def swaks(port: int, letter: bytes, tmp_path: Path, *words: str) -> Done[str]:
    path = tmp_path / "letter.eml"
    path.write_bytes(letter)
    return run("swaks", "--server", HOST, "--port", str(port), "--data", f"@{path}", *words)


def msmtp(port: int, letter: bytes, *words: str) -> Done[str]:
    return run("msmtp", "--file=/dev/null", f"--host={HOST}", f"--port={port}", *words, given=letter)


def said(done: Done[str]) -> list[str]:
    """The codes that swaks heard, in their order, without those between (250-...)."""
    heard = [line[4:] for line in done.stdout.splitlines() if line.startswith(("<-  ", "<** "))]
    return [line[:3] for line in heard if line[3:4] == " "]


# --- programs of the system -------------------------------------------------------------------------


def test_swaks_delivers_by_smtp(letter: OutboundLetter, tmp_path: Path) -> None:
    with listening() as port:
        done = swaks(port, reply(letter, "12"), tmp_path, "--from", letter.to, "--to", address_of(letter))
    assert done.returncode == 0, done.stdout
    assert ingest.read(InboundLetter.objects.get().pk) == "letter"


def test_swaks_delivers_all_at_once_in_a_pipeline(letter: OutboundLetter, tmp_path: Path) -> None:
    to = f"{address_of(letter)},{FORGED},{BARE}"
    with listening() as port:
        done = swaks(port, reply(letter, "12"), tmp_path, "--pipeline", "--from", letter.to, "--to", to)
    assert "PIPELINING" in done.stdout
    assert said(done)[2:] == ["250", "250", "550", "250", "354", "250", "221"]
    assert set(InboundLetter.objects.values_list("recipient", flat=True)) == {address_of(letter), BARE}


def test_swaks_hears_an_answer_for_each_recipient_by_lmtp(letter: OutboundLetter, tmp_path: Path) -> None:
    to = f"{address_of(letter)},{FORGED},{BARE}"
    with listening(lmtp=True) as port:
        done = swaks(port, reply(letter, "12"), tmp_path, "--protocol", "LMTP", "--from", letter.to, "--to", to)
    assert said(done).count("550") == 1
    assert done.stdout.count("Stored as letter") == InboundLetter.objects.count() == 2


def test_swaks_hears_that_a_letter_was_forged(letter: OutboundLetter, tmp_path: Path) -> None:
    with listening() as port:
        done = swaks(port, reply(letter, "12"), tmp_path, "--from", letter.to, "--to", FORGED)
    assert done.returncode == 24  # no recipient was accepted
    assert "550 5.1.1" in done.stdout
    assert not InboundLetter.objects.exists()


def test_swaks_s_null_sender_is_kept(letter: OutboundLetter, tmp_path: Path) -> None:
    with listening() as port:
        done = swaks(port, reply(letter, "12"), tmp_path, "--from", "<>", "--to", address_of(letter))
    assert done.returncode == 0, done.stdout
    assert InboundLetter.objects.get().mail_from == "<>"


@pytest.mark.parametrize("protocol", ["smtp", "lmtp"])
def test_msmtp_delivers(letter: OutboundLetter, protocol: str) -> None:
    words = (f"--protocol={protocol}", f"--from={letter.to}", address_of(letter))
    with listening(lmtp=protocol == "lmtp") as port:
        done = msmtp(port, reply(letter, "12"), *words)
    assert done.returncode == 0, done.stderr
    row = InboundLetter.objects.get()
    assert (row.door, row.mail_from) == (protocol, letter.to)
    assert ingest.read(row.pk) == "letter"


def test_msmtp_tells_its_user_that_an_address_is_not_there(letter: OutboundLetter) -> None:
    with listening() as port:
        done = msmtp(port, reply(letter, "12"), f"--from={letter.to}", FORGED)
    assert done.returncode != 0
    assert "No such reply address" in done.stderr


# --- refusals ---------------------------------------------------------------------------------------


def heard(client: smtplib.SMTP, sender: str, rcpt: str, *options: str) -> int:
    """The code that the recipient gets, or the sender if that is refused."""
    client.ehlo_or_helo_if_needed()
    code = client.mail(sender, options)[0]
    return client.rcpt(rcpt)[0] if code == 250 else code


def test_while_the_database_is_away_the_recipient_hears_451(
    letter: OutboundLetter, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(wrapper: object) -> None:
        raise DatabaseError("nobody answers")

    with listening() as port, smtplib.SMTP(HOST, port, timeout=10) as client:
        with monkeypatch.context() as patch:
            patch.setattr(BaseDatabaseWrapper, "ensure_connection", away)
            assert heard(client, letter.to, address_of(letter)) == 451
            assert heard(client, letter.to, FORGED) == 503  # the conversation is still open
            client.rset()
            assert heard(client, letter.to, FORGED) == 451  # nobody knows yet whether our keys are the right ones
        client.rset()
        assert heard(client, letter.to, address_of(letter)) == 250


def test_a_letter_that_says_how_large_it_is_is_refused_before_it_is_sent(letter: OutboundLetter) -> None:
    with listening() as port, smtplib.SMTP(HOST, port, timeout=10) as client:
        assert heard(client, letter.to, address_of(letter), f"SIZE={ingest.LARGEST + 1}") == 552
        assert heard(client, letter.to, address_of(letter), f"SIZE={ingest.LARGEST}") == 250


def test_by_lmtp_each_recipient_hears_that_a_letter_is_too_large(letter: OutboundLetter) -> None:
    lines = b"x" * 900 + b"\r\n"
    with listening(lmtp=True) as port, smtplib.LMTP(HOST, port) as client:
        assert heard(client, letter.to, address_of(letter)) == client.rcpt(BARE)[0] == 250
        assert client.docmd("DATA")[0] == 354
        client.send(lines * (ingest.LARGEST // len(lines) + 1) + b".\r\n")
        assert [client.getreply()[0] for _ in range(2)] == [552, 552]
        assert client.docmd("NOOP")[0] == 250
    assert not InboundLetter.objects.exists()


def test_only_so_many_recipients_are_taken_at_once(letter: OutboundLetter) -> None:
    with listening() as port, smtplib.SMTP(HOST, port, timeout=10) as client:
        client.ehlo()
        client.mail(letter.to)
        assert [client.rcpt(BARE)[0] for _ in range(11)] == [250] * 10 + [452]


# --- odd envelopes and lines ------------------------------------------------------------------------


def test_commands_may_come_all_at_once(letter: OutboundLetter) -> None:
    words = [f"LHLO client\r\nMAIL FROM:<{letter.to}>\r\nRCPT TO:<{address_of(letter)}>", f"RCPT TO:<{FORGED}>", "DATA"]
    raw = "\r\n".join(words).encode() + b"\r\n" + reply(letter, "12") + b"\r\n.\r\nQUIT\r\n"
    with listening(lmtp=True) as port, closing(socket.create_connection((HOST, port), 10)) as line:
        line.sendall(raw)
        answers = b"".join(iter(lambda: line.recv(65_536), b"")).decode().splitlines()
    codes = [answer[:3] for answer in answers if answer[3] == " "]
    assert codes == ["220", "250", "250", "250", "550", "354", "250", "221"]


@pytest.mark.parametrize(
    "sender",
    [
        "jürgen@bücher.example",
        "bounce+" + "v" * 120 + "=example.net@sender.example",
        '"two words"@example.net',
        "SRS0=abcd=xy=example.net=anna@forwarder.example",
    ],
)
def test_any_sender_is_taken(letter: OutboundLetter, sender: str) -> None:
    options = () if sender.isascii() else ("SMTPUTF8",)
    with listening() as port, smtplib.SMTP(HOST, port, timeout=10) as client:
        client.command_encoding = "utf-8"
        assert heard(client, sender, address_of(letter), *options) == 250
        assert client.data(reply(letter, "12"))[0] == 250
    row = InboundLetter.objects.get()
    assert row.mail_from == sender
    assert ingest.read(row.pk) == "letter"


@pytest.mark.django_db
@pytest.mark.parametrize("protocol", [smtplib.SMTP, smtplib.LMTP])
def test_a_sender_of_any_length_that_mail_hosts_take_is_taken(protocol: type[smtplib.SMTP]) -> None:
    with listening(lmtp=protocol is smtplib.LMTP) as port, protocol(HOST, port) as client:
        assert heard(client, f"{'v' * 2000}=x@example.net", BARE, "SIZE=1000", "BODY=8BITMIME") == 250


@pytest.mark.parametrize(
    "change",
    [
        lambda own: own.replace("+k1", "+" + "k" * 100),
        lambda own: own.replace("+k1", "+ü1"),
        lambda own: own.replace("@", "\N{FULLWIDTH COMMERCIAL AT}") + "@mail.example.org",
        lambda own: own.replace("play+k1", "päy+k2"),
    ],
)
def test_an_odd_recipient_hears_550(letter: OutboundLetter, change: Callable[[str], str]) -> None:
    with listening() as port, smtplib.SMTP(HOST, port, timeout=10) as client:
        client.command_encoding = "utf-8"
        assert heard(client, letter.to, change(address_of(letter))) in (550, 553)


def test_bytes_that_are_no_text_in_the_envelope_are_survived(letter: OutboundLetter) -> None:
    with listening() as port, smtplib.SMTP(HOST, port, timeout=10) as client:
        client.command_encoding = "latin-1"
        code = heard(client, "ann\xe4\x80@example.net", address_of(letter))
        if code == 250:
            assert client.data(reply(letter, "12"))[0] == 250
            assert InboundLetter.objects.get().mail_from.endswith("@example.net")
        else:
            assert 500 <= code < 600
        assert client.noop()[0] == 250


def test_a_line_longer_than_the_standard_allows_is_taken(letter: OutboundLetter) -> None:
    with listening() as port, smtplib.SMTP(HOST, port, timeout=10) as client:
        assert client.sendmail(letter.to, [address_of(letter)], reply(letter, "12", "> " + "x" * 40_000)) == {}
    assert ingest.read(InboundLetter.objects.get().pk) == "letter"


@pytest.mark.django_db
@pytest.mark.parametrize("oddity", [b"\0", b"\xff\xfe", b"\xed\xa0\x80", b"\r", b"\x1b[2J"])
def test_odd_bytes_in_any_header_are_stored(oddity: bytes) -> None:
    headers = ("From", "To", "Message-ID", "Authentication-Results", "References", "Delivered-To")
    raw = b"".join(b"%s: a%sb <a%sb@example.net>\r\n" % (name.encode(), oddity, oddity) for name in headers)
    odd = oddity.decode("utf-8", "surrogateescape")
    row = ingest.ingest(raw + b"\r\n12\r\n", BARE + odd, f"anna{odd}@example.net", f"mail.example.org; x={odd}")
    row.refresh_from_db()
    assert ingest.read(row.pk) == "stranger"
    assert ingest.ingest(raw + b"\r\n12\r\n", BARE + odd, f"anna{odd}@example.net").pk == row.pk


def test_a_reply_with_a_nul_in_its_headers_and_words_is_carried_out(letter: OutboundLetter) -> None:
    raw = reply(letter, "12\0", message_id="<a\0b@client.example>", headers=["X-Odd: \0"])
    row = ingest.ingest(raw, address_of(letter), letter.to)
    assert ingest.read(row.pk) == "letter"


@pytest.mark.django_db(transaction=True)
def test_a_stored_letter_outlives_a_power_failure() -> None:
    """The database is told to wait for its disk before the row is written, and no longer than that."""
    setting = {"sqlite": "PRAGMA synchronous", "postgresql": "SHOW synchronous_commit"}[connection.vendor]
    seen: dict[str, object] = {}

    def look(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        if sql.startswith('INSERT INTO "tournaments_inboundletter"'):
            seen["stored"] = disk()
        return execute(sql, params, many, context)

    def disk() -> object:
        with closing(connection.connection.cursor()) as cursor:
            cursor.execute(setting)
            return cursor.fetchone()[0]

    with connection.execute_wrapper(look):
        ingest.ingest(b"From: a@example.net\r\n\r\n12\r\n", BARE)
    assert seen["stored"] in (2, "on")
    assert disk() in (1, "on")
