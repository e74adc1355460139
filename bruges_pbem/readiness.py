"""Whether the parts that this process needs are there, asked of them once a second at most.

Anybody who reaches the page may ask as often as they like: one thread at a time asks the parts, and no longer than a
bounded wait; all others answer with what was found last.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache
from threading import Lock
from time import monotonic

from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from kombu.exceptions import OperationalError

from bruges_pbem.celery import app
from tournaments import outages

log = logging.getLogger(__name__)

KEPT = 1.0  # seconds for which an answer stands
STALE = 5.0  # seconds after which an answer says nothing any more, while another one is waited for
BROKER_WAIT = 1  # seconds to connect, and to be answered

Parts = dict[str, bool]
Migrations = frozenset[tuple[str, str]]


class Readiness:
    """What this process has found last; `now` is its clock, in seconds."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self.now = now
        self.asking = Lock()
        self.known: Parts = nothing()
        self.found_at: float | None = None

    def parts(self) -> Parts:
        """Which parts are there: as found a moment ago, or asked anew unless another thread is asking."""
        if self._age() < KEPT:
            return self.known
        if not self.asking.acquire(blocking=False):
            return self.known if self._age() < STALE else nothing()
        try:
            self.known = {"database": has_database(), "broker": has_broker()}
            self.found_at = self.now()
        finally:
            self.asking.release()
        return self.known

    def _age(self) -> float:
        return float("inf") if self.found_at is None else self.now() - self.found_at


def nothing() -> Parts:
    """The answer of a process that knows of no part whether it is there."""
    return {"database": False, "broker": False}


def has_database() -> bool:
    """Whether the database answers and all migrations of this code have been applied to it."""
    try:
        return migrations() <= MigrationRecorder(connection).applied_migrations().keys()
    except DatabaseError as error:
        if not outages.tell(error):
            log.warning("database not ready", exc_info=True)
        return False


@cache
def migrations() -> Migrations:
    """All migrations of this code, which stays the same as long as the process lives."""
    return frozenset(MigrationLoader(None).graph.nodes)


def has_broker() -> bool:
    """Whether the broker takes a connection and answers on it; False after a bounded wait."""
    wait = {"socket_connect_timeout": BROKER_WAIT, "socket_timeout": BROKER_WAIT}
    try:
        with app.connection_for_write(connect_timeout=BROKER_WAIT, transport_options=wait) as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, interval_step=0, timeout=BROKER_WAIT)
    except OperationalError as error:
        outages.failed(outages.BROKER, error)
        return False
    outages.works(outages.BROKER)
    return True
