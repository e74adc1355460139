"""The names of seats, tables and pages wherever people read of them. Reads only."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.urls import reverse

import engine
from tournaments.language.speech import say
from tournaments.models import Seat, Table

_path = lru_cache(maxsize=1_024)(lambda name, *arguments: reverse(name, args=arguments))


def seat_names(table: Table) -> list[str]:
    """The names of the seats as the others read them, in seat order."""
    return [seat_name(seat) for seat in table.seated]


def seat_name(seat: Seat) -> str:
    if seat.player is None:
        return say("Stand-in {n}", n=seat.number + 1)
    return seat.player.name


def table_title(table: Table) -> str:
    return f"{engine.games[table.league.game].name} {table.number}"


def page(name: str, *arguments: Any) -> str:
    """The full address of a page of the player site."""
    return settings.SITE_URL.rstrip("/") + _path(f"player:{name}", *arguments)
