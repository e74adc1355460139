"""Rows: the lines of a mail's text with what their form alone says about them. Plain text is read here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

LONGEST_TEXT = 65_536  # characters of all rows of a mail that are looked at
MOST_ROWS = 3_000
MOST_QUOTED, LONGEST_QUOTE = 2_000, 44_000  # of these in quotes, which leave room for what stands below them
MOST_LOOKED_THROUGH = 30_000  # lines of one text of which it is still found out whether they are quoted
LONGEST_ROW = 2_100  # of a longer line only the beginning is looked at: all that anybody says at a time, and to whom
UNKNOWN = "…"  # words that are not there

PREFIX = re.compile(r"[ \t\xa0]{0,4}(?:[A-Z]{2,3})?>(?:[ \t\xa0]{0,2}>)*[ \t\xa0]?")
INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\x00-\x08\x0e-\x1f\x7f]")


class Row(NamedTuple):
    """One line without its quote prefix.

    quoted     it had a prefix or stood in a quote's container: what has none below it is somebody's own again
    tail       it stands where the client puts the whole quoted letter without any prefix, to the end of the mail
    signature  the client itself says that it is a signature
    unread     the first of somebody's words below it, of which none are looked at; "" where there are none
    """

    text: str
    quoted: bool = False
    tail: bool = False
    signature: bool = False
    unread: str = ""


BLANK = Row("")


def clean(text: str) -> str:
    """A line without invisible signs, its blanks single and plain."""
    line = " ".join(text.split())
    if not line.isprintable():
        line = " ".join(INVISIBLE.sub("", line).split())
    return line[:LONGEST_ROW]


class Taken:
    """The rows that are looked at of those that are found: of quotes their beginnings, of all else as much as fits.

    all   they, in their order; the last one says what stands below it
    """

    def __init__(self) -> None:
        self.all: list[Row] = []
        self._size = self._quoted = self._quoted_size = 0

    def add(self, row: Row) -> None:
        """Take a row, unless it is part of a long quote. Whole or not at all: half an order is another order."""
        quoted, size = row.quoted or row.tail, len(row.text)
        if self.ended:
            return
        if self._has_room(size, quoted=quoted):
            self._size += size
            self._quoted += quoted
            self._quoted_size += size * quoted
            self.all.append(row)
        elif first := row.unread if quoted else row.text or row.unread:
            self.end(first)

    @property
    def ended(self) -> bool:
        return bool(self.all and self.all[-1].unread)

    def _has_room(self, size: int, *, quoted: bool) -> bool:
        if quoted and (self._quoted >= MOST_QUOTED or self._quoted_size + size > LONGEST_QUOTE):
            return False
        return len(self.all) < MOST_ROWS and self._size + size <= LONGEST_TEXT

    def end(self, below: str) -> None:
        """Say what stands below and is not looked at."""
        above = self.all.pop() if self.all else BLANK
        self.all.append(above._replace(unread=below))


def taken(found: Iterable[Row]) -> list[Row]:
    rows = Taken()
    for row in found:
        rows.add(row)
        if rows.ended:
            break
    return rows.all


def without_half(found: list[Row]) -> list[Row]:
    """The rows of a text whose end is missing: the last one may be half of what was written, which is another order."""
    at = next((at for at in reversed(range(len(found))) if found[at].text or found[at].unread), None)
    if at is None or found[at].unread:
        return found
    last = found[at]
    return [*found[:at], Row("", unread=UNKNOWN if last.quoted or last.tail else last.text)]


def from_text(text: str, *, flowed: bool = False, delsp: bool = False) -> list[Row]:
    """The rows of a text/plain part; a flowed one (RFC 3676) is put together again."""
    lines = text.splitlines()
    rest = islice(lines, MOST_LOOKED_THROUGH, None)
    below = next((clean(line) for line in rest if line.lstrip()[:1] not in ("", ">")), "")
    del lines[MOST_LOOKED_THROUGH:]
    found = (
        [Row(clean(line), depth > 0) for depth, line in unflow(lines, delsp=delsp)] if flowed else map(_plain, lines)
    )
    rows = taken(found)
    return [*rows, Row("", unread=below)] if below else rows


def _plain(line: str) -> Row:
    if line[:1] == ">":
        return Row(line[:LONGEST_ROW].lstrip("> \t\xa0").rstrip(), True)  # nobody reads it but for markers
    if ">" in line[:10] and (prefix := PREFIX.match(line)):
        return Row(line[prefix.end() :][:LONGEST_ROW].strip(), True)
    return Row(clean(line)) if line else BLANK


def unflow(lines: list[str], *, delsp: bool) -> list[tuple[int, str]]:
    """(depth of quoting, line) of a flowed text: lines that end with a blank go on in the next of the same depth."""
    joined: list[tuple[int, str]] = []
    open_depth = -1
    for line in lines:
        depth = len(line) - len(line.lstrip(">"))
        content = line[depth:].removeprefix(" ")
        fixed = not content.endswith(" ") or content == "-- "
        piece = content[:-1] if delsp and not fixed else content
        if open_depth == depth and content != "-- ":
            joined[-1] = (depth, joined[-1][1] + piece)
        else:
            joined.append((depth, piece))
        open_depth = -1 if fixed else depth
    return joined
