"""The handling of a letter at every door: it is stored, or told to the doctor whose own letter it is.

An answer to a seat is not taken by a database that never had a league: it is the new one of a machine whose backup is
not restored yet, and what it holds will be overwritten.
"""

from __future__ import annotations

import logging
from datetime import datetime

from django.conf import settings
from django.db import OperationalError

from tournaments.inbox import ingest, round_trips
from tournaments.keys import address
from tournaments.models import League

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
    """Keep a letter; what it is called. The arguments are those of `ingest.ingest`."""
    if was_the_doctors(raw, recipient, door):
        return "a letter of the doctor"
    if waits_for_a_backup(recipient):
        raise NotRestored("a letter answers a seat, and this database never had a league: restore its backup first")
    row = ingest.ingest(raw, recipient, mail_from, received_at=received_at, door=door, believed=believed)
    log.info("letter %s stored", row.pk)
    return f"letter {row.pk}"


def waits_for_a_backup(recipient: str) -> bool:
    """Whether an address that we have signed names a seat, and there never was a league here."""
    return names_a_seat(recipient) and not League.objects.exists()


def names_a_seat(recipient: str) -> bool:
    """Whether it is a reply address of ours."""
    try:
        return address.read(recipient, settings.MAIL_KEYS, local=settings.MAIL_LOCAL) is not None
    except address.Forged:
        return False


def was_the_doctors(raw: bytes, recipient: str, door: str) -> bool:
    """Whether a letter is for the doctor, who has been told of it then; it is not stored."""
    if not round_trips.is_one(recipient):
        return False
    known = round_trips.note(raw, recipient, door)
    log.info("a letter of the doctor came back" if known else "a letter to the doctor was dropped")
    return True
