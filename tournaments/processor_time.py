"""A bound on the processor's time for a piece of work, whatever takes it: words, regular expressions, the database.

Bounds on parts cannot be complete: what is dear is found by whoever looks for it. A bound on the wall's time would end
honest work on a busy machine.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TookTooLong(BaseException):
    """The work was ended where it was. No `Exception`: nothing on the way out takes it for a fault of its own."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """End what is done inside with TookTooLong after so many seconds of this process's processor time.

    A timer of the process that interrupts its main thread (`setitimer`, POSIX): workers read their letters there. In
    any other thread nothing is ended. A call into a library written in C is ended when it returns; regular expressions
    of Python look for signals themselves.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, _end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _end(number: int, frame: FrameType | None) -> None:
    raise TookTooLong
