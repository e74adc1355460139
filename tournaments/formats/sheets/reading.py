"""A list of people, names and mail addresses, out of a file that somebody's spreadsheet or program has written. Pure.

Taken are CSV with commas, semicolons or tabs, with a heading or without, and JSON: a list of objects. What cannot be
read is Unreadable, whose words say what to do. Whether an address is one is not asked here.
"""

from __future__ import annotations

import codecs
import csv
import io
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any
from unicodedata import category

from tournaments.formats.sheets.cells import unguarded
from tournaments.language.speech import say

MOST_ROWS = 200  # of people
MOST_BYTES = 1024 * 1024
MOST_CELLS = 100  # of a row that are looked at
LONGEST_CELL, LONGEST_HEAD = 1_000, 40  # characters of one that are
SEPARATORS = ",;\t"
NAMES = {"name", "names", "fullname", "displayname", "player", "spieler", "spielerin", "teilnehmer"}
ADDRESSES = {
    "address", "email", "mail", "mailaddress", "emailaddress", "adresse", "mailadresse", "emailadresse",
}  # fmt: skip
SPREADSHEETS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # a zip, an old Office file
MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # begins as UTF-16 does
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
JOINERS = "\u200c\u200d"
# The parser has one limit for all; a cell that is longer than those that are kept is cut, as any other is.
csv.field_size_limit(max(csv.field_size_limit(), 4 * MOST_BYTES))
Numbered = tuple[int, list[str]]


class Unreadable(ValueError):
    """A file in which no list of people can be found; `str()` says what to do."""


@dataclass(frozen=True, slots=True)
class Person:
    """One row: its number as a spreadsheet counts, and its words on one line each."""

    row: int
    name: str
    address: str


@dataclass(frozen=True, slots=True)
class People:
    """guessed  whether the encoding of the file is only a guess, by which names may be spelled wrongly"""

    rows: tuple[Person, ...]
    guessed: bool


def people(raw: bytes) -> People:
    """The people of a file. Unreadable."""
    if len(raw) > MOST_BYTES:
        raise Unreadable(say("The file is larger than {most} MB. Bring the list in parts.", most=MOST_BYTES >> 20))
    text, guessed = _decoded(raw)
    if not text.strip():
        raise Unreadable(say("The file is empty. It takes a line for each person, with name and address."))
    rows = list(_of_json(text) if text.lstrip()[0] in "[{" else _of_csv(text))
    if not rows:
        raise Unreadable(say("There is nobody in this file: below the heading it has no row."))
    return People(tuple(rows), guessed)


# --- bytes to text -------------------------------------------------------------------------------


def _decoded(raw: bytes) -> tuple[str, bool]:
    """The text of the file, and whether its encoding is a guess."""
    if raw.startswith(SPREADSHEETS):
        raise Unreadable(
            say("This is a spreadsheet in its program's own form. Save it as CSV, UTF-8 if you may choose.")
        )
    found, guessed = None, False
    for mark, encoding in MARKS:
        if raw.startswith(mark):
            found = _as(encoding, raw[len(mark) :])
            break
    else:
        found = _as("utf-8", raw)
        if found is None:
            found, guessed = _as("cp1252", raw), True  # as spreadsheets of Western Europe still write it
    if found is None or "\0" in found:
        raise Unreadable(say("This is no text that can be read. Save the list as CSV in UTF-8 and bring it again."))
    return found, guessed


def _as(encoding: str, raw: bytes) -> str | None:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        return None


def _clean(text: str) -> str:
    """The words on one line, without signs that cannot be shown or that turn others round."""
    text = text if len(text) <= LONGEST_CELL else f"{text[:LONGEST_CELL]}…"
    text = unguarded(text).encode("utf-8", "replace").decode()
    shown = (" " if category(sign) == "Cc" else sign for sign in text if category(sign) != "Cf" or sign in JOINERS)
    return " ".join("".join(shown).split())


# --- CSV -----------------------------------------------------------------------------------------


def _of_csv(text: str) -> Iterator[Person]:
    # A line that only names the separator is for one spreadsheet alone.
    named = re.match(r"sep=([,;\t])\r?\n", text)
    table = _split(text, named[1])[1:] if named else _table(text)
    (_, first), *others = table or [(0, [])]
    name, address, headed = _columns(first)
    for count, (number, cells) in enumerate(others if headed else table, start=1):
        _check_count(count)
        yield Person(number, _at(cells, name), _at(cells, address))


