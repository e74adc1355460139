"""Rare forms of what mail programs write: read as the standards have them, or told as left aside."""

import pytest

from tests.fixtures.mail.grammar import is_order
from tests.inbox.reply.hostile import HEAD, HTML
from tournaments.inbox.reply import Why, extract

LINES = {
    b"<legend>1</legend>7": ("1", "7"),
    b"<hgroup>1<search>7</search></hgroup>": ("1", "7"),
    b"<table><caption>1</caption>7</table>": ("7", "1"),  # a parser puts words of a table above it
    b"<span style='display:block'>1</span><span style='display: Flex'>7 red</span>8": ("1", "7 red", "8"),
    b"1<span style='display:inline-block'>7 red</span>": ("17 red",),
    b"<div style='white-space:pre-wrap'><p style='white-space:normal'>17\nred</p>1\n7</div>": ("17 red", "1", "7"),
    b"<pre style='white-space:normal'>17\nred</pre>": ("17 red",),
    b"<p>17<span style='white-space:pre'> </span>red</p>": ("17 red",),
    b"<p style='visibility:collapse'>17 red</p><p>18 red</p>": ("18 red",),
}


@pytest.mark.parametrize(("html", "lines"), LINES.items())
def test_a_text_is_divided_as_a_browser_shows_it(html, lines):
    assert extract(HTML + html, is_order).lines == lines


RICH = {
    b"1<nl>7": ("1", "7"),
    b"1<NP>7<paragraph>8 red</paragraph>9": ("1", "7", "8 red", "9"),
    b"say: 1 <lt> 2 <lt>nl> 3": ("say: 1 < 2 <nl> 3",),
    b"17 <comment>17 blue</comment><bold>red</bold>": ("17 red",),
}


@pytest.mark.parametrize(("rich", "lines"), RICH.items())
def test_rich_text_of_the_first_kind_is_read(rich, lines):
    assert extract(HEAD + b"Content-Type: text/richtext\r\n\r\n" + rich, is_order).lines == lines


FIELDS = [
    (b"Content-Transfer-Encoding: base64;", b"MTcgcmVk"),
    (b'Content-Transfer-Encoding: "Base64" (of lines)', b"MTcgcmVk"),
    (b"Content-Transfer-Encoding: quoted-printable;", b"17 =\r\nred"),
    (b"Content-Transfer-Encoding: quoted-printable", b"17 = \t\r\nr=65d= "),
    (b"Content-Type: text/html (c); charset=utf-8", b"<p>17 red</p>"),
    (b'Content-Type: "text/html"', b"<p>17 red</p>"),
]


@pytest.mark.parametrize(("fields", "body"), FIELDS)
def test_fields_with_quotes_and_comments_are_understood(fields, body):
    assert extract(HEAD + fields + b"\r\n\r\n" + body, is_order).lines == ("17 red",)


NAMES = {
    b"attachment; filename=orders.txt": "orders.txt",
    b"attachment": "text/plain",
    b"inline; filename*=utf-8''Z%C3%BCge%20x.txt": "Z\xfcge x.txt",
    b"attachment; filename*=ISO-8859-1'de'Z%FCge.txt": "Z\xfcge.txt",
    b'inline; filename="100%25 mine\'s.txt"': "100%25 mine's.txt",
}


@pytest.mark.parametrize(("disposition", "name"), NAMES.items())
def test_a_text_that_is_sent_along_is_told_by_its_name(disposition, name):
    raw = HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n17 red\r\n--b\r\n"
    raw += b"Content-Type: text/plain\r\nContent-Disposition: " + disposition + b"\r\n\r\n18 red\r\n--b--\r\n"
    letter = extract(raw, is_order)
    assert letter.lines == ("17 red",)
    assert [tuple(line) for line in letter.ignored] == [(name, Why.FILE)]
