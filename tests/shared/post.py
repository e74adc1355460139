"""Letters as players' mail programs write them: replies to a letter of the outbox, as raw bytes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from email.utils import parseaddr
from itertools import count
from typing import Any

from django.test.utils import CaptureQueriesContext

from tournaments.actions.player import addresses, people, sign_in_links
from tournaments.inbox import ingest
from tournaments.models import Address, InboundLetter, LinkRequest, OutboundLetter, Player, Seat

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


def answer_requests() -> None:
    """Answer the requests for mailed links that wait, as a worker does."""
    for pk in LinkRequest.objects.order_by("pk").values_list("pk", flat=True):
        sign_in_links.answer(pk)


def ask_for_link(email: str, place: str = "") -> None:
    """Ask for a sign-in link, and have a worker answer."""
    sign_in_links.ask_to_sign_in(email, place)
    answer_requests()


def sign_up(email: str, name: str, zone: str = "UTC", language: str = "en") -> Player:
    """Sign up, and press the button behind the letter."""
    sign_in_links.ask_to_sign_up(email, name, zone, language=language)
    answer_requests()
    letter = OutboundLetter.objects.filter(to=people.cleaned(email), kind="sign_up").latest("pk")
    key = letter.text.partition("/sign-up/")[2].split("/")[0]
    new = sign_in_links.read_sign_up(key)
    return sign_in_links.finish_sign_up(new, new.name, new.zone, new.language)


def name_address(player: Player, email: str) -> Address:
    """Name a second address, and have a worker write to it."""
    address = addresses.add(player, email)
    answer_requests()
    return address


def shapes(queries: CaptureQueriesContext) -> tuple[str, ...]:
    """The statements without their values."""
    return tuple(re.sub(r"'[^']*'|\bs\d+_x\d+\b|\b\d+\b", "?", query["sql"]) for query in queries)


def answers_to(row: InboundLetter) -> list[str]:
    """The kinds of the letters that answer a letter, in their order."""
    return list(OutboundLetter.objects.filter(answers=row).order_by("pk").values_list("kind", flat=True))
