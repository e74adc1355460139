"""The handling of a letter at every door: it is stored, or told to the doctor whose own letter it is.

An answer to a seat is not taken by a database that never had a league: it is the new one of a machine whose backup is
not restored yet, and what it holds will be overwritten.
"""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import OperationalError

from tournaments.inbox import ingest, round_trips
from tournaments.inbox.doors import envelope
from tournaments.inbox.doors.recipients import waits_for_a_backup

log = logging.getLogger(__name__)


class NotRestored(OperationalError):
    """This database is not the one whose seats our addresses name; the letter has to come again."""


def take(
    raw: bytes,
    recipient: str,
    mail_from: str = "",
    *,
    door: str,
    received_at: datetime | None = None,
    believed: bool = True,
) -> str:
    """Keep a letter, once for each address that it is for; what it is called.

    The arguments are those of `ingest.ingest`.
    """
    if was_the_doctors(raw, recipient, door):
        return "a letter of the doctor"
    meant = envelope.meant(recipient, ingest.headers_of(raw))
    if any(map(waits_for_a_backup, meant)):
        raise NotRestored("a letter answers a seat, and this database never had a league: restore its backup first")
    rows = [ingest.ingest(raw, to, mail_from, received_at=received_at, door=door, believed=believed) for to in meant]
    names = ", ".join(f"letter {row.pk}" for row in rows)
    log.info("%s stored", names)
    return names


def was_the_doctors(raw: bytes, recipient: str, door: str) -> bool:
    """Whether a letter is for the doctor, who has been told of it then; it is not stored.

    Where a host has dropped what follows the plus, its head says so, and it counts only if it is the one that waits.
    """
    if not round_trips.is_one(recipient):
        named = envelope.without_plus(recipient, ingest.headers_of(raw))
        return any(round_trips.note(raw, to, door) for to in named if round_trips.is_one(to))
    known = round_trips.note(raw, recipient, door)
    log.info("a letter of the doctor came back" if known else "a letter to the doctor was dropped")
    return True
