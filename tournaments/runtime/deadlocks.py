"""Once more, where PostgreSQL has ended a transaction because it and another one waited for each other.

Rows are locked in one order (`tournaments.actions`), so this should never happen. Where it does all the same, whoever
pressed is not to see it: the other transaction goes on, and when it is done this one finds its rows free.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from django.db import OperationalError, connection

Given = TypeVar("Given")
log = logging.getLogger(__name__)
TIMES = 3
DEADLOCK = "40P01"  # SQLSTATE, https://www.postgresql.org/docs/current/errcodes-appendix.html


def retried(work: Callable[[], Given]) -> Given:
    """The result of a transaction, begun up to TIMES times. Within another transaction once: all of that is undone."""
    for _ in range(0 if connection.in_atomic_block else TIMES - 1):
        try:
            return work()
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", None) != DEADLOCK:
                raise
            log.warning("two transactions waited for each other: this one is done once more", exc_info=True)
    return work()
