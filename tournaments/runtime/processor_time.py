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

from django.db import backends, transaction, utils

# Where an exception that is not the database's leaves a connection in a state that nobody knows: half a query, or a
# transaction that is neither open nor ended.
OF_A_CONNECTION = (transaction.__file__, utils.__file__, *backends.__path__)
LOOK_AGAIN = 0.001  # seconds


class TookTooLong(BaseException):
    """The work was ended where it was. No `Exception`: nothing on the way out takes it for a fault of its own."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """End what is done inside with TookTooLong after that many seconds of this process's processor time.

    A timer of the process that interrupts its main thread (`setitimer`, POSIX): workers read their letters there. In
    any other thread nothing is ended. A call into a library written in C is ended when it returns; regular expressions
    of Python look for signals themselves. A statement to the database, and the beginning and the end of a transaction,
    are finished before.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, _end)
    try:
        signal.setitimer(signal.ITIMER_PROF, seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _end(number: int, frame: FrameType | None) -> None:
    if _is_at_the_database(frame):
        signal.setitimer(signal.ITIMER_PROF, LOOK_AGAIN)
        return
    raise TookTooLong


def _is_at_the_database(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename.startswith(OF_A_CONNECTION):
            return True
        frame = frame.f_back
    return False
