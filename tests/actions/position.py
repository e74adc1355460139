"""A table of the service at a position that a test sets up, and orders of its seats."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction

import engine
from tests.shared.cast import make_cast, only_table, running_league
from tournaments.actions.table import orders
from tournaments.actions.table.session import Session
from tournaments.models import LogEntry, Seat, Table, Turn

DICE = dict.fromkeys(("blue", "brown", "purple", "red", "yellow"), 3)


def table_at(*seats: dict[str, Any], minutes: int = 5, hours: int = 48, **position: Any) -> tuple[Table, list[Seat]]:
    """A table with a delay at which the first seat is to play a card, unless the position says otherwise; its seats."""
    table = only_table(running_league(make_cast(), delay=timedelta(minutes=minutes), turn_time=timedelta(hours=hours)))
    position |= {"dice": DICE, "seats": list(seats), "phase": "cards", "start": 0}
    match = engine.Match.start(
        engine.games["bruges"], seats=3, secret=bytes(table.secret), words=("a", "b", "c"), position=position
    )
    LogEntry.objects.filter(table=table).delete()
    Turn.objects.filter(seat__table=table).delete()
    table.header, table.position, table.head, table.run_at = match.header, match.dump(), match.head, None
    table.save()
    LogEntry.objects.bulk_create(
        LogEntry(table=table, number=entry.number, entry=entry.to_json(), hash=entry.hash) for entry in match.log
    )
    Seat.objects.filter(table=table).update(seen=-1, plan={})
    with transaction.atomic(), Session.open(table.pk) as session:
        session.write_down()
    return table, list(Seat.objects.filter(table=table).order_by("number"))


def order(seat: Seat, *lines: str) -> list[str]:
    """Write in the order box; what became of each line."""
    return [line.state for line in orders.take_orders(seat.pk, lines, serial=None, by="page").lines]


def plan_of(seat: Seat) -> dict[str, Any]:
    seat.refresh_from_db()
    return dict(seat.plan)
