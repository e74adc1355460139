"""Charsets that hold more than characters: no letter in one stops its reader, or the desk that shows it."""

from __future__ import annotations

from functools import partial

import pytest

from tests.shared import pace
from tests.shared.post import address_of, newest, reply
from tournaments.inbox import ingest
from tournaments.inbox.reply.mime import charsets
from tournaments.letters import headers
from tournaments.models import InboundLetter, Press, Seat
from tournaments.organiser.shown import sources

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


GREETING = "Grüße aus Köln"
FOOTER = "\n-- \nfür Empfänger\n"


@pytest.mark.parametrize("charset", ["utf-8", None, "gb2312", "utf-16", "x-nobody"])
def test_a_line_in_another_charset_spoils_no_other_line(charset: str | None) -> None:
    said, kept = ("你好", "gb2312") if charset == "gb2312" else (GREETING, "utf-8")
    text = charsets.decode(said.encode(kept) + FOOTER.encode("latin-1") + said.encode(kept), charset)
    assert (text.split("\n")[0], text.split("\n")[-1]) == (said, said)
    assert charsets.decode(GREETING.encode() + FOOTER.encode("latin-1"), "utf-8") == GREETING + FOOTER


def test_a_byte_that_is_no_sign_of_a_charset_spoils_no_other_line() -> None:
    text = charsets.decode("Ελλάδα".encode("cp1253") + b"\n\xff", "windows-1253")
    assert text == "Ελλάδα\nÿ"
    assert charsets.decode(b"\x81\xff", "utf-8") == "\ufffdÿ"


def test_japanese_words_stay_beside_signs_that_microsoft_has_added() -> None:
    said = "こんにちは".encode("iso-2022-jp") + b"\x1b$B\x2d\x21\x1b(B"
    assert charsets.decode(said, "iso-2022-jp") == "こんにちは①"
    assert charsets.decode(said + b"\n\xff", "iso-2022-jp") == "こんにちは①\nÿ"


@pytest.mark.parametrize(("charset", "words"), [("utf-8", "хороший ход"), ("gb18030", "你好"), ("iso-2022-jp", "今日")])
def test_a_text_that_is_cut_within_a_character_is_read_up_to_it(charset: str, words: str) -> None:
    data = words.encode(charset).removesuffix(b"\x1b(B")
    assert charsets.decode(data[:-1], charset) == words[:-1]
    assert charsets.decode(b"caf\xe9", "utf-8") == "café"


@pytest.mark.django_db
@pytest.mark.parametrize("footer", [FOOTER.encode("latin-1"), "ж".encode()[:1]])
def test_words_to_the_table_stay_whatever_a_host_has_put_below_them(seat: Seat, footer: bytes) -> None:
    turn = newest(seat, "turn")
    row = ingest.ingest(reply(turn, f"say: {GREETING}", quote=False) + footer, address_of(turn), turn.to)
    ingest.read(row.pk)
    assert Press.objects.get().words == GREETING


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
    for charset in ("punycode", "idna", "unicode_escape", "undefined", "x\0y"):
        raw = letter("From: a@b.example", charset=charset) + b"a-" + b"b9" * 50_000
        assert sources.source(raw).encode()
        assert pace.seconds(partial(sources.source, raw)) < pace.A_MOMENT


@pytest.mark.parametrize("charset", ["iso-8859-1", "windows-1252", "iso-8859-2", "windows-1251", "koi8-r", "us-ascii"])
def test_utf_8_that_is_called_something_else_is_read_as_it_is(charset: str) -> None:
    words = "très bien joué, à bientôt \u200b12\u00a0"
    assert charsets.decode(words.encode(), charset) == words
    try:
        again = "déjà vu".encode(charset)
    except UnicodeError:
        return
    assert charsets.decode(again, charset) == "déjà vu"


@pytest.mark.parametrize("name", ["utf-16", "utf-32"])
@pytest.mark.parametrize("charset", [None, "utf-8", "us-ascii"])
def test_a_byte_order_mark_says_what_follows(name: str, charset: str | None) -> None:
    assert charsets.decode("12 Zürich".encode(name), charset) == "12 Zürich"
