"""Fields and parts of a mail as they came, with bounded work: heads, boundaries, what a part says about itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from tournaments.formats.files import holds_words
from tournaments.inbox.reply.html import enriched
from tournaments.inbox.reply.mime.charsets import decode

MOST_PARTS = 200
MOST_FIELDS = 400
MOST_HEADS = 524_288  # bytes of the heads of all parts together
LONGEST_HEAD = 262_144
LONGEST_FIELD = 2_000  # of those that say how a part is built
MOST_LINES_ALIKE = 2_000  # that begin like one boundary
DEEPEST = 100  # multiparts in multiparts
MOST_SPLIT = 24_000_000  # bytes that are searched for boundaries, all levels together

HEAD = re.compile(rb"(?>(?:[!-9;-~]++[ \t]*+:[^\n]*(?:\n|\Z)|[ \t][^\n]*[^\s][^\n]*(?:\n|\Z))*)")
VALUE = re.compile(r"[\s\"]*+([^\s\";(]*+)")  # of a field, without its parameters, quotes and comments
FIELD = re.compile(r"^([!-9;-~]++)[ \t]*+:([^\n]*(?:\n[ \t][^\n]*)*)", re.MULTILINE)
PARAMETER = re.compile(r";\s*([^\s=;*]{1,40})(?:\*(\d{1,2}))?(\*)?\s*=\s*(?:\"((?:[^\"\\]|\\.)*)\"?|([^;\s]*))")
ESCAPED = re.compile(r"\\(.)")
LOST_BOUNDARY = re.compile(rb"^--([^\s\"]{1,70})[ \t]*\r?\ncontent-", re.IGNORECASE | re.MULTILINE)
TEXTS = ("text/plain", "text/html", *enriched.TYPES, "text/markdown", "multipart/")
SEALED_FILES = {  # ends of names: their types
    ".p7m": "application/pkcs7-mime", "winmail.dat": "application/ms-tnef",
    **dict.fromkeys(("encrypted.asc", "encrypted.pgp", "encrypted.gpg"), "application/pgp-encrypted"),
}  # fmt: skip
NOBODYS_WORDS = (  # which programs put beside a letter by themselves
    *("text/calendar", "text/vcard", "text/x-vcard", "text/directory", "text/css", "text/x-amp-html"),
    "text/rfc822-headers",
)

Fields = tuple[tuple[str, str], ...]


class Opened(NamedTuple):
    """Fields with their names as written, what comes below them, and whether an empty line is between the two."""

    fields: Fields
    body: bytes
    divided: bool


def opened(raw: bytes) -> Opened:
    """Head and body. The first line that is no field ends the fields."""
    head = HEAD.match(raw, 0, LONGEST_HEAD)
    end = head.end() if head else 0
    found = fields_in(raw[:end])
    # Not even a very long head hides that there is a second From.
    rest = [field for field in found[MOST_FIELDS:] if field[0].lower() == "from"][:1]
    below = raw[end:]
    body = below.removeprefix(b"\r").removeprefix(b"\n")
    return Opened((*found[:MOST_FIELDS], *rest), body, below.startswith((b"\n", b"\r\n")))


def fields_in(head: bytes) -> list[tuple[str, str]]:
    return FIELD.findall(head.replace(b"\r\n", b"\n").decode("ascii", "surrogateescape"))


def lower(fields: Fields) -> Fields:
    """The fields with lower-case names."""
    return tuple((name.lower(), value) for name, value in fields)


class Kind(NamedTuple):
    """The facts that a part tells about itself.

    parameters  of its type;  file  the name under which it would be kept
    """

    name: str
    parameters: dict[str, str]
    encoding: str
    attached: bool
    file: str

    @classmethod
    def of(cls, fields: Fields, default: str) -> Kind:
        """The kind by the first field of each name; a part that says nothing is of the default type."""
        said = {name.lower(): value[:LONGEST_FIELD] for name, value in reversed(fields)}
        content_type = said.get("content-type", "")
        name = _value(content_type)
        given, disposition = _parameters(content_type), said.get("content-disposition", "")
        encoding = _value(said.get("content-transfer-encoding", ""))
        attached = _value(disposition) == "attachment"
        file = _parameters(disposition).get("filename") or given.get("name", "")
        return cls(name if name.count("/") == 1 else default, given, encoding, attached, file)

    @property
    def is_text(self) -> bool:
        """Whether a part of this kind may be read as the words of a reply."""
        return self.name.startswith(TEXTS)

    @property
    def sealed(self) -> str:
        """The type of what its file's name alone says to be encrypted, or its program's own; "" of anything else."""
        file = self.file.lower()
        return "" if self.is_text else next((name for end, name in SEALED_FILES.items() if file.endswith(end)), "")

    @property
    def is_told(self) -> bool:
        """Whether a part of this kind may hold words: where they are not read, its name is told."""
        if self.is_text or self.name == "message/rfc822" or holds_words(self.file):
            return True
        return self.name.startswith("text/") and self.name not in NOBODYS_WORDS

    @property
    def is_read(self) -> bool:
        """Whether what a part of this kind says may be looked at: an attached file is only named."""
        return self.is_text and not self.attached


def _value(field: str) -> str:
    found = VALUE.match(field)
    return found[1].lower() if found else ""


def _parameters(value: str) -> dict[str, str]:
    """By their names in small letters, the first of each name.

    One in several pieces is put together, and one in the form that names its charset decoded (RFC 2231).
    """
    pieces: dict[str, dict[int, tuple[str, str]]] = {}
    for name, number, extended, quoted, plain in PARAMETER.findall(value):
        piece = extended, ESCAPED.sub(r"\1", quoted) or plain
        pieces.setdefault(name.lower(), {}).setdefault(int(number or 0), piece)
    return {name: _whole(list(_in_order(found))) for name, found in pieces.items()}


def _in_order(pieces: dict[int, tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The pieces from the first on, up to one that is missing."""
    return (pieces[at] for at in takewhile(pieces.__contains__, range(len(pieces))))


