"""Exhibited games: one of each game, played by the stand-ins among themselves, for those who have not signed up yet."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

import engine
from engine import chance
from tournaments.actions import journal
from tournaments.actions.league import decks, settings
from tournaments.actions.table import tables
from tournaments.models import League, Table

SEATS = 3
TURN_TIME = timedelta(days=2)  # as in most leagues: the letter that is shown tells a deadline


def complete() -> int:
    """Have every game played that is not exhibited under its newest rules; how many were."""
    return sum(_exhibit(game) for game in _missing())


def _missing() -> list[engine.Game[Any]]:
    shown = set(League.objects.filter(practice=True, public=True).values_list("game", "rules"))
    return [game for game in engine.games.released().values() if (game.slug, game.rules) not in shown]


def _exhibit(game: engine.Game[Any]) -> bool:
    """Play one game to its end. False where another worker has done it meanwhile."""
    try:
        with transaction.atomic():
            table = _opened(game)
    except IntegrityError:
        return False
    journal.note("exhibited", f"{table} was played by stand-ins, to be looked at", table=table)
    return True


def _opened(game: engine.Game[Any]) -> Table:
    """The table, played out: nobody is asked at it."""
    seats, now = min(max(SEATS, game.seats[0]), game.seats[1]), timezone.now()
    league = League(
        name=game.name, tag=game.name, practice=True, public=True, game=game.slug, seats=seats, max_players=seats,
        turn_time=TURN_TIME, delay=timedelta(0), reveal_delay=timedelta(0), state=League.State.RUNNING, opened_at=now,
        started_at=now,
    )  # fmt: skip
    settings.check(league)
    decks.pin(league)
    league.save(force_insert=True)
    secret = secrets.token_bytes(32)
    table = Table.objects.create(
        league=league, number=1, secret=secret, commitment=chance.commitment(secret), words=[""] * seats
    )
    tables.open_table(table, [None] * seats)
    return table
