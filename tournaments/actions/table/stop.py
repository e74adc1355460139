"""The stop of a running table, for good or until somebody is readmitted. In the caller's transaction; tells nobody."""

from __future__ import annotations

from typing import Any

from engine.orders.api import Plan
from tournaments.actions import journal
from tournaments.actions.seats import offered
from tournaments.actions.table import reveal
from tournaments.actions.table.session import Session
from tournaments.models import Player, Seat, Table
from tournaments.queries.stoppages import STOPPED


def stop(table_id: int, actor: Player, reason: str, *, cancelled: bool = False, **about: Any) -> Table:
    """End the open turns, all deadlines, the reply addresses of the table and the offers of its seats.

    cancelled  for good: what the seats have kept for later is dropped
    about      goes with the journal's line, which keeps who moved for each seat, for the day on which the table goes on
    """
    with Session.open(table_id) as session:
        movers = [str(seat.mover) for seat in session.seats]
        for seat in session.seats:
            seat.mover = Seat.Mover.REPLACED  # nobody is asked any more
            seat.token_epoch += 1
        if cancelled:
            about["cancelled"] = True
            session.plans = {number: Plan(everywhere=plan.everywhere) for number, plan in session.plans.items()}
        session.write_down()
        table = session.table
        table.state, table.finished_at = Table.State.STOPPED, session.now
        table.run_at = None
        reveal.drop(table)
        offered.end_at(table)
    words = f"{table} was stopped and counts for nobody"
    journal.note(STOPPED, words, actor=actor, table=table, reason=reason, movers=movers, **about)
    return table
