"""The standings of a league, made of its finished tables. Reads rows, writes nothing."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from django.db.models import QuerySet

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
    share: tally.Share | None = None

    @property
    def explanation(self) -> str:
        """Tell what decides between this player and the next, where points do not, and how points are weighted."""
        return tally.explained(self.lead, self.share)


def standings(league: League) -> list[tally.Row]:
    """The standings after the tables that have finished; everybody who plays is in them."""
    entrants = list(league.entries.filter(state__in=[Entry.State.IN, Entry.State.OUT]).select_related("player"))
    names: dict[Hashable, str] = {one.player_id: one.player.name for one in entrants if one.state == Entry.State.IN}
    out = {one.player_id for one in entrants if one.state == Entry.State.OUT}
    weighted = bool(out) and not league.is_cancelled  # games of theirs may be void: how many of whom, all tables tell
    tables = league.tables.exclude(lineup=[]) if weighted else league.tables.filter(state=Table.State.FINISHED)
    found = list(tables.defer("position", "header").prefetch_related("seats"))
    results = [counted for table in found if table.state == Table.State.FINISHED and (counted := _counted(table))]
    shares = _shares(found) if weighted else {}
    seed = str((league.draw or {}).get("seed", ""))  # drawn with the lots: nobody knew it before entries closed
    return tally.standings(
        results, league.points, league.tie_breaks, seed, players=names, without=out, names=names, shares=shares
    )


def stamp(league: League) -> str:
    """A digest that stays the same as long as all places and points do."""
    rows = [(row.place, row.player, str(row.points)) for row in standings(league)]
    return hashlib.sha256(repr(rows).encode()).hexdigest()[:16]


def _shares(tables: Iterable[Table]) -> dict[Hashable, tally.Share]:
    """The players who have void games, with the share of the games drawn for them that still count or will count."""
    drawn, void = Counter[Hashable](), Counter[Hashable]()
    for table in tables:
        players = [seat.player_id for seat in table.seats.all()] or table.lineup
        drawn.update(players)
        if table.state in (Table.State.STOPPED, Table.State.UNUSED) or (table.result or {}).get("void"):
            void.update(players)
    return {player: tally.Share(drawn[player] - lost, drawn[player]) for player, lost in void.items()}


def shown(league: League, rows: Sequence[tally.Row], *, public: bool = False) -> list[Place]:
    """The standings with names and points in words. `public`: with the names for those who only follow the league."""
    players = {entry.player_id: entry.player for entry in league.entries.select_related("player")}
    names: dict[Hashable, str] = {pk: one.public_name if public else one.name for pk, one in players.items()}
    leads = [
        replace(row.lead, over=names[behind.player]) if row.lead and behind else row.lead
        for row, behind in zip_longest(rows, rows[1:])
    ]
    return [
        Place(row.place, row.player, names[row.player], row.shown["points"], row.games, lead, row.share)
        for row, lead in zip(rows, leads, strict=True)
    ]


def _counted(table: Table) -> tally.Result | None:
    seats = sorted(table.seats.all(), key=lambda seat: seat.number)
    if table.result is None or table.result.get("void") or any(seat.player_id is None for seat in seats):
        return None
    players = tuple(seat.player_id for seat in seats)
    return tally.Result(players, tuple(table.result["totals"]), tuple(table.result["counted"]))


def to_confirm(leagues: QuerySet[League]) -> QuerySet[League]:
    """The leagues whose results are provisional."""
    return leagues.filter(state=League.State.RUNNING, final_by__isnull=False)


def to_rule(tables: QuerySet[Table]) -> QuerySet[Table]:
    """The tables that the stand-in finished for somebody and that wait for the organiser's ruling."""
    left_to_us = tables.filter(league__after_stand_in=League.AfterStandIn.RULE, state=Table.State.FINISHED)
    waiting = left_to_us.filter(result__stand_in__0__isnull=False, result__ruled__isnull=True)
    # A league does not end before the last ruling, so that the tables of those that are over need not be read.
    return waiting.filter(result__void__isnull=True, league__state=League.State.RUNNING)
