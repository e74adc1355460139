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
    if round_trips.is_one(recipient):
        known = round_trips.note(raw, recipient, door)
        log.info("a letter of the doctor came back" if known else "a letter to the doctor was dropped")
        return "a letter of the doctor"
    row = ingest.ingest(raw, recipient, mail_from, received_at=received_at, door=door, believed=believed)
    log.info("letter %s stored", row.pk)
    return f"letter {row.pk}"
