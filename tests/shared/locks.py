"""On PostgreSQL: fails a test in which a transaction locks rows and names in another order than all others do.

The order is written down in `tournaments.actions`; names are held by `limits.hold`. Two transactions that keep to it
can never wait for each other, so nothing has to happen at the same moment for a fault to be found. SQLite has no row
locks: there is nothing to see.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection

from tournaments.outbox import limits

ROWS = ("inboundletter", "table", "league", "entry", "player", "outboundletter")
NAME = "hold any other name"  # no table or league is locked behind it
ORDER = (
    "hold erasing", "inboundletter", "hold copies of a mail", "table", "league", NAME, "entry", "player",
    "outboundletter",
)  # fmt: skip
# Letters that are read and open tables have been locked before they are changed. Held letters hang on their seat,
# tables that are not open yet on their league. The first FROM names what is locked, any other is a condition's.
LOCKING = re.compile(
    r'^UPDATE "tournaments_(?!table"|inboundletter")(\w+)"|^SELECT .*? FROM "tournaments_(\w+)".* FOR NO KEY UPDATE',
    re.DOTALL,
)
STRONGER = re.compile(rf'^SELECT .*? FROM "tournaments_({"|".join(ROWS)})".* FOR UPDATE\b', re.DOTALL)
BEGIN, END = re.compile(r'^SAVEPOINT "(\w+)"'), re.compile(r'^(?:RELEASE|ROLLBACK TO) SAVEPOINT "(\w+)"')


class Watch:
    """Follows what one connection locks. In a test a transaction is a savepoint of the one that the test runs in.

    taken   kinds of rows in the order in which the transaction has first locked one
    faults  what was locked too late, with what before
    """

    def __init__(self) -> None:
        self.transaction = ""
        self.taken: list[str] = []
        self.faults: list[str] = []

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        self.note(sql)
        return execute(sql, params, many, context)

    def note(self, sql: str) -> None:
        if (begin := BEGIN.match(sql)) and not self.transaction:
            self.transaction, self.taken = begin[1], []
        elif (end := END.match(sql)) and end[1] == self.transaction:
            self.transaction = ""
        elif stronger := STRONGER.match(sql):
            self.faults.append(f"a lock that keeps others from pointing at a row: {stronger[1]}")
        elif self.transaction and (lock := LOCKING.match(sql)):
            kind = lock[1] or lock[2]
            if kind in ROWS:
                self._took(kind)

    def holds(self, what: str) -> None:
        if self.transaction:
            self._took(f"hold {what}")

    def _took(self, kind: str) -> None:
        if kind in self.taken:
            return
        later = [other for other in self.taken if _place(other) > _place(kind)]
        if later:
            self.faults.append(f"{kind} was locked after {', '.join(later)}")
        self.taken.append(kind)


def _place(kind: str) -> int:
    return ORDER.index(kind if kind in ORDER else NAME)


@pytest.fixture(autouse=True)
def locks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    marker = request.node.get_closest_marker("django_db")
    in_savepoints = marker is not None and not marker.kwargs.get("transaction")
    if connection.vendor != "postgresql" or not in_savepoints:
        yield
        return
    request.getfixturevalue("db")  # begins the transaction of the test itself
    watch, hold = Watch(), limits.hold

    def watched_hold(what: str, who: str) -> None:
        watch.holds(what)
        hold(what, who)

    monkeypatch.setattr(limits, "hold", watched_hold)
    with connection.execute_wrapper(watch):
        yield
    assert not watch.faults, "\n".join(watch.faults)
