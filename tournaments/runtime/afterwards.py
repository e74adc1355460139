"""The writes of past events that are still to be made, although the database may be away at this moment.

A letter that the mail host has taken stays taken, and a fault of ours stays no fault of the letter, whether or not that
can be written now. The process remembers it and tries every second; only its own end makes it forget.
"""

from __future__ import annotations

import logging
import os
from collections import deque
from collections.abc import Callable
from threading import Lock, Thread
from time import sleep

from django.db import close_old_connections, connection

from tournaments.runtime import outages

log = logging.getLogger(__name__)

Write = Callable[[], object]
EVERY = 1.0  # seconds


class _Waiting:
    """The writes that this process has still to do, and the thread that does them."""

    def __init__(self) -> None:
        self.lock = Lock()  # to be held for a moment
        self.at_it = Lock()  # by whoever writes
        self.writes: deque[Write] = deque()
        self.thread: Thread | None = None


_waiting = _Waiting()
os.register_at_fork(after_in_child=_waiting.__init__)  # type: ignore[misc]


def write(what: Write) -> bool:
    """Write it now, or as soon as a part of ours that is away is back; whether it is written. Other errors are raised.

    what  does it in one statement or one transaction of its own, and does no harm when it is done twice
    """
    try:
        what()
    except Exception as error:
        if not outages.is_ours(error):
            raise
        outages.tell(error)
    else:
        return True
    with _waiting.lock:
        _waiting.writes.append(what)
        if _waiting.thread is None:
            _waiting.thread = Thread(target=_keep_trying, name="afterwards", daemon=True)
            _waiting.thread.start()
    return False


def catch_up() -> int:
    """Write what waits, the oldest first, up to the first that cannot be written yet; how much is left."""
    with _waiting.at_it:
        while _waiting.writes:
            what = _waiting.writes[0]
            try:
                what()
            except Exception as error:
                if outages.is_ours(error):
                    outages.tell(error)
                    break
                log.exception("what had happened while a part was away could not be written down")
            _waiting.writes.popleft()
        return len(_waiting.writes)


def _keep_trying() -> None:
    while True:
        close_old_connections()
        try:
            left = catch_up()
        finally:
            connection.close()
        with _waiting.lock:
            if not left and not _waiting.writes:
                _waiting.thread = None
                return
        sleep(EVERY)
