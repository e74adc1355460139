"""The local post office: takes mail by SMTP and puts it into one maildir per address. For the demonstration only."""

from __future__ import annotations

import mailbox
import re
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

SIZE_LIMIT = 20 * 1024 * 1024  # bytes of one mail


def box_of(folder: Path, address: str) -> mailbox.Maildir:
    """The maildir of an address below `folder`, made when it is missing."""
    name = re.sub(r"[^a-z0-9@._+-]", "_", address.lower()).lstrip(".") or "_"
    folder.mkdir(parents=True, exist_ok=True)
    return mailbox.Maildir(folder / name, factory=None, create=True)


def addresses(folder: Path) -> list[str]:
    """The addresses that have had mail, in alphabetical order."""
    if not folder.is_dir():
        return []
    return sorted(path.name for path in folder.iterdir() if (path / "new").is_dir())


def parse(raw: bytes) -> EmailMessage:
    """A mail of our own making as Python's modern message object."""
    message = BytesParser(policy=policy.default).parsebytes(raw)
    assert isinstance(message, EmailMessage)
    return message


class Delivery:
    """The handler of the SMTP server: every recipient gets a copy."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 aiosmtpd's name
        content = envelope.content
        raw = content.encode() if isinstance(content, str) else content or b""
        raw = raw.replace(b"\r\n", b"\n")  # as mail lies in a maildir
        for recipient in envelope.rcpt_tos:
            box_of(self.folder, recipient).add(raw)
        return "250 delivered"


def post_office(folder: Path, host: str, port: int) -> Controller:
    """A server that is ready to `start()`: mail that it accepts goes to the maildirs below `folder`."""
    return Controller(Delivery(folder), hostname=host, port=port, data_size_limit=SIZE_LIMIT)
