"""Whether the service can work, as its health checks say, asked of them once a second at most.

Anybody who reaches the page may ask as often as they like: one thread at a time asks the checks, for a tenth of the
time at most, and all others answer with what was found last. What waits for other machines is asked beside that, once
a minute, and waited for as long as a quick answer takes: who asks after an hour is not told how it was then. Each
failure is one line in the log when it is found, and one when it is over.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Lock, Thread
from time import monotonic

from tournaments.running.health import registry
from tournaments.running.health.finding import Check, Finding, State
from tournaments.running.health.registry import Found

log = logging.getLogger(__name__)

KEPT = 1.0  # seconds for which an answer is kept
RESTS = 9  # times as long as asking took: nobody has more than a tenth of a thread's time spent on this
STALE = 5.0  # seconds longer that an answer is kept while another one is waited for
SELDOM = 60.0  # seconds between two looks at what lies on other machines
SOONER = 10.0  # while one of them found something that does not work
PATIENCE = 2.0  # seconds for which a look there is waited for


class Readiness:
    """The last findings of this process; `now` is its clock, in seconds."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self.now = now
        self.asking = Lock()
        self.known: list[Found] = []
        self.found_at: float | None = None
        self.kept = KEPT
        self.at: tuple[str, float] = ("", 0.0)  # the check that is being asked, and since when
        self.beside: list[Found] = []
        self.beside_at: float | None = None
        self.failing: set[str] = set()

    def found(self) -> list[Found]:
        """The findings of the checks: those of a moment ago, or new ones unless another thread is asking."""
        if self._age() < self.kept:
            return self._all()
        if not self.asking.acquire(blocking=False):
            return self._all() if self._age() < self.kept + STALE else [self._stuck()]
        try:
            self._ask()
        finally:
            self.asking.release()
        return self._all()

    def _all(self) -> list[Found]:
        """All findings but those that follow from another check that fails."""
        found, checks = [*self.known, *self.beside], filter(lambda check: check.of_ready, registry.CHECKS)
        told = registry.ask_all(checks, lambda check: [one for one in found if one.name == check.name])
        return [one for asked in told for one in asked.found]

    def _ask(self) -> None:
        begun, checks = self.now(), map(self._watched, registry.of_ready())
        found = [one for asked in registry.ask_all(checks) for one in asked.found]
        self.found_at = self.now()
        self.known, self.kept = found, max(KEPT, RESTS * (self.found_at - begun))
        self._look_beside()
        self._tell(self._all())

    def _watched(self, check: Check) -> Check:
        """The check, noted as the one that is asked now."""
        self.at = check.name, self.now()
        return check

    def _stuck(self) -> Found:
        """In place of what is not known, because a check does not come back."""
        name, since = self.at
        words = f"what it asks takes requests and does not answer, for {self.now() - since:.0f} seconds"
        mend = f"restart what it asks: systemctl restart {'redis-server' if name == 'broker' else 'postgresql'}"
        return Found(name, Finding(State.FAIL, words, mend))

    def _look_beside(self) -> None:
        fails = any(finding.state == State.FAIL for _, finding in self.beside)
        if self.beside_at is None or self.now() - self.beside_at >= (SOONER if fails else SELDOM):
            self.beside_at = self.now()
            look = Thread(target=self._ask_beside, daemon=True)
            look.start()
            look.join(PATIENCE)

    def _ask_beside(self) -> None:
        self.beside = [found for check in registry.in_background() for found in registry.ask(check)]

    def _tell(self, found: list[Found]) -> None:
        """Log what has changed."""
        failing = {one.name: one.finding for one in found if one.finding.state == State.FAIL}
        for name in failing.keys() - self.failing:
            log.warning("not ready, %s: %s", name, failing[name])
        for name in self.failing - failing.keys():
            if any(one.name == name for one in found):
                log.warning("ready again: %s", name)
                self.failing.discard(name)
        self.failing |= failing.keys()

    def _age(self) -> float:
        return float("inf") if self.found_at is None else self.now() - self.found_at
