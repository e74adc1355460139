"""Why a table stands still or was stopped, and why a league was cancelled, as the journal has it. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import JournalLine, League, Player, Table

# Verbs of the journal.
PAUSED, STOPPED, DISQUALIFIED, CANCELLED = "paused", "table stopped", "disqualified", "league cancelled"


@dataclass(frozen=True, slots=True)
class Why:
    """Who did it, when, and what they gave as the reason.

    out        who was put out of the league by it
    cancelled  whether the whole league was cancelled by it
    """

    actor: Player | None
    at: datetime
    reason: str
    out: Player | None = None
    cancelled: bool = False


def why(table: Table) -> Why | None:
    """Why the clocks of a running table do not run, or why a table was stopped; None where neither is so."""
    if table.state == Table.State.STOPPED:
        return _newest(STOPPED, table=table)
    if table.state == Table.State.RUNNING and table.paused_at is not None:
        return _newest(PAUSED, table=table)
    return None


def why_cancelled(league: League) -> Why | None:
    """Why a league was cancelled; None where it was not."""
    return _newest(CANCELLED, league=league, table=None) if league.is_cancelled else None


def _newest(verb: str, **about: Table | League | None) -> Why | None:
    line = JournalLine.objects.filter(verb=verb, **about).select_related("actor").first()
    if line is None:
        return None
    out = Player.objects.filter(pk=line.data.get("out")).first()
    return Why(line.actor, line.at, line.data.get("reason", ""), out, line.data.get("cancelled", verb == CANCELLED))
