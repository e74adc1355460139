"""How PostgreSQL finds the rows of each statement: what reads or sorts much of a table that grows with others' leagues.

What is asked is asked once more with EXPLAIN (ANALYZE, BUFFERS); what that changes is undone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, transaction

EXPLAINED = ("SELECT", "UPDATE", "DELETE")  # an INSERT reads nothing
COLUMNS = re.compile(r'SELECT (?:DISTINCT )?(?:"?\w+"?\."\w+"(?: AS "\w+")?, ){2,}')
# Rows named by their keys, and by nothing else: of a small table all may be read for that, of a large one these.
BY_KEYS = re.compile(r'WHERE "\w+"\."id" IN \((?:%s, )*%s\)(?: ORDER BY [^()]*)?$')
VALUES = re.compile(r"(?:%s, ){3,}")
LONGEST = 400  # characters of a statement that is told of
WHOLE_TABLES = ("enable_seqscan", "enable_hashjoin", "enable_mergejoin")  # ways that read them
MUCH = 400  # rows that a node reads, leaves out or sorts: no page or letter needs so many of a table


@dataclass(slots=True)
class Asked:
    """Statements, each once, with the first values that it was asked with."""

    values: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Read:
    """One statement that reads or sorts much.

    nodes  what it does, by whom ("Seq Scan on tournaments_table: 30000 rows")
    """

    sql: str
    nodes: list[str]
    milliseconds: float
    blocks: int


@contextmanager
def asked() -> Iterator[Asked]:
    """Keep what the database is asked."""
    kept = Asked()

    def keep(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not many:
            kept.values.setdefault(sql, params)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(keep):
        yield kept


def analysed() -> None:
    """Have PostgreSQL count what its tables hold, as it does by itself in earnest."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if not connection.in_atomic_block else "ANALYZE")


def read_much(of: Asked, much: int = MUCH) -> list[Read]:
    """The statements that read or sort much, the slowest first."""
    found = [read for sql, values in of.values.items() if (read := _explained(sql, values, much)).nodes]
    return sorted(found, key=lambda read: -read.milliseconds)


def short(sql: str) -> str:
    """Without the columns that are read and with lists of values cut short."""
    text = VALUES.sub("%s, ... ", COLUMNS.sub("SELECT ... ", sql))
    return " ".join(text.replace('"', "").replace("tournaments_", "").split())[:LONGEST]


def _explained(sql: str, values: Any, much: int) -> Read:
    """Tried again row by row through indexes: for a good part of a small table reading all of it may be cheaper."""
    if not sql.lstrip().startswith(EXPLAINED) or BY_KEYS.search(sql):
        return Read(sql, [], 0, 0)
    read = _plan(sql, values, much)
    return read if not read.nodes or _plan(sql, values, much, by_rows=True).nodes else Read(sql, [], 0, 0)


def _plan(sql: str, values: Any, much: int, by_rows: bool = False) -> Read:
    with transaction.atomic():
        with connection.cursor() as cursor:
            for way in WHOLE_TABLES if by_rows else ():
                cursor.execute(f"SET LOCAL {way} = off")
            cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql}", values)
            answer = cursor.fetchone()[0]
        transaction.set_rollback(True)
    plan = (json.loads(answer) if isinstance(answer, str) else answer)[0]
    root = plan["Plan"]
    blocks = root.get("Shared Hit Blocks", 0) + root.get("Shared Read Blocks", 0)
    return Read(sql, [words for node in _nodes(root) if (words := _much(node, much))], plan["Execution Time"], blocks)


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for below in node.get("Plans", ()):
        yield from _nodes(below)


def _much(node: dict[str, Any], much: int) -> str:
    """What a node does to more rows than that; "" for little, and for rows of no table (`generate_series`)."""
    if node["Node Type"] == "Function Scan":
        return ""
    loops = node["Actual Loops"]
    kept = node["Actual Rows"]
    left_out = sum(node.get(name, 0) for name in LEFT_OUT)
    rows = round((kept + left_out) * loops)
    if rows <= much:
        return ""
    about = node.get("Relation Name") or node.get("Index Name") or ""
    index = f" by {node['Index Name']}" if "Index Name" in node and "Relation Name" in node else ""
    return f"{node['Node Type']} {about}{index}: {rows} rows, {round(kept * loops)} of them kept"


LEFT_OUT = ("Rows Removed by Filter", "Rows Removed by Index Recheck", "Rows Removed by Join Filter")
