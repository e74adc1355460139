"""The SMTP and LMTP door: takes mail for our own addresses, stores it, and only then says 250. Understands nothing.

At RCPT a forged or malformed token hears 550 and a foreign address 550; a database that is down 451, so that the
sending host keeps the mail. Over one megabyte is 552.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime
from typing import Any

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections

from tournaments import trace
from tournaments.mail import address, ingest

log = logging.getLogger(__name__)

MOST_RECIPIENTS = 10


class Door:
    """Answers for aiosmtpd; one for the whole listener."""

    def __init__(self, name: str = "smtp") -> None:
        self.name = name

    async def handle_RCPT(  # noqa: N802 aiosmtpd calls it so
        self, server: SMTP, session: Session, envelope: Envelope, rcpt: str, options: Any
    ) -> str:
        refusal = refuse(rcpt)
        if refusal:
            return refusal
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        envelope.rcpt_tos.append(rcpt)
        return "250 OK"

    async def handle_DATA(  # noqa: N802 aiosmtpd calls it so
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        raw = envelope.original_content or b""
        sender = envelope.mail_from or "<>"
        answers = [await self.store(raw, rcpt, sender) for rcpt in envelope.rcpt_tos]
        if isinstance(server, LMTP):
            return "\r\n".join(answers)
        return next((answer for answer in answers if not answer.startswith("250")), answers[0])

    async def store(self, raw: bytes, rcpt: str, mail_from: str) -> str:
        """Store for one recipient; what to say about it."""
        try:
            return await sync_to_async(self._store, thread_sensitive=True)(raw, rcpt, mail_from)
        except Exception:  # anything else aiosmtpd would answer with 500, and the letter were lost
            log.exception("a letter could not be stored, its host was asked to try again")
            return "451 4.3.0 Try again later"

    def _store(self, raw: bytes, rcpt: str, mail_from: str) -> str:
        close_old_connections()
        with trace.begin():
            row = ingest.ingest(raw, rcpt, mail_from, received_at=datetime.now(UTC), door=self.name)
            log.info("letter %s stored", row.pk)
        return f"250 2.0.0 Stored as letter {row.pk}"


def refuse(rcpt: str) -> str:
    """What to say to a recipient that is not ours, or "" if it is."""
    local, _, domain = rcpt.rpartition("@")
    if domain.lower() != settings.MAIL_DOMAIN:
        return "550 5.7.1 No mail for that domain here"
    try:
        token = address.read(rcpt, settings.MAIL_KEYS, local=settings.MAIL_LOCAL)
    except address.Forged:
        return "550 5.1.1 No such reply address"
    if token is None and local.lower() not in (settings.MAIL_LOCAL, "postmaster"):
        return "550 5.1.1 No such mailbox"
    return ""


async def listen(host: str, port: int, *, lmtp: bool = False) -> asyncio.Server:
    """Start listening in the running event loop; port 0 takes a free one."""
    loop = asyncio.get_running_loop()
    protocol = LMTP if lmtp else SMTP
    door = Door("lmtp" if lmtp else "smtp")

    def connection() -> SMTP:
        return protocol(door, hostname=settings.MAIL_DOMAIN, data_size_limit=ingest.LARGEST, ident="mail", loop=loop)

    return await loop.create_server(connection, host=host, port=port)
