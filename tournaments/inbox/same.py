"""The words of a mail, by which its copies are known: without the lines that hosts write above them."""

from __future__ import annotations

import hashlib

from tournaments.inbox.reply import autoreply
from tournaments.inbox.reply.mime import mime
from tournaments.outbox.pseudonyms import pseudonym

WRITTEN_BY_AUTHORS = frozenset((
    "from", "subject", "in-reply-to", "references", "content-type", "content-transfer-encoding", "auto-submitted",
    "precedence", *autoreply.MACHINE_HEADERS,
))  # fmt: skip


def digest_of(raw: bytes) -> str:
    """Equal for the same words, whatever hosts have written above them and however they fold and end lines."""
    fields, body = mime.fields_and_body(raw)
    head = sorted((name, value.split()) for name, value in fields if name in WRITTEN_BY_AUTHORS)
    lines = b"\n".join(line.rstrip() for line in body.strip().splitlines())
    return hashlib.sha256(f"{head!a}\n".encode() + lines).hexdigest()


def stand_in(digest: str, written: str) -> str:
    """The name of a mail that has no Message-ID, without the angle brackets of one: equal for equal words of one time.

    written  its date, or the day on which it came
    """
    return f"no id {pseudonym('mail without an id', digest, written)}"
