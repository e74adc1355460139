"""The same thing done by several threads that begin together."""

from __future__ import annotations

import threading
from collections.abc import Callable

from django.db import connections

WORKERS = 6


def at_once(act: Callable[[int], object], workers: int = WORKERS) -> list[object]:
    """Run `act(number)` in threads that begin together; what they returned, or the exception."""
    start = threading.Barrier(workers)
    outcomes: list[object] = [None] * workers

    def work(number: int) -> None:
        try:
            start.wait(10)
            outcomes[number] = act(number)
        except Exception as error:  # it belongs to the outcome
            outcomes[number] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return outcomes
