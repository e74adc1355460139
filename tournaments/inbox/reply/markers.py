"""Our marker: the first and last line of every letter that may be answered. Finds it under any prefix and wrapping.

Only where a line begins with it: who writes it within a line of their own says it to people.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from tournaments.inbox.reply.rows import Row

CORE = re.compile(r"#\s?=\s?#\s?=\s?#")
# What mail programs put in front of a quoted line: signs, or somebody's initials or name with ">".
_BEGINS = re.compile(rf"[\W_]{{0,16}}?(?:[^\W\d_][\w.-]{{0,11}}>[\W_]{{0,16}}?)?(?={CORE.pattern})")
MOST_WRAPPED = 3  # a marker line may be wrapped into so many rows more


class Marker(NamedTuple):
    """Rows `start` to `end` (inclusive) of one marker line. `quoted`: it has a quote prefix."""

    start: int
    end: int
    quoted: bool
    prefix: str


def find_markers(rows: Sequence[Row]) -> list[Marker]:
    """All marker lines in their order. A core token that begins a row opens one, the next within three closes it."""
    found: list[Marker] = []
    opened: int | None = None
    for index, row in enumerate(rows):
        if "#" not in row.text:
            continue
        begins = _BEGINS.match(row.text)
        for token in CORE.finditer(row.text):
            if opened is not None and index - opened <= MOST_WRAPPED:
                found[-1] = found[-1]._replace(end=index)
                opened = None
            elif begins and begins.end() == token.start():
                opened = index
                found.append(Marker(index, index, row.quoted, begins[0].strip()))
    return found
