"""Rows: the lines of a mail's text with what their form alone says about them. Plain text is read here."""

from __future__ import annotations

import re
from typing import NamedTuple

LONGEST_TEXT = 65_536
MOST_ROWS = 3_000
LONGEST_ROW = 2_100  # of a longer line only the beginning is looked at: all that anybody says at a time, and to whom

PREFIX = re.compile(r"[ \t\xa0]{0,4}(?:[A-Z]{2,3})?>(?:[ \t\xa0]{0,2}>)*[ \t\xa0]?")
INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\x00-\x08\x0e-\x1f\x7f]")


class Row(NamedTuple):
    """One line without its quote prefix.

    quoted     it had a prefix or stood in a quote's container: what has none below it is somebody's own again
    tail       it stands where the client puts the whole quoted letter without any prefix, to the end of the mail
    signature  the client itself says that it is a signature
    """

    text: str
    quoted: bool = False
    tail: bool = False
    signature: bool = False


BLANK = Row("")


def clean(text: str) -> str:
    """A line without invisible signs, its blanks single and plain."""
    line = " ".join(text.split())
    if not line.isprintable():
        line = " ".join(INVISIBLE.sub("", line).split())
    return line[:LONGEST_ROW]


def from_text(text: str, *, flowed: bool = False, delsp: bool = False) -> list[Row]:
    """The rows of a text/plain part; a flowed one (RFC 3676) is put together again."""
    lines = text[:LONGEST_TEXT].splitlines()[:MOST_ROWS]
    if flowed:
        return [Row(clean(line), depth > 0) for depth, line in unflow(lines, delsp=delsp)]
    return [_plain(line) for line in lines]


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
