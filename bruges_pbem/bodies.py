"""Bodies of requests under WSGI: read whole and within a time, or not at all.

A thread of gunicorn waits for a body as long as the connection is open, and takes one that breaks off for a short one:
who sends a byte now and then would hold a thread, and half a form would be carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from socket import SHUT_RD, socket
from typing import Any

from bruges_pbem.hanging_up import clocks

SECONDS = 30.0  # from the first read of a body to its last byte; a proxy that buffers hands on bodies that it has whole
DIGITS = 15  # of a length that is read as a number: of thousands of them Python makes none


def length_of(environ: Mapping[str, Any]) -> int | None:
    """Read the length of the body from its header; None for what is no length."""
    length = environ.get("CONTENT_LENGTH") or "0"
    return int(length) if length.isdecimal() and length.isascii() and len(length) <= DIGITS else None


class BrokenBody(OSError):
    """Fewer bytes came than the length said, or not in time: send the request again. Django: `UnreadablePostError`."""


class WholeBody:
    """`wsgi.input` of one request, as Django reads it: never past the length. Call `stop` when it is answered."""

    def __init__(self, environ: dict[str, Any]) -> None:
        self._stream = environ["wsgi.input"]
        self._connection: socket | None = environ.get("gunicorn.socket")
        self._left = length_of(environ) or 0
        self._clock: int | None = None

    def read(self, size: int) -> bytes:
        return self._take(self._stream.read, size)

    def readline(self, size: int) -> bytes:
        return self._take(self._stream.readline, size)

    def stop(self) -> None:
        clocks.stop(self._clock)

    def _take(self, read: Callable[[int], bytes], size: int) -> bytes:
        """Read with `read`. BrokenBody where the connection ended before the body did."""
        self._start()
        data = read(size)
        self._left -= len(data)
        short = len(data) < size and not (read == self._stream.readline and data.endswith(b"\n"))
        if short and self._left > 0:
            raise BrokenBody
        if self._left <= 0:
            self.stop()
        return data

    def _start(self) -> None:
        """Give the client SECONDS: after that the connection reads as if it had ended."""
        if self._clock is None and self._connection is not None:
            self._clock = clocks.start(self._connection, SECONDS, SHUT_RD)
