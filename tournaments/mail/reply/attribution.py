"""Where a client says that a quoted letter follows, in any language: by addresses, dates and form, not by words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tournaments.mail.reply.rows import Row

MOST_LINES = 6
WRAPPED_AT = 56  # no client wraps at fewer columns

ADDRESS = re.compile(r"[\w.+=-]@[\w-]{1,63}(?:\.[\w-]{1,63})+|\bmailto:")
DATE = re.compile(
    r"\b(?:19|20)\d\d\b|\b\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2,4}\b|\d{2,4} ?年|\d{1,2} ?月 ?\d{1,2} ?日"
    r"|\b\d{1,2} ?[:.hH時时点] ?\d{2}\b"
)
VERB = re.compile(
    r"wrote|writes|schr[ie]+b|écri|schreef|geschreven|escribi|scritto|napisał|pisze|escreve|skrev|kirjoitti"
    r"|έγραψ|γράφει|كتب|كتابة|写道|寫道|書きました|написа|пише|yazdı|írta|napsal",
    re.IGNORECASE,
)
COLON_END = re.compile(r"[:：︰]\W{0,3}$")
ADDRESS_END = re.compile(r"@[^\s<>]{1,255}>{1,2}$")
HEADER = re.compile(r"\W{0,4}[^\W\d_][\w .'’()/-]{0,28}[*_ ]{0,3}[:：][*_ ]{0,3}\s?\S")
DASHED = re.compile(
    r"[-‐‑‒–—_=*#~]{3,}(?:\s?[^\s\-_=*].{0,60}?\s?[-‐‑‒–—_=*#~]{2,})?|[-‐‑–—]{2,} ?\S.{0,60}? ?[-‐‑–—]{2,}"
)

Reads = Callable[[str], bool]


class Opening(NamedTuple):
    """Rows `start` to `end` (inclusive) introduce a quoted letter. `sure`: they can hardly be somebody's own words."""

    start: int
    end: int
    sure: bool


def find_opening(rows: Sequence[Row], free: Sequence[bool], reads: Reads, begin: int) -> Opening | None:
    """The first opening from `begin` on in rows that are `free` (in nobody's quote yet). No order is part of it."""
    index = begin
    while index < len(rows):
        if _usable(rows, free, reads, index):
            opening = _header_block(rows, free, reads, index) or _attribution(rows, free, reads, index, begin)
            if opening:
                return _with_separator(rows, free, opening, begin)
        index += 1
    return None


def _usable(rows: Sequence[Row], free: Sequence[bool], reads: Reads, index: int) -> bool:
    """Cheap tests first: whatever begins or ends an opening has a colon or an address, and is no order."""
    text = rows[index].text
    return free[index] and len(text) > 3 and any(sign in text for sign in ":>：︰") and not reads(text)


# --- blocks of headers ---------------------------------------------------------------------------


def _header_block(rows: Sequence[Row], free: Sequence[bool], reads: Reads, start: int) -> Opening | None:
    """Two or more lines like headers, one of them with an address or a date; after a dashed line one is enough."""
    if not HEADER.match(rows[start].text):
        return None
    texts, end, index = [rows[start].text], start, start + 1
    while index < len(rows) and free[index] and len(texts) < 12 and index - end <= 2:
        text = rows[index].text
        if text and (reads(text) or not _header_like(text, rows[index - 1].text)):
            break
        if text:
            texts.append(text)
            end = index
        index += 1
    labels = sum(HEADER.match(text) is not None for text in texts)
    address = any(ADDRESS.search(text) for text in texts)
    if not address and not any(DATE.search(text) for text in texts):
        return None
    dashed = _separator_above(rows, free, start) is not None
    if labels < 2 and not dashed:
        return None
    return Opening(start, end, (address and labels > 1) or labels > 2 or dashed)


def _header_like(text: str, before: str) -> bool:
    """A header, or the rest of a long one: addresses that go on from a wrapped line."""
    if HEADER.match(text):
        return True
    return ADDRESS.search(text) is not None and (len(before) > WRAPPED_AT or before.endswith((",", ";")))


# --- attributions --------------------------------------------------------------------------------


def _attribution(rows: Sequence[Row], free: Sequence[bool], reads: Reads, end: int, begin: int) -> Opening | None:
    """Up to six lines that end with a colon or an address and hold two of: address, date, a verb of writing."""
    last = rows[end].text
    if not COLON_END.search(last) and not ADDRESS_END.search(last):
        return None
    followed = end + 1 < len(rows) and _next_is_quote(rows, end)
    start, found = end, _evidence(last)
    while len(found) < 2 and _goes_up(rows, free, reads, start, end, begin):
        start -= 1
        found |= _evidence(rows[start].text)
    if len(found | ({"quote"} if followed else set())) < 2 or not found & {"address", "date"}:
        return None
    while _goes_up(rows, free, reads, start, end, begin) and _belongs(rows, start, found):
        start -= 1
        found |= _evidence(rows[start].text)
    return Opening(start, end, len(found) > 1)


def _evidence(text: str) -> set[str]:
    kinds = (("address", ADDRESS), ("date", DATE), ("verb", VERB))
    return {name for name, pattern in kinds if pattern.search(text)}


def _goes_up(rows: Sequence[Row], free: Sequence[bool], reads: Reads, start: int, end: int, begin: int) -> bool:
    above = start - 1
    return (
        above >= begin
        and end - above < MOST_LINES
        and free[above]
        and bool(rows[above].text)
        and (not reads(rows[above].text))
    )


def _belongs(rows: Sequence[Row], start: int, found: set[str]) -> bool:
    """Whether the line above was wrapped into this one, or brings the date or address that is still missing."""
    above, first_word = rows[start - 1].text, rows[start].text.partition(" ")[0]
    if len(above) + 1 + len(first_word) > WRAPPED_AT:
        return True
    return bool({"address", "date"} - found & {"address", "date"} & _evidence(above)) and not above.endswith((".", "!"))


def _next_is_quote(rows: Sequence[Row], index: int) -> bool:
    for row in rows[index + 1 : index + 4]:
        if row.text:
            return row.quoted or row.tail
    return False


# --- dashed lines --------------------------------------------------------------------------------


def _with_separator(rows: Sequence[Row], free: Sequence[bool], opening: Opening, begin: int) -> Opening:
    above = _separator_above(rows, free, opening.start)
    return opening._replace(start=above) if above is not None and above >= begin else opening


def _separator_above(rows: Sequence[Row], free: Sequence[bool], index: int) -> int | None:
    """The row of a dashed line ("-----Original Message-----", "______") right above, or one blank row higher."""
    for above in range(index - 1, max(-1, index - 4), -1):
        if not free[above]:
            return None
        if rows[above].text:
            return above if DASHED.fullmatch(rows[above].text) else None
    return None
