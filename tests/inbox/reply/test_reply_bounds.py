"""Hostile mail: whatever the bytes are, reading them ends soon and raises nothing."""

import random
import textwrap
from base64 import b64encode
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from tests.fixtures.mail.clients import SHAPES, mail
from tests.fixtures.mail.grammar import is_order
from tests.fixtures.mail.quoted import Quoted
from tests.inbox.reply.hostile import HEAD, HTML, IN_PARTS, NO_ENDS, TEXT, in_alternatives, in_html, in_parts
from tests.shared import pace
from tests.shared.post import address_of, newest, reply
from tournaments.formats.typed import LONGEST_ROW
from tournaments.inbox import ingest
from tournaments.inbox.reply import Letter, Verdict, Why, extract
from tournaments.inbox.reply.html.reduced import reduced
from tournaments.inbox.reply.html.tags import Steps
from tournaments.inbox.reply.mime import cut, sources
from tournaments.inbox.reply.mime.encodings import decoded
from tournaments.inbox.reply.mime.mime import head_of
from tournaments.inbox.reply.mime.sources import MOST_PARTS, decoded_source
from tournaments.inbox.reply.rows import LONGEST_TEXT
from tournaments.letters import headers
from tournaments.models import InboundLetter, OutboundLetter
from tournaments.organiser.shown.sources import source
from tournaments.queries.letters import quoted


def nested(depth: int, inner: bytes = b"Content-Type: text/plain\r\n\r\n17 red\r\n") -> bytes:
    begin = b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (n, n) for n in range(depth))
    return HEAD + begin + inner + b"".join(b"\r\n--b%d--\r\n" % n for n in reversed(range(depth)))


