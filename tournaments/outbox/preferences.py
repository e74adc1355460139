"""The way of each group's letters to a player: at once, in the daily letter or not at all. Reads, changes no rows.

Only what can wait is here. Reminders, refusals, grace, a new deadline and the end of a game always come at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from tournaments.formats import clocks
from tournaments.letters.parts.draft import Draft
from tournaments.models import League, OutboundLetter, Player
from tournaments.queries.entries import entry_of

NOW, DIGEST, OFF, EVENTFUL = "now", "digest", "off", "eventful"
TURNS, RECEIPTS, NEWS = "turns", "receipts", "news"
# The ways in which letters of a group may come, the usual one first.
WAYS: dict[str, tuple[str, ...]] = {
    TURNS: (NOW, DIGEST),
    RECEIPTS: (NOW, EVENTFUL),
    NEWS: (NOW, DIGEST, OFF),
}
# What a click on "unsubscribe" means: the fewest letters with which nobody loses a seat.
FEWEST = {TURNS: DIGEST, RECEIPTS: EVENTFUL, NEWS: DIGEST}


def known(ways: Mapping[str, str]) -> dict[str, str]:
    """The entries that are valid: known groups with one of their own ways."""
    return {group: way for group, way in ways.items() if way in WAYS.get(group, ())}


def way(player: Player, league: League | None, group: str) -> str:
    """The way of that group's letters: the player's choice for the league, else the one for all, else the default."""
    chosen = known(player.ways)
    entry = entry_of(player, league) if league is not None else None
    if entry is not None:
        chosen |= known(entry.ways)
    return chosen.get(group, WAYS[group][0])


def group_of(draft: Draft) -> str | None:
    """The group of a letter that can wait: it asks for a turn, or says itself what the daily letter tells of it."""
    if draft.kind == "turn":
        return TURNS
    return NEWS if draft.gist else None


def state_of(draft: Draft, player: Player, league: League | None) -> str:
    """The state of a new letter in the outbox."""
    group = group_of(draft)
    return state_of_group(group, player, league) if group else OutboundLetter.State.QUEUED


def state_of_group(group: str, player: Player, league: League | None) -> str:
    """The same for any letter of a group."""
    states = {DIGEST: OutboundLetter.State.FOR_DIGEST, OFF: OutboundLetter.State.NOT_WANTED}
    return states.get(way(player, league, group), OutboundLetter.State.QUEUED)


def next_digest(player: Player, now: datetime) -> datetime:
    """The time when the player's next daily letter goes out."""
    return clocks.next_hour(now, player.digest_hour, player.zone)


def wants_receipts(player: Player, league: League) -> bool:
    """Whether the player is told, too, that everything was played as it was written."""
    return way(player, league, RECEIPTS) == NOW
