"""The IMAP door at a real mailbox: what is stored, what is moved, what is left alone."""

from __future__ import annotations

import imaplib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import DatabaseError
from imap_tools import MailboxLoginError

from tests.conftest import without
from tests.inbox.doors.mailboxes import Mailbox, door
from tests.shared import parts, strikes
from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.post import address_of, newest, reply
from tournaments.inbox import ingest
from tournaments.inbox.doors import envelope, mailbox
from tournaments.keys import address
from tournaments.models import InboundLetter, OutboundLetter

PRIVATE = b"From: aunt@example.net\r\nTo: bruges1@provider.example\r\nSubject: tea\r\n\r\n12\r\n"


@pytest.fixture
def letter(db: None) -> OutboundLetter:
    """A turn letter that waits for its reply."""
    return newest(asked_seat(only_table(running_league(make_cast()))), "turn")


@pytest.fixture
def box(dovecot: parts.Dovecot) -> Mailbox:
    return Mailbox(dovecot)


@pytest.fixture(scope="module")
def plain_host() -> Iterator[parts.Dovecot]:
    """A host that can do no more than it must."""
    try:
        with parts.dovecot("IMAP4rev1 LITERAL+") as host:
            yield host
    except parts.Missing as part:
        without(part)


def test_a_reply_in_the_mailbox_is_stored_and_moved(letter: OutboundLetter, box: Mailbox) -> None:
    raw = b"Return-Path: <%s>\r\n" % letter.to.encode() + reply(letter, "12")
    box.deliver(raw)
    with door(box) as fetching:
        assert fetching.take() == 1
    row = InboundLetter.objects.get()
    assert (row.door, row.recipient, row.mail_from) == ("imap", address_of(letter), letter.to)
    assert (bytes(row.raw), row.seat_id) == (raw, letter.seat_id)
    assert box.counts() == [0, 1]
    assert ingest.read(row.pk) == "letter"


def test_a_door_says_with_each_letter_that_it_works(letter: OutboundLetter, box: Mailbox) -> None:
    for line in ("12", "13"):
        box.deliver(reply(letter, line))
    said: list[bool] = []
    with door(box) as fetching:
        fetching.works = lambda: said.append(True)
        assert (fetching.take(), fetching.take()) == (2, 0)
    assert said == [True, True]


def test_what_the_mailbox_s_host_received_in_time_counts_as_in_time(letter: OutboundLetter, box: Mailbox) -> None:
    in_time = datetime.now(UTC).replace(microsecond=0) - timedelta(hours=3)
    box.deliver(reply(letter, "12"), at=in_time)
    with door(box) as fetching:
        fetching.take()
    assert InboundLetter.objects.get().received_at == in_time


@pytest.mark.parametrize("said", [b'INTERNALDATE "17-Jul-2096 02:44:25 -0700"', b"FLAGS ()"])
def test_a_moment_that_the_host_cannot_mean_is_now(said: bytes) -> None:
    before = datetime.now(UTC)
    assert before <= mailbox.received(b"1 (UID 7 " + said + b" BODY[] {4}") <= datetime.now(UTC)


def test_a_null_return_path_is_kept_as_a_null_sender(letter: OutboundLetter, box: Mailbox) -> None:
    box.deliver(b"Return-Path: <>\r\n" + reply(letter, "12"))
    with door(box) as fetching:
        fetching.take()
    row = InboundLetter.objects.get()
    assert row.mail_from == "<>"
    assert ingest.read(row.pk) == "auto-reply"


def test_somebody_s_private_letters_stay_unread_where_they_are(letter: OutboundLetter, box: Mailbox) -> None:
    box.deliver(PRIVATE)
    box.deliver(reply(letter, "12"))
    with door(box) as fetching:
        assert fetching.take() == 1
        assert fetching.take() == 0
    ((flags, raw),) = box.letters()
    assert raw == PRIVATE
    assert b"Seen" not in flags
    assert InboundLetter.objects.count() == 1


