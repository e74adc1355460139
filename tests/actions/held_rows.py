"""Which rows a piece of work locks. To be asked on PostgreSQL alone: SQLite has no row locks."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from tests.cast import Cast

# A test prepares what an act needs and hands back the act itself.
Act = Callable[[Cast], Callable[[], object]]
HELD = re.compile(r'^SELECT .*? FROM "tournaments_(\w+)".* FOR (?:NO KEY )?UPDATE', re.DOTALL)
on_postgresql_alone = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="rows are locked on PostgreSQL alone"
)


def held_by(act: Callable[[], object]) -> list[str]:
    """The kinds of rows that an act locks by reading them, in that order; each once for each of its transactions."""
    kinds: list[tuple[str, str]] = []
    outside = len(connection.savepoint_ids)  # in a test a transaction is a savepoint of the one that the test runs in

    def note(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if lock := HELD.match(sql):
            held = (str(connection.savepoint_ids[outside : outside + 1]), lock[1])
            if held not in kinds:
                kinds.append(held)
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        act()
    return [kind for _, kind in kinds]
