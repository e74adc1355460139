"""The end of a table: its result is stored, everybody gets the final scores, the league ends with its last table."""

from __future__ import annotations

from tournaments.actions import journal
from tournaments.actions.league import results
from tournaments.actions.table import reveal, session
from tournaments.actions.table.session import Sitting
from tournaments.letters import table as letters
from tournaments.models import Table
from tournaments.outbox import outbox


def finish(s: Sitting) -> None:
    """Within the sitting's transaction, after the log has been written. A second call does nothing."""
    table = s.table
    if table.state == Table.State.FINISHED:
        return
    table.state, table.finished_at, table.run_at = Table.State.FINISHED, s.now, None
    reveal.drop(table)
    table.result = results.result_of(s.match, s.seats, s.league)
    table.save(update_fields=("state", "finished_at", "run_at", "reveal_at", "reveal_look_at", "result"))
    rows = results.finish(s.league) or results.standings(s.league)
    standings = [] if s.league.practice else results.shown(s.league, rows)
    for seat in s.seats:
        if seat.player is None:
            continue
        s.next_letter()
        session.news(s, seat)
        draft = letters.final_scores(seat, s.match, standings)
        outbox.write(draft, player=seat.player, seat=seat, dedupe=f"final:{seat.pk}")
    journal.note("table finished", f"{table} has ended", table=table, totals=table.result["totals"])
