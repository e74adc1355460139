"""One id that follows a letter through logs: from the door to the task to the answer. Not stored anywhere."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_trace: ContextVar[str] = ContextVar("trace", default="")


def current() -> str:
    """The id of what is being done now, or the empty string outside of everything."""
    return _trace.get()


def new() -> str:
    """A fresh id of twelve hexadecimal digits."""
    return secrets.token_hex(6)


@contextmanager
def begin(trace: str = "") -> Iterator[str]:
    """Everything logged inside carries this id (a fresh one when none is handed over)."""
    trace = trace or new()
    token = _trace.set(trace)
    try:
        yield trace
    finally:
        _trace.reset(token)
