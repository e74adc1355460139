"""Deadlines that are no turn's but are paused as well while a part of ours is away: that time is given to them.

Kept orders and sealed choices in their second thoughts, offers of seats, "are you ready", the time for objections, and
the wait of a table for somebody whose letters come back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from itertools import groupby
from operator import or_
from typing import Any

from django.db.models import F, QuerySet

from tournaments.formats.deadlines import lost
from tournaments.formats.spans import Span
from tournaments.models import League, OfficeOffer, Player, SeatOffer, Table
from tournaments.runtime import portions


@dataclass(frozen=True, slots=True)
class Wait:
    """A deadline that is no turn's.

    rows   those that are open
    field  the column of the deadline; `along`: those that move with it
    since  when it began to run, as far as that is known
    """

    rows: Callable[[], QuerySet[Any]]
    field: str
    since: Callable[[Any], datetime]
    along: tuple[str, ...] = ()


def _running() -> QuerySet[Table]:
    return Table.objects.filter(state=Table.State.RUNNING).select_related("league").defer("position", "header")


# Those of one model are listed one after the other.
WAITS = (
    Wait(lambda: _running().filter(run_at__isnull=False), "run_at", lambda table: table.run_at - table.league.delay),
    Wait(
        lambda: _running().filter(reveal_at__isnull=False),
        "reveal_at",
        lambda table: table.reveal_at - table.league.reveal_delay,
        ("reveal_look_at",),
    ),
    Wait(
        lambda: League.objects.filter(state__in=(League.State.OPEN, League.State.DRAWING), ready_by__isnull=False),
        "ready_by",
        lambda league: league.opened_at or league.created_at,
    ),
    Wait(
        lambda: League.objects.filter(state=League.State.RUNNING, final_by__isnull=False),
        "final_by",
        lambda league: league.final_by - league.provisional,
    ),
    Wait(
        lambda: Player.objects.filter(awaited_until__isnull=False),
        "awaited_until",
        lambda player: player.awaited_from,
    ),
    Wait(
        lambda: SeatOffer.objects.filter(state=SeatOffer.State.OPEN),
        "until",
        lambda offer: offer.made_at,
    ),
    Wait(
        lambda: OfficeOffer.objects.filter(state=OfficeOffer.State.OPEN),
        "until",
        lambda asked: asked.made_at,
    ),
)


def give(stood: Sequence[Span]) -> None:
    """Move all of them by what they have lost of these spans, within the caller's transaction. Each call moves anew.

    Rows are locked first, each sort in the order of its keys, as everybody locks them.
    """
    for _, of_model in groupby(WAITS, key=lambda wait: wait.rows().model):
        waits = list(of_model)
        rows = reduce(or_, (wait.rows() for wait in waits))
        list(rows.select_related(None).select_for_update(no_key=True).order_by("pk").values_list("pk"))
        for wait in waits:
            _move(wait, stood)


def _move(wait: Wait, stood: Iterable[Span]) -> None:
    by: dict[timedelta, list[int]] = defaultdict(list)
    for row in wait.rows().order_by("pk"):
        by[lost(wait.since(row), getattr(row, wait.field), stood)].append(row.pk)
    manager = wait.rows().model._default_manager
    for moved, keys in by.items():
        if not moved:
            continue
        for first in range(0, len(keys), portions.SIZE):
            rows = manager.filter(pk__in=keys[first : first + portions.SIZE])
            rows.update(**{name: F(name) + moved for name in (wait.field, *wait.along)})
