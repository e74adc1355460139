"""The same thing done by several threads that begin together, and one thing done in the middle of another."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection, connections

from tests.shared.parts import until

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


def meanwhile(act: Callable[[], object], at: str, other: Callable[[], object]) -> list[object]:
    """`act` stops before its first statement that the pattern `at` fits; there `other` is done, or waits for a lock.

    What both returned, or the exceptions. For PostgreSQL, where rows are locked one by one.
    """
    reached, go_on = threading.Event(), threading.Event()

    def stop(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if not reached.is_set() and re.search(at, sql):
            reached.set()
            assert go_on.wait(20)
        return execute(sql, *rest)

    def first() -> object:
        try:
            with connection.execute_wrapper(stop):
                return act()
        finally:
            reached.set()

    with ThreadPoolExecutor(2) as pool:
        begun = pool.submit(_closing, first)
        assert reached.wait(20)
        assert not begun.done(), f"nothing fits {at!r}"
        second = pool.submit(_closing, other)
        try:
            until(lambda: second.done() or waits_for_a_lock(), "the other to be done, or to wait")
        finally:
            go_on.set()
        return [begun.result(60), second.result(60)]


def _closing(act: Callable[[], object]) -> object:
    try:
        return act()
    except Exception as error:  # it belongs to the outcome
        return error
    finally:
        connections.close_all()


def waits_for_a_lock() -> bool:
    """Whether any connection to this test's database does."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # or a transaction sees the same all the time
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        )
        return bool(cursor.fetchone()[0])
