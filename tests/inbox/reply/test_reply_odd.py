"""Rare forms of what mail programs write: read as the standards have them, or told as left aside."""

import pytest

from tests.fixtures.mail.grammar import is_order
from tests.inbox.reply.hostile import HEAD, HTML
from tournaments.inbox.reply import Why, Words, extract

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
    (b"Content-Type: text/plain; charset*0=utf; charset*1=-16le", "17 red".encode("utf-16-le")),
    (b'Content-Type: text/plain; charset*1="-16be"; charset*0=utf', "17 red".encode("utf-16-be")),
    (b'Content-Type: multipart/mixed; boundary="a\\"b"', b'--a"b\r\n\r\n17 red\r\n--a"b--'),
    (b'Content-Type: multipart/mixed; boundary*0="a\\\\"; boundary*1=b', b"--a\\b\r\n\r\n17 red\r\n--a\\b--"),
    (b"Content-Type: multipart/mixed; boundary*=utf-8''b%20c", b"--b c\r\n\r\n17 red\r\n--b c--"),
    (b"Content-Type: multipart/mixed; boundary*=us-ascii'en'b", b"--b\r\n\r\n17 red\r\n--b--"),
    (b"Content-Type: multipart/mixed; boundary*0*=''b%20; boundary*1=c%20", b"--b c%20\r\n\r\n17 red\r\n--b c%20--"),
    (b"Content-Type: multipart/mixed; boundary*1*=%20c; boundary*0*=x''b", b"--b c\r\n\r\n17 red\r\n--b c--"),
    (b"Content-Type: multipart/mixed; boundary*=utf-8''%C3%BC", b"--\xc3\xbc\r\n\r\n17 red\r\n--\xc3\xbc--"),
    (
        b"Content-Type: multipart/mixed; boundary*=utf-8''\xfc",
        b"--b\r\ncontent-type: text/plain\r\n\r\n17 red\r\n--b--",
    ),
    (b"Content-Type: text/plain; charset*=us-ascii''utf%2D16", "17 red".encode("utf-16")),
    (b"Content-Type: text/plain; charset=utf-16", "17 red\n".encode("utf-16") + b"\n"),
    (b"Content-Type: text/plain; charset=utf-16", "17 red\n".encode("utf-16-be") + b"\n"),
    (b"Content-Type: text/plain; charset=utf-16le", "17 red\r\n".encode("utf-16-le") + b"\n"),
    (b"Content-Type: text/plain; charset=utf-8", "17 red\n".encode("utf-16") + b"\n"),
    (b"Content-Type: text/plain; charset=utf-32", "17 red\n".encode("utf-32") + b"\r\n"),
    (b"Content-Type: text/plain", "17 red\n".encode("utf-32") + b"\n"),
    (b"Content-Type: text/plain; charset=utf-16", "17 red".encode("utf-16-be")),
    (b"Content-Type: text/plain; charset=utf-16", "17 red".encode("utf-16-le")),
    (b"Content-Type: text/plain; charset=utf-16", "17 red".encode("utf-16")),
]


@pytest.mark.parametrize(("fields", "body"), FIELDS)
def test_fields_with_quotes_and_comments_are_understood(fields, body):
    assert extract(HEAD + fields + b"\r\n\r\n" + body, is_order).lines == ("17 red",)


NAMES = {
    b"attachment; filename=orders.txt": "orders.txt",
    b"attachment": "text/plain",
    b"inline; filename*=utf-8''Z%C3%BCge%20x.txt": "Z\xfcge x.txt",
    b"attachment; filename*=ISO-8859-1'de'Z%FCge.txt": "Z\xfcge.txt",
    b"inline; filename*=utf-8''\xfc%20.txt": "\xfc .txt",
    b'inline; filename="100%25 mine\'s.txt"': "100%25 mine's.txt",
}


@pytest.mark.parametrize(("disposition", "name"), NAMES.items())
def test_a_text_that_is_sent_along_is_told_by_its_name(disposition, name):
    raw = HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n17 red\r\n--b\r\n"
    raw += b"Content-Type: text/plain\r\nContent-Disposition: " + disposition + b"\r\n\r\n18 red\r\n--b--\r\n"
    letter = extract(raw, is_order)
    assert letter.lines == ("17 red",)
    assert [tuple(line) for line in letter.ignored] == [(name, Why.FILE)]


