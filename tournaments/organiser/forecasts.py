"""How long a league takes, before it begins. An estimate from finished tables where there are any."""

from __future__ import annotations

from tournaments.formats import clocks
from tournaments.models import League, Table, Turn

ROUNDS = 8  # of Bruges where drawing follows the longer pile
CARDS = 4  # turns of a seat in a round
ENOUGH = 3  # finished tables after which experience goes before the estimate


def forecast(league: League) -> str:
    """ "96 turns a table: about 5 weeks at 8 hours an answer, 27 at 48." """
    return clocks.forecast(turns_of_a_table(league), league.turn_time.total_seconds() / 3600)


def turns_of_a_table(league: League) -> int:
    """Answers one after the other: the mean of finished tables of this kind, or rounds × cards × seats."""
    kind = {"league__game": league.game, "league__seats": league.seats, "state": Table.State.FINISHED}
    finished = Table.objects.filter(**kind)
    tables = finished.count()
    if tables < ENOUGH:
        return ROUNDS * CARDS * league.seats
    turns = Turn.objects.filter(seat__table__in=finished).count()
    return max(1, round(turns / tables))
