"""Headers as text: encoded words, ids. Linear in the header's length and never raises.

Addresses are read elsewhere, from headers as they came: see `tournaments.keys.rfc5322`.
"""

from __future__ import annotations

import binascii
import re
from hashlib import sha256
from urllib.parse import unquote_to_bytes

from tournaments.inbox.reply.mime.charsets import decode

LONGEST = 16_384
MOST_IDS = 100
LONGEST_ID = 255
THREAD = ("references", "in-reply-to")
WORD = re.compile(r"=\?([^?\s*]{1,40})(?:\*[^?\s]{0,20})?\?([bBqQ])\?([^?\s]*)\?=")
EXTENDED = re.compile(r"([\w.:+-]{1,40})'[\w-]{0,40}'(.*%[0-9A-Fa-f]{2}.*)")
BETWEEN_WORDS = re.compile(r"(?<=\?=)\s+(?==\?)")


def text(value: str) -> str:
    """A header's value on one line with its encoded words decoded. Raw bytes are read as UTF-8 or Windows-1252."""
    value = value[:LONGEST]
    if not value.isascii():
        value = decode(value.encode("utf-8", "surrogateescape"), None)
    if "=?" in value:
        value = WORD.sub(_word, BETWEEN_WORDS.sub("", value))
    return " ".join(value.replace("\0", "").split())  # NUL, which no database takes, is no part of any header


def file_name(value: str) -> str:
    """The name of a file on one line, also in the form that names its charset (RFC 2231)."""
    extended = EXTENDED.fullmatch(value)
    raw = extended[2].encode("utf-8", "surrogateescape") if extended else b""
    return text(decode(unquote_to_bytes(raw), extended[1]) if extended else value)


def _word(match: re.Match[str]) -> str:
    charset, encoding, payload = match.groups()
    data = payload.encode("ascii", "replace")
    if encoding in "qQ":
        return decode(binascii.a2b_qp(data, header=True), charset)
    try:
        return decode(binascii.a2b_base64(data + b"=" * (-len(data) % 4)), charset)
    except binascii.Error:
        return match[0]


def thread(references: str, in_reply_to: str) -> tuple[str, ...]:
    """The Message-IDs that these headers name, each once, oldest first; the last is the letter that is answered."""
    newest_first = reversed([*ids(references), *ids(in_reply_to)])
    return tuple(reversed(dict.fromkeys(newest_first)))


def message_id(value: str) -> str:
    """The first Message-ID of a header with its angle brackets, "" for none. Of a longer one than is kept a digest."""
    found = next(iter(ids(value)), "")
    return found if len(found) <= LONGEST_ID else f"<{sha256(found.encode()).hexdigest()}@too-long.invalid>"


def ids(value: str) -> list[str]:
    """The Message-IDs of a header with their angle brackets, the last ones if there are too many."""
    pieces = (piece.partition(">") for piece in value.split("<")[1:])
    return ["<" + "".join(left.split()) + ">" for left, angle, _ in pieces if angle and left.strip()][-MOST_IDS:]
