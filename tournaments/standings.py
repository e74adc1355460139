"""The standings of a league, made of its finished tables. Reads rows, writes nothing."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from tournaments.formats import standings as tally
from tournaments.models import Entry, League, Table


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the standings as letters read it out, each to its own reader."""

    place: int
    player: Hashable
    name: str
    points: str
    played: int
    lead: tally.Lead | None

    @property
    def explanation(self) -> str:
        """What decides between this player and the next one, where points do not."""
        return self.lead.explanation if self.lead else ""


def standings(league: League) -> list[tally.Row]:
    """The standings after the tables that have finished; everybody who plays is in them."""
    entrants = league.entries.filter(state=Entry.State.IN).select_related("player")
    names: dict[Hashable, str] = {entry.player_id: entry.player.name for entry in entrants}
    tables = league.tables.filter(state=Table.State.FINISHED).defer("position", "header").prefetch_related("seats")
    results = [counted for table in tables if (counted := _counted(table))]
    seed = str((league.draw or {}).get("seed", ""))  # drawn with the lots: nobody knew it before entries closed
    out = set(league.entries.filter(state=Entry.State.OUT).values_list("player_id", flat=True))
    return tally.standings(results, league.points, league.tie_breaks, seed, players=names, without=out, names=names)


def shown(league: League, rows: Sequence[tally.Row]) -> list[Place]:
    """The standings with names and points in words."""
    names: dict[Hashable, str] = dict(league.entries.values_list("player_id", "player__name"))
    return [Place(row.place, row.player, names[row.player], row.shown["points"], row.games, row.lead) for row in rows]


def _counted(table: Table) -> tally.Result | None:
    seats = sorted(table.seats.all(), key=lambda seat: seat.number)
    if table.result is None or table.result.get("void") or any(seat.player_id is None for seat in seats):
        return None
    players = tuple(seat.player_id for seat in seats)
    return tally.Result(players, tuple(table.result["totals"]), tuple(table.result["counted"]))
