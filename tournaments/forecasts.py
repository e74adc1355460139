"""How long a league takes, before it begins and while it runs. An estimate from finished tables where there are any."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Count
from django.utils import timezone

import engine
from tournaments.formats import clocks
from tournaments.models import League, Table, Turn

USUAL = timedelta(hours=8)  # that an answer takes where nothing is known of the players yet
TURNS_TO_JUDGE_BY = 6
ENOUGH = 3  # finished tables after which experience goes before the estimate


def forecast(league: League) -> str:
    """ "96 turns a table: about 5 weeks at 8 hours an answer, 27 at 48." """
    return clocks.forecast(turns_of_a_table(league), league.turn_time.total_seconds() / 3600)


def for_each_size() -> list[tuple[str, str]]:
    """(game and seats, forecast at the usual hours) for the form of a new league."""
    usual = League._meta.get_field("turn_time").default.total_seconds() / 3600
    return [
        (f"{game.name}, {seats} seats", clocks.forecast(turns_of_a_table(League(game=slug, seats=seats)), usual))
        for slug, game in engine.games.items()
        for seats in range(game.seats[0], game.seats[1] + 1)
    ]


def turns_of_a_table(league: League) -> int:
    """Answers one after the other: the mean of finished tables of this kind, or what the game says of itself."""
    finished = Table.objects.filter(league__game=league.game, league__seats=league.seats, state=Table.State.FINISHED)
    tables = finished.count()
    if tables < ENOUGH:
        return engine.games[league.game].pace(league.seats)[1]
    turns = Turn.objects.filter(seat__table__in=finished).count()
    return max(1, round(turns / tables))


def ends_about(league: League) -> datetime | None:
    """When the last table of a running league may end, at the pace of its players so far; None where none runs."""
    tables = league.tables.filter(state=Table.State.RUNNING).annotate(turns=Count("seats__turns"))
    expected, now = turns_of_a_table(league), timezone.now()
    ends = [_ends(table, table.turns, expected, now) for table in tables if table.opened_at is not None]
    if not ends:
        return None
    waiting = league.tables.filter(state=Table.State.COMMITTED).exclude(lineup=[]).count()
    further = -(-waiting // len(ends))  # rounds of tables that wait for these
    return max(ends) + further * expected * USUAL


def _ends(table: Table, turns: int, expected: int, now: datetime) -> datetime:
    opened = table.opened_at or now
    pace = (now - opened) / turns if turns >= TURNS_TO_JUDGE_BY else USUAL
    left = max(expected - turns, round(expected * 0.05), 1)  # also a game that takes longer ends some time
    return now + left * pace
