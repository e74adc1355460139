"""What tests do to a real mailbox, and a line to it that breaks at a chosen word."""

from __future__ import annotations

import imaplib
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from itertools import count
from selectors import EVENT_READ, DefaultSelector
from urllib.parse import unquote, urlsplit

from tests.shared.parts import MAILBOX_PASSWORD, Dovecot
from tournaments.inbox.doors import mailbox
from tournaments.running.installation import HOST

_names = count(1)


class Mailbox:
    """One person's mailbox on a real host, as their own mail program sees it."""

    def __init__(self, host: Dovecot) -> None:
        self.host = host
        self.user = f"bruges{next(_names)}"

    def url(self, scheme: str = "imap", port: int = 0) -> str:
        return self.host.url(self.user, scheme, port)

    def place(self, scheme: str = "imap", folder: str = "INBOX", port: int = 0) -> mailbox.Place:
        parts = urlsplit(self.url(scheme, port))
        security = {"imap": "", "imaps": "tls", "imap+tls": "starttls"}[scheme]
        return mailbox.Place(HOST, parts.port or 0, security, self.user, unquote(parts.password or ""), folder)

    @contextmanager
    def program(self) -> Iterator[imaplib.IMAP4]:
        with imaplib.IMAP4(HOST, self.host.port) as client:
            client.login(self.user, MAILBOX_PASSWORD)
            yield client

    def deliver(self, raw: bytes, *, folder: str = "INBOX", at: datetime | None = None) -> None:
        with self.program() as client:
            said = client.append(folder, None, at or datetime.now(UTC), raw)
            assert said[0] == "OK", said

    def letters(self, folder: str = "INBOX") -> list[tuple[bytes, bytes]]:
        """(flags, bytes) of all that lies in a folder; nothing when there is no such folder."""
        with self.program() as client:
            said, (number, *_) = client.select(folder, readonly=True)
            if said != "OK" or number == b"0":
                return []
            _, found = client.fetch("1:*", "(FLAGS BODY.PEEK[])")
            return [(piece[0], piece[1]) for piece in found if isinstance(piece, tuple)]

    def counts(self, *folders: str) -> list[int]:
        return [len(self.letters(folder)) for folder in folders or ("INBOX", "Done")]


@contextmanager
def door(box: Mailbox, *, scheme: str = "imap", folder: str = "INBOX", done: str = "Done") -> Iterator[mailbox.Door]:
    """The door on that mailbox, as `manage.py fetch` opens it."""
    with mailbox.opened(box.place(scheme, folder)) as opened:
        found = mailbox.Door(opened, folder, done, set())
        found.make_done()
        yield found


Passed = Callable[[bytes], bytes | None]  # what one side said to what the other hears; None breaks the line


def unchanged(said: bytes) -> bytes:
    return said


def breaking_at(word: bytes, broken: Callable[[], None]) -> Passed:
    """Passes all on until `word` comes, then breaks the line and calls `broken`."""

    def passed(said: bytes) -> bytes | None:
        if word not in said:
            return said
        broken()
        return None

    return passed


@contextmanager
def line(port: int, to_host: Passed = unchanged, to_client: Passed = unchanged) -> Iterator[int]:
    """A line to a port of this machine on which what either side says may be changed, held back or cut off."""
    with socket.create_server((HOST, 0)) as listener:
        thread = threading.Thread(target=_serve, args=(listener, port, to_host, to_client))
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            with suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            thread.join(10)


def _serve(listener: socket.socket, port: int, to_host: Passed, to_client: Passed) -> None:
    with suppress(OSError):
        while True:
            near, _ = listener.accept()
            with near, socket.create_connection((HOST, port)) as far:
                _pass_on(near, far, to_host, to_client)


def _pass_on(near: socket.socket, far: socket.socket, to_host: Passed, to_client: Passed) -> None:
    """Until one side ends or the line is broken."""
    with DefaultSelector() as selector:
        selector.register(near, EVENT_READ, (near, far, to_host))
        selector.register(far, EVENT_READ, (far, near, to_client))
        while True:
            for key, _ in selector.select():
                one, other, passed = key.data
                said = one.recv(65_536)
                if not said or (heard := passed(said)) is None:
                    return
                other.sendall(heard)