def test_words_below_a_large_picture_are_taken(letter: OutboundLetter, box: Mailbox) -> None:
    picture = "\r\n".join(["--b", "Content-Type: image/jpeg", "", *["/9j/4AAQ" * 9] * 20_000, "--b", "", "12"])
    whole = reply(letter, picture, quote=False)
    box.deliver(whole.replace(b"text/plain", b"multipart/mixed; boundary=b", 1))
    with door(box) as fetching:
        assert fetching.take() == 1
    row = InboundLetter.objects.get()
    assert len(whole) > ingest.LARGEST > 10 * len(bytes(row.raw))
    assert ingest.read(row.pk) == "letter"


def test_a_reply_whose_address_was_lost_is_known_by_its_references(letter: OutboundLetter, box: Mailbox) -> None:
    box.deliver(reply(letter, "12", to="bruges1@provider.example"))
    with door(box) as fetching:
        assert fetching.take() == 1
    row = InboundLetter.objects.get()
    assert row.seat_id == letter.seat_id
    assert ingest.read(row.pk) == "letter"


def test_an_answer_that_waits_for_a_backup_holds_up_no_letter_behind_it(db: None, box: Mailbox) -> None:
    answer, bare = address.make(1, 1, 0, settings.MAIL_KEYS), settings.MAIL_LOCAL
    for local in (answer, bare):
        box.deliver(f"From: a@b.example\r\nTo: {local}@{settings.MAIL_DOMAIN}\r\n\r\njoin\r\n".encode())
    with door(box) as fetching:
        assert (fetching.take(), fetching.take()) == (1, 0)
        assert InboundLetter.objects.get().recipient.startswith(f"{bare}@")
        running_league(make_cast())
        assert fetching.take() == 1
    assert InboundLetter.objects.count() == 2
    assert box.counts() == [0, 2]


def test_the_same_letter_twice_in_the_mailbox_is_one_row(letter: OutboundLetter, box: Mailbox) -> None:
    raw = reply(letter, "12")
    box.deliver(raw)
    box.deliver(raw)
    with door(box) as fetching:
        fetching.take()
    assert InboundLetter.objects.count() == 1
    assert box.counts() == [0, 2]


def test_a_letter_that_came_by_another_door_too_is_one_row(letter: OutboundLetter, box: Mailbox) -> None:
    raw = reply(letter, "12")
    ingest.ingest(raw, address_of(letter), letter.to)
    box.deliver(raw)
    with door(box) as fetching:
        fetching.take()
    assert InboundLetter.objects.count() == 1
    assert box.counts() == [0, 1]


def test_of_a_huge_letter_the_beginning_is_kept_and_understood(letter: OutboundLetter, box: Mailbox) -> None:
    box.deliver(reply(letter, "12", *("> " + "x" * 900 for _ in range(2000))))
    with door(box) as fetching:
        fetching.take()
    row = InboundLetter.objects.get()
    assert len(row.raw) == 1024 * 1024
    assert ingest.read(row.pk) == "letter"


def test_a_host_that_can_neither_move_nor_tell_will_do(letter: OutboundLetter, plain_host: parts.Dovecot) -> None:
    box = Mailbox(plain_host)
    box.deliver(PRIVATE)
    box.deliver(reply(letter, "12"))
    with door(box) as fetching:
        assert not {"MOVE", "IDLE"} & set(fetching.box.client.capabilities)
        assert fetching.take() == 1
    assert [raw for _, raw in box.letters()] == [PRIVATE]
    assert box.counts() == [1, 1]


def test_a_host_that_can_move_is_asked_to(box: Mailbox) -> None:
    with door(box) as fetching:
        assert "MOVE" in fetching.box.client.capabilities


def test_while_the_database_is_away_the_letter_stays(
    letter: OutboundLetter, box: Mailbox, transactional_db: None
) -> None:
    box.deliver(reply(letter, "12"))
    with door(box) as fetching:
        with strikes.table_away(InboundLetter), pytest.raises(DatabaseError):
            fetching.take()
        assert box.counts() == [1, 0]
        assert fetching.take() == 1
    assert box.counts() == [0, 1]


