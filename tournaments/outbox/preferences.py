"""The way of each group's letters to a player: at once, in the daily letter or not at all. Reads, changes no rows.

Only what can wait is here. Reminders, refusals, grace, a new deadline and the end of a game always come at once.
"""

from __future__ import annotations

from datetime import datetime

from tournaments.formats import clocks
from tournaments.letters.parts.draft import Draft
from tournaments.models import League, OutboundLetter, Player
from tournaments.queries.ways import DIGEST, EVENTFUL, NEWS, NOW, OFF, PRESSED, RECEIPTS, TURNS, way

# What a click on "unsubscribe" means: the fewest letters with which nobody loses a seat.
FEWEST = {TURNS: DIGEST, RECEIPTS: EVENTFUL, NEWS: DIGEST}


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


def wants_receipts_of_presses(player: Player, league: League) -> bool:
    """Whether a letter tells, too, what came of a button; the page has told it."""
    return way(player, league, PRESSED) == NOW
