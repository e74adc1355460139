"""The ways that a player wants for letters and their buttons: for one league, for all, or the usual. Reads only."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.models import League, Player
from tournaments.queries.entries import entry_of

NOW, DIGEST, OFF, EVENTFUL = "now", "digest", "off", "eventful"
PAGE, REPLY = "page", "reply"
SIGNED_IN, EVERYWHERE = "signed-in", "everywhere"
TURNS, RECEIPTS, NEWS = "turns", "receipts", "news"
BUTTONS, PRESSES, PRESSED = "buttons", "presses", "pressed"
# The ways in which letters of a group may come, the usual one first.
OF_LETTERS: dict[str, tuple[str, ...]] = {
    TURNS: (NOW, DIGEST),
    RECEIPTS: (NOW, EVENTFUL),
    NEWS: (NOW, DIGEST, OFF),
}
# What their buttons open, where a press on that page acts, and whether a letter tells what came of one.
OF_BUTTONS: dict[str, tuple[str, ...]] = {
    BUTTONS: (PAGE, REPLY),
    PRESSES: (SIGNED_IN, EVERYWHERE),
    PRESSED: (OFF, NOW),
}
WAYS = OF_LETTERS | OF_BUTTONS


def known(ways: Mapping[str, str]) -> dict[str, str]:
    """The entries that are valid: known groups with one of their own ways."""
    return {group: way for group, way in ways.items() if way in WAYS.get(group, ())}


def way(player: Player, league: League | None, group: str) -> str:
    """The way of that group's letters: the player's choice for the league, else the one for all, else the default."""
    chosen = known(player.ways)
    entry = entry_of(player, league) if league is not None and group in OF_LETTERS else None
    if entry is not None:
        chosen |= known(entry.ways)
    return chosen.get(group, WAYS[group][0])