def test_a_letter_that_cannot_be_stored_keeps_no_other_waiting(
    letter: OutboundLetter, box: Mailbox, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    box.deliver(reply(letter, "12", message_id="<odd@client.example>"))
    box.deliver(reply(letter, "12", message_id="<sound@client.example>"))
    store = ingest.ingest

    def fails_once(raw: bytes, *words: Any, **more: Any) -> InboundLetter:
        if b"<odd@" in raw:
            raise ValueError("an odd letter")
        return store(raw, *words, **more)

    monkeypatch.setattr(ingest, "ingest", fails_once)
    with door(box) as fetching:
        assert fetching.take() == 1
    assert [row.message_id for row in InboundLetter.objects.all()] == ["<sound@client.example>"]
    assert b"<odd@" in box.letters()[0][1]
    assert "stays in the mailbox" in caplog.text


def test_a_letter_that_cannot_be_moved_is_stored_once_and_kept(
    letter: OutboundLetter, box: Mailbox, caplog: pytest.LogCaptureFixture
) -> None:
    box.deliver(reply(letter, "12"))
    with door(box) as fetching:
        with box.program() as client:
            assert client.delete("Done")[0] == "OK"
        assert fetching.take() == 0
        assert fetching.take() == 0
    assert caplog.text.count("could not be moved") == 1
    assert InboundLetter.objects.count() == 1
    assert box.counts("INBOX") == [1]


def test_in_a_folder_that_was_made_anew_nothing_is_taken_for_known(letter: OutboundLetter, box: Mailbox) -> None:
    with box.program() as client:
        client.create("Answers")
    box.deliver(PRIVATE, folder="Answers")
    with door(box, folder="Answers") as fetching:
        assert fetching.take() == 0
        with box.program() as client:
            assert client.delete("Answers")[0] == "OK"
            client.create("Answers")
        box.deliver(reply(letter, "12"), folder="Answers")
        assert fetching.take() == 1


def test_a_folder_that_cannot_be_made_is_named_with_what_to_set(box: Mailbox) -> None:
    with pytest.raises(mailbox.NoDoneFolder, match="IMAP_DONE_FOLDER"), door(box, done="../Done"):
        pass


@pytest.mark.parametrize("scheme", ["imaps", "imap+tls"])
def test_a_host_is_asked_for_a_certificate_that_is_valid(
    letter: OutboundLetter, box: Mailbox, monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    box.deliver(reply(letter, "12"))
    with pytest.raises(OSError, match="certificate verify failed"), door(box, scheme=scheme):
        pass
    monkeypatch.setenv("SSL_CERT_FILE", str(box.host.certificate))
    with door(box, scheme=scheme) as fetching:
        assert fetching.take() == 1


def test_a_password_beyond_ascii_is_refused_by_the_host_alone(box: Mailbox) -> None:
    place = box.place()
    wrong = mailbox.Place(place.host, place.port, "", "jürgen", "pässword", "INBOX")
    with pytest.raises((MailboxLoginError, imaplib.IMAP4.error), match=r"(?i)authentication"):
        mailbox.opened(wrong).__enter__()


# --- whose it is, without an envelope ---------------------------------------------------------------

OWN, OTHER = (f"{address.make(seat, 1, 0, settings.MAIL_KEYS)}@mail.example.org" for seat in (1, 2))
BARE = "play@mail.example.org"


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ([f"To: {OWN}"], [OWN]),
        ([f"To: Bruges <{OWN.upper()}>"], [OWN]),
        ([f"To: {OWN}, aunt@example.net", f"Cc: {OTHER}"], [OWN, OTHER]),
        ([f"Delivered-To: {OTHER}", f"To: {OWN}, {OTHER}"], [OTHER]),
        ([f"Delivered-To: {BARE}", f"To: {OWN}"], [OWN]),
        (["Delivered-To: box@provider.example", f"X-Original-To: {OWN}", f"To: {BARE}"], [OWN]),
        ([f"To: {BARE}, {OWN}"], [OWN]),
        ([f"To: {BARE}"], [BARE]),
        ([f"To: {BARE}", f"Delivered-To: {BARE}"], [BARE]),
        (["To: playful@mail.example.org", "Cc: play@other.example"], []),
        ([], []),
    ],
)
def test_the_headers_say_which_of_our_addresses_a_letter_was_sent_to(head: list[str], expected: list[str]) -> None:
    assert envelope.recipients("\r\n".join(head).encode()) == expected
