"""The decision that a reply address names: the one open when its letter was written, else the one that came next.

No letter to a seat is good for ever: whatever it shows belongs to one decision. Reads rows, decides nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.decisions import Decision
from engine.match.match import Match
from engine.orders import numbers
from engine.orders.api import Asked
from engine.orders.numbers import Numbers
from tournaments.keys.address import NEXT
from tournaments.models import Seat


class Named(NamedTuple):
    """serial  of the decision, None while there is none yet;  shown  whether the letter was written during it"""

    serial: int | None
    shown: bool


class Answered(NamedTuple):
    """serial  to check the orders against, None: they are about whatever is open;  numbers  how far those count"""

    serial: int | None
    numbers: Numbers


def now(seat: Seat) -> int:
    """The serial that a letter to the seat names if written now. The turns must be up to date."""
    open_turn = seat.turns.filter(ended_at=None).first()
    if open_turn is not None:
        return open_turn.serial
    newest = seat.turns.order_by("serial").last()
    return NEXT | (newest.serial if newest else 0)


def decision(seat: Seat, named: int) -> Named:
    """The decision that a letter with that number answers."""
    if 0 < named < NEXT:
        return Named(named, shown=True)
    following = seat.turns.filter(serial__gt=named & ~NEXT).order_by("serial").first()
    return Named(following.serial if following else None, shown=False)


def answered(seat: Seat, serial: int | None, then: int, match: Match, *, taken_back: int | None = None) -> Answered:
    """Return the decision that the orders of a letter or page are about, and how far numbers in them count.

    A number needs the menu that the letter showed, a code the round. One that was written between two decisions showed
    no menu: what it names by codes is asked once more when something else is open by now. Where neither menu nor hand
    was shown, a number was read elsewhere, nobody knows when: whatever it means now is asked.

    then        the stamp of what numbers meant there (`engine.orders.numbers`), 0 if nothing that has numbers was shown
    taken_back  of the decision whose answer the same letter has taken back: what is open then has a new serial, which
                no letter can know yet
    """
    if serial is None:
        return Answered(None, numbers.ALL)
    named, open_now = decision(seat, serial), match.decision(seat.number)
    shows = named.shown and taken_back in (None, named.serial)
    same = shows and (taken_back is not None or (open_now is not None and open_now.serial == named.serial))
    ask = not shows and named.serial is not None
    count = numbers.compared(then, numbers.stamp(match, seat.number), same_question=same, ask=ask)
    return Answered(named.serial if taken_back is None else None, count)


def is_older(seat: Seat, serial: int | None, decision: Decision | None) -> bool:
    """Whether the seat has been asked something newer than the decision that is answered (None: none or any).

    decision  that is open now
    """
    if serial is None:
        return False
    if decision is not None:
        return serial < decision.serial
    newest = seat.turns.order_by("serial").last()
    return newest is not None and serial < newest.serial


def belongs_to(seat: Seat, serial: int | None, now_open: Decision | None, round_: int, *, late: bool) -> Asked | None:
    """The question to which a letter with that number belongs; None where that is not known.

    now_open  the decision that is open, in round `round_`
    late      whether the seat has been asked something newer than what the letter answers (`is_older`)
    """
    if serial is None:
        return None
    if not late:
        return Asked(now_open.serial if now_open else serial & ~NEXT, round_)
    named = decision(seat, serial).serial
    turn = seat.turns.filter(serial=named).first() if named is not None else None
    return Asked(turn.serial, turn.round) if turn else None
