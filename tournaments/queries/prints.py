"""The current prints: the row that belongs to what is to be shown, and what it is called. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from json import dumps

from engine.language.languages import spoken
from tournaments.language.speech import say
from tournaments.models import League, Print, Seat, Table

EDITION = 1  # raise it when the same rows are to be printed differently


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a paper: a league, or one of its tables."""

    league: League
    table: Table | None = None


def key(kind: str, of: Subject) -> str:
    """A key that stays the same as long as the paper in the spoken language would show the same."""
    return sha256(dumps([EDITION, spoken(), kind, of.league.pk, *_shown(of)], default=str).encode()).hexdigest()


def current(kind: str, of: Subject) -> Print | None:
    """The current print of that paper, without its bytes; None if nobody has asked for it."""
    return Print.objects.defer("content").filter(key=key(kind, of)).first()


def file_name(kind: str, of: Subject) -> str:
    """The name of the file, in letters that every mail program takes."""
    if of.table is not None:
        return say("record-{league}-table-{table}.pdf", league=of.league.pk, table=of.table.number)
    if kind == Print.Kind.BOOK:
        return say("league-book-{league}.pdf", league=of.league.pk)
    return say("league-certificates-{league}.pdf", league=of.league.pk)


def _shown(of: Subject) -> list[object]:
    """The values on the paper that may change: results, names, the newest hash of each log."""
    tables = [of.table] if of.table else list(of.league.tables.defer("position", "header").order_by("number"))
    heads = [table.head if of.table or table.state == Table.State.FINISHED else "" for table in tables]
    games = [(table.pk, table.state, table.result, table.finished_at) for table in tables]
    names = list(of.league.entries.order_by("pk").values_list("pk", "state", "player__name"))
    seats = _seats(tables)
    organisers = list(of.league.organisers.order_by("pk").values_list("name", flat=True))
    return [of.league.name, of.league.state, of.league.finished_at, games, heads, names, seats, organisers]


def _seats(tables: list[Table]) -> list[list[object]]:
    """The players at each table, in seat order."""
    rows = Seat.objects.filter(table__in=tables).order_by("number")
    found: dict[int, list[object]] = {table.pk: [] for table in tables}
    for table, player, name in rows.values_list("table_id", "player_id", "player__name"):
        found[table].append((player, name))
    return [found[table.pk] for table in tables]
