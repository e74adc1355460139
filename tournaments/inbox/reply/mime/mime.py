"""From bytes to the headers and text parts of a mail, with bounded work. Decides nothing about their meaning.

The standard library's parser is not used, here or anywhere on what a stranger wrote below a head: it is slow, and on
odd mail it raises or takes for ever. Nor is it asked of one parser whether another one is safe: what is played, shown
and looked through are the same parts. What a letter needs of MIME is little: fields, parts by their boundary, two
encodings.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tournaments.formats.typed import UNKNOWN
from tournaments.inbox.reply.html import enriched
from tournaments.inbox.reply.mime import headers
from tournaments.inbox.reply.mime.charsets import decode
from tournaments.inbox.reply.mime.encodings import decoded
from tournaments.inbox.reply.mime.parts import (
    HEAD,
    LONGEST_HEAD,
    Fields,
    Kind,
    Leaf,
    Walk,
    fields_in,
    lower,
    opened,
    part_of,
    pieces_of,
)

MOST_BYTES = 2_000_000
MOST_GROUPS = 100  # of a delivery status: one for each recipient
SURELY_WHOLE = 16_000  # bytes; a longer mail may be the beginning of one: nothing that cuts mails keeps less
LEFT_OUT = b"[left out]\r\n"  # in place of a file with words
CUT = b"\r\n[the rest of this letter was not kept]\r\n"  # at the end of a mail that was cut (`cut`)

ENCRYPTED = frozenset(  # types of texts: of S/MIME, also signed ones that are no text any more, and of OpenPGP
    ("application/pkcs7-mime", "application/x-pkcs7-mime", "multipart/encrypted", "application/pgp-encrypted",
     "application/pgp")
)  # fmt: skip
# Also those of Outlook, and RTF: where words are beside, they are the same ones.
SEALED = ENCRYPTED | {"application/ms-tnef", "application/vnd.ms-tnef", "application/rtf", "text/rtf"}

MBOX_LINE = re.compile(rb">?From [^\r\n]*\r?\n")
END_OF_HEAD = re.compile(rb"\n\r?\n")
MORE_HEAD = re.compile(rb"[ \t]++\r?\n(?>(?:[ \t][^\n]*\n)*)[!-9;-~]++[ \t]*+:")  # to programs that fold at any blank
BLANK_LINES = re.compile(rb"^[ \t]++(?:\r?\n|\Z)", re.MULTILINE)
EMPTY_LINES = re.compile(rb"\r?\n(?>(?:\r?\n)+)")
NOT_READ = bytes(sign for sign in range(32) if sign not in b"\t\n\r") + b"\x7f"  # control characters
DECIDING = ("from", "authentication-results")  # who wrote, and whether a host vouches for that
LOOKS_DECIDING = re.compile(rb"(?:\A|[\r\n])(?:from|authentication-results)[ \t]*+:", re.IGNORECASE)
HTML_START = re.compile(r"\s{0,200}<(?:!doctype html|html)\b", re.IGNORECASE)


class Part(NamedTuple):
    """One text of the mail. `choice` is the number of the multipart/alternative that it is a form of, or 0.

    cut  its end is missing: UNKNOWN is in place of that, behind what may be half a line
    """

    html: bool
    text: str
    flowed: bool
    delsp: bool
    choice: int
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Mail:
    """Headers (lower-case name, value as it came) from the top down, texts in order, types of all parts.

    cut  it is the beginning of a longer one, or has more parts than are looked at
    """

    headers: Fields
    parts: tuple[Part, ...]
    types: frozenset[str]
    too_deep: bool = False
    cut: bool = False
    first: Mapping[str, str] = field(default_factory=dict, repr=False)  # the first value of each header
    files: tuple[str, ...] = ()  # names of files with words that were only sent along
    sealed: str = ""  # name of the first file, or its type, that is encrypted or a program's own

    def is_sealed(self, *, has_words: bool) -> bool:
        """Whether it holds a text that is encrypted, or one that only its writer's program reads and no words."""
        return not self.types.isdisjoint(ENCRYPTED if has_words else SEALED)

    @property
    def has_picture(self) -> bool:
        """Whether a picture is in it, on which its words may stand."""
        return any(name.startswith("image/") for name in self.types)

    def values(self, name: str) -> list[str]:
        """All values of a header as they came."""
        return [value for key, value in self.headers if key == name]

    def header(self, name: str) -> str:
        """The first value of a header on one line, or ""."""
        return headers.text(self.first[name]) if name in self.first else ""

    @property
    def message_id(self) -> str:
        """Its Message-ID, see `headers.message_id`."""
        return headers.message_id(self.header("message-id"))

    @property
    def answered(self) -> tuple[str, ...]:
        """The Message-IDs of what it says that it answers, oldest first. Nobody else finds out what a letter answers.

        Who understands a letter, who closes it to others and who holds it back at the door go by the same ids.
        """
        return headers.thread(*(" ".join(map(headers.text, self.values(name))) for name in headers.THREAD))


