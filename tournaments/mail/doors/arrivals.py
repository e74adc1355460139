"""What all doors do with a letter that has come: it is stored, or told to the doctor whose own letter it is."""

from __future__ import annotations

import logging
from datetime import datetime

from tournaments.mail import ingest, round_trips

log = logging.getLogger(__name__)


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
    row = ingest.ingest(raw, recipient, mail_from, received_at=received_at, door=door, believed=believed)
    log.info("letter %s stored", row.pk)
    return f"letter {row.pk}"


def was_the_doctors(raw: bytes, recipient: str, door: str) -> bool:
    """Whether a letter is for the doctor, who has been told of it then; it is not stored."""
    if not round_trips.is_one(recipient):
        return False
    known = round_trips.note(raw, recipient, door)
    log.info("a letter of the doctor came back" if known else "a letter to the doctor was dropped")
    return True
