"""The reveal of sealed choices that all seats have made, and its moment. Writes no letter."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from engine.orders import api
from tournaments.models import Table

if TYPE_CHECKING:
    from tournaments.actions.table.session import Session


def reveal_at_once(session: Session) -> None:
    """Reveal what all have chosen, in a league without time for second thoughts."""
    if session.league.reveal_delay <= timedelta(0):
        reveal(session)


def reveal(session: Session) -> None:
    """End the sealed phase if every seat has chosen, and carry out what was attached to the choices."""
    serial = api.to_close(session.match)
    if serial is not None:
        drop(session.table)
        session.match.close(serial)
        api.autoplay(session.match, session.plans, kept=True)


def plan(session: Session) -> None:
    """Set the moment of the reveal once the last seat has chosen, once for all until the phase is over.

    While a choice is open again nobody looks at the moment; what is replaced, or made again, does not move it.
    """
    if not any(decision.sealed for decision in session.match.decisions):
        drop(session.table)
    elif api.to_close(session.match) is None:
        session.table.reveal_look_at = None
    else:
        session.table.reveal_at = session.table.reveal_at or session.now + session.league.reveal_delay
        session.table.reveal_look_at = session.table.reveal_look_at or session.table.reveal_at


def drop(table: Table) -> None:
    """Forget the moment of the reveal: nothing sealed waits for it."""
    table.reveal_at = table.reveal_look_at = None
