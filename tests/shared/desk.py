"""A browser at the organisers' desk, where each page that asks sends along what it shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.test import Client

from tournaments.models import Player

SignIn = Callable[[Player], Client]


def stamp_of(client: Client, address: str) -> str:
    """The stamp of a page that asks, as it is now; "" where no such page is."""
    return str((client.get(address).context or {}).get("stamp", ""))


class AtDesk(Client):
    """Presses the button of each page just after it was opened; who brings a stamp opened the page before."""

    def post(self, path: Any, data: Any = None, *args: Any, **kwargs: Any) -> Any:
        if path.startswith("/desk/tournaments/") and isinstance(data, dict | None) and "stamp" not in (data or {}):
            data = {**(data or {}), "stamp": stamp_of(self, path)}
        return super().post(path, data, *args, **kwargs)


def at_desk(player: Player) -> Client:
    """A browser in which that player is signed in."""
    client = AtDesk()
    client.force_login(player)
    return client