def open_mail(raw: bytes) -> Mail:
    """Parse a mail. Whatever the bytes are, the work is bounded and nothing is raised."""
    cut, may_be_cut, raw = raw.endswith(CUT) or len(raw) > MOST_BYTES, _may_be_cut(raw), _trimmed(raw)
    fields, body, _ = opened(raw)
    walk = Walk()
    too_deep = not walk.through(fields, body)
    last = walk.leaves[-1] if cut and walk.leaves and raw.endswith(walk.leaves[-1].body) else None
    leaves = [] if too_deep else [leaf for leaf in walk.leaves if leaf.kind.is_told]
    parts, files = _texts(leaves, last)
    fields = _with_every_author(lower(fields), raw, may_be_cut)
    cut = cut or walk.cut
    return Mail(
        fields, parts, frozenset(walk.types), too_deep, cut, dict(reversed(fields)), files, _sealed(walk.leaves)
    )


def _sealed(leaves: Sequence[Leaf]) -> str:
    names = (headers.file_name(kind.file or kind.name) for kind, *_ in leaves if SEALED & {kind.name, kind.sealed})
    return next(names, "")


def head_of(raw: bytes) -> Mail:
    """The headers of a mail alone."""
    may_be_cut, raw = _may_be_cut(raw), _trimmed(raw)
    fields = _with_every_author(lower(opened(raw[:LONGEST_HEAD])[0]), raw, may_be_cut)
    return Mail(fields, (), frozenset(), first=dict(reversed(fields)))


def fields_and_body(raw: bytes) -> tuple[Fields, bytes]:
    """The headers of a mail, with lower-case names, and all that is below them."""
    fields, body, _ = opened(_trimmed(raw))
    return lower(fields), body


def _with_every_author(fields: Fields, raw: bytes, may_be_cut: bool) -> Fields:
    """The fields, with an empty From added where other programs may read more deciding fields than these.

    We end a head at the first line that is no field, and after LONGEST_HEAD. The host that vouches for a letter may go
    on to the first empty line, take other signs for the end of a line, or leave control characters out of account: it
    may have vouched for an author that we do not see. Or it ends the head there too, and has not taken away what
    somebody wrote below it in its name. Where the end of the head was cut off, nobody knows what was there.

    may_be_cut  whether the mail may be the beginning of a longer one
    """
    end = END_OF_HEAD.search(raw)
    if end is None and may_be_cut:
        return (*fields, ("from", ""))
    head = raw[: end.start() + 1] if end else raw
    seen = sum(name in DECIDING for name, _ in fields)
    if len(head) > LONGEST_HEAD or len(LOOKS_DECIDING.findall(head.translate(None, NOT_READ))) > seen:
        return (*fields, ("from", ""))
    return fields


def _may_be_cut(raw: bytes) -> bool:
    return len(raw) > SURELY_WHOLE or raw.endswith(CUT)


