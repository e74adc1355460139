"""Rows of a letter of ours at the top of an answer that has lost our marker: they are nobody's orders.

Where a program quotes without any mark, rows of ours may be the first of a mail, and some of them name things of the
game as players do. One row alone is left to the player, who may type back what a letter shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from engine.language import typed
from tournaments.inbox import reply
from tournaments.models import InboundLetter
from tournaments.queries.letters import identify

_WORD = re.compile(r"[^\W_]+")


def without(letter: reply.Letter, row: InboundLetter, reads: Callable[[str], bool]) -> reply.Letter:
    """The letter without those rows among the lines that a forgiving reader may have. `reads`: the strict reader."""
    if letter.marker_found or letter.sure < 2 or row.seat is None:
        return letter
    answered = identify.answered(identify.written_to(row.seat.owner), letter.references)
    if answered is None:
        return letter
    told = f" {_words(answered.text)} "
    above = letter.lines[: letter.sure + 1]
    ours = {
        at
        for first, one in enumerate(pairwise(above))
        if not any(map(reads, one)) and f" {' '.join(map(_words, one))} " in told
        for at in (first, first + 1)
    }
    if not ours:
        return letter
    quoted = (reply.Ignored(letter.lines[at], reply.Why.QUOTED) for at in sorted(ours))
    lines = tuple(line for at, line in enumerate(letter.lines) if at not in ours)
    top = letter.top - sum(at < letter.top for at in ours)
    return replace(letter, lines=lines, top=top, ignored=(*letter.ignored, *quoted))


def _words(text: str) -> str:
    """The words and numbers of a text, without signs and ends of lines."""
    return " ".join(_WORD.findall(typed.spelt_plainly(text)))
