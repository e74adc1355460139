"""The clock of a turn and its row: what moves it is reckoned in `formats.deadlines`, and written here. Tells nobody."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings

from tournaments.actions.player import vacations
from tournaments.formats.deadlines import Behind, Clock
from tournaments.formats.spans import Span
from tournaments.models import Seat, Turn

TELL_FROM = timedelta(minutes=15)  # less is given back without a letter
GIVEN_BACK = ("due_by", "judge_at", "remind_at", "grace_until", "not_counted")  # columns that `give` may change


def start(seat: Seat, asked: datetime, time: timedelta) -> Clock:
    """The clock of a new question to the seat, asked at that moment, with so much time."""
    return Clock.start(asked, time, remind_at(), behind(seat))


def behind(seat: Seat) -> Behind:
    """A function that moves deadlines of the seat behind the days off and quiet hours of its player."""
    return partial(vacations.moved_behind, seat)


def remind_at() -> float:
    """The share of a question's time after which its player is reminded."""
    return float(settings.REMIND_AT)


def write(turn: Turn, clock: Clock, **more: Any) -> None:
    """Set the clock of a turn and save it, with other columns that change along with it."""
    changed = {name: value for name, value in {**Turn.columns(clock), **more}.items() if getattr(turn, name) != value}
    for name, value in changed.items():
        setattr(turn, name, value)
    turn.save(update_fields=list(changed))


def give(turn: Turn, stood: Iterable[Span]) -> timedelta:
    """Give the time of these spans back to a turn, which is not saved; by how much its deadline has moved."""
    before = turn.due_by
    for name, value in Turn.columns(turn.clock.given_back(stood, behind(turn.seat))).items():
        setattr(turn, name, value)
    return turn.due_by - before
