"""Delivery reports (RFC 3464): which recipient of which letter a mail host says it has failed for good.

Only the form of the standard counts: a multipart/report whose own parts are a delivery status about one recipient and
the returned letter or its headers. What is deeper, elsewhere or doubled counts for nothing. Work is bounded, nothing
is raised. Anybody can write such a report; who may be believed is decided by the caller.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from tournaments.inbox.reply.mime import headers, mime
from tournaments.inbox.reply.mime.encodings import decoded
from tournaments.inbox.reply.mime.parts import Fields, lower

STATUS_TYPES = ("message/delivery-status", "message/global-delivery-status")
RETURNED_TYPES = (
    *("message/rfc822", "text/rfc822-headers", "message/rfc822-headers"),
    *("message/global", "message/global-headers"),
)
ADDRESS_TYPES = ("rfc822", "utf-8")
LONGEST_STATUS = 16_384  # bytes; one recipient takes some hundred
FOR_GOOD = re.compile(r"5\.\d{1,3}\.\d{1,3}")
# RFC 3463: who may send, and our own address. That is said about us, not about the recipient's mailbox.
ABOUT_US = re.compile(r"5\.(?:7\.|1\.[78]$)")


class Failed(NamedTuple):
    """A recipient to whom nothing more should be sent, lower case, and the Message-IDs of what came back."""

    recipient: str
    message_ids: tuple[str, ...]


def failed_for_good(raw: bytes) -> Failed | None:
    """The failure for good that the report tells; None for all that is no such report or says something else."""
    fields, kind, parts = mime.outer_parts(raw)
    if kind.name != "multipart/report" or kind.parameters.get("report-type", "").lower() != "delivery-status":
        return None
    statuses = [decoded(body, part.encoding) for part, body in parts if part.name in STATUS_TYPES]
    recipient = _recipient(statuses[0]) if len(statuses) == 1 and len(statuses[0]) <= LONGEST_STATUS else ""
    if not recipient:
        return None
    letters = [decoded(body, part.encoding) for part, body in parts if part.name in RETURNED_TYPES]
    return Failed(recipient, _id_of(letters[0]) if letters else _references(fields))


def _recipient(status: bytes) -> str:
    """The one recipient of a delivery status if it has failed for good, else nothing."""
    groups = [lower(group) for group in mime.groups(status)]
    if len(groups) != 2 or "final-recipient" in dict(groups[0]):  # of the letter, then of each recipient
        return ""
    if _only(groups[1], "action").lower() != "failed" or not _is_for_good(_only(groups[1], "status")):
        return ""
    kind, _, recipient = _only(groups[1], "final-recipient").partition(";")
    recipient = recipient.strip().strip("<>").lower()
    return recipient if kind.strip().lower() in ADDRESS_TYPES and recipient.isprintable() else ""


def _is_for_good(status: str) -> bool:
    return bool(FOR_GOOD.fullmatch(status)) and not ABOUT_US.match(status)


def _only(group: Fields, name: str) -> str:
    """The value of a field that is there once, without the comment behind it; else nothing."""
    values = [value for key, value in group if key == name]
    return " ".join(values[0].split()).partition(" (")[0] if len(values) == 1 else ""


def _id_of(letter: bytes) -> tuple[str, ...]:
    """The Message-ID of a returned letter that has one, and one only."""
    values = [value for name, value in mime.returned_head(letter) if name == "message-id"]
    return _printable(headers.ids(values[0])) if len(values) == 1 else ()


def _references(fields: Fields) -> tuple[str, ...]:
    """The Message-IDs that a report without the returned letter answers."""
    found = [value for name, value in fields if name in ("references", "in-reply-to")]
    return _printable(name for value in found for name in headers.ids(value))


def _printable(names: Iterable[str]) -> tuple[str, ...]:
    """The failure without ids that no letter of ours has and no database takes."""
    return tuple(name for name in names if name.isascii() and name.isprintable())
