"""Where a client says that a quoted letter follows, in any language: by addresses, dates and form, not by words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tournaments.mail.reply.rows import Row

MOST_LINES = 6
MOST_HEADERS = 12
WRAPPED_AT = 56  # no client wraps at fewer columns

ADDRESS = re.compile(r"[\w.+=-]@[\w-]{1,63}(?:\.[\w-]{1,63})+|\bmailto:")
DATE = re.compile(
    r"\b(?:19|20)\d\d\b|\b\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2,4}\b|\d{2,4} ?年|\d{1,2} ?月 ?\d{1,2} ?日"
    r"|\b\d{1,2} ?[:.hH時时点] ?\d{2}\b"
)
VERBS = (
    *("wrote", "writes", "schrieb", "schreib", "schreef", "geschreven", "écri", "ecrit", "escribi", "scritto"),
    *("napisał", "pisze", "escreve", "skrev", "kirjoitti", "έγραψ", "γράφει", "كتب", "كتابة", "写道", "寫道"),
    *("書きました", "написа", "пише", "yazdı", "írta", "napsal"),
)
COLON_END = re.compile(r"[:：︰]\W{0,3}$")
ADDRESS_END = re.compile(r"@[^\s<>]{1,255}>{1,2}$")
HEADER = re.compile(r"\W{0,4}[^\W\d_][\w .'’()/-]{0,28}[*_ ]{0,3}[:：][*_ ]{0,3}\s?\S")
DASHED = re.compile(
    r"[-‐‑‒–—_=*#~]{3,}(?:\s?[^\s\-_=*].{0,60}?\s?[-‐‑‒–—_=*#~]{2,})?|[-‐‑–—]{2,} ?\S.{0,60}? ?[-‐‑–—]{2,}"
)
SIGNS = (":", ">", "：", "︰")  # an opening has one of these in its first or last line


class Opening(NamedTuple):
    """Rows `start` to `end` (inclusive) introduce a quoted letter. `sure`: they can hardly be somebody's own words."""

    start: int
    end: int
    sure: bool


@dataclass(slots=True)
class Page:
    """The rows of a text while it is searched. `free` are rows in nobody's quote yet; `reads` says what is an order."""

    rows: Sequence[Row]
    reads: Callable[[str], bool]
    free: list[bool] = field(default_factory=list)
    known: dict[int, frozenset[str]] = field(default_factory=dict)

    def text(self, index: int) -> str:
        return self.rows[index].text

    def speaks(self, index: int) -> bool:
        """Whether a row may belong to an opening: there, not quoted, no order."""
        return self.free[index] and bool(self.text(index)) and not self.reads(self.text(index))

    def evidence(self, index: int) -> frozenset[str]:
        """Which of "address", "date" and "verb" a row holds."""
        if index not in self.known:
            self.known[index] = _evidence(self.text(index))
        return self.known[index]


def _evidence(text: str) -> frozenset[str]:
    found = []
    if ("@" in text or "mailto:" in text) and ADDRESS.search(text):
        found.append("address")
    if DATE.search(text):
        found.append("date")
    lower = text.lower()
    if any(verb in lower for verb in VERBS):
        found.append("verb")
    return frozenset(found)


def find_opening(page: Page, begin: int, stop: int | None = None) -> Opening | None:
    """The first opening in the free rows from `begin` to before `stop`. No order is part of one."""
    for index in range(begin, len(page.rows) if stop is None else stop):
        text = page.text(index)
        if page.free[index] and any(sign in text for sign in SIGNS) and page.speaks(index):
            opening = _header_block(page, index) or _attribution(page, index, begin)
            if opening:
                above = _separator_above(page, opening.start)
                return opening._replace(start=above) if above is not None and above >= begin else opening
    return None


# --- blocks of headers ---------------------------------------------------------------------------


def _header_block(page: Page, start: int) -> Opening | None:
    """Two or more lines like headers, one of them with an address or a date; after a dashed line one is enough."""
    if not HEADER.match(page.text(start)):
        return None
    lines = _header_lines(page, start)
    labels = sum(HEADER.match(page.text(index)) is not None for index in lines)
    found = frozenset[str]().union(*(page.evidence(index) for index in lines))
    if not found & {"address", "date"}:
        return None
    dashed = _separator_above(page, start) is not None
    if labels < 2 and not dashed:
        return None
    return Opening(start, lines[-1], ("address" in found and labels > 1) or labels > 2 or dashed)


def _header_lines(page: Page, start: int) -> list[int]:
    """The rows of the block that begins at `start`; single blank rows between them do not end it."""
    lines = [start]
    for index in range(start + 1, min(len(page.rows), start + 2 * MOST_HEADERS)):
        if index - lines[-1] > 2 or len(lines) == MOST_HEADERS or not page.free[index]:
            break
        if page.text(index):
            if not page.speaks(index) or not _header_like(page, index):
                break
            lines.append(index)
    return lines


def _header_like(page: Page, index: int) -> bool:
    """A header, or the rest of a long one: addresses that go on from a wrapped line."""
    if HEADER.match(page.text(index)):
        return True
    above = page.text(index - 1)
    return "address" in page.evidence(index) and (len(above) > WRAPPED_AT or above.endswith((",", ";")))


# --- attributions --------------------------------------------------------------------------------


def _attribution(page: Page, end: int, begin: int) -> Opening | None:
    """Up to six lines that end with a colon or an address and hold two of: address, date, a verb of writing.

    Right above a quote a date or an address is enough.
    """
    last = page.text(end)
    if not COLON_END.search(last) and not ADDRESS_END.search(last):
        return None
    start, found = end, page.evidence(end)
    while len(found) < 2 and _goes_up(page, start, end, begin):
        start -= 1
        found |= page.evidence(start)
    if not found & {"address", "date"} or (len(found) < 2 and not _quote_follows(page, end)):
        return None
    if len(found) < 2:
        start = end
    while _goes_up(page, start, end, begin) and _belongs(page, start, found):
        start -= 1
        found |= page.evidence(start)
    return Opening(start, end, len(found) > 1)


def _goes_up(page: Page, start: int, end: int, begin: int) -> bool:
    above = start - 1
    return above >= begin and end - above < MOST_LINES and page.speaks(above)


def _belongs(page: Page, start: int, found: frozenset[str]) -> bool:
    """Whether the line above was wrapped into this one, or brings the date or address that is still missing."""
    above, first_word = page.text(start - 1), page.text(start).partition(" ")[0]
    if len(above) + 1 + len(first_word) > WRAPPED_AT:
        return True
    missing = {"address", "date"} - found
    return bool(missing & page.evidence(start - 1)) and not above.endswith((".", "!", "?"))


def _quote_follows(page: Page, index: int) -> bool:
    for row in page.rows[index + 1 : index + 4]:
        if row.text:
            return row.quoted or row.tail
    return False


# --- dashed lines --------------------------------------------------------------------------------


def _separator_above(page: Page, index: int) -> int | None:
    """The row of a dashed line ("-----Original Message-----", "______") right above or one or two blank rows higher."""
    for above in range(index - 1, max(-1, index - 4), -1):
        if not page.free[above]:
            return None
        if page.text(above):
            return above if DASHED.fullmatch(page.text(above)) else None
    return None