def _at(cells: Sequence[str], column: int | None) -> str:
    return _clean(cells[column]) if column is not None and column < len(cells) else ""


def _table(text: str) -> list[Numbered]:
    """The cells, taken apart by the separator with which most rows have an address in a cell of its own."""
    tables, broken = [], None
    for separator in SEPARATORS:
        try:
            tables.append(_split(text, separator))
        except Unreadable as error:
            broken = broken or error
    best = max(tables, key=_fits, default=[])  # the first of equals
    if broken is not None and not _fits(best):
        raise broken
    return best


def _split(text: str, separator: str) -> list[Numbered]:
    """The rows that are not empty, each with its number in a spreadsheet, at most one too many."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows = ((number, [cell.strip(" ") for cell in row[:MOST_CELLS]]) for number, row in enumerate(reader, start=1))
    try:
        return list(islice((numbered for numbered in rows if any(numbered[1])), MOST_ROWS + 3))
    except csv.Error:
        raise Unreadable(
            say(
                "Line {number} cannot be taken apart: a quotation mark begins there that has no end, or stands in the "
                "middle of a cell. Mend it, or save the list as CSV once more.",
                number=reader.line_num,
            )
        ) from None


def _fits(table: Sequence[Numbered]) -> int:
    return sum(any(map(_is_address, cells)) + _is_heading(cells) for _, cells in table)


def _is_address(cell: str) -> bool:
    return cell.count("@") == 1 and not any(sign in cell for sign in SEPARATORS)


def _is_heading(cells: Sequence[str]) -> bool:
    return any(_head(cell) in ADDRESSES for cell in cells)


def _head(cell: str) -> str:
    return re.sub(r"[\W_]", "", _clean(cell[:LONGEST_HEAD]).casefold())


def _columns(first: Sequence[str]) -> tuple[int | None, int, bool]:
    """(column of the names, column of the addresses, whether the first row is a heading)"""
    heads = [_head(cell) for cell in first]
    headed = next((at for at, head in enumerate(heads) if head in ADDRESSES), None)
    if headed is not None:
        return next((at for at, head in enumerate(heads) if head in NAMES), None), headed, True
    address = next((at for at, cell in enumerate(first) if "@" in cell), None)
    if address is None:
        raise Unreadable(
            say(
                "The first line has no column “Address”, and no mail address is in it. Write “Name” and “Address” over "
                "the columns of your list and bring it again."
            )
        )
    return next((at for at in range(len(first)) if at != address), None), address, False


def _check_count(count: int) -> None:
    if count > MOST_ROWS:
        raise Unreadable(say("The list has more than {most} rows. Bring it in parts.", most=MOST_ROWS))


# --- JSON ----------------------------------------------------------------------------------------


def _of_json(text: str) -> Iterator[Person]:
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise Unreadable(
            say("Line {number} is no JSON. Mend it, or bring the list as CSV.", number=error.lineno)
        ) from None
    except (ValueError, RecursionError):  # a number of very many figures; brackets in brackets in brackets
        raise Unreadable(say("This JSON cannot be read. Bring a list of objects with “name” and “address”.")) from None
    lists = [value for value in found.values() if isinstance(value, list)] if isinstance(found, dict) else [found]
    if len(lists) != 1:
        raise Unreadable(say("This JSON is no list. Bring a list of objects with “name” and “address”."))
    for number, entry in enumerate(lists[0], start=1):
        _check_count(number)
        yield _entry(number, entry)


def _entry(number: int, entry: Any) -> Person:
    if isinstance(entry, str):
        return Person(number, "", _clean(entry))
    heads = {_head(key): value for key, value in entry.items()} if isinstance(entry, dict) else {}
    name = next((value for head, value in heads.items() if head in NAMES), "")
    address = next((value for head, value in heads.items() if head in ADDRESSES), "")
    if not isinstance(entry, dict) or not isinstance(name or "", str) or not isinstance(address or "", str):
        raise Unreadable(
            say("Entry {number} is no object with the texts “name” and “address”. Mend it there.", number=number)
        )
    return Person(number, _clean(name or ""), _clean(address or ""))
