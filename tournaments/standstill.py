"""Why a table stands still or was stopped, as the journal has it. Reads only."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import JournalLine, Player, Table

PAUSED, STOPPED, DISQUALIFIED = "paused", "table stopped", "disqualified"  # verbs of the journal


@dataclass(frozen=True, slots=True)
class Why:
    """Who did it and what they gave as the reason; `out` is who was put out of the league by it."""

    actor: Player | None
    reason: str
    out: Player | None = None


def why(table: Table) -> Why | None:
    """Why the clocks of a running table do not run, or why a table was stopped; None where neither is so."""
    if table.state == Table.State.STOPPED:
        return _newest(table, STOPPED)
    if table.state == Table.State.RUNNING and table.paused_at is not None:
        return _newest(table, PAUSED)
    return None


def _newest(table: Table, verb: str) -> Why | None:
    line = JournalLine.objects.filter(table=table, verb=verb).select_related("actor").first()
    if line is None:
        return None
    return Why(line.actor, line.data.get("reason", ""), Player.objects.filter(pk=line.data.get("out")).first())
