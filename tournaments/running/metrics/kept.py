"""The answers that are found out at most once in some seconds, by one thread at a time, however many ask for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import Generic, TypeVar

from tournaments.runtime import outages

T = TypeVar("T")
SECONDS = 10.0  # for which what was found is kept
RESTS = 9  # times as long as finding out took: nobody has more than a tenth of a thread's time spent on this
AT_MOST = 60.0
FAILED_FOR = 2.0  # seconds for which a failure is kept
PATIENCE = 5.0  # seconds after which finding out counts as not answered


class NotAnswered(Exception):
    """Raised when what is asked takes questions and does not answer."""


@dataclass(frozen=True, slots=True)
class Known(Generic[T]):
    """The last finding, and the reason why there was nothing newer.

    value  None as long as nothing was ever found
    error  the fault of the part that is away; None when the value is of now
    """

    value: T | None
    error: Exception | None = None


class Kept(Generic[T]):
    """An answer that is kept for a while. `look` finds it out; `now` is the clock, in seconds."""

    def __init__(self, look: Callable[[], T], seconds: float = SECONDS, now: Callable[[], float] = monotonic) -> None:
        self.look, self.seconds, self.now = look, seconds, now
        self.lock = Lock()
        self.forget()

    def forget(self) -> None:
        """Drop what is kept, as if nothing had been found out yet."""
        self.known: Known[T] = Known(None)
        self.good_until = float("-inf")
        self.asking_since: float | None = None

    def get(self) -> Known[T]:
        """The answer kept, or a new one unless another thread is finding that out. Raises faults of the code."""
        if self.now() < self.good_until:
            return self.known
        never = self.known.value is None and self.known.error is None
        if not self.lock.acquire(timeout=PATIENCE if never and not self._is_stuck() else 0):
            return Known(self.known.value, NotAnswered()) if never or self._is_stuck() else self.known
        try:
            if self.now() >= self.good_until:
                self._find_out()
        finally:
            self.lock.release()
        return self.known

    def _find_out(self) -> None:
        begun = self.asking_since = self.now()
        try:
            self.known, seconds = Known(self.look()), self.seconds
        except Exception as error:
            if not isinstance(error, NotAnswered) and not outages.tell(error):
                raise
            self.known, seconds = Known(self.known.value, error), FAILED_FOR
        finally:
            self.asking_since = None
        done = self.now()
        self.good_until = done + max(seconds, min(RESTS * (done - begun), AT_MOST))

    def _is_stuck(self) -> bool:
        since = self.asking_since
        return since is not None and self.now() - since > PATIENCE
