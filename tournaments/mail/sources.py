"""The words of a raw letter: headers and text parts decoded, in their order. Reads bytes, no rows."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message

from tournaments.mail.reply import charsets, mime
from tournaments.redaction import HIDDEN

LONGEST_PART = 100_000  # characters of one part
LONGEST_HEADER = 10_000
MOST_PARTS = 40
TYPE = re.compile(rb"^content-(?:type|disposition)[ \t]*:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*", re.IGNORECASE | re.MULTILINE)
LONGEST_TYPE = 4_000  # bytes
# Of all others only the names are shown: an id of a letter of ours may stand in any of them, ours or a provider's, and
# whoever knows it can answer that letter.
SHOWN = frozenset({
    "from", "to", "cc", "reply-to", "sender", "date", "subject", "return-path", "delivered-to", "x-original-to",
    "envelope-to", "received", "received-spf", "authentication-results", "arc-authentication-results",
    "auto-submitted", "precedence", "x-autoreply", "x-auto-response-suppress", "x-failed-recipients",
    "list-id", "mime-version", "content-type", "content-transfer-encoding", "content-disposition",
    "content-language", "x-mailer", "user-agent", "x-spam-status", "x-spam-flag",
    # Of the parts in which hosts say why a letter came back (RFC 3464).
    "reporting-mta", "arrival-date", "final-recipient", "original-recipient", "action", "status", "remote-mta",
    "diagnostic-code", "last-attempt-date",
})  # fmt: skip


def decoded_source(raw: bytes) -> str | None:
    """The headers and the text parts of a letter decoded, with whatever addresses and keys stand in them.

    None for what the standard library cannot read: on odd letters it raises whatever comes. What is built deeper than
    a reply is read is not even tried: the library compares each line with the boundaries of all levels. Nor is what
    says its type at length: the library takes the square of the time for it.
    """
    try:
        too_long = any(len(said[0]) > LONGEST_TYPE for said in TYPE.finditer(raw))
        return None if too_long or mime.open_mail(raw).too_deep else _decoded(raw)
    except Exception:
        return None


def _decoded(raw: bytes) -> str:
    message = message_from_bytes(raw, policy=policy.compat32)
    headers = "\n".join(f"{name}: {_value(name, value)}" for name, value in message.items())
    waiting, shown = [message], [headers]
    while waiting and len(shown) <= MOST_PARTS:
        part = waiting.pop(0)
        payload = part.get_payload()
        if part.get_content_type() == "message/delivery-status":
            shown.append(_status(part))
        elif part.get_content_maintype() == "message" or part.get_content_type() == "text/rfc822-headers":
            # What a letter carries inside is another letter, perhaps one of ours that came back.
            shown.append(f"--- {part.get_content_type()}, not shown ---")
        elif isinstance(payload, list):
            waiting[:0] = [piece for piece in payload if isinstance(piece, Message)]
        else:
            shown.append(_part(part))
    return "\n\n".join(shown).encode("utf-8", "replace").decode()  # without halves of characters, as UTF-7 has them


def _status(part: Message) -> str:
    """What a host says of a letter that came back."""
    payload = part.get_payload()
    blocks = [block for block in payload if isinstance(block, Message)] if isinstance(payload, list) else []
    lines = [f"{name}: {_value(name, value)}" for block in blocks for name, value in block.items()]
    return "\n".join([f"--- {part.get_content_type()} ---", *lines])


def _part(part: Message) -> str:
    kind = part.get_content_type()
    content = part.get_payload(decode=True)
    size = len(content) if isinstance(content, bytes) else 0
    title = f"--- {kind}, {size} bytes ---"
    if part.get_content_maintype() != "text" or not isinstance(content, bytes):
        return title
    return f"{title}\n{charsets.decode(content, part.get_content_charset())[:LONGEST_PART]}"


def _value(name: str, value: object) -> str:
    """On one line, encoded words decoded: an encoded one could carry a reply address that nobody would find."""
    if name.lower() not in SHOWN:
        return HIDDEN
    text = str(value)[:LONGEST_HEADER]
    try:
        text = str(make_header(decode_header(text)))
    except (HeaderParseError, LookupError, ValueError):
        return HIDDEN
    return " ".join(text.split())
