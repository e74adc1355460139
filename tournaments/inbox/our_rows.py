"""Rows of a letter of ours at the top of an answer that has lost our marker: they are nobody's orders.

Where a program quotes without any mark, rows of ours may be the first of a mail, and some of them name things of the
game as players do. What a letter says of a move may be typed back, in one row alone; any other one is ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from engine.language import typed
from engine.orders.talk.typed_back import TypedBack
from tournaments.inbox import reply
from tournaments.models import InboundLetter, Seat
from tournaments.queries import matches
from tournaments.queries.letters import identify

FEWEST, FEWEST_OF_PART = 3, 6  # words of a row that is ours by itself, and of a part of one
_WORD = re.compile(r"[^\W_]+")


def without(letter: reply.Letter, row: InboundLetter, reads: Callable[[str], bool]) -> reply.Letter:
    """The letter without those rows among the lines that a forgiving reader may have. `reads`: the strict reader."""
    if letter.marker_found or not letter.sure or row.seat is None:
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
    ours |= _alone(above[: letter.sure], answered.text, row.seat, reads)
    if not ours:
        return letter
    quoted = (reply.Ignored(letter.lines[at], reply.Why.QUOTED) for at in sorted(ours))
    lines = tuple(line for at, line in enumerate(letter.lines) if at not in ours)
    top = letter.top - sum(at < letter.top for at in ours)
    return replace(letter, lines=lines, top=top, ignored=(*letter.ignored, *quoted))


def _alone(lines: Sequence[str], text: str, seat: Seat, reads: Callable[[str], bool]) -> set[int]:
    """The places of lines that are a row of the letter, or a long part of one, and tell no move."""
    told, rows = f" {_words(text)} ", {_words(row) for row in text.splitlines()}
    found = {at: words for at, line in enumerate(lines) if len((words := _words(line)).split()) >= FEWEST}
    parts = {
        at for at, words in found.items()
        if not reads(lines[at]) and (words in rows or (len(words.split()) >= FEWEST_OF_PART and f" {words} " in told))
    }  # fmt: skip
    if not parts:
        return parts
    match = matches.load(seat.table)
    typed_back = TypedBack(match.game, match.view(seat.number), match.decision(seat.number), seat.number)
    return {at for at in parts if not typed_back.move(lines[at])}


def _words(text: str) -> str:
    """The words and numbers of a text, without signs and ends of lines."""
    return " ".join(_WORD.findall(typed.spelt_plainly(text)))
