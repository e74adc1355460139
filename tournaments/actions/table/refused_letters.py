"""The count of refused letters in a row, for each seat: after the third its player needs somebody's help."""

from __future__ import annotations

from engine.orders.api import Account
from tournaments.actions.table.session import Session
from tournaments.models import Seat

HELP_AFTER = 3
ORDERED = ("played", "done", "kept", "rule")  # states of lines that are orders and were understood
EFFECTS = (*ORDERED, "command")


def is_refusal(account: Account) -> bool:
    """Whether nothing of the letter had an effect: its answer is an error answer, which is limited."""
    return not any(line.state in EFFECTS for line in account.lines)


def count(session: Session, seat: Seat, account: Account) -> None:
    """Count a letter with orders, or begin anew after one that was understood. Words that are no orders do neither.

    What is sent from a page counts only if it is understood: there every mistake is answered on the spot.
    """
    if any(line.state in ORDERED for line in account.lines):
        begin_anew(seat)
    elif session.letter is not None and is_refusal(account):
        seat.refused += 1
        if seat.refused >= HELP_AFTER and seat.refused_at is None:
            seat.refused_at = session.now


def begin_anew(seat: Seat) -> None:
    seat.refused, seat.refused_at = 0, None
