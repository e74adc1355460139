"""`manage.py fetch` as it runs: it waits for letters, outlives its mailbox, and may be killed at any moment."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections
from pytest_django import Settings

from bruges_pbem import env
from tests.conftest import without
from tests.inbox.doors.mailboxes import Mailbox, breaking_at, line
from tests.shared import parts
from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.parts import until
from tests.shared.post import newest, reply
from tournaments.inbox import ingest
from tournaments.inbox.doors import mailbox
from tournaments.models import Heartbeat, InboundLetter, LogEntry, OutboundLetter
from tournaments.running.installation import MANAGE, Installation
from tournaments.runtime import heartbeats

NEW = re.compile(rb"\* \d+ (EXISTS|RECENT)\r\n")
LONG = 3600.0  # seconds: what happens sooner was not found by looking again


@pytest.fixture
def letter(transactional_db: None) -> OutboundLetter:
    """A turn letter that waits for its reply."""
    return newest(asked_seat(only_table(running_league(make_cast()))), "turn")


@pytest.fixture
def box(dovecot: parts.Dovecot) -> Mailbox:
    return Mailbox(dovecot)


@contextmanager
def watching(place: mailbox.Place, look_every: float = LONG) -> Iterator[None]:
    """The door as the command keeps it open, in a thread of its own."""
    stop = threading.Event()

    def run() -> None:
        mailbox.watch(place, "Done", look_every, stop, pauses=(0.05, 0.1))
        connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(20)
        assert not thread.is_alive(), "the door did not close"


def stored(count: int) -> None:
    until(lambda: InboundLetter.objects.count() == count, f"{count} stored letters")


@pytest.mark.parametrize("scheme", ["imap", "imaps"])
def test_a_letter_is_fetched_as_soon_as_the_host_tells_of_it(
    letter: OutboundLetter, box: Mailbox, scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(box.host.certificate))
    box.deliver(reply(letter, "12"))
    with watching(box.place(scheme)):
        stored(1)
        until(Heartbeat.objects.filter(name=heartbeats.MAILBOX).exists, "the door to say that the mailbox is empty")
        box.deliver(reply(letter, "13"))
        stored(2)
        until(lambda: box.counts() == [0, 2], "both to be moved")


def test_a_letter_that_the_host_tells_of_in_one_breath_with_its_answer_is_not_missed(
    letter: OutboundLetter, box: Mailbox
) -> None:
    held: list[bytes] = []

    def in_one_breath(said: bytes) -> bytes:
        if said.startswith(b"+ idling"):
            box.deliver(reply(letter, "12"))
        elif not held:
            return said
        held.append(said)
        together = b"".join(held)
        if b" EXISTS" not in together:
            return b""
        held.clear()
        return together

    with line(box.host.port, to_client=in_one_breath) as port, watching(box.place(port=port)):
        stored(1)


def test_a_letter_that_the_host_tells_of_before_the_door_waits_is_not_missed(
    letter: OutboundLetter, box: Mailbox
) -> None:
    told = threading.Event()

    def with_the_search(said: bytes) -> bytes:
        if not told.is_set() and b"* SEARCH" in said:
            told.set()
            box.deliver(reply(letter, "12"))
            return b"* 1 EXISTS\r\n" + said
        return said if b"UIDVALIDITY" in said or not told.is_set() else NEW.sub(b"", said)  # it said so once

    with line(box.host.port, to_client=with_the_search) as port, watching(box.place(port=port)):
        stored(1)
    assert told.is_set()


def test_where_the_host_does_not_tell_the_door_looks_again(letter: OutboundLetter) -> None:
    try:
        with parts.dovecot("IMAP4rev1 LITERAL+") as host:
            box = Mailbox(host)
            box.deliver(reply(letter, "13"))
            with watching(box.place(), look_every=0.2):
                stored(1)
                box.deliver(reply(letter, "12"))
                stored(2)
    except parts.Missing as part:
        without(part)


def test_after_the_mailbox_s_host_was_away_nothing_is_lost_or_doubled(
    letter: OutboundLetter, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailbox, "TIMEOUT", 2.0)  # a host that is going down may accept a line and never greet
    try:
        with parts.dovecot() as host:
            box = Mailbox(host)
            box.deliver(reply(letter, "12"))
            with watching(box.place()):
                stored(1)
                until(lambda: box.counts() == [0, 1], "it to be moved")
                host.supervisor.kill("dovecot")
                until(lambda: "does not work" in caplog.text, "the door to notice")
                host.supervisor.wait_ready("dovecot")
                box.deliver(reply(letter, "13"))
                stored(2)
                until(lambda: box.counts() == [0, 2], "the second to be moved")
    except parts.Missing as part:
        without(part)


class Noting(threading.Event):
    """Notes how long it is waited for, waits for nothing, and is set after four times."""

    def __init__(self, pauses: int = 4) -> None:
        super().__init__()
        self.pauses: list[float] = []
        self.most = pauses

    def wait(self, timeout: float | None = None) -> bool:
        self.pauses.append(timeout or 0.0)
        if len(self.pauses) == self.most:
            self.set()
        return self.is_set()


def test_the_pauses_grow_while_nobody_answers(caplog: pytest.LogCaptureFixture) -> None:
    stop = Noting()
    mailbox.watch(mailbox.Place("127.0.0.1", 9, "", "anybody", "anything", "INBOX"), "Done", LONG, stop, (0.05, 0.1))
    assert stop.pauses == [0.05, 0.1, 0.1, 0.1]
    assert "Traceback" not in caplog.text


def test_a_mailbox_is_tried_again_after_a_second_and_in_the_end_every_five_minutes() -> None:
    stop = Noting(9)
    mailbox.watch(mailbox.Place("127.0.0.1", 9, "", "anybody", "anything", "INBOX"), "Done", LONG, stop)
    assert stop.pauses == [1, 2, 5, 10, 30, 60, 300, 300, 300]


def test_a_failure_that_nobody_expected_is_logged_and_tried_again(
    letter: OutboundLetter, box: Mailbox, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    box.deliver(reply(letter, "12"))
    with monkeypatch.context() as patch:
        patch.setattr(mailbox.Door, "make_done", lambda door: 1 / 0)
        with watching(box.place()):
            until(lambda: "ZeroDivisionError" in caplog.text, "the failure to be logged")
            patch.undo()
            stored(1)


# --- the command ------------------------------------------------------------------------------------


def database_url() -> str:
    """How another process finds the database of this test."""
    made = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite://{made['NAME']}"
    where = f"{made['USER']}:{quote(made['PASSWORD'])}@/{made['NAME']}?host={quote(made['HOST'])}"
    return f"postgresql://{where}" + (f"&port={made['PORT']}" if made["PORT"] else "")


def fetch(url: str, *words: str) -> subprocess.Popen[str]:
    """`manage.py fetch` on this mailbox, as a process of its own."""
    given = {"DJANGO_SETTINGS_MODULE": "tests.settings", "SUITE_DATABASE_URL": database_url(), "IMAP_URL": url}
    argv = [sys.executable, str(MANAGE), "fetch", *words]
    return subprocess.Popen(
        argv, env={**os.environ, **given}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_killed_between_storing_and_moving_the_letter_has_one_effect(letter: OutboundLetter, box: Mailbox) -> None:
    box.deliver(reply(letter, "12"))
    started: list[subprocess.Popen[str]] = []
    with line(box.host.port, breaking_at(b" UID MOVE ", lambda: started[0].kill())) as port:
        started.append(fetch(box.url(port=port), "--once"))
        started[0].communicate(timeout=60)
    assert started[0].returncode == -9
    row = InboundLetter.objects.get()
    assert box.counts() == [1, 0]
    assert ingest.read(row.pk) == "letter"
    entries = LogEntry.objects.count()
    again = fetch(box.url(), "--once")
    assert again.communicate(timeout=60)[0].strip() == "1 letters"
    assert box.counts() == [0, 1]
    assert InboundLetter.objects.get() == row
    assert ingest.read(row.pk) == ""
    assert LogEntry.objects.count() == entries


def test_killed_before_it_was_stored_the_letter_waits(letter: OutboundLetter, box: Mailbox) -> None:
    box.deliver(reply(letter, "12"))
    started: list[subprocess.Popen[str]] = []
    with line(box.host.port, breaking_at(b"BODY.PEEK[]", lambda: started[0].kill())) as port:
        started.append(fetch(box.url(port=port), "--once"))
        started[0].communicate(timeout=60)
    assert (InboundLetter.objects.count(), box.counts("INBOX")) == (0, [1])
    fetch(box.url(), "--once").communicate(timeout=60)
    assert (InboundLetter.objects.count(), box.counts()) == (1, [0, 1])


def test_told_to_stop_the_command_ends_in_order(letter: OutboundLetter, box: Mailbox) -> None:
    box.deliver(reply(letter, "12"))
    process = fetch(box.url())
    stored(1)
    process.terminate()
    out, errors = process.communicate(timeout=20)
    assert process.returncode == 0, errors
    assert out == ""
    assert parts.MAILBOX_PASSWORD not in out + errors


def test_without_a_mailbox_the_command_says_what_to_set(settings: Settings) -> None:
    settings.IMAP = {}
    with pytest.raises(CommandError, match="IMAP_URL is not set"):
        call_command("fetch")


def test_a_wrong_password_is_told_once_without_it(
    settings: Settings, box: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAILBOX", box.url().replace("sesame", "guessed"))
    settings.IMAP = env.imap("MAILBOX")
    with pytest.raises(CommandError, match="Authentication failed") as error:
        call_command("fetch", "--once", stdout=io.StringIO())
    assert "guessed" not in str(error.value)


def test_the_service_fetches_when_there_is_a_mailbox(tmp_path: Path) -> None:
    def names(**given: str) -> set[str]:
        place = Installation.choose(tmp_path, {"REDIS_URL": "redis://localhost", **given})
        return {process.name for process in place.service()}

    assert names(IMAP_URL="imaps://bruges:word@mail.example.org") - names() == {"fetch"}
    assert names(IMAP_URL_FILE="/run/secrets/imap") - names() == {"fetch"}
    assert names(IMAP_URL="") == names()
