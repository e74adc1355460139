"""Rows that clients broke where they introduce a quoted letter, put together or taken apart. Decides nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tournaments.inbox.reply import words
from tournaments.inbox.reply.rows import BLANK, Row

ARROWS = ">>>"  # around an attribution of GroupWise; the first ones are no prefix
GLUE = ":>"
ENDS = ":：>"
MOST_JOINED = 6
LONGEST_END = 24  # letters of what follows the bracket: "wrote:"
LONGEST_OWN = 500

# What somebody wrote, and in the same line how the client goes on: "yes On 14 Nov 2025 at 10:00, Bea wrote:"
SHARED = re.compile(
    r"(?P<own>\S.*?)(?:\s?-{2,3}\s?|\s)"
    r"(?P<said>(?:On|At|Am|Le|Op|El|Il|Em|Den|Dnia|W dniu) (?:[^\W\d]{2,12}[.,]{0,2} )?\d.*"
    r"|On [A-Z][a-z]{2,8}[,.]? .*\d.*)"
)


def mended(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows with attributions in rows of their own. The work is bounded by the number of rows."""
    ends = [index for index, row in enumerate(rows) if row.text and row.text[-1] in ENDS]
    broken = [index for index in ends if rows[index].quoted and _ends_a_bracket(rows[index].text)]
    shared = [index for index in ends if _may_be_shared(rows, index)]
    arrowed = [index for index in ends if rows[index].quoted and rows[index].text[-3:] == ARROWS]
    glued = [index for index, row in enumerate(rows) if GLUE in row.text and not row.quoted]
    if not broken and not shared and not arrowed and not glued:
        return rows
    parted = [[row] for row in rows]
    for index in glued:
        parted[index] = _unglued(rows[index])
    for index in arrowed:
        parted[index] = [Row(f"{ARROWS} {rows[index].text}")]
    for index in shared:
        parted[index] = _parted(rows[index])
    for index in broken:
        _join(parted, rows, index)
    return [row for parts in parted for row in parts]


def _ends_a_bracket(text: str) -> bool:
    return text[-1] != ">" and len(text) <= LONGEST_END


def _may_be_shared(rows: Sequence[Row], index: int) -> bool:
    text, quoted = rows[index].text, rows[index].quoted
    return not quoted and text[-1] == ":" and len(text) <= LONGEST_OWN and rows[min(index + 1, len(rows) - 1)].quoted


def _parted(row: Row) -> list[Row]:
    """The row as two, if its second half introduces a quoted letter."""
    found = SHARED.fullmatch(row.text)
    if found is None or not words.holds(words.folded(found["said"]), words.WROTE):
        return [row]
    return [row._replace(text=found["own"]), row._replace(text=found["said"])]


def _unglued(row: Row) -> list[Row]:
    """The row as two, if a quoted letter's first line has got behind its introduction: "Bea wrote:> Hello"."""
    said, glue, quote = row.text.partition(GLUE)
    if len(said) > LONGEST_OWN or not words.holds(words.folded(said), words.WROTE):
        return [row]
    return [row._replace(text=said + glue[0]), Row(quote.strip(), quoted=True)]


def _join(parted: list[list[Row]], rows: Sequence[Row], end: int) -> None:
    """Put "… <bea@example.org" and "> wrote:" together, whose ">" was taken for the prefix of a quote."""
    text, start = f"> {rows[end].text}", end
    while text.count(">") > text.count("<"):
        start -= 1
        if start < max(0, end - MOST_JOINED) or rows[start].quoted:
            return
        text = f"{rows[start].text} {text}".strip()
    if text.startswith("<"):  # a bracket in a row of its own belongs to the words above it
        above = next((index for index in (start - 1, start - 2) if index >= 0 and rows[index].text), start)
        if not rows[above].quoted and above != start:
            start, text = above, f"{rows[above].text} {text}"
    parted[start : end + 1] = [[Row(text)], *([BLANK] for _ in range(end - start))]