def nested_around(filling: bytes, depth: int, *, size: int = ingest.LARGEST, name: int = 0) -> bytes:
    """Multiparts in each other without their ends; name  letters of the field with which every inner part begins."""
    first = b"X" * name + b": y\r\n" if name else b""
    begin = b"".join(
        first + b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(depth)
    )
    raw = HEAD + begin + first + b"Content-Type: text/plain\r\n\r\n17 red\n"
    return raw + filling * ((size - len(raw)) // len(filling))


def message_in_message(depth: int) -> bytes:
    return HEAD + b"Content-Type: message/rfc822\r\n\r\n" * depth + b"\r\n17 red\r\n"


def many_parts(count: int) -> bytes:
    part = b"--b\r\nContent-Type: text/plain\r\n\r\n17 red\r\n"
    return HEAD + b'Content-Type: multipart/mixed; boundary="b"\r\n\r\n' + part * count + b"--b--\r\n"


HOSTILE = {
    **IN_PARTS,
    "multiparts nested 3,000 deep": nested(3_000),
    "multiparts nested 90 deep around 100,000 lines": nested(90, b"\r\n" + b"x\r\n" * 100_000),
    "multiparts nested 15 deep around 100,000 lines": nested(15, b"\r\n" + b"x\r\n" * 100_000),
    "multiparts nested 290 deep around empty lines": nested_around(b"\n", 290),
    "multiparts nested 290 deep behind long names": nested_around(b"\n", 290, name=201),
    "multiparts nested 95 deep around empty lines": nested_around(b"\n", 95, size=235_000),
    "multiparts nested 95 deep behind long names": nested_around(b"--b\n", 95, size=235_000, name=201),
    "multiparts nested 22 deep around empty lines": nested_around(b"\n", 22),
    "multiparts nested 22 deep around what begins like boundaries": nested_around(b"--b\n", 22, name=201),
    "names of 65,000 letters": in_parts(b"X" * 65_000 + b": y\r\n\r\n17 red"),
    "names without end": HEAD + b"X" * 1_000_000 + b": y\r\n\r\n17 red",
    "long reports in parts": in_parts(b"Content-Type: message/delivery-status\r\n\r\n" + (b"to:b\n" * 60 + b"\n") * 85),
    "200 parts of 1,250 rows": in_parts(b"Content-Type: text/plain\r\n\r\n" + b" --\n" * 1_250),
    "mails in mails, 3,000 deep": message_in_message(3_000),
    "mails in mails, 90 deep": message_in_message(90),
    "10,000 parts": many_parts(10_000),
    "100,000 lines": TEXT + b"hello there\r\n" * 100_000,
    "100,000 orders": TEXT + b"17 red\r\n" * 100_000,
    "100,000 lines of headers in the text": TEXT + b"From: a@b.org\r\n" * 100_000,
    "100,000 attributions": TEXT + b"On 14.11.2025 10:00 a@b.org wrote:\r\n" * 100_000,
    "100,000 quoted lines": TEXT + b"> On 14.11.2025\r\n" * 100_000,
    "100,000 headers": b"X-A: b\r\n" * 100_000 + TEXT,
    "10 MB of one line": TEXT + b"a" * 10_000_000,
    "10 MB of blanks": TEXT + b" " * 10_000_000,
    "10 MB of one quoted line": TEXT + b">" * 10_000_000,
    "10 MB of dashes": TEXT + b"-" * 10_000_000,
    "10 MB of markers": TEXT + b"#=#=# " * 1_700_000,
    "10 MB of marker beginnings": TEXT + b"#=" * 5_000_000,
    "10 MB in a header": b"Subject: " + b"a" * 10_000_000 + b"\r\n" + TEXT,
    "10 MB of encoded words": b"Subject: " + b"=?utf-8?q?a?= " * 700_000 + b"\r\n" + TEXT,
    "10 MB of Content-Type": HEAD + b"Content-Type: multipart/mixed; " + b'a=";";' * 1_600_000 + b"\r\n\r\nhello",
    "folded Content-Type": HEAD + b"Content-Type: multipart/mixed;" + b'\r\n a=";";' * 100_000 + b"\r\n\r\nhello",
    "10 MB of references": b"References: " + b"<a@b> " * 1_600_000 + b"\r\n" + TEXT,
    "10 MB of recipients": b"To: " + b'"a, b" <a@b.org>, ' * 500_000 + b"\r\n" + TEXT,
    "parentheses in an address": b"From: " + b"(" * 100_000 + b"a@b.org\r\n" + TEXT,
    "quotes in an address": b"From: " + b'"' * 99_999 + b"a@b.org\r\n" + TEXT,
    "3,000 elements deep": HTML + b"<div>" * 3_000 + b"17 red" + b"</div>" * 3_000,
    "100,000 elements deep": HTML + b"<div>" * 100_000 + b"17 red",
    "100,000 paragraphs": HTML + b"<p>17 red</p>" * 100_000,
    "100,000 open quotes": HTML + b"<blockquote>" * 100_000 + b"17 red",
    "100,000 tables": HTML + b"<table><tr><td>" * 100_000,
    "100,000 attributes": HTML + b"<p " + b"".join(b"a%d=1 " % n for n in range(100_000)) + b">17 red",
    "100,000 open brackets": HTML + b"<" * 100_000,
    "100,000 tags begun": HTML + b"<a" * 100_000,
    "misnested formatting": HTML + b"<p>" + b"".join(b"<b id=%d>" % n for n in range(1_000)) + b"</p><p>x" * 1_000,
    "formatting around blocks": HTML + b"<a><b><div></a>" * 20_000,
    "comments": HTML + b"<!--" * 100_000,
    "entities": HTML + b"&lt;&#x41;&amp" * 100_000,
    "one long HTML line": HTML + b"a " * 5_000_000,
    "base64 that is none": HEAD + b"Content-Transfer-Encoding: base64\r\n\r\n" + b"!\xff=" * 300_000,
    "quoted-printable that is none": HEAD
    + b"Content-Transfer-Encoding: quoted-printable\r\n\r\n"
    + b"=\xff=G" * 300_000,
    "uuencoded nonsense": HEAD + b"Content-Transfer-Encoding: x-uuencode\r\n\r\nbegin 644 x\r\n" + b"M\xff" * 90_000,
    "punycode": HEAD + b"Content-Type: text/plain; charset=punycode\r\n\r\n" + b"abc-" * 100_000,
    "idna": HEAD + b"Content-Type: text/plain; charset=idna\r\n\r\n" + b"xn--a." * 100_000,
    "flowed without end": HEAD + b"Content-Type: text/plain; format=flowed\r\n\r\n" + b"a \r\n" * 100_000,
    "colons": TEXT + b"a: " * 300_000,
    "at signs": TEXT + (b"a@" * 240 + b":\r\n") * 2_000,
    "addresses that never end": TEXT + (b"a.b+" * 120 + b"@:\r\n") * 2_000,
    "dates that never end": TEXT + (b"1." * 240 + b":\r\n") * 2_000,
    "zero bytes": TEXT + b"\0" * 1_000_000,
    "only line ends": b"\r\n" * 1_000_000,
    "carriage returns": TEXT.replace(b"\r\n", b"\r") + b"17 red\r" * 100_000,
    "combining signs": TEXT + ("a" + "\u0301" * 60_000).encode(),
    "ligatures that grow": TEXT + ("\ufdfa" * 20_000).encode(),
    "nothing": b"",
    "340,000 fields of a part": HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n--b\n" + b"a:\n" * 340_000,
    "340,000 fields of a mail inside": HEAD + b"Content-Type: message/rfc822\n\n" + b"a:\n" * 340_000,
    "340,000 fields between carriage returns": HEAD + b"a:\r" * 340_000,
    "120,000 parts of one field": HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\na:\n\n" * 120_000,
    "a report on 200,000 recipients": HEAD + b"Content-Type: message/delivery-status\n\n" + b"a:b\n\n" * 200_000,
    "170,000 recipients": HEAD + b"To: a\n" * 170_000 + b"\n12\n",
    "55,000 encoded subjects": HEAD + b"Subject: =?u?q?a?=\n" * 55_000 + b"\n12\n",
}


@pytest.mark.parametrize("raw", HOSTILE.values(), ids=HOSTILE.keys())
def test_no_mail_takes_longer_than_half_a_second(raw):
    assert pace.seconds(lambda: extract(raw, is_order)) < pace.A_MOMENT
    letter = extract(raw, is_order)
    assert len(letter.lines) <= 500
    assert all(len(line) <= LONGEST_ROW for line in letter.lines)


@pytest.mark.parametrize("raw", HOSTILE.values(), ids=HOSTILE.keys())
def test_no_mail_takes_longer_to_be_looked_through(raw):
    raw = raw[: ingest.LARGEST]
    assert head_of(raw).answered is not None
    assert pace.seconds(lambda: (head_of(raw), quoted._plain(InboundLetter(raw=raw)))) < pace.A_MOMENT


@pytest.mark.parametrize("name", [name for name in HOSTILE if "nested" in name or "part" in name])
def test_no_mail_of_many_parts_takes_longer_to_be_shown(name):
    assert pace.seconds(lambda: source(HOSTILE[name][: ingest.LARGEST])) < pace.A_MOMENT


@pytest.mark.parametrize("letters", [1, 40, 200, 201, 5_000])
def test_a_field_of_any_name_is_one_to_whoever_reads_a_letter(letters):
    head, name = b"Content-Type: multipart/mixed; boundary=b\r\n", b"X" * letters + b": y\r\n"
    raw = HEAD + name + b"References: <a@b>\r\n" + head + b"\r\n--b\r\n" + name
    raw += b"Content-Transfer-Encoding: base64\r\n\r\n" + b64encode(b"17 red") + b"\r\n--b--\r\n"
    assert extract(raw, is_order).lines == ("17 red",)
    assert extract(raw, is_order).references == ("<a@b>",)
    assert head_of(raw).answered == ("<a@b>",)
    assert decoded_source(raw).endswith("--- text/plain, 6 bytes ---\n17 red")


HEAD_LINES = (b"References: <a@b>", b"In-Reply-To: <\r\n c@d>", b" <e@f>", b"references:=?utf-8?q?=3Cg@h=3E?=", b"X: y",
              b"References: <\ri@j>", b" ", b"no field", b"")  # fmt: skip


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_letter_answers_the_same_to_whoever_reads_it_whole_or_its_head(end):
    for lines in product(HEAD_LINES, repeat=3):
        raw = end.join([HEAD[:-2], *lines, b"", b"References: <k@l>", b""])
        assert extract(raw, is_order).references == head_of(raw).answered == head_of(ingest.headers_of(raw)).answered


def test_a_mail_of_many_parts_and_a_long_head_is_looked_through():
    raw = many_parts(100).replace(
        b"Subject", b"X-Seal: %s\r\nReferences: <a@b>\r\nSubject" % b"\r\n ".join([b"x" * 990] * 30), 1
    )
    source = decoded_source(raw)
    assert source.count("17 red") == MOST_PARTS
    assert source.endswith(f"\n\n--- {100 - MOST_PARTS} more parts, not shown ---")
    assert head_of(raw).answered[-1] == "<a@b>"


def test_a_source_that_is_cut_says_how_much_is_not_shown():
    size = sources.LONGEST * 3 // 5
    parts = b"".join(b"--b\r\nContent-Type: text/plain\r\n\r\n%b\r\n" % (b"x" * size) for _ in range(3))
    source = decoded_source(HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + parts + b"--b--\r\n")
    first, second, third = source.split(f"--- text/plain, {size} bytes ---\n")[1:]
    assert first.strip() == "x" * size
    shown, left = second.split("\n")[:2]
    assert left == f"--- {size - len(shown)} more characters, not shown ---"
    assert third == f"--- {size} more characters, not shown ---"


def test_a_mail_that_is_built_too_deep_says_so_and_plays_nothing():
    letter = extract(HOSTILE["multiparts nested 3,000 deep"], is_order)
    assert (letter.lines, letter.verdict, letter.sender) == ((), Verdict.EMPTY, "anna@example.net")
    assert [line.why for line in letter.ignored] == [Why.TOO_DEEP]


@pytest.mark.parametrize("html", [b"<ul>" * 3_990 + b"17 red", b"17 red" + b"<b></b>" * 10_000])
def test_a_letter_whose_parts_together_are_built_too_oddly_says_so_and_plays_nothing(html):
    assert extract(HEAD + in_html(html), is_order).lines == ("17 red",)
    letter = extract(in_alternatives(html, 12), is_order)
    assert (letter.lines, letter.verdict, letter.sender) == ((), Verdict.EMPTY, "anna@example.net")
    assert [line.why for line in letter.ignored] == [Why.TOO_DEEP]


@pytest.mark.parametrize("forms", [1, 2])
def test_a_long_letter_that_quotes_one_of_ours_is_read(forms):
    link = b'<a href="https://news.example/%d">game</a>'
    row = b'<tr><td style="padding: 4px 8px; color: #333"><p>A line of <b>news</b> on the ' + link + b"</p></td></tr>"
    news = b"<html><body><p>17 red</p><div class=gmail_quote><div>On 14.11.2025 10:00 a@b.org wrote:</div>"
    news += b"<blockquote class=gmail_quote><p>#=#=# Turn #=#=#</p><p>threat lawyer</p><p>#=#=# end #=#=#</p><table>"
    news += b"".join(row % n for n in range(2_300)) + b"</table></blockquote></div>"
    assert len(news) > 300_000
    raw = HEAD + b"Content-Type: multipart/alternative; boundary=b\r\n\r\n"
    raw += (b"--b\r\n" + in_html(news) + b"\r\n") * forms
    letter = extract(raw, is_order)
    assert set(letter.lines) == {"17 red"}
    assert letter.marker_found


@pytest.mark.parametrize("end", NO_ENDS)
def test_no_format_is_repeated_whatever_ends_it(end):
    """Formats that a parser repeats in every block cost most: none is left to repeat."""
    html = reduced("<p>" + "".join(f"<b a{n}>{end}" for n in range(1_000)) + "</p>" + "<p>x</p>" * 400, Steps())
    assert len(LexborHTMLParser(html).css("b, span")) <= 1_000


def test_a_letter_with_pictures_in_its_text_is_read_as_without_them():
    picture = b'<img alt="a smile" src="data:image/png;base64,%b">'
    for letters, count in ((8_000, 64), (30_000, 16), (70_000, 4), (500_000, 1)):
        pictures = picture % (b"A" * letters) * count
        for no_words in (b"<blockquote type=cite>%b</blockquote>", b"<s>%b</s>", b"<p style='display:none'>%b</p>"):
            letter = extract(HTML + b"<p>17 red</p>" + pictures + no_words % b"threat lawyer", is_order)
            assert (letter.lines, letter.ignored) == (("17 red",), ())


def test_a_letter_with_its_tables_in_comments_is_read():
    begin, end = b"<!--[if mso]><table><tr><td><![endif]-->", b"<!--[if mso]></td></tr></table><![endif]-->"
    part = begin + b"<div><p>news of <b>today</b><br></div>" + end
    letter = extract(HTML + b"<p>17 red</p><blockquote type=cite>" + part * 300 + b"</blockquote>", is_order)
    assert letter.lines == ("17 red",)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["64 parts of 3,990 lists in lists", "60 texts in two forms, lists in lists"])
