"""Collect the player's own lines from rows that have been sorted out, and put together what a client has broken.

A line is whole or none: what a limit of the reader has cut is put away with the words that it goes on with, and told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from tournaments.formats.typed import LONGEST_ROW
from tournaments.inbox.reply.breaks import Words, count_rests
from tournaments.inbox.reply.letter import Ignored, Why
from tournaments.inbox.reply.rows import Row
from tournaments.inbox.reply.signature import begins_signature, is_disclaimer
from tournaments.inbox.reply.words import points

MOST_LINES = 500
LONGEST_LINE = 500  # characters that are told of a line that is left out
WRAPPED_AT = 60  # clients that wrap do it between these columns
WRAPPED_BEFORE = 100
MOST_MEANT = 40
DIGIT = re.compile(r"\W*\d")
NUMBER = re.compile(r"[#(*+•-]?\s?[1-9]\d{0,2}[.):]?(?:\s+[a-z]+[.!]?){0,2}")
CODE = re.compile(r"\d{1,3}")
SHOWN = re.compile(r"\[([^\[\]]{1,80})\]")  # an order in a letter of ours
STARTS = re.compile(r"[*•\[]|\d{1,2}\. |$")  # rows of our letters that begin a sentence, and blank ones
LONGEST_CITED = 3  # rows of ours that may be one sentence
OF_CONTACTS = re.compile(r"(?:\D*\d){5}|.*@")  # telephones, postcodes and addresses of signatures

Reads = Callable[[str], bool]


class Fate(Enum):
    """The fate of a row."""

    OWN = auto()
    QUOTED = auto()  # has a prefix or is our marker
    BELOW = auto()  # in a quote without prefix
    REST = auto()  # between quoted rows, perhaps the end of the upper one
    UNSURE = auto()  # below what may introduce a quote, or with what may be its prefix
    ATTRIBUTION = auto()
    SIGNATURE = auto()
    SEALED = auto()  # encrypted


@dataclass(slots=True)
class Meant:
    """Whether a row where nothing is read looks as if something were to be done, be it misspelt. No order is asked for.

    A number counts alone or with a small word or two; not with a name or more numbers, as addresses, telephones and
    our own lists have them. No line counts that tells how somebody can be reached.
    Asked for no more rows than anybody types there.
    """

    begins: Reads
    left: int = MOST_MEANT

    def __call__(self, text: str) -> bool:
        self.left -= 1
        if self.left < 0 or OF_CONTACTS.match(text) or is_disclaimer(text):
            return False
        return bool(NUMBER.fullmatch(text)) if DIGIT.match(text) else self.begins(text)


@dataclass(slots=True)
class Own:
    """The own lines of one text, how many of them are at the top, what was left out, whether a marker is left.

    tail       how many of the last lines are below our whole letter, or below quotes that have a prefix throughout
    apart      the places of lines that begin a paragraph
    has_words  whether anything is written in it, be it in a quote
    """

    lines: list[str] = field(default_factory=list)
    top: int = 0
    tail: int = 0
    apart: list[int] = field(default_factory=list)
    ignored: list[Ignored] = field(default_factory=list)
    marker_found: bool = False
    has_words: bool = False


def collect(
    rows: Sequence[Row],
    fates: Sequence[Fate],
    readers: Sequence[Reads],
    edge: int,
    end: int,
    joins: Joiner | None,
    meant: Meant,
    *,
    marker_found: bool,
) -> Own:
    """`readers`: for each row the one that judges it. `joins`: None where no line can be broken.

    edge, end  the first row that is not at the top, and the first below our whole letter
    """
    result = Own(marker_found=marker_found)
    index = 0
    while index < len(rows):
        fate, text = fates[index], rows[index].text
        if fate is Fate.QUOTED or not text:
            index += 1
            continue
        result.ignored += _cited(rows, fates, index, readers[-1])
        rests = joins.rests(index) if joins is not None and fate is Fate.OWN else 0
        if rests:
            text = " ".join(row.text for row in rows[index : index + rests + 1])
        if rows[index + rests].unread or (fate is Fate.OWN and len(text) > LONGEST_ROW):
            result.ignored.append(Ignored(text[:LONGEST_LINE], Why.TOO_LONG))
        else:
            count = len(result.lines)
            _enter(result, text, fate, readers[index], meant, top=index < edge)
            result.tail += index >= end and len(result.lines) > count
            if index == 0 or not rows[index - 1].text or fates[index - 1] is not Fate.OWN:
                result.apart += range(count, len(result.lines))
        index += 1 + rests
    return result


def _enter(result: Own, text: str, fate: Fate, reads: Reads, meant: Meant, *, top: bool) -> None:
    """Put one row where it belongs."""
    if fate is Fate.OWN:
        _enter_own(result, text, top=top)
    elif len(result.ignored) >= MOST_LINES:
        return
    elif fate is Fate.REST or (fate in (Fate.BELOW, Fate.UNSURE) and (reads(text) or CODE.fullmatch(text))):
        result.ignored.append(Ignored(text[:LONGEST_LINE], Why.QUOTED))
    elif fate is Fate.SEALED:
        if not any(line.why is Why.SEALED for line in result.ignored[-1:]):
            result.ignored.append(Ignored("", Why.SEALED))
    elif (fate in (Fate.UNSURE, Fate.SIGNATURE) and meant(text)) or (fate is Fate.SIGNATURE and reads(text)):
        result.ignored.append(Ignored(text[:LONGEST_LINE], Why.MEANT))
    elif fate is Fate.SIGNATURE and not begins_signature(text):
        result.ignored.append(Ignored(text[:LONGEST_LINE], Why.SIGNATURE))
    elif fate is Fate.ATTRIBUTION:
        result.ignored.append(Ignored(text[:LONGEST_LINE], Why.ATTRIBUTION))


def _cited(rows: Sequence[Row], fates: Sequence[Fate], index: int, reads: Reads) -> list[Ignored]:
    """The orders in the quoted sentence right above a line of the player's own that only points at it: "this one"."""
    if not index or fates[index] is not Fate.OWN or fates[index - 1] is not Fate.QUOTED or not points(rows[index].text):
        return []
    top = max(index - LONGEST_CITED, 0)
    begins = (at for at in range(index - 1, top, -1) if fates[at - 1] is not Fate.QUOTED or STARTS.match(rows[at].text))
    start = next(begins, top)
    cited = " ".join(row.text for row in rows[start:index])
    shown = [order.strip() for order in SHOWN.findall(cited)]
    return [Ignored(order, Why.QUOTED) for order in shown if CODE.fullmatch(order) or reads(order)]


