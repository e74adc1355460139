"""The line to the mail host, kept open while letters follow each other. Knows no letter and no answer of the host.

Most of what a letter costs a mail host and us is the greeting: connection, TLS, password. So a thread hangs up only
when it has had nothing to say for a while, when something went wrong, or when the settings name another host.
"""

from __future__ import annotations

import re
import select
import smtplib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.mail import get_connection

GREETING = re.compile(r"220[ -]([^\s\[\]]+)")
WHERE = (  # what a connection is made of
    *("EMAIL_BACKEND", "EMAIL_HOST", "EMAIL_PORT", "EMAIL_USE_TLS", "EMAIL_USE_SSL", "EMAIL_HOST_USER"),
    *("EMAIL_HOST_PASSWORD", "ANYMAIL"),
)


class Line:
    """One connection, which its thread shares with the clock that closes it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.connection: Any = None
        self.to: list[Any] = []
        self.used_at = 0.0
        self.clock: threading.Timer | None = None

    def take(self) -> Any:
        """A connection that is open: the one at hand if the host still answers on it."""
        to = [deepcopy(getattr(settings, name, None)) for name in WHERE]
        if self.to != to or not _is_there(self.connection):
            self.hang_up()
        if self.connection is None:
            self.connection, self.to = get_connection(), to
            self.connection.open()  # if it is refused there may be something to hang up
        return self.connection

    def hang_up(self) -> None:
        """Close what is open. A host that has gone already is no trouble."""
        if self.clock is not None:
            self.clock.cancel()
            self.clock = None
        connection, self.connection = self.connection, None
        if connection is not None:
            connection.fail_silently = True
            connection.close()

    def rest(self, seconds: float) -> None:
        """Stay open, and hang up when so long nothing was said."""
        self.used_at = monotonic()
        if self.clock is None:
            self._wind(seconds)

    def _wind(self, seconds: float) -> None:
        self.clock = threading.Timer(seconds, self._look)
        self.clock.daemon = True
        self.clock.start()

    def _look(self) -> None:
        with self.lock:
            left = self.used_at + settings.MAIL_LINE_KEPT - monotonic()
            if left > 0:
                self._wind(left)
            else:
                self.hang_up()


def greeting(host: str, port: int, seconds: float = 5.0) -> str:
    """The name by which the mail host at that place greets (RFC 5321, 4.2). OSError, also for another greeting."""
    with socket.create_connection((host, port), timeout=seconds) as line:
        said = line.recv(512).decode("ascii", "replace")
    found = GREETING.match(said)
    if found is None:
        raise OSError(f"{host}:{port} does not greet as a mail host does")
    return found[1]


_own = threading.local()


@contextmanager
def open_line() -> Iterator[Any]:
    """Django's connection to the mail host, open; this thread's alone. After an error the next one is a new one."""
    if not hasattr(_own, "line"):
        _own.line = Line()
    line: Line = _own.line
    with line.lock:
        try:
            yield line.take()
        except BaseException:
            line.hang_up()
            raise
        if settings.MAIL_LINE_KEPT:
            line.rest(settings.MAIL_LINE_KEPT)
        else:
            line.hang_up()


def _is_there(connection: Any) -> bool:
    """Whether the host at the other end has not hung up; a provider's web service is asked by the letter itself.

    A host that nobody has asked anything says something only when it goes: 421, or the end of the connection.
    """
    smtp = getattr(connection, "connection", None)
    if not isinstance(smtp, smtplib.SMTP):
        return True
    if smtp.sock is None:
        return False
    said = select.poll()
    said.register(smtp.sock, select.POLLIN)
    return not said.poll(0)
