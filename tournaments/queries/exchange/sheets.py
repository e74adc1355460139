"""The sheets of a league: its roster, its line-ups, its results and its standings. Reads only.

Names in JSON stay as they are in every language; headings are for people. Addresses are in the roster alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.db.models import Case, Prefetch, QuerySet, When

from engine.language.languages import to_say
from tournaments.formats.sheets.writing import Sheet, Value
from tournaments.formats.standings import league_points
from tournaments.language.speech import say
from tournaments.models import Entry, League, Player, Seat, Table
from tournaments.queries import standings as places
from tournaments.queries.names import seat_name

Row = Mapping[str, Value]
LONG = ("position", "header", "secret", "words")  # columns of a table that no sheet needs
SITTING = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))
ROSTER = {
    "name": to_say("Name"),
    "address": to_say("Address"),
    "state": to_say("State"),
    "joined_at": to_say("Joined"),
    "ready_at": to_say("Said “ready”"),
}
LINEUPS = {
    "table": to_say("Table"),
    "state": to_say("State"),
    "seat": to_say("Seat"),
    "player": to_say("Player"),
    "moved_by": to_say("Moved by"),
}
RESULTS = {
    "table": to_say("Table"),
    "seat": to_say("Seat"),
    "player": to_say("Player"),
    "score": to_say("Score"),
    "place": to_say("Place"),
    "counts_as": to_say("Counts as place"),
    "points": to_say("League points"),
    "counts": to_say("Counts"),
    "ended_at": to_say("Ended"),
}
STANDINGS = {
    "place": to_say("Place"),
    "player": to_say("Player"),
    "points": to_say("Points"),
    "games": to_say("Games"),
    "why": to_say("Why"),
}


def roster(league: League) -> Sheet:
    """Everybody who has entered, those who are gone too: first those in, then those who wait."""
    order = Case(*(When(state=state, then=place) for place, state in enumerate(Entry.State.values)))
    entries = league.entries.select_related("player").order_by(order, "joined_at", "pk")
    return _sheet(ROSTER, map(_entry, entries))


def _entry(entry: Entry) -> Row:
    player = entry.player
    return {
        "name": player.name,
        "address": "" if player.erased_at else player.email,
        "state": entry.get_state_display(),
        "joined_at": entry.joined_at,
        "ready_at": entry.ready_at,
    }


def lineups(league: League) -> Sheet:
    """The seats of each table, also of those that are drawn and not opened yet."""
    tables = drawn(league.tables.all())
    names = dict(Player.objects.filter(entries__league=league).values_list("pk", "name"))
    return _sheet(LINEUPS, (row for table in tables for row in seats_of(table, names)))


def drawn(tables: QuerySet[Table]) -> QuerySet[Table]:
    """The tables at which somebody sits, or will; with their seats."""
    found = tables.exclude(opened_at=None, lineup=[]).order_by("number")
    return found.defer(*LONG).prefetch_related(SITTING)


def seats_of(table: Table, names: Mapping[int, str]) -> Iterator[Row]:
    """The line-up of a table. `names`: of the players who are to sit at one that is not opened."""
    state = str(table.get_state_display())
    if seats := list(table.seats.all()):
        for seat in seats:
            yield {
                "table": table.number,
                "state": state,
                "seat": seat.number + 1,
                "player": seat_name(seat),
                "moved_by": seat.get_mover_display(),
            }
        return
    for number, player in enumerate(table.lineup, start=1):
        yield {"table": table.number, "state": state, "seat": number, "player": names.get(player, ""), "moved_by": ""}


def results(league: League) -> Sheet:
    """The score of each seat of each finished table, and what it counts."""
    tables = finished(league.tables.all())
    return _sheet(RESULTS, (row for table in tables for row in results_of(table, league)))


def finished(tables: QuerySet[Table]) -> QuerySet[Table]:
    """The finished tables, with their seats."""
    found = tables.filter(state=Table.State.FINISHED, result__isnull=False).order_by("number")
    return found.defer(*LONG).prefetch_related(SITTING)


def results_of(table: Table, league: League) -> list[Row]:
    """The result of a finished table by seat. One that is void gives no points."""
    result: dict[str, Any] = table.result or {}
    counts = not result.get("void")
    points = league_points(result["counted"], league.points)
    return [
        {
            "table": table.number,
            "seat": seat.number + 1,
            "player": seat_name(seat),
            "score": result["totals"][seat.number],
            "place": result["ranks"][seat.number],
            "counts_as": result["counted"][seat.number] if counts else None,
            "points": Fraction(points[seat.number]) if counts else None,
            "counts": counts,
            "ended_at": table.finished_at,
        }
        for seat in table.seats.all()
    ]


def standings(league: League) -> Sheet:
    """The places after the tables that have finished."""
    rows = places.standings(league) if league.started_at is not None else []
    names: dict[Hashable, str] = dict(league.entries.values_list("player_id", "player__name"))
    return _sheet(
        STANDINGS,
        (
            {
                "place": row.place,
                "player": names[row.player],
                "points": row.points,
                "games": row.games,
                "why": row.explanation,
            }
            for row in rows
        ),
    )


def _sheet(columns: Mapping[str, str], rows: Iterable[Row]) -> Sheet:
    return Sheet({name: say(head) for name, head in columns.items()}, list(rows))


SHEETS: dict[str, Callable[[League], Sheet]] = {
    "roster": roster,
    "line-ups": lineups,
    "results": results,
    "standings": standings,
}
FORMS: Sequence[str] = ("csv", "json")
