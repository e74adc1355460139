"""The SMTP and LMTP door: takes mail for our own addresses, stores it, and only then says 250. Understands nothing.

At RCPT a forged or malformed token hears 550 and a foreign address 550; while the database is down, or where our own
settings may be wrong (`recipients`), 451, so that the sending host keeps the mail. Over one megabyte is 552. Senders
are taken as they come, in UTF-8 too.
Clients that are not trusted (`TRUSTED_MAIL_HOSTS`) are limited (`crowd`): what is above hears 421 or 452 and may come
again. What they write about Authentication-Results is not believed: no host of ours has taken away what a sender wrote
under its name. A letter that a trusted host has kept while we were away counts from when that host received it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from typing import Any

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections

from tournaments.inbox import ingest
from tournaments.inbox.doors import arrivals, envelope
from tournaments.inbox.doors.crowd import Crowd
from tournaments.inbox.doors.recipients import AWAY, MOST_RECIPIENTS, Recipients
from tournaments.runtime import heartbeats, trace

log = logging.getLogger(__name__)

LONGEST_LINE = 64 * 1024  # bytes; the standard says 1,000
LONGEST_COMMAND = 4096  # bytes; the standard says 512, Postfix takes addresses of 2,048 from others
GO_ON = "354 End data with <CR><LF>.<CR><LF>"  # with which aiosmtpd asks for the letter


class Guarded(SMTP):
    """Knows its client and keeps it within the limits.

    Takes lines that are longer than they should be: some programs write a whole paragraph on one, some hosts a whole
    address into that of the sender. A mail host that has taken a letter cannot give it back for such a reason.
    """

    line_length_limit = LONGEST_LINE
    command_size_limit = LONGEST_COMMAND
    command_size_limits = defaultdict(lambda: LONGEST_COMMAND)  # noqa: RUF012 as aiosmtpd has it
    event_handler: Door
    client = ""
    turned_away = False
    errors = 0
    curfew: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        crowd = self.event_handler.crowd
        peer = transport.get_extra_info("peername") or ("",)
        self.client = crowd.client(str(peer[0]))
        refusal = crowd.come(self.client)
        if refusal:
            self.turned_away = True
            assert isinstance(transport, asyncio.Transport)
            transport.write(f"{refusal}\r\n".encode())
            transport.close()
            return
        if self.client:
            self._timeout_duration = crowd.limits.idle
            self.curfew = self.loop.call_later(crowd.limits.session, transport.close)
        else:
            self._enforce_call_limit = False  # our own mail host brings as many letters over one line as it likes
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        if self.turned_away:
            return
        if self.curfew is not None:
            self.curfew.cancel()
        if self.client:
            self.event_handler.crowd.go(self.client)
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        if not self.turned_away:
            super().data_received(data)

    def eof_received(self) -> bool | None:
        return None if self.turned_away else super().eof_received()

    async def push(self, status: Any) -> None:
        await super().push(status)
        self.errors += str(status)[:1] in "45"
        if self.client and self.errors >= self.event_handler.crowd.limits.errors and self.transport is not None:
            self.errors = 0
            await super().push("421 4.7.0 Too many errors")
            self.transport.close()


class Host(Guarded):
    """SMTP."""


class Mailbox(Guarded, LMTP):
    """LMTP: after the letter the client waits for as many answers as there are recipients, whatever they are."""

    waiting = 0  # RFC 2033

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802 aiosmtpd calls it so
        try:
            await super().smtp_DATA(arg)
        finally:
            self.waiting = 0

    async def push(self, status: Any) -> None:
        if status == GO_ON and self.envelope is not None:
            self.waiting = len(self.envelope.rcpt_tos)
        elif self.waiting > 1 and "\r\n" not in str(status):
            status = "\r\n".join([str(status)] * self.waiting)
        await super().push(status)


class Door:
    """Answers for aiosmtpd; one for the whole listener."""

    def __init__(self, name: str, crowd: Crowd, recipients: Recipients) -> None:
        self.name = name
        self.crowd = crowd
        self.recipients = recipients

    async def handle_EHLO(  # noqa: N802 aiosmtpd calls it so
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        session.host_name = hostname
        return [*responses[:-1], "250-PIPELINING", responses[-1]]

    async def handle_RCPT(  # noqa: N802 aiosmtpd calls it so
        self, server: SMTP, session: Session, envelope: Envelope, rcpt: str, options: Any
    ) -> str:
        # LMTP is spoken by mail hosts that have taken the letter.
        of_our_host = isinstance(server, LMTP) or not getattr(server, "client", "")
        if refusal := await self.recipients.refusal(rcpt, of_our_host=of_our_host):
            return refusal
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        if not self.crowd.may(getattr(server, "client", ""), "letters", self.crowd.limits.letters):
            return "452 4.7.1 Too many letters from you, try again later"
        envelope.rcpt_tos.append(rcpt)
        return "250 OK"

    async def handle_DATA(  # noqa: N802 aiosmtpd calls it so
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        raw = envelope.original_content or b""
        sender = envelope.mail_from or "<>"
        believed = not getattr(server, "client", "")
        answers = [await self.store(raw, rcpt, sender, believed) for rcpt in envelope.rcpt_tos]
        if isinstance(server, LMTP):
            return "\r\n".join(answers)
        return next((answer for answer in answers if not answer.startswith("250")), answers[0])

    async def store(self, raw: bytes, rcpt: str, mail_from: str, believed: bool) -> str:
        """Store for one recipient; what to say about it."""
        try:
            return await sync_to_async(self._store, thread_sensitive=True)(raw, rcpt, mail_from, believed)
        except Exception:  # anything else aiosmtpd would answer with 500, and the letter were lost
            self.recipients.has_failed()
            log.exception("a letter could not be stored, its host was asked to try again")
            return AWAY

    def _store(self, raw: bytes, rcpt: str, mail_from: str, believed: bool) -> str:
        close_old_connections()
        with trace.begin():
            now = datetime.now(UTC)
            at = envelope.received_at(ingest.headers_of(raw), now) if believed else now
            name = arrivals.take(raw, rcpt, mail_from, received_at=at, door=self.name, believed=believed)
        self.recipients.has_answered()
        return f"250 2.0.0 Stored as {name}"


async def say_alive(every: timedelta = heartbeats.EVERY) -> None:
    """Say again and again that letters are taken here; without end."""
    while True:
        await sync_to_async(_say_alive, thread_sensitive=True)(every)
        await asyncio.sleep(every.total_seconds())


def _say_alive(every: timedelta) -> None:
    close_old_connections()
    heartbeats.safely_beat(heartbeats.LISTENER, every)


async def listen(
    host: str, port: int, *, lmtp: bool = False, crowd: Crowd | None = None, recipients: Recipients | None = None
) -> asyncio.Server:
    """Start listening in the running event loop; port 0 takes a free one."""
    loop = asyncio.get_running_loop()
    protocol = Mailbox if lmtp else Host
    crowd = crowd or Crowd(trusted=settings.TRUSTED_MAIL_HOSTS)
    door = Door("lmtp" if lmtp else "smtp", crowd, recipients or Recipients())

    def conversation() -> SMTP:
        return protocol(
            door,
            hostname=settings.MAIL_DOMAIN,
            data_size_limit=ingest.LARGEST,
            enable_SMTPUTF8=True,
            ident="mail",
            command_call_limit=door.crowd.limits.commands,
            loop=loop,
        )

    return await loop.create_server(conversation, host=host, port=port)
