"""The place where a client introduces a quoted letter, in any language: by addresses, dates and form, not words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from tournaments.inbox.reply import words
from tournaments.inbox.reply.rows import Row

MOST_LINES = 6
MOST_HEADERS = 12
ARROWS = ">>>"  # GroupWise: ">>> Bea <bea@example.org> 14.11.2025 10:00 >>>"
LONGEST_VERB = 24  # letters of what may follow the address in a line of its own
WRAPPED_AT = 56  # no client wraps at fewer columns

ADDRESS = re.compile(r"[\w.+=-]@[\w-]{1,63}(?:\.[\w-]{1,63})+|\bmailto:")
DAY = re.compile(r"\b(?:19|20)\d\d\b|\b\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2,4}\b|\d{2,4} ?年|\d{1,2} ?月 ?\d{1,2} ?日")
DATE = re.compile(rf"{DAY.pattern}|\b\d{{1,2}} ?[:.hH時时点] ?\d{{2}}\b")
COLON_END = re.compile(r"[:：︰]\W{0,3}$")
ADDRESS_END = re.compile(r"@[^\s<>]{1,255}>{1,2}$")
LABEL = r"[^\W\d_]{1,20}(?:[ .'’()/-]{1,2}[^\W\d_]{1,20}){0,2}\)?"
HEADER = re.compile(rf"\W{{0,4}}({LABEL})[*_ ]{{0,3}}[:：][*_ ]{{0,3}}\s?(?!//)\S")
CELLS = re.compile(rf"\|\W{{0,4}}({LABEL})\W{{0,4}}\|.*\|")
ADDRESS_ALONE = re.compile(r"\W{0,9}(?:mailto:)?[\w.+=-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,9}\W{0,9}")
DASHES = frozenset("-‐‑‒–—_=*#~")
LABELS = words.WRITER | words.SUBJECT
DASH, LINE = "[-‐‑‒–—_=*#~]", "[-‐‑–—]"
# A run of dashes is taken whole: with all its parts tried, a long one would cost the square of its length.
DASHED = re.compile(
    rf"{DASH}{{3,}}+(?:\s*+\S.{{0,200}}?(?<!{DASH}){DASH}{{2,}}+)?|{LINE}{{2,}}+ ?\S.{{0,200}}?(?<!{LINE}){LINE}{{2,}}+"
)
TITLED = re.compile(r"-{5,} ?([^-].{0,60}?) ?-{5,} ?([^-\s].*)")
LONG_DASHES = re.compile(r"\W{0,3}-{5}")
INNER = re.compile(r"(?:^|[\s*])([^\W\d_]{1,20})[*_ ]{0,3}[:：][\s*]")
CLOCK = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?"
ZONE = r"(?:(?:GMT|UTC)?[+-]\d{1,2}:?\d{2}|[A-Z]{3,4})"
DATED_NAME = re.compile(  # 2025-11-14 10:00 GMT+01:00 Bea Miller
    rf"(?:19|20)\d\d[-/.]\d{{1,2}}[-/.]\d{{1,2}},? {CLOCK}(?: {ZONE})?((?: [^\W\d_][\w.'’-]{{0,30}}){{1,4}})"
)
SIGNS = re.compile(r"[:：︰>|]|--")  # an opening has one of these in its first or last line


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
    free: list[bool]
    known: dict[int, frozenset[str]] = field(default_factory=dict)

    def text(self, index: int) -> str:
        return self.rows[index].text

    def speaks(self, index: int) -> bool:
        """Whether a row may belong to an opening: there, not quoted, no order."""
        return self.free[index] and bool(self.text(index)) and not self.reads(self.text(index))

    def evidence(self, index: int) -> frozenset[str]:
        """Tell which of "address", "date" and "verb" a row holds."""
        if index not in self.known:
            self.known[index] = _evidence(self.text(index))
        return self.known[index]


def _evidence(text: str) -> frozenset[str]:
    found = []
    if ("@" in text or "mailto:" in text) and ADDRESS.search(text):
        found.append("address")
    if DATE.search(text):
        found.append("date")
    lower = words.folded(text)
    if words.holds(lower, words.WROTE) or (COLON_END.search(text) and words.hands_on(text)):
        found.append("verb")
    return frozenset(found)


def find_opening(page: Page, begin: int, stop: int | None = None) -> Opening | None:
    """The first opening in the free rows from `begin` to before `stop`. No order is part of one."""
    rows, free = page.rows, page.free
    for index in range(begin, len(rows) if stop is None else stop):
        if free[index] and SIGNS.search(rows[index].text) and page.speaks(index):
            opening = _told(page, index, begin) or _named(page, index)
            if opening:
                dashed = DASHED.fullmatch(page.text(opening.start))  # above it are somebody's own words
                above = None if dashed else _separator_above(page, opening.start)
                return opening._replace(start=above) if above is not None and above >= begin else opening
    return None


def _told(page: Page, index: int, begin: int) -> Opening | None:
    return _header_block(page, index) or _announced(page, index) or _attribution(page, index, begin)


# --- blocks of headers ---------------------------------------------------------------------------


def _header_block(page: Page, start: int) -> Opening | None:
    """Two or more lines like headers that clients write, with an address or a date; after a dashed line one will do."""
    if not _label(page.text(start)):
        return None
    lines = _together(_header_lines(page, start))
    labels = [label for index in lines if (label := _label(page.text(index)))]
    found = frozenset[str]().union(*(page.evidence(index) for index in lines))
    if not found & {"address", "date"}:
        return None
    known = not LABELS.isdisjoint(labels) or {"address", "date"} <= found
    above = _separator_above(page, start)
    if above is not None and (known or "address" in found or words.names_a_letter(page.text(above))):
        return Opening(start, lines[-1], True)
    if _in_one_row(page, start):
        return Opening(start, lines[-1], True)
    if len(labels) < 2 or not known:
        return None  # "Bea: well done", "Chidi: at 10:00" are somebody's own words; so are "E-mail:" and "Phone:"
    return Opening(start, lines[-1], "address" in found or len(labels) > 2)


def _in_one_row(page: Page, index: int) -> bool:
    """All headers one after the other, as they come out of tables and spans: "From: … Sent: … To: … Subject: …"."""
    if not page.evidence(index) >= {"address", "date"}:
        return False
    labels = [words.folded(label) for label in INNER.findall(page.text(index))]
    return len(labels) > 1 and not LABELS.isdisjoint(labels)


def _together(lines: Sequence[int]) -> Sequence[int]:
    """The lines up to the first blank row, unless blank rows are between all of them."""
    gaps = [below - above for above, below in pairwise(lines)]
    end = next((place for place, gap in enumerate(gaps) if gap > min(gaps)), len(gaps))
    return lines[: end + 1]


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


def _label(text: str) -> str:
    """The label of a line that has one and a value, with a colon or in cells that were drawn with bars; else ""."""
    header = (HEADER if text[:1] != "|" else CELLS).match(text)
    return words.folded(header[1]) if header else ""


def _header_like(page: Page, index: int) -> bool:
    """A header, or the rest of one: an address alone, or addresses that go on from a wrapped line."""
    if _label(page.text(index)):
        return True
    if "address" not in page.evidence(index):
        return False
    above = page.text(index - 1)
    return len(above) > WRAPPED_AT or above.endswith((",", ";")) or bool(ADDRESS_ALONE.fullmatch(page.text(index)))


def _announced(page: Page, start: int) -> Opening | None:
    """A dashed line with words and, right below it, lines with an address and a date: headers without colons."""
    text = page.text(start)
    if not DASHED.fullmatch(text) or not any(map(str.isalpha, text)):
        return None
    lines: list[int] = []
    for index in range(start + 1, min(len(page.rows), start + MOST_HEADERS)):
        if lines and not page.text(index):
            break
        if page.text(index):
            if not page.speaks(index):
                break
            lines.append(index)
    found = frozenset[str]().union(*(page.evidence(index) for index in lines))
    sure = words.hands_on(text) or sum(bool(_label(page.text(index))) for index in lines) > 1
    return Opening(start, lines[-1], sure) if {"address", "date"} <= found else None


def _named(page: Page, index: int) -> Opening | None:
    """A dashed line with the word for a letter and nothing else that tells of one: "-----Original Message-----".

    Or with all headers behind it in the same line, as Samsung's telephones write them.
    """
    text = page.text(index)
    if text[0] not in DASHES:
        return None
    titled = TITLED.match(text)
    if titled and words.names_a_letter(titled[1]) and _label(titled[2]) and page.evidence(index):
        return Opening(index, index, True)
    if not DASHED.fullmatch(text) or not words.names_a_letter(text):
        return None
    sure = words.hands_on(text)
    if not sure and not LONG_DASHES.match(text):
        return None
    for below in range(index + 1, min(len(page.rows), index + 1 + MOST_LINES)):
        told = _told(page, below, index + 1) if page.speaks(below) else None
        if told and not any(page.text(between) for between in range(index + 1, told.start)):
            return None  # what tells of the letter comes right below, and takes this line with it
    return Opening(index, index, sure)


# --- attributions --------------------------------------------------------------------------------


def _attribution(page: Page, end: int, begin: int) -> Opening | None:
    """Up to six lines that end with a colon, an address or dashes and hold two of: address, date, a verb of writing.

    Right above a quote one of them is enough.
    """
    if not _ends_attribution(page, end):
        return None
    last = page.text(end)
    start, found = end, page.evidence(end)
    while len(found) < 2 and _goes_up(page, start, end, begin):
        start -= 1
        found |= page.evidence(start)
    if len(found) < 2 and not (found and last.startswith(ARROWS)):
        if not found or not _quote_follows(page, end) or ("verb" in found and not _stands_alone(page, end, begin)):
            return None
        start = end
    while _goes_up(page, start, end, begin) and _belongs(page, start, found):
        start -= 1
        found |= page.evidence(start)
    if last.endswith("--") and not page.text(start).startswith("--"):
        return None
    dated = "address" in found or any(DAY.search(page.text(index)) for index in range(start, end + 1))
    if not dated and not _quote_follows(page, end):
        return None  # "At 10:00 I wrote to Bea:" introduces somebody's own words
    return Opening(start, end, len(found) > 1)


def _stands_alone(page: Page, index: int, begin: int) -> bool:
    """Whether nothing is right above a row: "Bea wrote:" introduces a quote, the end of a sentence does not."""
    return index == begin or not page.text(index - 1) or not page.free[index - 1]


def _ends_attribution(page: Page, index: int) -> bool:
    """Whether a row ends as an attribution does: with a colon, dashes, or an address without a "wrote:" below it."""
    text = page.text(index)
    if COLON_END.search(text) or text.endswith("--") or (text[:3] == text[-3:] == ARROWS):
        return True
    if _is_dated_name(text):
        return _quote_follows(page, index)
    if not ADDRESS_END.search(text) or _is_labelled(page, index):
        return False
    below = page.text(index + 1) if index + 1 < len(page.rows) and page.free[index + 1] else ""
    return len(below) > LONGEST_VERB or not COLON_END.search(below)


def _is_dated_name(text: str) -> bool:
    """Whether a line is a moment and a name, no more, as some webmails introduce a quote."""
    named = DATED_NAME.fullmatch(text) if text[:2] in ("19", "20") else None
    return named is not None and all(word[0].isupper() or not word[0].islower() for word in named[1].split())


def _is_labelled(page: Page, index: int) -> bool:
    """Whether an address comes after somebody's own label: "Tested-by: Anna <anna@example.net>"."""
    label = _label(page.text(index))
    return bool(label) and LABELS.isdisjoint(label.split()) and page.evidence(index) == {"address"}


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
            return above if _separates(page, above) else None
    return None


def _separates(page: Page, index: int) -> bool:
    text = page.text(index)
    if DASHED.fullmatch(text) or _told_in_dashes(page, index) or words.is_title_of_a_letter(text):
        return True
    return COLON_END.search(text) is not None and words.hands_on(text)


def _told_in_dashes(page: Page, index: int) -> bool:
    """Lotus Notes: the writer, the moment between dashes and how the letter begins, all in one line."""
    return page.text(index).count("---") > 1 and "date" in page.evidence(index)