def _trimmed(raw: bytes, most: int = MOST_BYTES) -> bytes:
    raw, whole = raw.removesuffix(CUT)[:most], not _may_be_cut(raw)
    if whole and b"\n" not in raw:  # of a longer one the first LF may have been cut off
        raw = raw.replace(b"\r", b"\n")
    raw = raw.lstrip(b" \t\r\n").removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n")
    mbox = MBOX_LINE.match(raw)
    return raw[mbox.end() :] if mbox else raw


def apart(raw: bytes, most: int = MOST_BYTES) -> tuple[Fields, list[Leaf]] | None:
    """(fields with their names as written, parts that hold no others). None where it is not read to the end.

    That is a mail that is built too deep, and one whose head is longer than what is read, also to other programs alone.
    """
    raw = _trimmed(raw, most)
    fields, body, divided = opened(raw)
    walk = Walk()
    goes_on = len(raw) - len(body) >= LONGEST_HEAD or (not divided and MORE_HEAD.match(body))
    if goes_on or not walk.through(fields, body):
        return None
    return fields, walk.leaves


def groups(status: bytes) -> list[Fields]:
    """The fields of each paragraph of a delivery status (RFC 3464), with their names as written."""
    found = EMPTY_LINES.split(status.lstrip(b"\r\n"), MOST_GROUPS)[:MOST_GROUPS]
    return [fields for fields in map(_paragraph, found) if fields]


def returned_head(letter: bytes) -> Fields:
    """All fields of a letter that came back, also where its host has put very many on top of ours."""
    return lower(_paragraph(END_OF_HEAD.split(_trimmed(letter), 1)[0]))


def _paragraph(lines: bytes) -> Fields:
    """The fields of a paragraph that a mail host has written; a line of blanks in it is left out and ends nothing."""
    head = HEAD.match(BLANK_LINES.sub(b"", lines[:LONGEST_HEAD]))
    return tuple(fields_in(head[0])) if head else ()


def outer_parts(raw: bytes) -> tuple[Fields, Kind, list[tuple[Kind, bytes]]]:
    """(headers, kind, the outermost parts of a multipart as they came): for reports that machines write."""
    fields, body, _ = opened(_trimmed(raw))
    kind = Kind.of(fields, "text/plain")
    pieces = pieces_of(kind, body) if kind.name.startswith("multipart/") else []
    return lower(fields), kind, [part_of(kind, piece) for _, piece in pieces]


def _texts(leaves: Sequence[Leaf], last: Leaf | None) -> tuple[tuple[Part, ...], tuple[str, ...]]:
    """The texts that may be its writer's words, and the names of files with words that are not.

    last  of which the end is cut off

    No mail program names what a person types in, but some old ones do: a named text is read where none without a name
    is above it, or where it is another form of that one.
    """
    parts: list[Part] = []
    files: list[str] = []
    unnamed: dict[int, set[str]] = {}  # by the texts that they are forms of, the types of those without a name
    for leaf in leaves:
        kind, choice = leaf.kind, leaf.choice
        is_form = choice and kind.name not in unnamed.get(choice, (kind.name,))
        if not kind.is_read or (kind.file and unnamed and not is_form):
            files += [headers.file_name(kind.file or kind.name)] * bool(leaf.body.strip())
            continue
        if is_form or not kind.file:
            unnamed.setdefault(choice, set()).add(kind.name)
        parts.append(_text(leaf, cut=leaf is last))
    return tuple(parts), tuple(files)


def _text(leaf: Leaf, *, cut: bool) -> Part:
    kind, body, choice, _ = leaf
    text = decode(decoded(body, kind.encoding), kind.parameters.get("charset"))
    rich = kind.name in enriched.TYPES
    html = rich or kind.name == "text/html" or bool(HTML_START.match(text))
    if rich and len(text) > enriched.LONGEST:
        text, cut = text[: enriched.LONGEST], True
    if cut:
        text = (text[: text.rfind("<")] if html and text.rfind(">") < text.rfind("<") else text) + UNKNOWN
    if rich:
        text = enriched.as_html(text)
    flowed = kind.parameters.get("format", "").lower() == "flowed"
    return Part(html, text, flowed, flowed and kind.parameters.get("delsp", "").lower() == "yes", choice, cut)
