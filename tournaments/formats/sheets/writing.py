"""A sheet: named columns and rows of values, as CSV for spreadsheets or as JSON for programs. Pure."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from fractions import Fraction

from tournaments.formats.sheets.cells import guarded
from tournaments.language.speech import say

Value = str | int | bool | Fraction | datetime | None
BOM = "\ufeff"  # without it spreadsheets take UTF-8 for something older
PLACES = 4  # of a number that is no whole one, behind the point


@dataclass(frozen=True, slots=True)
class Sheet:
    """columns  name in JSON -> heading in CSV; rows have exactly these names"""

    columns: Mapping[str, str]
    rows: Sequence[Mapping[str, Value]]


def to_csv(sheet: Sheet, zone: tzinfo = UTC) -> bytes:
    """The sheet with CRLF and a byte order mark (RFC 4180); moments in the zone, which their heading names."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    moments = {name for row in sheet.rows for name, value in row.items() if isinstance(value, datetime)}
    heads = (f"{head} ({zone})" if name in moments else head for name, head in sheet.columns.items())
    writer.writerow(guarded(head) for head in heads)
    writer.writerows([guarded(_cell(row[name], zone)) for name in sheet.columns] for row in sheet.rows)
    return f"{BOM}{text.getvalue()}".encode("utf-8", "replace")


def to_json(sheet: Sheet) -> bytes:
    """A list with an object for each row; moments in UTC."""
    rows = [{name: plain(row[name]) for name in sheet.columns} for row in sheet.rows]
    return json.dumps(rows, ensure_ascii=False, indent=1).encode("utf-8", "replace")


def plain(value: Value) -> str | int | float | None:
    """A value as JSON has it."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else round(float(value), PLACES)
    if isinstance(value, datetime):
        return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return value


def _cell(value: Value, zone: tzinfo) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, datetime):
        return value.astimezone(zone).strftime("%Y-%m-%d %H:%M")
    return str(plain(value))