def _enter_own(result: Own, text: str, *, top: bool) -> None:
    if len(result.lines) >= MOST_LINES:
        if not result.ignored or result.ignored[-1].why is not Why.TOO_MANY:
            result.ignored.append(Ignored(text[:LONGEST_LINE], Why.TOO_MANY))
        return
    result.lines.append(text)  # whole: half an order is another order, and what people say may be long
    result.top += top


@dataclass(frozen=True, slots=True)
class Joiner:
    """Puts together what the client has broken. `readers`: for each row the one that judges it."""

    rows: Sequence[Row]
    fates: Sequence[Fate]
    readers: Sequence[Reads]
    words: Words | None

    def rests(self, index: int) -> int:
        """The number of next rows that are the rest of an own row, or may be: of what is not read nobody knows."""
        text = self.rows[index].text
        if self.words is not None and self.words.spoken(text):
            count = count_rests(text, self._may_go_on(index), self.words.begins)
        else:
            count = self._rests_of_order(index)
        below = index + count + 1
        hidden = below < len(self.rows) and self.rows[below].unread and self.fates[below] is Fate.OWN
        return count + (hidden and " " not in self.rows[below].text)  # where a line is broken its first word decides

    def _is_spoken(self, text: str) -> bool:
        return self.words is not None and self.words.spoken(text)

    def _may_go_on(self, index: int) -> Iterator[str]:
        """The own lines right below words for people, up to an order or a blank line."""
        for below in range(index + 1, len(self.rows)):
            text = self.rows[below].text
            if self.fates[below] is not Fate.OWN or not text or self.readers[below](text):
                return
            yield text

    def _rests_of_order(self, index: int) -> int:
        """The number of next rows that are the rest of an order, 0 to 3."""
        rows, reads = self.rows, self.readers[index]
        text = rows[index].text
        for count in range(1, 4):
            below = index + count
            if below >= len(rows) or self.fates[below] is not Fate.OWN or not rows[below].text:
                return 0
            length = len(rows[below - 1].text)
            if length > WRAPPED_BEFORE or length + 1 + len(rows[below].text.partition(" ")[0]) <= WRAPPED_AT:
                return 0
            if rows[below].unread:
                return count
            text = f"{text} {rows[below].text}"
            if reads(text) and not self._is_spoken(text) and not (reads(rows[index].text) and reads(rows[below].text)):
                return count
        return 0
