"""The reasons why a table is paused or was stopped, or a league cancelled, as the journal has them. Reads only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from tournaments.models import JournalLine, League, Player, Seat, Table

# Verbs of the journal.
PAUSED, STOPPED, DISQUALIFIED, CANCELLED = "paused", "table stopped", "disqualified", "league cancelled"
# Of one seat: the stand-in has it, or a player.
REPLACED, RESIGNED, GIVEN, GIVEN_BACK = "replaced by the stand-in", "resigned", "seat given", "given back"


@dataclass(frozen=True, slots=True)
class Why:
    """The person that did it, when, and what they gave as the reason.

    out        who was put out of the league by it
    cancelled  whether the whole league was cancelled by it
    """

    actor: Player | None
    at: datetime
    reason: str
    out: Player | None = None
    cancelled: bool = False


def why(table: Table, *, public: bool = False) -> Why | None:
    """The reason why a running table's clocks do not run, or why a table was stopped; None where neither is so.

    public  as those read it who only follow the league: persons, and an organiser's words, are for its members
    """
    if table.state == Table.State.STOPPED:
        return _newest(STOPPED, public=public, table=table)
    if table.state == Table.State.RUNNING and table.paused_at is not None:
        return _newest(PAUSED, public=public, table=table)
    return None


def why_stopped(tables: Sequence[Table]) -> dict[int, Why]:
    """The reason why each of these tables was stopped, in two statements; by the key of the table."""
    lines = JournalLine.objects.filter(verb=STOPPED, table__in=tables).select_related("actor") if tables else ()
    newest = {line.table_id: line for line in reversed(list(lines)) if line.table_id is not None}
    put_out = {line.data["out"] for line in newest.values() if "out" in line.data}
    people = Player.objects.in_bulk(put_out) if put_out else {}
    return {pk: _told(line, people.get(line.data.get("out"))) for pk, line in newest.items()}


def lost_before(table: Table) -> frozenset[int]:
    """The numbers of the seats that the stand-in had for good when the table was stopped."""
    line = JournalLine.objects.filter(verb=STOPPED, table=table).first()
    movers = line.data["movers"] if line is not None else []
    return frozenset(number for number, mover in enumerate(movers) if mover == Seat.Mover.REPLACED)


def why_cancelled(league: League, *, public: bool = False) -> Why | None:
    """The reason why a league was cancelled; None where it was not. `public`: as in `why`."""
    return _newest(CANCELLED, public=public, league=league, table=None) if league.is_cancelled else None


def _newest(verb: str, *, public: bool, **about: Table | League | None) -> Why | None:
    line = JournalLine.objects.filter(verb=verb, **about).select_related("actor").first()
    if line is None:
        return None
    if public:
        return replace(_told(line, None), actor=None, reason="")
    return _told(line, Player.objects.filter(pk=line.data["out"]).first() if "out" in line.data else None)


def _told(line: JournalLine, out: Player | None) -> Why:
    cancelled = line.data.get("cancelled", line.verb == CANCELLED)
    return Why(line.actor, line.at, line.data.get("reason", ""), out, cancelled)
