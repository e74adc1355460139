"""Real faults of the database at a chosen moment: its file is locked or full, its server hangs up."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.db.models import Model

WHERE = ("dbname", "host", "port", "user", "password")


@contextmanager
def away(at: str, times: int = 1) -> Iterator[Callable[[], bool]]:
    """The database does not work from the `times`th statement on that the pattern `at` fits, until the block ends.

    What is yielded says whether that statement came. A file is locked by somebody else; a server ends the connection.
    """
    seen = 0
    with _somebody_else() as strike:

        def watch(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
            nonlocal seen
            if re.search(at, sql):
                seen += 1
                if seen == times:
                    strike()
            return execute(sql, *rest)

        with connection.execute_wrapper(watch):
            yield lambda: seen >= times


@contextmanager
def _somebody_else() -> Iterator[Callable[[], None]]:
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout = 0")
        other = sqlite3.connect(connection.settings_dict["NAME"], check_same_thread=False, isolation_level=None)
        try:
            yield lambda: _lock(other)
        finally:
            other.close()
            connection.close()  # with its impatience
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    parameters = {name: value for name, value in connection.get_connection_params().items() if name in WHERE}
    with psycopg.connect(**parameters, autocommit=True) as server:
        try:
            yield lambda: _hang_up(server, pid)
        finally:
            connection.close()


def _lock(file: sqlite3.Connection) -> None:
    file.execute("BEGIN IMMEDIATE")


def _hang_up(server: psycopg.Connection[Any], pid: int) -> None:
    server.execute("SELECT pg_terminate_backend(%s, 5000)", (pid,))


@contextmanager
def full(room: int = 0) -> Iterator[None]:
    """SQLite's file may only grow by so many pages: "database or disk is full"."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA page_count")
        (pages,) = cursor.fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages + room}")
    try:
        yield
    finally:
        connection.close()


@contextmanager
def table_away(model: type[Model]) -> Iterator[None]:
    """The database without the model's table."""
    for column in model._meta.fields:  # Django keeps the table's name with a column when it first asks for one
        _ = column.cached_col
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(model._meta, "db_table", "no_such_table")
        yield
