"""The running service seen from outside: its mailboxes, and its database read (never written) by another process."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import engine
from engine.match.log import Entry
from tests.shared.parts import Service, until
from tournaments.running.demo.post_office import addresses, box_of, parse

ADDRESS = re.compile(r"^https?://\S+$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Mailbox:
    """One person's mail at the post office."""

    folder: Path
    address: str

    def letters(self) -> Iterator[EmailMessage]:
        if self.address in addresses(self.folder):
            box = box_of(self.folder, self.address)
            # A letter that a mail client marks as read at this moment has another name at the next look.
            for key in box.keys():  # noqa: SIM118 iterating over a maildir gives its messages
                try:
                    yield parse(box.get_bytes(key))
                except KeyError:
                    continue

    def keys(self) -> set[str]:
        """The keys of all letters, read or not."""
        return set(box_of(self.folder, self.address).keys()) if self.address in addresses(self.folder) else set()

    def link_since(self, before: set[str]) -> str:
        """The address to open in the letter that has come, or comes now, beside those of `before`."""
        until(lambda: self.keys() - before, f"a letter to {self.address}")
        (key,) = self.keys() - before
        part = parse(box_of(self.folder, self.address).get_bytes(key)).get_body(("plain",))
        assert part is not None
        found = ADDRESS.search(part.get_content())
        assert found, part.get_content()
        return found.group(0)


def manage(service: Service, *words: str) -> str:
    """Run one management command of the service; what it printed."""
    done = subprocess.run(
        service.place.command(*words), env=dict(service.place.env), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def rows(data: Path, query: str, *values: object) -> list[dict[str, Any]]:
    """The answer to a query to the service's SQLite."""
    with closing(sqlite3.connect(data / "bruges.sqlite3", timeout=20)) as database:
        database.row_factory = sqlite3.Row
        return [dict(row) for row in database.execute(query, values)]


def table(data: Path) -> dict[str, Any]:
    """The row of the only table that has been opened, its JSON read."""
    (row,) = rows(data, "select * from tournaments_table where state in ('running', 'finished')")
    return {**row, **{name: json.loads(row[name] or "null") for name in ("header", "position", "result")}}


def log_of(data: Path, table_id: int) -> list[Entry]:
    """The log of a table, oldest entry first."""
    found = rows(data, "select number, entry from tournaments_logentry where table_id = ? order by number", table_id)
    return [Entry.from_json(json.loads(row["entry"])) for row in found]


def replayed(data: Path) -> engine.Match:
    """The only table played again from its log; AssertionError when log, chain and snapshot do not say the same."""
    row = table(data)
    log = log_of(data, row["id"])
    assert [entry.number for entry in log] == list(range(len(log)))
    match = engine.Match.replay(row["header"], log, secret=row["secret"])
    assert match.head == row["head"] == log[-1].hash
    assert json.loads(json.dumps(match.dump())) == row["position"]
    return match
