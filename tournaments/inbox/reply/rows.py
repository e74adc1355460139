"""Rows: the lines of a mail's text with what their form alone says about them. Plain text is read here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple
from unicodedata import bidirectional

from tournaments.formats.typed import LONGEST_ROW, UNKNOWN, clean

LONGEST_TEXT = 65_536  # characters of all rows of a mail that are looked at
MOST_ROWS = 3_000
MOST_QUOTED, LONGEST_QUOTE = 2_000, 44_000  # of these in quotes, which leave room for what comes below them
MOST_LOOKED_THROUGH = 30_000  # lines of one text of which it is still found out whether they are quoted

OVERRIDING = re.compile("[\u202d\u202e]")
# Not those that begin a text from the left, nor one as its first letter says: they turn no digits and no Latin words.
TURNING = re.compile("[\u061c\u200f\u202b\u202d\u202e\u2067]")
RTL = ("R", "AL")  # letters from the right to the left

PREFIX = re.compile(r"[ \t\xa0]{0,4}(?:[A-Z]{2,3})?>(?:[ \t\xa0]{0,2}>)*[ \t\xa0]?")


class Row(NamedTuple):
    """One line without its quote prefix.

    quoted     it had a prefix or was in a quote's container: what has none below it is somebody's own again
    tail       it is where the client puts the whole quoted letter without any prefix, to the end of the mail
    signature  the client itself says that it is a signature
    unread     a limit is reached: it is half of what somebody wrote, or the first that is not looked at. It is the last
               row, and no line that it belongs to is read (`own_lines`)
    unseen     only some programs show it (`html.unseen`), or it is turned: it is no line of anybody's
    """

    text: str
    quoted: bool = False
    tail: bool = False
    signature: bool = False
    unread: bool = False
    unseen: bool = False


BLANK = Row("")


def is_turned(text: str) -> bool:
    """Whether signs that nobody sees may have a text shown in another order than it is written in, as 31 for 13.

    Mail programs write all of them but overrides in lines of Hebrew, Arabic and the like.
    """
    if text.isascii() or not TURNING.search(text):
        return False
    return bool(OVERRIDING.search(text)) or not any(char.isalpha() and bidirectional(char) in RTL for char in text)


class Taken:
    """The rows that are looked at of those that are found: of quotes their beginnings, of all else as much as fits.

    all    these rows, in their order
    ended  whether the last of them is not read, and nothing below it
    """

    def __init__(self) -> None:
        self.all: list[Row] = []
        self.ended = False
        self._size = self._quoted = self._quoted_size = 0

    def add(self, row: Row) -> None:
        """Take a row, unless it is part of a long quote. Whole or not at all: half an order is another order."""
        quoted, size = row.quoted or row.tail, len(row.text)
        if self.ended:
            return
        if row.unread:
            self._end(Row(UNKNOWN, tail=row.tail) if quoted else row)
        elif self._has_room(size, quoted=quoted):
            self._size += size
            self._quoted += quoted
            self._quoted_size += size * quoted
            self.all.append(row)
        elif not quoted and row.text:
            self._end(row)
        elif quoted and self.all and self.all[-1].text and not self.all[-1].quoted:
            self.all.append(Row("", row.quoted, row.tail))  # what is on both sides of a quote is not one line

    def _end(self, row: Row) -> None:
        self.all.append(row._replace(unread=True))
        self.ended = True

    def _has_room(self, size: int, *, quoted: bool) -> bool:
        if quoted and (self._quoted >= MOST_QUOTED or self._quoted_size + size > LONGEST_QUOTE):
            return False
        return len(self.all) < MOST_ROWS and self._size + size <= LONGEST_TEXT


def taken(found: Iterable[Row]) -> list[Row]:
    rows = Taken()
    for row in found:
        rows.add(row)
        if rows.ended:
            break
    return rows.all


def in_half(found: list[Row]) -> list[Row]:
    """The rows of a text whose end is missing: the last one with words may be half of what was written."""
    at = next((at for at in reversed(range(len(found))) if found[at].text), None)
    return taken([*found[:at], (Row(UNKNOWN) if at is None else found[at])._replace(unread=True)])


def from_text(text: str, *, flowed: bool = False, delsp: bool = False) -> list[Row]:
    """The rows of a text/plain part; a flowed one (RFC 3676) is put together again."""
    lines = text.splitlines()
    rest = islice(lines, MOST_LOOKED_THROUGH, None)
    below = next((clean(line) for line in rest if line.lstrip()[:1] not in ("", ">")), "")
    del lines[MOST_LOOKED_THROUGH:]
    if not flowed:
        return taken([*map(_plain, lines), Row(below, unread=bool(below))])
    found = [
        Row(clean(line), depth > 0, unseen=depth == 0 and is_turned(line)) for depth, line in unflow(lines, delsp=delsp)
    ]
    if below and lines[-1].endswith(" "):
        return in_half(found)
    return taken([*found, Row(below, unread=bool(below))])


def _plain(line: str) -> Row:
    if line[:1] == ">":
        return Row(line[:LONGEST_ROW].lstrip("> \t\xa0").rstrip(), True)  # nobody reads it but for markers
    if ">" in line[:10] and (prefix := PREFIX.match(line)):
        return Row(line[prefix.end() :][:LONGEST_ROW].strip(), True)
    return Row(clean(line), unseen=is_turned(line)) if line else BLANK


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
