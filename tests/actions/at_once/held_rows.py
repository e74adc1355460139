"""The rows that a piece of work locks. To be asked on PostgreSQL alone: SQLite has no row locks."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from tests.shared.cast import Cast
from tournaments.outbox import limits

# A test prepares what an act needs and hands back the act itself.
Act = Callable[[Cast], Callable[[], object]]
HELD = re.compile(r'^SELECT .*? FROM "tournaments_(\w+)".* FOR (?:NO KEY )?UPDATE', re.DOTALL)
IN_ORDER = re.compile(r' ORDER BY (?:"tournaments_\w+"\."id"|1) ASC FOR ', re.DOTALL)
on_postgresql_alone = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="rows are locked on PostgreSQL alone"
)


def held_by(act: Callable[[], object]) -> str:
    """The rows that an act locks, in that order, each once for each of its transactions.

    table           a row of that kind, or several in another order
    table in order  several in the order of their keys
    hold address    what is held by that name (`limits.hold`)
    """
    found: list[tuple[str, str]] = []
    outside = len(connection.savepoint_ids)  # in a test a transaction is a savepoint of the one that the test runs in
    hold = limits.hold

    def add(what: str) -> None:
        held = (str(connection.savepoint_ids[outside : outside + 1]), what)
        if held not in found:
            found.append(held)

    def note(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if lock := HELD.match(sql):
            add(f"{lock[1]} in order" if IN_ORDER.search(sql) else lock[1])
        return execute(sql, *rest)

    def note_hold(what: str, who: str) -> None:
        add(f"hold {what}")
        hold(what, who)

    with pytest.MonkeyPatch.context() as watched, connection.execute_wrapper(note):
        watched.setattr(limits, "hold", note_hold)
        act()
    return ", ".join(what for _, what in found)
