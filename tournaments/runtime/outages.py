"""Outages: parts that may be away for a while (mail host, mailbox, broker, database, disk), told of once a minute.

What is expected to fail at times deserves no traceback, and no line for each letter that it keeps back. One line says
that a part does not work; while it goes on failing, one a minute says since when and how many attempts failed; one says
that it works again. Each process counts for itself: two workers say it twice.
"""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from threading import Lock

import psycopg
from celery.beat import SchedulingError
from django.db import InterfaceError, InternalError, OperationalError
from kombu.exceptions import OperationalError as NoBroker
from redis.exceptions import ConnectionError as NoRedis
from redis.exceptions import TimeoutError as SlowRedis

OUTAGE, ENDED = "outage", "outage ended"  # verbs of the journal
TELL_OF = "tell of the outage at"  # what is tried

log = logging.getLogger(__name__)

BROKER, DATABASE, DISK, KEYS = "the broker", "the database", "the disk", "MAIL_KEYS"
EVERY = timedelta(minutes=1)
OVER_AFTER = timedelta(hours=1)  # without a failure: not every part tells of it when it works again
# SQLSTATE: the connection was lost; no memory, disk or connection is left; the server stops or starts.
# ... or may only be read, or its system failed.
AWAY_STATES = ("08", "53", "57P", "25006", "58")
AWAY_CODES = (
    sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL,
)  # fmt: skip
# SQLSTATE: rolled back for another transaction, a lock that was not to be had, a statement that was ended.
CONFLICT_STATES = ("40", "55P03", "57014")
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG, errno.EIO)


class KeysMissing(Exception):
    """MAIL_KEYS lacks a key that addresses of open questions are signed with: put the old key behind the new one."""


@dataclass(slots=True)
class Failing:
    """One kind of failure of a part: since when, how often, when it was told of and when it happened last."""

    since: datetime
    attempts: int
    told_at: datetime
    last_at: datetime


class Outages:
    """The parts that do not work as this process has seen it; `now` is its clock."""

    def __init__(self, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.now = now
        self.lock = Lock()
        self.failing: dict[str, dict[str, Failing]] = {}

    def failed(self, part: str, error: BaseException, words: str = "") -> None:
        """One more attempt failed; a line unless there was one of this kind within the last minute.

        words  what the line says of the error instead of the error itself
        """
        now, kind = self.now(), type(error).__name__
        words = words or f"{kind}: {' '.join(str(error).split())}".removesuffix(": ")[:300]
        with self.lock:
            kinds = self.failing.setdefault(part, {})
            seen = kinds.get(kind)
            if seen is None or now - seen.last_at >= OVER_AFTER:
                kinds[kind] = Failing(now, 1, now, now)
                line = f"{part} does not work: {words}"
            else:
                seen.attempts, seen.last_at = seen.attempts + 1, now
                if timedelta(0) <= now - seen.told_at < EVERY:
                    return
                seen.told_at = now
                line = f"{part} has not worked since {_at(seen.since)}: {seen.attempts} attempts failed, now by {words}"
        log.warning("%s", line)

    def works(self, part: str) -> None:
        """It works; a line if it did not before."""
        if part not in self.failing:  # as nearly always
            return
        with self.lock:
            kinds = self.failing.pop(part, {})
        if kinds:
            since = min(seen.since for seen in kinds.values())
            attempts = sum(seen.attempts for seen in kinds.values())
            log.warning("%s works again: %s attempts failed since %s", part, attempts, _at(since))

    def forget(self) -> None:
        """Begin anew, as a process does that was forked from another: that one goes on telling of what it saw."""
        self.lock, self.failing = Lock(), {}


HERE = Outages()
os.register_at_fork(after_in_child=lambda: HERE.forget())


def failed(part: str, error: BaseException, words: str = "") -> None:
    """An attempt failed, in this process."""
    HERE.failed(part, error, words)


def works(part: str) -> None:
    """A part works, in this process."""
    HERE.works(part)


def since(part: str) -> datetime | None:
    """The moment since when a part does not work, as this process has seen it; None while it works."""
    return min((seen.since for seen in list(HERE.failing.get(part, {}).values())), default=None)


def tell(error: BaseException) -> bool:
    """Count an error that says that a part is away, whoever met it. False for every error that nobody expects."""
    for found in _chain(error):
        if part := _part(found):
            failed(part, found)
            return True
    return False


def part_of(error: BaseException) -> str:
    """The part that an error says is away, "" for every error that nobody expects. Counts nothing."""
    return next(filter(None, map(_part, _chain(error))), "")


def is_ours(error: BaseException) -> bool:
    """Whether an error is a fault of ours: a part is away or full, or two transactions were in each other's way.

    Whatever was being done is not to blame: it is done again later, and the attempt does not count.
    """
    return any(_part(found) or _is_conflict(found) for found in _chain(error))


def _is_conflict(error: BaseException) -> bool:
    state = getattr(error.__cause__, "sqlstate", None)
    return isinstance(error, OperationalError) and str(state).startswith(CONFLICT_STATES)


def _part(error: BaseException) -> str:
    if isinstance(error, NoBroker | NoRedis | SlowRedis):
        return BROKER
    if isinstance(error, OperationalError | InterfaceError | InternalError) and _is_away(error):
        return DATABASE
    if isinstance(error, OSError) and error.errno in FULL:
        return DISK
    return KEYS if isinstance(error, KeysMissing) else ""


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error, out of what Celery wraps errors in, and what it was raised from."""
    found: BaseException | None = getattr(error, "exc", None) or error  # billiard's ExceptionWithTraceback
    while found is not None:
        yield found
        if isinstance(found, SchedulingError) and found.__context__ is not None:
            yield found.__context__
        found = found.__cause__


def _is_away(error: Exception) -> bool:
    """Whether the database cannot be reached or has no room; not what is wrong with a statement."""
    cause = error.__cause__ or error
    code = getattr(cause, "sqlite_errorcode", None)
    if code is not None:
        return code & 0xFF in AWAY_CODES
    state = getattr(cause, "sqlstate", None)
    if state is not None:
        return str(state).startswith(AWAY_STATES) or has_no_room(cause)
    if isinstance(cause, psycopg.OperationalError):  # said by nobody at the other end: the line is gone
        return True
    return not isinstance(cause, sqlite3.Error) and "connect" in str(error)


def has_no_room(cause: BaseException) -> bool:
    """Whether PostgreSQL found no room for a temporary file: that one it calls an internal error, not a full disk."""
    return getattr(cause, "sqlstate", None) == "XX000" and os.strerror(errno.ENOSPC) in str(cause)


def _at(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC"
