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


def public_names(table: Table) -> list[str]:
    """The names of the seats as those read them who only follow the league."""
    return [stand_in_name(seat.number) if seat.player is None else seat.player.public_name for seat in table.seated]


def seat_name(seat: Seat) -> str:
    """The name of the seat's player; of a seat without one that of the stand-in there."""
    return stand_in_name(seat.number) if seat.player is None else seat.player.name


def stand_in_name(number: int) -> str:
    """The name of a seat that has no player: nobody may have it (`no_names`)."""
    return say("Stand-in {n}", n=number + 1)


def table_title(table: Table) -> str:
    return f"{engine.games[table.league.game].name} {table.number}"


def page(name: str, *arguments: Any) -> str:
    """The full address of a page of the player site."""
    return settings.SITE_URL.rstrip("/") + _path(f"player:{name}", *arguments)
