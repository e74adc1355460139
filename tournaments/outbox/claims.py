"""Claims on letters that are being sent: a process that lives keeps its own, those of a dead one end by themselves.

A claim is the row itself: in flight, with the moment in `due_at` at which another worker may take it. A lock that the
database drops with the connection would be quicker, but would have to be held by an open transaction for as long as
the mail host takes, and no session lasts behind a pooler of transactions.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from threading import Lock, Thread
from time import monotonic, sleep

from django.db import close_old_connections, connection
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import OutboundLetter
from tournaments.runtime import outages

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=30)
RENEW_EVERY = 5.0  # seconds


class ClaimLost(Exception):
    """Raised when a claim could not be renewed in time: the letter may be another worker's by now."""


@dataclass
class Claim:
    """One take of a letter, with numbers that no other has; `alive_at` is when it was last known to be ours."""

    pk: int
    attempts: int
    taken_at: datetime | None
    alive_at: float = field(default_factory=monotonic)

    def row(self) -> QuerySet[OutboundLetter]:
        """The letter, while it is still this claim's."""
        return OutboundLetter.objects.filter(
            pk=self.pk, state=OutboundLetter.State.IN_FLIGHT, attempts=self.attempts, taken_at=self.taken_at
        )

    def renew(self) -> None:
        """Keep the letter for another lease, unless it is somebody else's by now."""
        now = monotonic()
        if self.row().update(due_at=timezone.now() + LEASE):
            self.alive_at = now

    def confirm(self) -> None:
        """ClaimLost when the claim may have run out: this process was stopped, or could not reach the database."""
        if monotonic() - self.alive_at >= LEASE.total_seconds():
            raise ClaimLost


class _Held:
    """The letters that this process sends now, and the thread that keeps them."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.claims: dict[int, Claim] = {}
        self.thread: Thread | None = None


_held = _Held()
os.register_at_fork(after_in_child=_held.__init__)  # type: ignore[misc]


@contextmanager
def held(letter: OutboundLetter) -> Iterator[Claim]:
    """Keep the letter, which the caller has just taken, as long as the block runs."""
    claim = Claim(letter.pk, letter.attempts, letter.taken_at)
    with _held.lock:
        _held.claims[id(claim)] = claim
        if _held.thread is None:
            _held.thread = Thread(target=_keep, name="claims", daemon=True)
            _held.thread.start()
    try:
        yield claim
    finally:
        with _held.lock:
            del _held.claims[id(claim)]


def renew(older: float = RENEW_EVERY / 2) -> None:
    """Renew what this process has held for some seconds: most letters are gone by then."""
    with _held.lock:
        claims = [claim for claim in _held.claims.values() if monotonic() - claim.alive_at >= older]
    for claim in claims:
        claim.renew()


def _keep() -> None:
    while True:
        sleep(RENEW_EVERY)
        if not _held.claims:
            continue
        close_old_connections()
        try:
            renew()
        except Exception as error:
            if not outages.tell(error):
                log.exception("letters that are being sent could not be kept")
        finally:
            connection.close()
