"""A seat that is asked at a table whose clock is stopped until a test moves it (the fixture `clock`)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import time_machine

import engine
from tests.shared.cast import Cast, asked_seat, only_table, running_league
from tournaments.models import OutboundLetter, Seat, Turn

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)
NO_GRACE = {"grace": timedelta(0)}


def begin(cast: Cast, **settings: object) -> tuple[Seat, Turn]:
    """The seat that a new table waits for, and its turn."""
    seat = asked_seat(only_table(running_league(cast, **settings)))
    return seat, open_turn(seat)


def open_turn(seat: Seat) -> Turn:
    return seat.turns.get(ended_at=None)


def late(clock: time_machine.Traveller, turn: Turn, by: timedelta = timedelta(seconds=1)) -> None:
    """Go on to a moment after the deadline."""
    turn.refresh_from_db()
    clock.move_to(turn.due_by + by)


def kinds(seat: Seat) -> list[str]:
    """Of all letters to the seat, the oldest first."""
    return list(OutboundLetter.objects.filter(seat=seat).order_by("pk").values_list("kind", flat=True))


def legal(seat: Seat) -> str:
    """An order that the seat can give now and that ends its turn."""
    match = engine.Match.load(seat.table.position or {}, secret=bytes(seat.table.secret))
    decision = match.decision(seat.number)
    assert decision is not None
    return next(move.text for move in decision.moves if move.verb == "guilders")
