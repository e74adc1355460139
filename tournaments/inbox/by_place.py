"""The lines of a letter to a seat by the places where they stand: those that count, and those that are left aside."""

from __future__ import annotations

from typing import NamedTuple

from engine.orders.api import Readings
from tournaments.actions.table import playing
from tournaments.inbox import reply
from tournaments.inbox.reply.letter import FIRST_LINES
from tournaments.inbox.understanding import is_order
from tournaments.keys.redaction import holds_key
from tournaments.models import InboundLetter, Seat

OFFERED = (reply.Why.QUOTED, reply.Why.MEANT)  # lines of which is offered what they order

MOST_OFFERED = 10  # such lines


class Places(NamedTuple):
    """The lines of a letter.

    lines    those to carry out, with blank ones between paragraphs
    ignored  those left aside that are worth telling
    beside   those left aside for their place alone: elsewhere they would be orders
    """

    lines: list[str]
    ignored: list[str]
    beside: list[str]


class Ahead(NamedTuple):
    """A letter to a seat as it was read before its table was locked.

    places    its lines by their places
    readings  what they say
    """

    letter: reply.Letter
    seat: int
    places: Places
    readings: Readings


def read_ahead(row: InboundLetter, letter: reply.Letter) -> Ahead | None:
    """The lines of a letter to a seat as they read now, before its table is locked; None where there is nothing to do.

    Reading is most of the work of a letter. If the table is another one when it is locked, the lines are read again.
    """
    if row.seat is None or row.seat.player is None or letter.verdict != reply.Verdict.LETTER:
        return None
    places = sorted_out(letter, row.seat, offers=not row.shown)
    readings = playing.read_ahead(
        row.seat, places.lines, row.serial, row.numbers, strict=False, ours=bool(row.shown.get("in_words")),
        beside=places.beside,
    )  # fmt: skip
    return Ahead(letter, row.seat.pk, places, readings)


def known(ahead: Ahead | None, letter: reply.Letter, seat: Seat) -> Places | None:
    """The places of the lines, if exactly this letter was read ahead for the seat."""
    return ahead.places if ahead and ahead.letter is letter and ahead.seat == seat.pk else None


def sorted_out(letter: reply.Letter, seat: Seat, *, offers: bool) -> Places:
    """The lines by their places. `offers`: whether any may be offered; not beside the words that somebody said yes to.

    Above our marker everything is the player's own and read forgivingly; without a marker that holds for the
    first lines. So it is with the first lines right below our whole letter, or below quotes that all have a prefix,
    where nothing is said above; where nothing is ordered above, numbers count there. Everywhere else only what is an
    order to the last word counts.
    """
    reads, reads_first = is_order(seat), is_order(seat, first_lines=True)
    lines = list[str]()
    for at, line in enumerate(letter.lines[: letter.sure]):
        lines += ["", line] if at in letter.apart and lines else [line]
    ignored = [ignored.line for ignored in letter.worth_telling if ignored.line]
    beside = [
        ignored.line
        for ignored in letter.worth_telling
        if offers and ignored.why in OFFERED and reads_first(ignored.line)
    ]
    above = ordered = any(reads_first(line) for line in lines)
    tail = len(letter.lines) - letter.tail
    for at, line in enumerate(letter.lines[letter.sure :], letter.sure):
        if reads(line) or (not above and tail <= at < tail + FIRST_LINES and reads_first(line)):
            lines += ["", line] if lines else [line]
            ordered = True
        else:
            (beside if offers and reads_first(line) else ignored).append(line)
    if letter.subject_order and not ordered:
        lines.insert(0, letter.subject_order)
    beside, more = beside[:MOST_OFFERED], beside[MOST_OFFERED:]
    told = [line for line in (*ignored, *more) if line not in beside and not holds_key(line)]
    return Places(lines, told, beside)
