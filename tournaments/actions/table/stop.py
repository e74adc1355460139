"""A running table stops for good or until somebody is readmitted. Within the caller's transaction; tells nobody."""

from __future__ import annotations

from typing import Any

from tournaments.actions import journal
from tournaments.actions.seats import offered
from tournaments.actions.table import reveal, session, turns
from tournaments.actions.table.session import Sitting
from tournaments.models import Player, Seat, Table
from tournaments.queries.stoppages import STOPPED


def stop(s: Sitting, actor: Player, reason: str, **about: Any) -> Table:
    """End the open turns, all deadlines, the reply addresses of the table and the offers of its seats.

    `about` goes with the journal's line, which keeps who moved for each seat, for the day on which the table goes on.
    """
    movers = [str(seat.mover) for seat in s.seats]
    for seat in s.seats:
        seat.mover = Seat.Mover.BOT  # nobody is asked any more
        seat.token_epoch += 1
    turns.write_down(s)
    s.table.state, s.table.finished_at = Table.State.STOPPED, s.now
    s.table.run_at = None
    reveal.drop(s.table)
    offered.end_at(s.table)
    session.save(s)
    words = f"{s.table} was stopped and counts for nobody"
    journal.note(STOPPED, words, actor=actor, table=s.table, reason=reason, movers=movers, **about)
    return s.table
