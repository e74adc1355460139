"""Playing on at a table without caring how: by random legal orders through the same action as the order box."""

from __future__ import annotations

import random

from django.db import transaction

import engine
from tests.shared.cast import asked_seat
from tournaments.actions.table import orders, turns
from tournaments.actions.table.session import Session
from tournaments.models import LogEntry, Seat, Table
from tournaments.pages.table_view import match_of


def play_on(table: Table, moves: int, seed: int = 1) -> None:
    """So many random orders, fewer if the game ends."""
    rng = random.Random(seed)
    for _ in range(moves):
        table.refresh_from_db()
        if table.state != Table.State.RUNNING:
            return
        play_one(table, rng)


def play_one(table: Table, rng: random.Random) -> Seat:
    seat = asked_seat(table)
    decision = match_of(table).decision(seat.number)
    assert decision is not None
    orders.take_orders(seat.pk, [rng.choice(decision.moves).text], serial=decision.serial, by="page")
    return seat


def play_to_the_end(table: Table, seed: int = 1) -> None:
    play_on(table, 2000, seed)
    table.refresh_from_db()
    assert table.state == Table.State.FINISHED


def end_by_bots(table: Table) -> None:
    """The stand-in plays every seat to the end of the game: quicker than orders."""
    with transaction.atomic(), Session.open(table.pk) as session:
        for seat in session.seats:
            seat.mover = Seat.Mover.STAND_IN
        turns.advance(session)


def set_on(table: Table, match: engine.Match) -> None:
    """Another match of as many seats on a table's row, whatever its league plays; only the log is written down."""
    table.entries.all().delete()
    LogEntry.objects.bulk_create(
        LogEntry(table=table, number=entry.number, entry=entry.to_json(), hash=entry.hash) for entry in match.history
    )
    table.header, table.position, table.head = match.header, match.dump(), match.head
