"""The places of given words: in every column of every table of the database, and in the bytes of SQLite's files."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from email import message_from_bytes
from pathlib import Path
from typing import Any

from django.db import connection

NO_ROWS_OF_OURS = {"django_migrations", "sqlite_sequence"}


@dataclass(frozen=True, slots=True)
class Trace:
    """A word that was found."""

    table: str
    column: str
    key: Any
    word: str


def in_rows(words: Iterable[str]) -> list[Trace]:
    """Every value of the database that holds one of the words, in whatever case; text in JSON and in mail is read."""
    wanted = [word.lower() for word in words]
    found = []
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.table_names(cursor)):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            columns = [column[0] for column in cursor.description]
            for row in cursor.fetchall():
                for column, value in zip(columns, row, strict=True):
                    text = "\n".join(readings(value)).lower()
                    found += [Trace(table, column, row[0], word) for word in wanted if word in text]
    return found


def readings(value: Any) -> Iterator[str]:
    """A value as text in every way in which it can be read."""
    if isinstance(value, memoryview):
        value = bytes(value)
    if isinstance(value, bytes):
        yield value.decode("latin-1")
        yield value.decode("utf-8", "ignore")
        for part in message_from_bytes(value).walk():
            yield str(part.items())
            if not part.is_multipart():
                yield bytes(part.get_payload(decode=True) or b"").decode("utf-8", "ignore")
    elif value is not None:
        yield str(value)
        if isinstance(value, str) and "\\u" in value:
            yield value.encode("latin-1", "ignore").decode("unicode-escape", "ignore")
        if isinstance(value, (dict, list)):
            yield json.dumps(value, ensure_ascii=False)


def in_files(path: Path, words: Iterable[str]) -> list[str]:
    """Words found in the bytes of a SQLite database or of a file beside it; plain, and as base64 begins them."""
    found = []
    for file in sorted(path.parent.glob(f"{path.name}*")):
        content = file.read_bytes().lower()
        for word in words:
            plain = word.lower().encode()
            coded = base64.b64encode(word.encode())[: len(word) * 4 // 3 - 3].lower()
            found += [f"{file.name}: {word}" for mark in (plain, coded) if mark in content]
    return found
