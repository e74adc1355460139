"""Answers under WSGI: taken by the client within a time, and large ones by half of the threads at most.

A thread of gunicorn waits until the client has taken the answer: who asks for large files and reads none of them would
hold all threads. A proxy that buffers takes an answer at once; this holds where none does, and above its buffer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from socket import SHUT_RDWR, socket
from threading import BoundedSemaphore
from time import monotonic
from typing import Any

from django.http import HttpResponse

from bruges_pbem.hanging_up import clocks

Start = Callable[..., Any]

PIECE = 64 * 1024  # bytes
SECONDS = 20.0  # in which a piece has to be taken, so 3 kB a second
LONGEST = 600.0  # seconds for a whole answer
LARGE = 512 * 1024  # bytes; an answer without a length counts as large
LARGE_AT_ONCE = 4  # of the 8 threads of a process
WITHOUT_BODY = ("204", "304")
FULL = b"Several large files are being sent just now. Try again in a minute."
FULL_HEAD = [("Content-Type", "text/plain"), ("Content-Length", str(len(FULL))), ("Retry-After", "60")]


class Answers:
    """Hands a WSGI application's answers on in pieces with a clock each; 503 instead of one large one too many."""

    def __init__(self) -> None:
        self._free = BoundedSemaphore(LARGE_AT_ONCE)

    def of(self, application: Callable[..., Iterable[bytes]], environ: dict[str, Any], start: Start) -> TakenAnswer:
        """Call the application and hand its answer on."""
        connection: socket | None = environ.get("gunicorn.socket")
        head: list[Any] = []

        def started(*said: Any) -> None:
            head[:] = said

        answer = application(environ, started)
        held = is_large(head[0], head[1], answer)
        if held and not self._free.acquire(blocking=False):
            _close(answer)
            start("503 Service Unavailable", FULL_HEAD)
            return TakenAnswer([FULL], connection)
        start(*head)
        return TakenAnswer(answer, connection, self._free.release if held else None)


class TakenAnswer:
    """One answer in pieces; the connection ends when the client does not take them in time."""

    def __init__(
        self, answer: Iterable[bytes], connection: socket | None, release: Callable[[], None] | None = None
    ) -> None:
        self._answer, self._connection, self._release = answer, connection, release
        self._ends = monotonic() + LONGEST
        self._clock: int | None = None

    def __iter__(self) -> Iterator[bytes]:
        for part in self._answer:
            for place in range(0, len(part), PIECE):
                self._start()
                yield part[place : place + PIECE]
                clocks.stop(self._clock)

    def close(self) -> None:
        clocks.stop(self._clock)
        if self._release is not None:
            self._release()
            self._release = None
        _close(self._answer)

    def _start(self) -> None:
        """Nothing but the client's taking counts: what we need to make the next piece does not."""
        if self._connection is not None:
            left = min(SECONDS, max(self._ends - monotonic(), 0.0))
            self._clock = clocks.start(self._connection, left, SHUT_RDWR)


def is_large(status: str, headers: Iterable[tuple[str, str]], answer: Iterable[bytes]) -> bool:
    """Tell whether an answer may be larger than what waits in a connection's buffers."""
    lengths = [int(value) for name, value in headers if name.lower() == "content-length"]
    if isinstance(answer, HttpResponse):
        lengths.append(len(answer.content))
    return max(lengths) > LARGE if lengths else not status.startswith(WITHOUT_BODY)


def _close(answer: Iterable[bytes]) -> None:
    close = getattr(answer, "close", None)
    if close is not None:
        close()
