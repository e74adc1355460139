"""Letters of which no part is large: what bounds their reading has to be shared by all their parts."""

from __future__ import annotations

from tournaments.inbox import ingest

HEAD = b"From: anna@example.net\r\nTo: play@mail.example.org\r\nSubject: Re: turn\r\nMIME-Version: 1.0\r\n"
HTML = HEAD + b"Content-Type: text/html; charset=utf-8\r\n\r\n"
TEXT = HEAD + b"Content-Type: text/plain; charset=utf-8\r\n\r\n"


def in_parts(part: bytes) -> bytes:
    """As many parts as a letter may have bytes for."""
    part = b"--b\r\n" + part + b"\r\n"
    return HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + part * (ingest.LARGEST // len(part))


def in_alternatives(html: bytes, count: int) -> bytes:
    """So many texts, each in two forms."""
    head = b"Content-Type: multipart/alternative; boundary=a%d\r\n\r\n--a%d\r\n"
    forms = b"Content-Type: text/html\r\n\r\n" + html + b"\r\n--a%d\r\n\r\n17 red\r\n--a%d--\r\n"
    texts = b"".join(b"--b\r\n" + head % (n, n) + forms % (n, n) for n in range(count))
    return HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + texts


def in_html(html: bytes) -> bytes:
    return b"Content-Type: text/html\r\n\r\n" + html


def attributes(count: int, first: int = 0) -> bytes:
    return b"".join(b"a%d " % n for n in range(first, first + count))


MANY_FORMATS = b"".join(b"<%s id=%d>" % (name, n) for n in range(99) for name in b"a b big em i u tt".split())
RULED = b"<div style='border-top:solid'>"
LINES = b"--b\r\nContent-Type: text/plain\r\n\r\n" + b"a\n" * 3_000
ODD_LINES = {name: in_parts(b"Content-Type: text/plain; charset=%b\r\n\r\n" % name.encode() + line * 3_000)
             for name, line in {"utf-8": b"\xff\n", "gb2312": b"\xff\n", "utf-7": b"+2AA-\n"}.items()}  # fmt: skip
ODD_BYTES = {f"odd bytes in {name}": in_parts(b"Content-Type: text/plain; charset=%b\r\n\r\n" % name.encode()
             + b"\xff\x81" * 190_000) for name in ("utf-7", "windows-1253", "iso-8859-8", "hp-roman8")}  # fmt: skip
# An end tag that parsers do not see, or do not go by: its format stays open, and is repeated in every block below.
NO_ENDS = ("<object></b></object>", "<style></b></style>", "<!--</b>-->", "<! </b>",
           "<svg><![CDATA[</svg></b>]]></svg>", "<br x='</b>'>", "</i x='</b>'>", "</b-x>", "</b<x>",
           "<svg><desc></svg></b></desc></svg>", "<div>" * 9 + "</b>" + "</div>" * 9)  # fmt: skip
STAY_OPEN = {
    f"formats that {end[:24]} does not end": in_parts(
        in_html(b"<p>" + b"".join(b"<b a%d>%b" % (n, end.encode()) for n in range(1_000)) + b"</p>" + b"<p>x</p>" * 400)
    )
    for end in NO_ENDS
}

# A parser takes the attributes of all of these into one element.
ONE_ELEMENT = {
    f"many tags of the one {name}, {count} attributes each": HTML
    + b"".join(b"<%b %b>" % (name.encode(), attributes(count, first)) for first in range(0, 36_000, count))
    for name in ("html", "body") for count in (1, 500)
}  # fmt: skip
# A parser repeats a format that is still open in every block.
REPEATED = {
    f"{count} formats of {many} attributes, repeated": HTML
    + b"<p>" + b"".join(b"<b x%d %b>" % (n, attributes(many)) for n in range(count)) + b"</p><p>x" * blocks
    for count, many, blocks in ((1, 1_000, 4_000), (20, 300, 2_000), (99, 300, 0))
}  # fmt: skip
ROWS_OF_ONE_TEXT = {
    f"a text of 380,000 rows in {open_[:4].decode()} of {row!r}": (HTML + open_ + row * 380_000)[: ingest.LARGEST]
    for open_ in (b"<pre>", b"<div style='white-space:pre'>") for row in (b"\n", b">\n", b"\xc2\xa0\n")
}  # fmt: skip

IN_PARTS = {
    **ONE_ELEMENT,
    **REPEATED,
    **ROWS_OF_ONE_TEXT,
    "a format with a long title, repeated": HTML + b"<p><b title='" + b"v" * 60_000 + b"'></p><p>x" * 8_000,
    **ODD_BYTES,
    **STAY_OPEN,
    "parts of elements that an object keeps open": in_parts(in_html(b"<div><object></div></object>" * 10_000)),
    "parts of links in a drawing": in_parts(in_html(b"<svg>" + b"<link>" * 30_000)),
    "parts of tags within tags": in_parts(in_html((b"<br " * 240 + b">") * 400)),
    "parts of tags within long tags": in_parts(in_html((b"<br " * 16_000 + b">") * 6)),
    "parts of comments that do not end": in_parts(
        in_html(b"<!--" * 50_000 + b"<![CDATA[" * 10_000 + b"<x><p></x>" * 10_000)
    ),
    "parts of ends around open paragraphs": in_parts(in_html(b"<x><y>" + b"<p>" * 3_000 + b"</x>" * 30_000)),
    **{f"odd lines in {name}": raw for name, raw in ODD_LINES.items()},
    "64 parts of 3,990 lists in lists": in_parts(in_html(b"<ul>" * 3_990)),
    "60 texts in two forms, lists in lists": in_alternatives(b"<ul>" * 2_500 + b"17 red", 60),
    "parts of flat tags": in_parts(in_html(b"<b></b>" * 10_000)),
    "wide within deep": HTML + b"<div>" * 3_900 + b"<div></div>" * 30_000,
    "parts of ends without a beginning": in_parts(in_html(b"<div>" * 3_900 + b"</ul>" * 30_000)),
    "parts of ends that close nothing": in_parts(in_html(b"<div>" * 3_000 + b"<svg><link></link></svg>" * 10_000)),
    "parts of styles in styles": in_parts(
        in_html(b"<div>" * 3_000 + b"<svg>" + b"<style><style></style></style>" * 8_000)
    ),
    "attributes behind a bracket": HTML + b'<p x=">" ' + attributes(55_000) + b">",
    "attributes behind a comment": HTML + b'<!--<p x="--><p y=">" ' + attributes(55_000) + b">",
    "long tags, again and again": in_parts(in_html((b"<p " + attributes(1_360) + b">") * 48)),
    "formats that are opened again": HTML + b"<p>" + MANY_FORMATS + b"</p><p><span>" * 1_000,
    "parts in which it is looked ahead": in_parts(in_html(RULED * 50 + b"<b>" * 300)),
    "looks ahead over long texts": in_parts(in_html(RULED * 50 + b"x " * 190_000)),
    "165 forms of one text": HEAD + b"Content-Type: multipart/alternative; boundary=b\r\n\r\n" + LINES * 165,
    "165 flowed forms of one HTML": HEAD
    + b"Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n"
    + in_html(b"hello\r\n")
    + LINES.replace(b"plain", b"plain; format=flowed") * 165,
}