@pytest.mark.parametrize("whose", ["a stranger's", "a player's"])
def test_no_mail_that_is_stored_takes_a_worker_longer(seat, name, whose):
    sender = seat.player.email if whose == "a player's" else "anna@example.net"
    rows = []
    for number in range(3):
        raw = HOSTILE[name].replace(b"anna@example.net", b"%s\r\nMessage-ID: <%d@b>" % (sender.encode(), number))
        rows.append(ingest.ingest(raw, headers.bare_address(), sender).pk)
    assert ingest.read(rows.pop())  # with what the process remembers for any letter
    assert pace.seconds(lambda: ingest.read(rows.pop())) < pace.A_MOMENT


def test_a_moderate_depth_is_read():
    assert extract(nested(12), is_order).lines == ("17 red",)
    assert extract(HOSTILE["3,000 elements deep"], is_order).lines == ("17 red",)


@pytest.mark.parametrize("hidden", [b"", b"<s>", b"<blockquote type=cite>", b"<p style='display:none'>"])
def test_a_tree_that_is_too_deep_says_so_and_plays_nothing(hidden):
    """Its text alone would tell neither what is quoted nor what is struck."""
    letter = extract(HTML + hidden + b"17 red</p></s></blockquote>" + b"<div>" * 30_000, is_order)
    assert letter.lines == ()
    assert [line.why for line in letter.ignored] == [Why.TOO_DEEP]


