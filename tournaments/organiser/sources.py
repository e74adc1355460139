"""A letter for organisers to look into: headers and decoded words, without what would let them move for a seat."""

from __future__ import annotations

import re
import unicodedata
from email import message_from_bytes, policy
from email.message import Message

from django.conf import settings

from tournaments.mail import address

LONGEST_PART = 100_000  # characters shown of one part
MOST_PARTS = 40
HIDDEN = "…"
# A reply address after its plus sign, and the same token at the end of a Message-ID; clients may fold or encode them.
AFTER_PLUS = re.compile(rf"({re.escape(settings.MAIL_LOCAL)}(?:\+|%2b|=2b))[a-z0-9=]+", re.IGNORECASE)
IN_AN_ID = re.compile(rf"\b{address.TOKEN.pattern}\b", re.IGNORECASE)

NOTE = re.compile(r"\bnote\s*:", re.IGNORECASE)


def without_tokens(text: str) -> str:
    """The text without the signed part of reply addresses and Message-IDs: whoever has it may answer for the seat."""
    return IN_AN_ID.sub(HIDDEN, AFTER_PLUS.sub(rf"\1{HIDDEN}", text))


def source(raw: bytes) -> str:
    """The headers of a letter and its text parts decoded, in their order; of other parts only what they are.

    Not the bytes themselves: an encoded part would carry a reply address that nobody could take out of it.
    """
    message = message_from_bytes(raw, policy=policy.compat32)
    headers = "\n".join(f"{name}: {_unfolded(value)}" for name, value in message.items())
    waiting, shown = [message], [headers]
    while waiting and len(shown) <= MOST_PARTS:
        part = waiting.pop(0)
        payload = part.get_payload()
        if isinstance(payload, list):
            waiting[:0] = [piece for piece in payload if isinstance(piece, Message)]
        else:
            shown.append(_part(part))
    return without_tokens("\n\n".join(shown))


def holds_note(raw: bytes) -> bool:
    """Whether a letter may hold a private note; one too many is hidden rather than one too few."""
    return NOTE.search(unicodedata.normalize("NFKC", source(raw))) is not None


def _part(part: Message) -> str:
    kind = part.get_content_type()
    content = part.get_payload(decode=True)
    size = len(content) if isinstance(content, bytes) else 0
    title = f"--- {kind}, {size} bytes ---"
    if part.get_content_maintype() != "text" or not isinstance(content, bytes):
        return title
    return f"{title}\n{_decoded(content, part.get_content_charset() or 'utf-8')[:LONGEST_PART]}"


def _decoded(content: bytes, charset: str) -> str:
    try:
        return content.decode(charset, errors="replace")
    except LookupError:
        return content.decode("utf-8", errors="replace")


def _unfolded(value: object) -> str:
    return " ".join(str(value).split())
