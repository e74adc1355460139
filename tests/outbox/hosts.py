"""A mail host to which letters are handed: its answers can be set, and it keeps what it was sent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import Message
from threading import Event

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from pytest_django import Settings

from tournaments.running.installation import HOST, free_port

TAKEN = "250 OK"


class Host:
    """Gives these answers to a sender, a recipient and a mail.

    seen   every mail that it read, also one that it did not take
    taken  those that it took
    lines  the connection on which each sender was named
    left   set when somebody hangs up politely
    """

    def __init__(self) -> None:
        self.to_sender = self.to_recipient = self.to_mail = TAKEN
        self.seen: list[Message] = []
        self.taken: list[Message] = []
        self.lines: list[object] = []
        self.left = Event()

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.mail_from = address
        self.lines.append(session.peer)
        return self.to_sender

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.to_recipient == TAKEN:
            envelope.rcpt_tos.append(address)
        return self.to_recipient.format(address=address)

    async def handle_QUIT(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        self.left.set()
        return "221 Bye"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        content = envelope.content
        assert isinstance(content, bytes), "it does not decode what it is sent"
        mail = message_from_bytes(content)
        self.seen.append(mail)
        if self.to_mail == TAKEN:
            self.taken.append(mail)
        return self.to_mail


@contextmanager
def running(settings: Settings, host: Host | None = None) -> Iterator[Host]:
    """A host that the service sends through."""
    host = host or Host()
    server = Controller(host, hostname=HOST, port=free_port())
    settings.EMAIL_BACKEND = "tournaments.outbox.smtp_backend.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = HOST, server.port
    server.start()
    try:
        yield host
    finally:
        server.stop()