def _whole(pieces: Sequence[tuple[str, str]]) -> str:
    """A parameter from its pieces, each behind a star if it is in the extended form: the first names the charset."""
    if not pieces or not pieces[0][0]:
        return "".join(text for _, text in pieces)
    charset, _, first = pieces[0][1].partition("'")
    texts = [(extended, text.encode("utf-8", "surrogateescape")) for extended, text in pieces[1:]]
    texts.insert(0, ("*", first.partition("'")[2].encode("utf-8", "surrogateescape")))
    return decode(b"".join(unquote_to_bytes(text) if extended else text for extended, text in texts), charset)


class Leaf(NamedTuple):
    """A part that holds no others, as it came. `choice` as in `Part`.

    to_end  bytes from the beginning of its body to the end of the mail
    """

    kind: Kind
    body: bytes
    choice: int
    to_end: int


@dataclass(slots=True)
class Walk:
    """Through the parts of a mail in their order; attached mails are not looked into.

    cut  it has more parts than are looked at
    """

    leaves: list[Leaf] = field(default_factory=list)
    types: set[str] = field(default_factory=set)
    cut: bool = False

    def through(self, fields: Fields, body: bytes) -> bool:
        """Whether it came to the end: False where the mail is built too deep, or says too much of its parts."""
        waiting = [(Kind.of(fields, "text/plain"), body, 0, 0, len(body))]
        seen = split = heads = 0
        while waiting and seen < MOST_PARTS:
            kind, body, depth, choice, to_end = waiting.pop()
            seen += 1
            self.types.update((kind.name, kind.sealed))
            if kind.name.startswith("multipart/"):
                split += len(body)
                if depth >= DEEPEST or split > MOST_SPLIT:
                    return False
                inner = seen if kind.name == "multipart/alternative" and not choice else choice
                inside = []
                for begin, piece in pieces_of(kind, body):
                    part = part_of(kind, piece)
                    head = len(piece) - len(part[1])
                    heads += head
                    if heads > MOST_HEADS:
                        return False
                    inside.append((*part, depth + 1, inner, to_end - begin - head))
                if inside:
                    waiting += reversed(inside)
                    continue
            self.leaves.append(Leaf(kind, body, choice, to_end))
        self.cut = bool(waiting)
        return True


def part_of(outer: Kind, piece: bytes) -> tuple[Kind, bytes]:
    fields, body, _ = opened(piece)
    return Kind.of(fields, "message/rfc822" if outer.name == "multipart/digest" else "text/plain"), body


def pieces_of(kind: Kind, body: bytes) -> list[tuple[int, bytes]]:
    """(where it begins in the body, head and body as they came) of each part of a multipart. [] for text.

    By the boundary that its lines show where its own is missing or wrong.
    """
    boundary = kind.parameters.get("boundary", "").rstrip().encode("utf-8", "surrogateescape")
    pieces = _split(body, boundary) if boundary else []
    if not pieces and (lost := LOST_BOUNDARY.search(body)):
        pieces = _split(body, lost[1])
    return pieces


def _split(body: bytes, boundary: bytes) -> list[tuple[int, bytes]]:
    """The text between the lines of a boundary; lines that only begin like one belong to their part."""
    text, line = b"\n" + body, b"\n--" + boundary
    found: list[tuple[int, bytes]] = []
    begin, at = -1, text.find(line)
    for _ in range(MOST_LINES_ALIKE):
        if at < 0 or len(found) >= MOST_PARTS:
            break
        behind = at + len(line)
        end = text.find(b"\n", behind)
        rest = text[behind : min(end, behind + LONGEST_FIELD) if end >= 0 else behind + LONGEST_FIELD].strip()
        if rest in (b"", b"--"):
            if begin >= 0:
                found.append((begin - 1, text[begin:at].removesuffix(b"\r")))
            begin = end + 1 if rest == b"" and end >= 0 else -1
        if rest == b"--":
            break
        at = text.find(line, at + 1)
    return found if begin < 0 else [*found, (begin - 1, text[begin:])]
