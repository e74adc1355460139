"""From bytes to the headers and text parts of a mail, with bounded work. Decides nothing about their meaning."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import Message
from email.parser import BytesHeaderParser
from typing import NamedTuple

from tournaments.mail.reply import headers
from tournaments.mail.reply.charsets import decode

MOST_BYTES = 2_000_000
MOST_LINES = 30_000
MOST_PARTS = 200
MOST_HEADERS = 400
MOST_MULTIPARTS = 100
LONGEST_CONTENT_TYPE = 2_000
LONGEST_PART = 400_000  # bytes of one text part, far beyond what is read of it

MBOX_LINE = re.compile(rb">?From [^\r\n]*\r?\n")
CONTENT_TYPE = b"\ncontent-type:"
FOLDED = re.compile(rb"[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*+")
LOST_BOUNDARY = re.compile(r"^--([^\s\"]{1,70})[ \t]*\r?\ncontent-", re.IGNORECASE | re.MULTILINE)
HTML_START = re.compile(r"\s{0,200}<(?:!doctype html|html)\b", re.IGNORECASE)


class Part(NamedTuple):
    """One text of the mail. `choice` is the number of the multipart/alternative that it is a form of, or 0."""

    html: bool
    text: str
    flowed: bool
    delsp: bool
    choice: int


@dataclass(frozen=True, slots=True)
class Mail:
    """Headers (lower-case name, value on one line) from the top down, texts in order, types of all parts."""

    headers: tuple[tuple[str, str], ...]
    parts: tuple[Part, ...]
    types: frozenset[str]
    too_deep: bool = False

    def header(self, name: str) -> str:
        """The first value of a header, or ""."""
        return next((value for key, value in self.headers if key == name), "")


def open_mail(raw: bytes) -> Mail:
    """Parse a mail. Whatever the bytes are, the work is bounded and nothing is raised."""
    raw, multiparts = _with_short_types(_trimmed(raw))
    if multiparts > MOST_MULTIPARTS:
        return Mail(_headers(_only_headers(raw)), (), frozenset(), too_deep=True)
    if multiparts > 20:
        raw = _first_lines(raw, 4_000)
    try:
        message = message_from_bytes(raw, policy=policy.compat32)
        parts, types = _walk(message)
    except Exception:  # the library's parser raises what it likes on odd mail; the headers are all that is sure then
        return Mail(_headers(_only_headers(raw)), (), frozenset())
    return Mail(_headers(message), parts, types)


def _trimmed(raw: bytes) -> bytes:
    raw = raw[:MOST_BYTES]
    if b"\n" not in raw:
        raw = raw.replace(b"\r", b"\n")
    raw = raw.lstrip(b" \t\r\n").removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n")
    if mbox := MBOX_LINE.match(raw):
        raw = raw[mbox.end() :]
    return _first_lines(raw, MOST_LINES)


def _with_short_types(raw: bytes) -> tuple[bytes, int]:
    """The mail with endless Content-Type headers cut, and how many of them nest (the library takes long over both)."""
    lower = b"\n" + raw.lower()  # one sign longer, so that a header at the very beginning is found too
    pieces, last, nesting = [], 0, 0
    start = lower.find(CONTENT_TYPE)
    while start >= 0:
        folded = FOLDED.match(lower, start + 1)
        end = folded.end() if folded else start + 1
        kind = lower[start + len(CONTENT_TYPE) : min(end, start + 200)].strip()
        nesting += kind.startswith((b"multipart/", b"message/"))
        if end - start > LONGEST_CONTENT_TYPE:
            pieces.append(raw[last : start + LONGEST_CONTENT_TYPE])
            last = end - 1
        start = lower.find(CONTENT_TYPE, end)
    return b"".join((*pieces, raw[last:])), nesting


def _first_lines(raw: bytes, most: int) -> bytes:
    if raw.count(b"\n") <= most:
        return raw
    return b"\n".join(raw.split(b"\n", most)[:most]) + b"\n"


def _only_headers(raw: bytes) -> Message:
    return BytesHeaderParser(policy=policy.compat32).parsebytes(raw.partition(b"\n\n")[0][:262_144] + b"\n\n")


def _headers(message: Message) -> tuple[tuple[str, str], ...]:
    pairs = list(message.raw_items())[:MOST_HEADERS]
    return tuple((name.lower(), headers.text(str(value))) for name, value in pairs)


# --- parts ---------------------------------------------------------------------------------------


def _walk(message: Message) -> tuple[tuple[Part, ...], frozenset[str]]:
    """The text parts in order and the types of all parts; attached mails are not looked into."""
    parts: list[Part] = []
    types: set[str] = set()
    waiting: list[tuple[Message, int]] = [(_mended(message), 0)]
    seen = 0
    while waiting and seen < MOST_PARTS:
        part, choice = waiting.pop()
        seen += 1
        kind = part.get_content_type()
        types.add(kind)
        if kind.startswith("message/"):
            continue
        if part.is_multipart():
            inner = seen if kind == "multipart/alternative" and not choice else choice
            waiting.extend((child, inner) for child in reversed(_children(part)))
        elif _is_text(part, kind):
            parts.append(_part(part, kind, choice))
    return tuple(parts), frozenset(types)


def _children(part: Message) -> list[Message]:
    payload = part.get_payload()
    return [child for child in payload if isinstance(child, Message)] if isinstance(payload, list) else []


def _is_text(part: Message, kind: str) -> bool:
    if part.get_content_disposition() == "attachment":
        return False
    return kind in ("text/plain", "text/html") or kind.startswith("multipart/")


def _part(part: Message, kind: str, choice: int) -> Part:
    data = part.get_payload(decode=True)
    text = decode(data[:LONGEST_PART], part.get_content_charset()) if isinstance(data, bytes) else ""
    html = kind == "text/html" or bool(HTML_START.match(text))
    flowed = "flowed" in str(part.get("content-type", "")).lower() and _says(part, "format", "flowed")
    return Part(html, text, flowed, flowed and _says(part, "delsp", "yes"), choice)


def _says(part: Message, name: str, value: str) -> bool:
    said = part.get_param(name)
    return isinstance(said, str) and said.strip().lower() == value


def _mended(message: Message) -> Message:
    """A multipart whose boundary is missing or wrong, parsed again with the one that its lines show."""
    payload = message.get_payload()
    if message.get_content_maintype() != "multipart" or not isinstance(payload, str):
        return message
    boundary = LOST_BOUNDARY.search(payload)
    if boundary is None:
        return message
    head = f'Content-Type: {message.get_content_type()}; boundary="{boundary[1]}"\n\n'
    return message_from_bytes(head.encode() + payload.encode("ascii", "surrogateescape"), policy=policy.compat32)