PGP = b"-----BEGIN PGP MESSAGE-----\r\nVersion: 1\r\n\r\nhQEMA/end\r\nhelp\r\n-----END PGP MESSAGE-----\r\n"
EMPTY = b"Content-Type: text/html\r\n\r\n<html><head><title>x</title></head><body><p>&nbsp;</p></body></html>"
PARTS = b"Content-Type: multipart/%b; boundary=b\r\n\r\n--b\r\nContent-Type: application/%b\r\n\r\n%b\r\n--b--\r\n"
SEALED = {
    "S/MIME": b"Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m\r\n\r\nMTc=",
    "S/MIME as attached": b"Content-Type: application/x-pkcs7-mime\r\nContent-Disposition: attachment\r\n\r\nMTc=",
    "OpenPGP": PARTS % (b"encrypted; protocol=x", b"octet-stream", PGP),
    "OpenPGP in the text": b"\r\n" + PGP,
    "winmail.dat": PARTS % (b"mixed", b"ms-tnef; name=winmail.dat", b"eJ8"),
    "S/MIME by its name": b"Content-Type: application/octet-stream; name=smime.p7m\r\n\r\nMTc=",
    "winmail.dat by its name": b"Content-Type: application/octet-stream; name=WINMAIL.DAT\r\n\r\neJ8",
    "OpenPGP by its name": b"Content-Type: application/octet-stream; name=encrypted.asc\r\n\r\n" + PGP,
    "beside HTML of no words": PARTS % (b"mixed", b"ms-tnef", b"eJ8\r\n--b\r\n" + EMPTY),
    "a text within": PARTS % (b"encrypted", b"pgp-encrypted", b"x\r\n--b\r\n\r\n" + PGP),
    "rich text": b"Content-Type: application/rtf\r\n\r\n{\\rtf1 17 red}",
}


@pytest.mark.parametrize("body", SEALED.values(), ids=SEALED)
def test_a_letter_that_nobody_here_can_open_says_so_and_orders_nothing(body):
    letter = extract(HEAD + body, is_order)
    assert letter.lines == ()
    assert [why for _, why in letter.ignored if why is Why.SEALED] == [Why.SEALED]


def test_a_signed_text_and_words_above_an_encrypted_one_are_read():
    signature = b"-----BEGIN PGP SIGNATURE-----\r\n\r\nhelp/x=\r\n-----END PGP SIGNATURE-----\r\n"
    signed = b"-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA256\r\n\r\n17 red\r\n" + signature
    letter = extract(HEAD + b"\r\n" + signed, is_order)
    assert letter.lines == ("17 red",)
    letter = extract(HEAD + b"\r\n17 red\r\n" + PGP + b"18 red", is_order)
    assert letter.lines == ("17 red", "18 red")
    assert letter.worth_telling == (("-----BEGIN PGP MESSAGE-----", Why.SEALED),)


@pytest.mark.parametrize("head", [b"", b"Version: 1\r\nComment: x\r\n"])
def test_an_encrypted_text_whose_end_is_cut_off_orders_nothing(head):
    begun = b"-----BEGIN PGP MESSAGE-----\r\n" + head + b"\r\nhQEMA5Xv\r\n18 red\r\n\r\n19 red"
    letter = extract(HEAD + b"\r\n17 red\r\n" + begun, is_order)
    assert (letter.lines, letter.ignored) == (("17 red",), (("-----BEGIN PGP MESSAGE-----", Why.SEALED),))


@pytest.mark.parametrize(
    "below", [b"17 red", b"\r\n17 red", b"\r\nHelp\r\n17 red", b"hQEMA5Xv\r\n17 red", b"\r\n\r\nA: b"]
)
def test_nor_does_its_beginning_alone_take_words_below_it_away(below):
    letter = extract(HEAD + b"\r\n-----BEGIN PGP MESSAGE-----\r\n" + below, is_order)
    assert letter.lines == ("-----BEGIN PGP MESSAGE-----", *filter(None, below.decode().split("\r\n")))


def test_of_an_encrypted_text_no_line_is_told():
    words = Words(spoken=lambda _: False, begins=lambda _: True)
    assert extract(HEAD + b"\r\n" + PGP, is_order, words=words).ignored == (("", Why.SEALED),)


@pytest.mark.parametrize("words", [b"17 red", b"Scanned by X", b"> 17 red"])
def test_words_beside_what_is_encrypted_are_read_and_that_is_told(words):
    raw = PARTS % (b"mixed", b"pkcs7-mime", b"MTc=\r\n--b\r\n\r\n" + words)
    letter = extract(HEAD + raw, is_order)
    assert letter.lines == (() if words.startswith(b">") else (words.decode(),))
    assert letter.worth_telling[0] == ("application/pkcs7-mime" if letter.lines else "", Why.SEALED)


def test_a_quote_beside_what_only_its_program_reads_is_no_sealed_letter():
    raw = PARTS % (b"mixed", b"ms-tnef", b"eJ8\r\n--b\r\n\r\n> hello")
    assert extract(HEAD + raw, is_order).ignored == ()


def test_a_letter_with_words_beside_a_sealed_file_is_read():
    raw = PARTS % (b"mixed", b"ms-tnef", b"eJ8\r\n--b\r\n\r\n17 red")
    letter = extract(HEAD + raw, is_order)
    assert (letter.lines, letter.ignored) == (("17 red",), ())