def test_more_lines_than_a_letter_may_have_are_told():
    letter = extract(TEXT + b"17 red\r\n" * 600, is_order)
    assert len(letter.lines) == 500
    assert [line.why for line in letter.ignored] == [Why.TOO_MANY]


@given(st.binary(max_size=2_000))
def test_any_bytes_are_read(raw):
    assert isinstance(extract(raw, is_order), Letter)


CHARSETS = [
    "utf-8",
    "utf-16",
    "utf-7",
    "gb2312",
    "ks_c_5601-1987",
    "iso-2022-jp",
    "x-nobody",
    "hex",
    "rot13",
    "idna",
    '"',
    "",
]


@given(st.sampled_from(CHARSETS), st.binary(max_size=400), st.sampled_from(["8bit", "base64", "quoted-printable", "x"]))
def test_broken_charsets_and_encodings_are_read(charset, body, encoding):
    head = f"Content-Type: text/plain; charset={charset}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
    assert isinstance(extract(HEAD + head.encode() + body, is_order), Letter)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(SHAPES), st.randoms(use_true_random=False), st.integers(1, 12))
def test_mutated_replies_are_read(shape, chance: random.Random, wounds):
    client, where = shape
    raw = bytearray(client(["17 red", "threat lawyer"], Quoted(), where, "English").mail)
    for _ in range(wounds):
        at = chance.randrange(len(raw))
        wound = chance.choice((b"", b"\r\n", b"\r\n\r\n", b"\xff", b"\0", b"<", b">", b'"', b"=?", b"--", b";"))
        raw[at : at + chance.randrange(4)] = wound
    assert isinstance(extract(bytes(raw), is_order), Letter)


