"""Clocks of connections: one that is not stopped in time ends its connection. One thread for all of a process.

A thread that reads from a connection or writes to it waits as long as the other side likes; the end of the connection
is what wakes it.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from socket import socket
from threading import Condition, Thread
from time import monotonic

LEAST_WAIT = 0.05  # seconds between two looks


class Clocks:
    """The clocks that run, by their numbers."""

    def __init__(self) -> None:
        self._numbers = count()
        self._running: dict[int, tuple[float, socket, int]] = {}
        self._changed = Condition()
        self._thread: Thread | None = None

    def start(self, connection: socket, seconds: float, how: int) -> int:
        """Shut the connection down after so many seconds (`how`: SHUT_RD, SHUT_RDWR). The number is for `stop`."""
        with self._changed:
            number = next(self._numbers)
            self._running[number] = (monotonic() + seconds, connection, how)
            if self._thread is None:
                self._thread = Thread(target=self._watch, name="clocks of connections", daemon=True)
                self._thread.start()
            self._changed.notify()
        return number

    def stop(self, number: int | None) -> None:
        """Nothing happens to the connection. A clock that has run out, or None, does nothing."""
        if number is not None:
            with self._changed:
                self._running.pop(number, None)

    def __len__(self) -> int:
        return len(self._running)

    def _watch(self) -> None:
        while True:
            with self._changed:
                now = monotonic()
                for number, (ends, connection, how) in list(self._running.items()):
                    if ends <= now:
                        del self._running[number]
                        with suppress(OSError):  # closed in the meantime
                            connection.shutdown(how)
                first = min((ends for ends, *_ in self._running.values()), default=None)
                self._changed.wait(None if first is None else max(first - now, LEAST_WAIT))


clocks = Clocks()
