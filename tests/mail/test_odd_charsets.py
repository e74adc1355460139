"""Charsets that hold more than characters: no letter in one stops its reader, or the desk that shows it."""

from __future__ import annotations

import time

import pytest

from tests.post import address_of, newest
from tournaments.mail import headers, ingest
from tournaments.mail.reply import charsets
from tournaments.models import InboundLetter, Seat
from tournaments.organiser import sources

HALF = "+2AA-"  # half of a character (U+D800) in UTF-7, which no database takes
WORD = f"=?utf-7?q?<{HALF}@client.example>?="
HEADS = {
    "in the name of who wrote": f"From: =?utf-7?q?Anna{HALF}?= <stranger@example.net>",
    "in the Message-ID": f"From: stranger@example.net\r\nMessage-ID: {WORD}",
    "in the References": f"From: stranger@example.net\r\nReferences: {WORD}\r\nIn-Reply-To: {WORD}",
    "in the recipients": f"From: stranger@example.net\r\nCc: {WORD}\r\nDelivered-To: {WORD}",
    "in the subject": f"From: stranger@example.net\r\nSubject: =?utf-7?q?say:_{HALF}?=",
}


def letter(head: str, kind: str = "plain", charset: str = "utf-7") -> bytes:
    return f"{head}\r\nContent-Type: text/{kind}; charset={charset}\r\n\r\nsay: hello {HALF}\r\n".encode()


@pytest.mark.parametrize("data", [b"+2AA-", b"a+2AA-b", b"+3AA-", b"+2AA-+3AA-x"])
def test_text_in_any_charset_can_be_stored(data: bytes) -> None:
    for charset in ("utf-7", "UTF7", "unicode-1-1-utf-7", '"utf-7"'):
        assert charsets.decode(data, charset).encode()


def test_honest_text_in_utf7_is_still_read() -> None:
    assert charsets.decode(b"Br+APw-gge +2D3cAA-", "utf-7") == "Brügge \U0001f400"


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["plain", "html"])
@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_a_letter_with_half_a_character_is_read(seat: Seat, head: str, kind: str) -> None:
    to_seat = address_of(newest(seat, "turn"))
    own = head.replace("stranger@example.net", seat.player.email)
    for raw, to in ((letter(head, kind), headers.bare_address()), (letter(own, kind), to_seat)):
        row = ingest.ingest(raw, to, "stranger@example.net")
        assert ingest.read(row.pk)
        row.refresh_from_db()
        assert row.state == InboundLetter.State.DONE


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_the_desk_shows_a_letter_with_half_a_character(head: str) -> None:
    assert "hello" in sources.source(letter(head)).encode().decode()


def test_the_desk_shows_a_letter_in_no_charset_of_mail_in_a_moment() -> None:
    begin = time.process_time()
    for charset in ("punycode", "idna", "unicode_escape", "undefined", "x\0y"):
        raw = letter("From: a@b.example", charset=charset) + b"a-" + b"b9" * 50_000
        assert sources.source(raw).encode()
    assert time.process_time() - begin < 2
