"""The end of a table: its result is stored, everybody gets the final scores, the league ends with its last table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.actions import journal
from tournaments.actions.league import results
from tournaments.actions.table import reveal
from tournaments.actions.table.notify_table import tell_all
from tournaments.letters import table as letters
from tournaments.letters.parts.draft import Draft
from tournaments.models import Seat, Table

if TYPE_CHECKING:
    from tournaments.actions.table.session import Session


def finish(session: Session) -> None:
    """End the table, within the session's transaction, after the log has been written. A second call does nothing."""
    table = session.table
    if table.state == Table.State.FINISHED:
        return
    table.state, table.finished_at, table.run_at = Table.State.FINISHED, session.now, None
    reveal.drop(table)
    table.result = results.result_of(session.match, session.seats, session.league)
    table.save(update_fields=("state", "finished_at", "run_at", "reveal_at", "reveal_look_at", "result"))
    rows = results.finish(session.league) or results.standings(session.league)
    standings = [] if session.league.practice else results.shown(session.league, rows)

    def written(seat: Seat) -> Draft:
        session.news(seat)
        return letters.final_scores(seat, session.match, standings)

    tell_all(session, written, "final")
    journal.note("table finished", f"{table} has ended", table=table, totals=table.result["totals"])
