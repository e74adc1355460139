"""The instructions in the lines of a letter, each letter read once.

Reading takes most of the time that a letter takes. A service reads ahead, while nothing is locked, and plays what was
read if the position is still the same then; else it is read again.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile
from typing import TYPE_CHECKING

from engine.language import typed
from engine.language.languages import spoken
from engine.language.speech import say
from engine.orders import account
from engine.orders.command_words import Said
from engine.orders.instructions import Instruction, Order, Outdated, Refused
from engine.orders.numbers import ALL, Numbers
from engine.orders.reader import Reader
from engine.orders.talk.alone import around

if TYPE_CHECKING:
    from engine.decisions import Decision
    from engine.match.match import Match

MOST_LINES = 500  # of one letter or page, so that reading them ends soon
MOST_MOVES = 100  # that the orders of one letter name, alternatives counted; and those that a seat has kept
SUGGESTIONS = 40  # of one letter: to the first lines that cannot be read or played
UNDO = Said("undo")
SHOWN = 80  # characters of a line that is not read


@dataclass(frozen=True, slots=True)
class Reading:
    """The instructions of a letter, in order.

    revised  whether a line takes back, or questions, what another one orders
    undoes   whether that is an `undo` below an order: nobody knows whether it is about this one or about earlier ones
    """

    instructions: tuple[Instruction, ...]
    revised: bool
    undoes: bool = False


class Readings:
    """The readings of letters, by everything that they depend on: lines, position, question and language."""

    def __init__(self) -> None:
        self._known: dict[Hashable, Reading] = {}

    def of(
        self, match: Match, seat: int, asked: Decision | None, lines: Sequence[str], *,
        strict: bool = False, numbers: Numbers = ALL, ours: bool = False, beside: Sequence[str] = (),
    ) -> Reading:  # fmt: skip
        """The reading of a letter of `seat`, known or new.

        asked   the decision that it answers
        lines, beside, strict, numbers, ours  as for `letter.apply_letter`
        """
        numbers = ALL if match.over else numbers
        question = asked.serial if asked else None
        key = (match.head, seat, question, tuple(lines), strict, numbers, ours, tuple(beside), spoken())
        if key not in self._known:
            reader = Reader(match.game, match.view(seat), asked, seat, strict=strict, numbers=numbers, ours=ours)
            with typed.suggesting(SUGGESTIONS):
                found = tuple(_instructions(reader, lines, beside))
            undoes = not ours and _undoes(found)
            self._known[key] = Reading(found, reader.revised or undoes, undoes)
        return self._known[key]


def _instructions(reader: Reader, lines: Sequence[str], beside: Sequence[str]) -> Iterator[Instruction]:
    count = moves = 0
    for place, line in enumerate(lines):
        if max(place, count) >= MOST_LINES or moves >= MOST_MOVES:
            yield Instruction(line[:SHOWN], Refused(say(account.TOO_MANY)))
            break
        for instruction in reader.read(line, *around(lines, place)):
            yield instruction
            count += 1
            moves += instruction.weight
    for line in beside:
        yield reader.beside(line)


def _undoes(found: Sequence[Instruction]) -> bool:
    behind = dropwhile(lambda one: not isinstance(one.what, Order | Outdated), found)
    return any(one.what == UNDO for one in behind)


def read_ahead(
    match: Match, seat: int, lines: Sequence[str], *, serial: int | None, late: bool, numbers: Numbers,
    readings: Readings, strict: bool = False, ours: bool = False, beside: Sequence[str] = (),
) -> Reading:  # fmt: skip
    """Have `readings` know what a letter says that is to be applied with the same arguments. Changes nothing else."""
    asked = None if is_stale(match.decision(seat), serial, late=late) else match.decision(seat)
    return readings.of(match, seat, asked, lines, strict=strict, numbers=numbers, ours=ours, beside=beside)


def is_stale(decision: Decision | None, serial: int | None, *, late: bool) -> bool:
    """Whether a letter that answers the decision with that serial comes too late for the one that is open."""
    return late or (decision is not None and serial is not None and decision.serial != serial)
