"""The envelope of a letter by its own words, where a door gets none or a part. Decides nothing about who may act."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from itertools import islice

from tournaments.inbox import ingest
from tournaments.inbox.doors.recipients import MOST_RECIPIENTS, names_a_seat, refuse
from tournaments.inbox.reply.mime import mime
from tournaments.keys import address, rfc5322
from tournaments.queries.letters import identify, open_questions

WRITTEN_BY_HOSTS = ("delivered-to", "x-original-to", "envelope-to")
WRITTEN_BY_AUTHORS = ("to", "cc")
LONGEST_KEPT = timedelta(days=7)  # hosts give up sooner


def recipients(head: bytes) -> list[str]:
    """Our addresses that the letter was sent to: those with a token if there are any, else the bare one.

    A host that delivered a copy for each address has written down which; otherwise To and Cc say so together.
    """
    hosts, authors = (_ours(head, names) for names in (WRITTEN_BY_HOSTS, WRITTEN_BY_AUTHORS))
    signed = [[own for own in found if "+" in own] for found in (hosts, authors)]
    return signed[0] or signed[1] or (hosts or authors)[:1]


def meant(recipient: str, head: bytes) -> list[str]:
    """The addresses that a letter to this one is for: several where a host has dropped what follows the plus.

    Then each reply address of ours that the head has is meant, as in a mailbox. One alone is found when it is read.
    """
    named = list(filter(names_a_seat, without_plus(recipient, head)))
    if not named:
        return [recipient]
    written = list(filter(names_a_seat, _ours(head, WRITTEN_BY_AUTHORS)))
    # Of several that the author wrote, a host may say which one this copy is for.
    return named if len(named) > 1 or (named and len(written) > 1) else [recipient]


def without_plus(recipient: str, head: bytes) -> list[str]:
    """The addresses of ours that the head names, where the door names the bare one alone; [] otherwise."""
    bare = "+" not in recipient and address.box(recipient) == open_questions.own_box()
    return recipients(head) if bare else []


def _ours(head: bytes, names: tuple[str, ...]) -> list[str]:
    found = [plain for value in ingest.values_of(head, names) for plain in rfc5322.found_in(value)]
    return ours(found)


def ours(addresses: Iterable[str]) -> list[str]:
    """Those of our mailbox that a letter may come to, each once in whatever case, and no more than any door takes.

    Where it may come to none of them, the first one: so it is not lost, whatever our settings are.
    """
    found: dict[str, str] = {}
    for plain in addresses:
        if address.box(plain) == open_questions.own_box():
            found.setdefault(address.comparable(plain), plain)
    taken = (plain for plain in found.values() if not refuse(plain))
    return list(islice(taken, MOST_RECIPIENTS)) or list(found.values())[:1]


def answers_ours(head: bytes) -> bool:
    """Whether the letter answers one of ours, however it was addressed."""
    try:
        return identify.token_of((), mime.head_of(head).answered) is not None
    except address.Forged:
        return False


def received_at(head: bytes, now: datetime) -> datetime:
    """The time when the host that brings a letter received it, by the line that it wrote on top (RFC 5321, 4.4).

    Only for letters that a trusted host brings: anybody may write such lines below. `now` where there is none, where it
    names no moment or the future, and where it is older than a host keeps trying.
    """
    values = ingest.values_of(head, ("received",))
    try:
        said = parsedate_to_datetime(values[0].rpartition(";")[2].strip()) if values else now
    except (ValueError, OverflowError):
        return now
    moment = said.replace(tzinfo=said.tzinfo or UTC)
    return moment if now - LONGEST_KEPT <= moment <= now else now


def sender(head: bytes) -> str:
    """The envelope sender as the last host wrote it down: "<>" for none, "" when it did not write.

    Tells mail of machines from mail of people; who wrote it does not say.
    """
    values = ingest.values_of(head, ("return-path",))
    if not values:
        return ""
    plain = values[0].strip().removeprefix("<").removesuffix(">").strip()
    return rfc5322.canonical(plain) or plain or "<>"
