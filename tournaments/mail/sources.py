"""The words of a raw letter: headers and text parts decoded, in their order. Reads bytes, no rows."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message
from email.policy import Policy, compat32

from tournaments.mail.reply import charsets, mime
from tournaments.redaction import HIDDEN

LONGEST_PART = 100_000  # characters of one part
LONGEST_HEADER = 10_000
MOST_PARTS = 40
TYPE = re.compile(rb"^content-(?:type|disposition)[ \t]*:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*", re.IGNORECASE | re.MULTILINE)
LONGEST_TYPE = 4_000  # bytes
MOST_MESSAGES = 300  # that the library makes of a letter: one for each part, and for each host in a report
LONGEST_HEADS = 2 * mime.LONGEST_HEAD
MOST_HEADS = 2_000  # lines behind which the library may begin to read a head
# As the library has it: what it takes for fields, and behind what it looks for them.
HEAD = re.compile(rb"(?:(?:From |[!-9;-~]*+:|[\t ])[^\r\n]*+(?:\r\n?|\n|\Z))*+")
BEFORE_A_HEAD = re.compile(rb"(?:\A|(?<=[\r\n])--[^\r\n]*(?:\r\n?|\n))(?:\r\n?|\n)*+")
BLANK = re.compile(rb"[\r\n]+")
HOLDS_A_LETTER = re.compile(rb"^content-type[ \t]*:\s*message/", re.IGNORECASE | re.MULTILINE)
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
    says its type at length: the library takes the square of the time for it; nor fields and parts without end.
    """
    try:
        too_long = any(len(said[0]) > LONGEST_TYPE for said in TYPE.finditer(raw))
        return None if too_long or _has_long_heads(raw) or mime.open_mail(raw).too_deep else _decoded(raw)
    except Exception:
        return None


def _has_long_heads(raw: bytes) -> bool:
    """Whether a head of the letter, of a part or of what it carries is longer than any that is read, or all of them."""
    room, waiting = LONGEST_HEADS, [begin.end() for begin in BEFORE_A_HEAD.finditer(raw)]
    if len(waiting) > MOST_HEADS:
        return True
    while waiting and room >= 0:
        at = waiting.pop()
        head = HEAD.match(raw, at)
        end = head.end() if head else at
        room -= end - at
        if end - at > mime.LONGEST_HEAD:
            return True
        if (blank := BLANK.match(raw, end)) and HOLDS_A_LETTER.search(raw, at, end):
            waiting.append(blank.end())
    return room < 0


class _Messages:
    """Makes so many messages of one letter and raises then."""

    def __init__(self) -> None:
        self.left = MOST_MESSAGES

    def __call__(self, policy: Policy[Message] | None = None) -> Message:
        self.left -= 1
        if self.left < 0:
            raise ValueError("a letter of more parts than anybody sends")
        return Message(policy or compat32)


def _decoded(raw: bytes) -> str:
    message = message_from_bytes(raw, policy=compat32.clone(message_factory=_Messages()))
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
