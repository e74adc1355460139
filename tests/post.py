"""Letters as players' mail programs write them: replies to a letter of the outbox, as raw bytes."""

from __future__ import annotations

from collections.abc import Iterable
from email.utils import parseaddr
from itertools import count
from typing import Any

from tournaments.mail import ingest
from tournaments.models import InboundLetter, OutboundLetter, Seat

_numbers = count(1)


def newest(seat: Seat, *kinds: str) -> OutboundLetter:
    """The newest letter to a seat, of these kinds if any are named."""
    letters = OutboundLetter.objects.filter(seat=seat)
    letter = (letters.filter(kind__in=kinds) if kinds else letters).order_by("pk").last()
    assert letter is not None, f"no letter of {kinds} to {seat}"
    return letter


def address_of(letter: OutboundLetter) -> str:
    return parseaddr(letter.sender)[1]


def reply(
    letter: OutboundLetter,
    *lines: str,
    sender: str = "",
    to: str = "",
    message_id: str = "",
    references: bool = True,
    headers: Iterable[str] = (),
    quote: bool = True,
) -> bytes:
    """A plain reply above the quoted original."""
    head = [
        f"From: {sender or letter.to}",
        f"To: {to or address_of(letter)}",
        f"Subject: Re: {letter.subject}",
        f"Message-ID: {message_id or f'<reply-{next(_numbers)}@client.example>'}",
        "Content-Type: text/plain; charset=utf-8",
        *([f"In-Reply-To: {letter.message_id}", f"References: {letter.message_id}"] if references else []),
        *headers,
    ]
    quoted = ["", *(f"> {line}" for line in letter.text.splitlines())] if quote else []
    return "\r\n".join([*head, "", *lines, *quoted, ""]).encode()


def deliver(letter: OutboundLetter, *lines: str, mail_from: str = "", **how: Any) -> InboundLetter:
    """Reply, through the door and read by a worker; the row afterwards."""
    raw = reply(letter, *lines, **how)
    to = str(how.get("to") or address_of(letter))
    row = ingest.ingest(raw, to, mail_from or str(how.get("sender") or letter.to))
    ingest.read(row.pk)
    row.refresh_from_db()
    return row


def answers_to(row: InboundLetter) -> list[str]:
    """The kinds of the letters that answer a letter, in their order."""
    return list(OutboundLetter.objects.filter(answers=row).order_by("pk").values_list("kind", flat=True))
