"""How many bytes of letters in are kept, so that no flood of them fills the disk. Refuses none.

    done with at the door, unread   the head
    waits to be read with others    the first QUEUED bytes: words come before what is attached
    read                            whole, up to so many bytes of a day; above that no bytes, only what was understood,
                                    and of one that waits for a yes, which is read again then, the first QUEUED bytes

Letters of strangers count together. Those of a player count for each player, and what anybody may have written in
their name counts for itself.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings

from tournaments.mail import limits
from tournaments.models import InboundLetter

KB = 1024
HEAD = 16 * KB
QUEUED = 128 * KB
OF_A_PLAYER = 20 * KB  # kB of a day
NULL_SENDER = "<>"
# Verdicts of letters for a seat that anybody may have written in its player's name.
UNPROVED = ("no token", "asked", "dmarc", "disowned", "nothing to ask")


def cut_at_the_door(row: InboundLetter, head: bytes) -> None:
    """Keep of a letter that is stored now what its place allows. Sets `raw`, saves nothing."""
    if row.state == InboundLetter.State.DONE:
        row.raw = head[:HEAD]
        row.raw = _what_there_is_room_for(row)
    elif row.queue:
        row.raw = bytes(row.raw)[:QUEUED]


def cut_when_read(row: InboundLetter) -> None:
    """Keep of a letter that has been read what there is room for, and save it if that is less than all."""
    kept = _what_there_is_room_for(row)
    if len(kept) < len(bytes(row.raw)):
        row.raw = kept
        row.save(update_fields=("raw",))


def _what_there_is_room_for(row: InboundLetter) -> bytes:
    """The bytes of a letter that may be kept; they are counted."""
    raw = bytes(row.raw)
    if _has_room(row):
        return raw
    return raw[:QUEUED] if row.state == InboundLetter.State.HELD else b""


def _has_room(row: InboundLetter) -> bool:
    who, most = _count_of(row)
    return limits.allow("bytes kept", who, most, limits.DAY, times=-(-len(bytes(row.raw)) // KB))


def _count_of(row: InboundLetter) -> tuple[str, int]:
    """(among whose letters it counts, kB of them that are kept of a day)."""
    if row.player_id is None:
        return "strangers", strangers_a_day()
    proved = row.seat_id is not None and row.verdict not in UNPROVED and row.mail_from.strip() != NULL_SENDER
    return f"{'own' if proved else 'in the name of'} {row.player_id}", OF_A_PLAYER


def strangers_a_day() -> int:
    """kB of strangers' letters of one day, so that those of all days that are kept are below the setting."""
    days = -(-settings.STRANGERS_LETTERS_KEPT // timedelta(days=1)) + 2  # begun ones, and the purge comes once a day
    return max(1, settings.STRANGERS_LETTERS_KEPT_MB * KB // days)
