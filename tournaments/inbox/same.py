"""The words of a mail, by which its copies are known: without the lines that hosts write above them."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta

from tournaments.inbox.reply import autoreply
from tournaments.inbox.reply.mime import mime
from tournaments.models import InboundLetter
from tournaments.outbox.pseudonyms import pseudonym

WRITTEN_BY_AUTHORS = frozenset((
    "from", "subject", "in-reply-to", "references", "content-type", "content-transfer-encoding", "auto-submitted",
    "precedence", *autoreply.MACHINE_HEADERS,
))  # fmt: skip
TOGETHER = timedelta(seconds=10)  # in which hosts bring the copies of a mail
MOST_A_DAY = 100  # mails of the same words, without a date


def digest_of(raw: bytes) -> str:
    """Equal for the same words, whatever hosts have written above them and however they fold and end lines."""
    fields, body = mime.fields_and_body(raw)
    head = sorted((name, value.split()) for name, value in fields if name in WRITTEN_BY_AUTHORS)
    lines = b"\n".join(line.rstrip() for line in body.strip().splitlines())
    return hashlib.sha256(f"{head!a}\n".encode() + lines).hexdigest()


def stand_in(digest: str, date: str, at: datetime) -> str:
    """The name of a mail that has no Message-ID, without the angle brackets of one: equal for equal words of one time.

    date  that it has; without one its words count again when the former are read and none came at the same time
    at    when it came
    """
    if date:
        return _name(digest, date)
    names = [_name(digest, f"{at:%Y-%m-%d} {number}") for number in range(MOST_A_DAY)]
    alike = InboundLetter.objects.filter(message_id__in=names).order_by()
    former = sorted(alike.values_list("pk", "message_id", "received_at", "state"))
    if not former:
        return names[0]
    _, newest, _, state = former[-1]
    copies = [name for _, name, came, _ in former if abs(at - came) <= TOGETHER]  # fetched again, the newest or not
    if copies or state in InboundLetter.UNREAD:
        return copies[-1] if copies else newest
    return names[min(names.index(newest) + 1, MOST_A_DAY - 1)]


def _name(digest: str, written: str) -> str:
    return f"no id {pseudonym('mail without an id', digest, written)}"