def test_a_grammar_that_refuses_everything_still_gives_the_lines():
    assert extract(mail("17 red\nthreat lawyer"), lambda _: False).lines == ("17 red", "threat lawyer")


def test_a_big_base64_attachment_before_the_text_does_no_harm():
    picture = b64encode(bytes(900_000))
    lines = b"\r\n".join(picture[at : at + 76] for at in range(0, len(picture), 76))
    raw = HEAD + b'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: image/png\r\n'
    raw += (
        b"Content-Transfer-Encoding: base64\r\n\r\n"
        + lines
        + b"\r\n--b\r\nContent-Type: text/plain\r\n\r\n17 red\r\n--b--"
    )
    assert extract(raw, is_order).lines == ("17 red",)


@pytest.mark.parametrize("letters", [70_000, 480_000])
def test_words_below_a_large_picture_are_read(letters):
    picture = b'<p><img src="data:image/png;base64,' + b"A" * letters + b'"></p>'
    assert extract(HTML + b"<p>17 red</p>" + picture + b"<p>threat lawyer</p>", is_order).lines == (
        "17 red",
        "threat lawyer",
    )


LONG_QUOTES = [b"> " + b"x" * 70, b"> xx", b">"]


@pytest.mark.parametrize("line", LONG_QUOTES)
def test_words_below_a_long_quote_are_read(line):
    quote = (line + b"\r\n") * (400_000 // len(line) if len(line) > 9 else 20_000)
    assert extract(TEXT + b"17 red\r\n\r\n" + quote + b"\r\nthreat lawyer\r\n", is_order).lines == (
        "17 red",
        "threat lawyer",
    )
    html = b"<p>17 red</p><blockquote type=cite>" + b"<p>a line</p>" * 8_000 + b"</blockquote><p>threat lawyer</p>"
    assert extract(HTML + html, is_order).lines == ("17 red", "threat lawyer")


LONG_LETTERS = {
    "a picture larger than a letter may be": cut.to_size(
        HTML + b"<p>17 red</p><img src='data:image/png;base64," + b"A" * 2**20 + b"'><p>threat lawyer</p>",
        ingest.LARGEST,
    ),
    "words": TEXT + b"17 red\r\n" + b"it was a long day\r\n" * 5_000 + b"threat lawyer\r\n",
    "lines of a quote": TEXT + b"17 red\r\n" + b">\r\n" * 40_000 + b"threat lawyer\r\n",
    "words in HTML": HTML + b"<p>17 red</p>" + b"<p>it was a long day</p>" * 5_000 + b"<p>threat lawyer</p>",
    "rows of one text": HTML + b"17 red<pre>" + b">\n" * 60_000 + b"</pre>threat lawyer",
    "tags": HTML + b"<p>17 red</p>" + b"<blockquote>x</blockquote>" * 22_000 + b"<p>threat lawyer</p>",
    "parts": HEAD
    + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
    + (b"--b\r\n\r\n17 red\r\n" + b"it was a long day\r\n" * 4_000) * 2
    + b"--b\r\n\r\nthreat lawyer\r\n",
}


@pytest.mark.parametrize("raw", LONG_LETTERS.values(), ids=LONG_LETTERS)
def test_a_letter_that_is_longer_than_what_is_read_says_so(raw):
    letter = extract(raw, is_order)
    assert "threat lawyer" not in letter.lines
    assert [line.why for line in letter.worth_telling if line.line][-1:] == [Why.TOO_LONG]


def test_of_a_very_long_quote_only_words_of_its_writer_s_are_told():
    quote = TEXT + b"17 red\r\n" + b"> xx\r\n" * 40_000
    assert extract(quote, is_order).ignored == ()
    letter = extract(quote + b"threat lawyer\r\n", is_order)
    assert [tuple(line) for line in letter.ignored] == [("threat lawyer", Why.TOO_LONG)]


@pytest.mark.parametrize("short", range(12))
def test_no_half_line_is_read(short):
    """Wherever a line begins before the end of what is read: half an order is another one."""
    above = "x" * (LONGEST_TEXT % 1_000 - short) + "\r\n" + ("y" * 998 + "\r\n") * (LONGEST_TEXT // 1_000)
    lines = extract(TEXT + f"{above}17 red 42\r\n".encode(), lambda line: line.startswith("17 red")).lines
    assert {line for line in lines if line.startswith("17")} <= {"17 red 42"}


IN_BASE64 = HEAD + b"Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n"


@pytest.mark.parametrize("pieces", [(b"17 red\r\n", b"threat lawyer\r\n"), (b"17 red\r\nthreat ", b"lawyer\r\n")])
def test_base64_in_several_pieces_is_read_to_its_end(pieces):
    body = b"".join(b64encode(piece) + b"\r\n" for piece in pieces)
    assert extract(IN_BASE64 + body, is_order).lines == ("17 red", "threat lawyer")


@pytest.mark.parametrize("above", ["", "[EXTERNAL]\r\n", "External\r\n\r\n", "This came from outside.\r\n\r\n"])
@pytest.mark.parametrize("below", ["_______________\r\nclub mailing list\r\n", "\r\nMaximilian\r\n", "\r\nMTEx\r\n"])
@pytest.mark.parametrize("columns", [60, 70, 76])
def test_full_rows_of_base64_are_read_among_words_that_a_gateway_has_put_around_them(above, below, columns):
    rows = textwrap.wrap(
        b64encode(b"17 red\r\nIt was a long day on the canal, " * 4 + b"and cold\r\n").decode(), columns
    )
    lines = extract(IN_BASE64 + "\r\n".join([above.rstrip() and above, *rows, below]).encode(), is_order).lines
    assert lines.count("17 red") == 1
    assert "It was a long day on the canal, and cold" in lines
    assert not any(line in lines for line in ("111", *rows))


@pytest.mark.parametrize("columns", [60, 61, 64, 70, 73, 75, 76])
@pytest.mark.parametrize("between", ["\n", "\r\n", "\n\n", "\r\n\r\n"])
@pytest.mark.parametrize("below", ["", "\r\n-- \r\nScanned by a gateway\r\n"])
def test_base64_is_read_however_its_rows_are_broken(columns, between, below):
    """Also where programs have doubled the ends of lines, or its last signs are on a row of their own."""
    body = b"use innkeeper / use lawyer\r\nrecruit prince in red and a few more words\r\n17 red / 42 blue, and more\r\n"
    rows = [b64encode(body)[at : at + columns].decode() for at in range(0, len(b64encode(body)), columns)]
    text = decoded((between.join(rows) + between + below).encode(), "base64")
    assert text.startswith(body.rstrip()), text


def test_words_right_below_base64_are_no_part_of_its_last_line():
    rows = b64encode(b"It was a long day on the canal, and cold was the night\r\n17").decode()
    text = decoded(f"{rows}\r\n7 red\r\n".encode(), "base64")
    assert text.splitlines()[-2:] == [b"17", b"7 red"]


@pytest.mark.parametrize(
    "body",
    [
        *("17 red\r\nundo\r\nstatus\r\n", "undo\r\n17 red\r\n12\r\n", "Hello\nall of you\nundo"),
        *("undo\n> 17 red\nboard \n", "undo\r\nOK\r\n", "UNDO\r\nSTOP\r\n", "OKNO", "undo that", "say: hi."),
    ],
)
def test_words_in_the_place_of_base64_are_read_as_they_are(body):
    lines = extract(IN_BASE64 + body.encode(), is_order).lines
    assert lines == extract(HEAD + b"\r\n" + body.encode(), is_order).lines


WORD = st.one_of(
    st.sampled_from(["OK", "ON", "NO", "ME", "MS", "MTG", "MTV", "MTEx", "MTIz", "MTcgcmVk", "UNDO", "Help"]),
    st.text("AMNOTVYZabcegxz0123456789+/", min_size=1, max_size=12),
)


@given(st.lists(st.lists(WORD, min_size=1, max_size=4).map(" ".join), max_size=5), st.integers(0, 5), st.booleans())
def test_no_line_of_words_that_stands_beside_others_is_read_in_another_form(typed, at, apart):
    """Whatever the label says: what only looks like base64 could be played as what it is not."""
    typed.insert(at, "say: well played, all of you.")
    body = ("\r\n\r\n" if apart else "\r\n").join(typed).encode()
    assert extract(IN_BASE64 + body, is_order).lines == extract(HEAD + b"\r\n" + body, is_order).lines


@pytest.mark.django_db
def test_who_writes_more_than_is_read_is_told_where_it_ends(seat):
    letter = newest(seat, "turn")
    raw = reply(letter, "17 red", *["it was a long day"] * 5_000, "say: well played")
    row = ingest.ingest(raw, address_of(letter), letter.to)
    assert ingest.read(row.pk)
    (told, *_) = OutboundLetter.objects.filter(answers=row)
    assert "not where orders are read:\n| it was a long day\n" in told.text.replace("\xa0", " ")


@pytest.mark.django_db
def test_who_writes_too_deep_is_told_what_to_do(seat):
    letter = newest(seat, "turn")
    raw = reply(letter, "<div>" * 30_000 + "12").replace(b"text/plain", b"text/html")
    row = ingest.ingest(raw, address_of(letter), letter.to)
    assert ingest.read(row.pk)
    (told, *_) = OutboundLetter.objects.filter(answers=row)
    assert "too deep to be read: write it as plain text" in " ".join(told.text.split())
