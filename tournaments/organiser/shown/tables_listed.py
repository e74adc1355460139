"""Tables at a glance, in lists and on a league's page: who sits there, whose turn it is, how it ended. Reads only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Min, OuterRef, Prefetch, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournaments.models import InboundLetter, League, Player, Seat, Table, Turn
from tournaments.queries.access.desk_rights import OPENED, Opponents, due_shown
from tournaments.queries.letters.letters_shown import letters_shown
from tournaments.queries.names import seat_name

WAITING = (InboundLetter.State.HELD, InboundLetter.State.LAID_ASIDE)
MOST = 24  # tables on a league's page; the list of tables has all


@dataclass(frozen=True, slots=True)
class TableGlance:
    """One table in a few words; `turn` is the open one with the nearest deadline, `asked` whose turn it is."""

    table: Table
    names: tuple[str, ...]
    asked: str
    turn: Turn | None
    late: bool
    outcome: str


def with_seats(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Each with its seats in order, their players and open turns: two statements for a whole page of tables.

    Without the positions, which are long and shown nowhere here.
    """
    open_turns = Turn.objects.filter(ended_at=None).order_by("due_by")
    seats = Seat.objects.select_related("player").order_by("number")
    seats = seats.prefetch_related(Prefetch("turns", open_turns, "open"))
    return tables.defer("position", "header").prefetch_related(Prefetch("seats", seats, "by_number"))


def with_letters(tables: QuerySet[Table], organiser: Player, against: Opponents) -> QuerySet[Table]:
    """Each with `letters_waiting`, how many letters that the organiser is shown are held or laid aside."""
    letters = InboundLetter.objects.filter(seat__table=OuterRef("pk"), state__in=WAITING).order_by()
    letters = letters_shown(letters, organiser, lambda found, _: found, against)
    letters = letters.exclude(seat__table__league__state=League.State.CANCELLED)  # nobody needs them any more
    counted = letters.values("seat__table").annotate(count=Count("pk")).values("count")
    return tables.annotate(letters_waiting=Coalesce(Subquery(counted), Value(0)))


def glances(league: League, against: Callable[[], Opponents]) -> tuple[list[TableGlance], int]:
    """The opened tables of a league by number; of many, those with the nearest deadlines, which the late ones lead.

    And how many there are.
    """
    tables = league.tables.filter(state__in=OPENED)
    opened = tables.count()
    if opened <= MOST:
        return [glance(table, against) for table in with_seats(tables.order_by("number"))], opened
    due = Min("seats__turns__due_by", filter=Q(seats__turns__ended_at=None))
    first = tables.annotate(due=due).order_by(F("due").asc(nulls_last=True), "number")
    return [glance(table, against) for table in with_seats(first)[:MOST]], opened


def glance(table: Any, against: Callable[[], Opponents]) -> TableGlance:
    """`table` comes from `with_seats`; `against` gives the reader's opponents."""
    names = tuple(seat_name(seat) for seat in table.by_number)
    turns = [turn for seat in table.by_number for turn in seat.open]
    for turn in turns:
        turn.due_by = due_shown(turn, against)
    turns.sort(key=lambda turn: turn.due_by)
    asked = " and ".join(name for name, seat in zip(names, table.by_number, strict=True) if seat.open)
    late = bool(turns) and turns[0].due_by < timezone.now() and table.paused_at is None
    return TableGlance(table, names, asked, turns[0] if turns else None, late, _outcome(table, names))


def _outcome(table: Table, names: tuple[str, ...]) -> str:
    """ "Anna 54, Bea 48, Chidi 41", best first; "" while it runs."""
    if table.result is None:
        return ""
    counted, totals = table.result["counted"], table.result["totals"]
    order = sorted(range(len(names)), key=lambda seat: counted[seat])
    scores = ", ".join(f"{names[seat]} {totals[seat]}" for seat in order)
    return f"{scores}. Counts for nobody" if table.result.get("void") else scores
