"""Our marker: the first and last line of every letter that may be answered. Finds it under any prefix and wrapping."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from tournaments.mail.reply.rows import Row

CORE = re.compile(r"#\s?=\s?#\s?=\s?#")
MOST_WRAPPED = 3  # a marker line may be wrapped into so many rows more


class Marker(NamedTuple):
    """Rows `start` to `end` (inclusive) of one marker line. `quoted`: it has a quote prefix."""

    start: int
    end: int
    quoted: bool
    prefix: str


def find_markers(rows: Sequence[Row]) -> list[Marker]:
    """All marker lines in their order. A core token opens one, the next token within three rows closes it."""
    found: list[Marker] = []
    opened: tuple[int, str] | None = None
    for index, row in enumerate(rows):
        if "#" not in row.text:
            continue
        for token in CORE.finditer(row.text):
            if opened and index - opened[0] <= MOST_WRAPPED:
                found[-1] = found[-1]._replace(end=index)
                opened = None
            else:
                opened = (index, row.text[: token.start()].strip())
                found.append(Marker(index, index, row.quoted, opened[1]))
    return found
