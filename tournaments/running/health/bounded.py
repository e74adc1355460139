"""Acts that wait for another machine, for a while and no longer. Knows none of them."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread


class TookTooLong(OSError):
    """The other machine has not answered within the time for it."""


def within(seconds: float, act: Callable[[], None]) -> None:
    """Do it and raise what it raises; TookTooLong, and it is left to itself, when it takes longer. Asks no database."""
    came: list[Exception | None] = []

    def run() -> None:
        try:
            act()
        except Exception as error:
            came.append(error)
        else:
            came.append(None)

    thread = Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    if not came:
        raise TookTooLong(f"no answer within {seconds:.0f} seconds")
    if came[0] is not None:
        raise came[0]
