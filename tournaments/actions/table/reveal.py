"""Sealed choices that all seats have made: when they are revealed, and that. Writes no letter."""

from __future__ import annotations

from datetime import timedelta

from engine.orders import plans
from tournaments.actions.table.session import Sitting
from tournaments.models import Table


def reveal_at_once(s: Sitting) -> None:
    """Reveal what all have chosen, in a league without time for second thoughts."""
    if s.league.reveal_delay <= timedelta(0):
        reveal(s)


def reveal(s: Sitting) -> None:
    """End the sealed phase if every seat has chosen, and carry out what was attached to the choices."""
    serial = plans.to_close(s.match)
    if serial is not None:
        drop(s.table)
        s.match.close(serial)
        plans.settle(s.match, s.plans, kept=True)


def plan(s: Sitting) -> None:
    """Set the moment of the reveal once the last seat has chosen, once for all until the phase is over.

    While a choice is open again nobody looks at the moment; what is replaced, or made again, does not move it.
    """
    if not any(decision.sealed for decision in s.match.decisions):
        drop(s.table)
    elif plans.to_close(s.match) is None:
        s.table.reveal_look_at = None
    else:
        s.table.reveal_at = s.table.reveal_at or s.now + s.league.reveal_delay
        s.table.reveal_look_at = s.table.reveal_look_at or s.table.reveal_at


def drop(table: Table) -> None:
    """Forget the moment of the reveal: nothing sealed waits for it."""
    table.reveal_at = table.reveal_look_at = None
