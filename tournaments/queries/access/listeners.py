"""The readers of what is said at a table: the one rule for letters, pages, and those who can be told words alone."""

from __future__ import annotations

from tournaments.models import Entry, Seat, Table
from tournaments.queries.stoppages import lost_before


def listeners(table: Table) -> frozenset[int]:
    """The numbers of the seats whose players read what is said at the table from now on.

    Not who has lost the seat to the stand-in, nor who is disqualified: the seat stays theirs by its row. Until a player
    writes the stand-in keeps the seat for them. Where a table is stopped it has all seats, so what counts is who had
    them when it was.
    """
    seats = [seat for seat in table.seated if seat.player is not None and seat.player.is_active]
    if table.state == Table.State.STOPPED:
        return frozenset(seat.number for seat in seats) - lost_before(table)
    played = [seat for seat in seats if seat.mover != Seat.Mover.REPLACED]
    out = _disqualified(table) if table.state == Table.State.FINISHED else set()
    return frozenset(seat.number for seat in played if seat.player_id not in out)


def _disqualified(table: Table) -> set[int]:
    """Keys of the players. The stand-in has their seats at tables that run, but finished games stay as they were."""
    out = Entry.objects.filter(league=table.league_id, state=Entry.State.OUT)
    return set(out.order_by().values_list("player", flat=True))
