"""Decks, boxes and the like that a process has read, found again by their digest. Reads and checks nothing.

What somebody plays with stays known; of the rest so many are kept that a league can be looked at twice.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

T = TypeVar("T")
KEPT = 16  # that nobody may be playing with; a game and a match hold on to their own besides


class Remembered(Generic[T]):
    """Things by digest."""

    def __init__(self, kept: int = KEPT) -> None:
        self._known: WeakValueDictionary[str, T] = WeakValueDictionary()  # everything that is in use
        self._recent: OrderedDict[str, T] = OrderedDict()  # what was asked for last, the newest at the end
        self._kept = kept

    def get(self, digest: str) -> T | None:
        return self._known.get(digest)

    def first(self, digest: str, thing: T) -> T:
        """The thing of that digest: the one that is known already, else this one."""
        return self._known.setdefault(digest, thing)

    def keep(self, digest: str, thing: T) -> T:
        """Hold on to a thing, or to the one known under its digest, until so many others have been asked for since."""
        thing = self.first(digest, thing)
        self._recent.pop(digest, None)
        self._recent[digest] = thing
        while len(self._recent) > self._kept:
            self._recent.popitem(last=False)
        return thing
