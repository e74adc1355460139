"""The limit on the bytes of letters in that are kept, so that no flood of them fills the disk. No door refuses any.

    done with at the door, unread   the head
    waits to be read with others    QUEUED bytes, which leave room for its words; above so many bytes of a day
                                    BEGINNING bytes, and of these, too, only so many: what comes above them is done with
    read                            whole, up to so many bytes of a day; above that no bytes, only what was understood
    waits for its player's yes      likewise, but above that BEGINNING bytes; its words, of which its player
                                    is asked, are kept apart from them. Of these, too, only so many in a day: what
                                    comes above them waits no more and is done with, for nobody would find it among a
                                    thousand others; the letter that tells of all that wait says so

Letters of strangers count together. Those of a player count for each player, and so does what they have said yes to,
wherever it came from; what anybody may have written in their name counts for itself, and so does what others send to
the reply addresses of their seats. All of it together is at most three times OF_A_PLAYER in a day,
and as much again and OF_BEGINNINGS while it waits in queues.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from tournaments.inbox.reply.mime import cut
from tournaments.models import InboundLetter
from tournaments.outbox import limits
from tournaments.queries.letters.outcomes import NO_ROOM, QUEUE_FULL

KB = 1024
HEAD = 16 * KB
QUEUED = 128 * KB
BEGINNING = 16 * KB
OF_A_PLAYER = 20 * KB  # kB of a day
OF_BEGINNINGS = 4 * KB  # kB of these, for letters that wait for a yes
BY_A_TOKEN = ("other address", "dmarc")  # verdicts of letters to a reply address that wait for a yes
NULL_SENDER = "<>"


def cut_at_the_door(row: InboundLetter, head: bytes) -> None:
    """Keep of a letter that is stored now what its place allows. Sets `raw`, saves nothing."""
    if row.state == InboundLetter.State.DONE:
        row.raw = head[:HEAD]
        row.raw = _what_there_is_room_for(row)
    elif row.queue:
        _cut_in_its_queue(row)
        if row.state == InboundLetter.State.DONE:
            row.raw = head[:HEAD]
            row.raw = _what_there_is_room_for(row)


def _cut_in_its_queue(row: InboundLetter) -> None:
    """Keep of a letter that waits with others what there is room for; without any it is done with, and not read."""
    who, most = _count_of_queued(row)
    for share, size, kb_of_a_day in (("bytes", QUEUED, most), ("beginnings", BEGINNING, min(most, OF_BEGINNINGS))):
        raw = cut.to_size(bytes(row.raw), size)
        if _is_counted(f"{share} queued", who, kb_of_a_day, raw):
            row.raw = raw
            return
    row.state, row.verdict, row.read_at, row.queue = InboundLetter.State.DONE, QUEUE_FULL, timezone.now(), ""


def cut_when_read(row: InboundLetter) -> None:
    """Keep of a letter that has been read what there is room for, and save it if that is less than all.

    One that waits for a yes and of which nothing could be read then waits no longer.
    """
    size = len(bytes(row.raw))
    row.raw = _what_there_is_room_for(row)
    if len(row.raw) < size:
        if row.state == InboundLetter.State.HELD and not row.raw:
            row.state, row.verdict, row.shown = InboundLetter.State.DONE, NO_ROOM, {}
        row.save(update_fields=("raw", "state", "verdict", "shown"))


def _what_there_is_room_for(row: InboundLetter) -> bytes:
    """The bytes of a letter that may be kept; they are counted."""
    raw = bytes(row.raw)
    if row.state != InboundLetter.State.HELD:
        return raw if _is_counted("bytes kept", *_count_of(row), raw) else b""
    who = _count_of_held(row)
    if _is_counted("bytes kept", who, OF_A_PLAYER - OF_BEGINNINGS, raw):
        return raw
    beginning = cut.to_size(raw, BEGINNING)
    if _is_counted("beginnings kept", who, OF_BEGINNINGS, beginning) or row.answers.exists():
        return beginning  # of one that a letter asks about too: there are few of these in a day (`holding`)
    return b""


def _is_counted(what: str, who: str, most: int, raw: bytes) -> bool:
    """Whether there is room for these bytes among so many kB; if so, they are counted."""
    return limits.allow(what, who, most, limits.DAY, times=-(-len(raw) // KB))


def _count_of(row: InboundLetter) -> tuple[str, int]:
    """(among whose letters it counts, kB of them that are kept of a day)."""
    whose = row.seat.player_id if row.seat is not None and row.proved else row.player_id
    if whose is None:
        return "strangers", strangers_a_day()
    proved = row.proved and row.mail_from.strip() != NULL_SENDER
    return f"{'own' if proved else 'in the name of'} {whose}", OF_A_PLAYER


def _count_of_queued(row: InboundLetter) -> tuple[str, int]:
    """As `_count_of`, of one that is not read yet: others' letters to a player's reply addresses count for themselves.

    The bytes that wait are counted beside those that are kept of letters that have been read.
    """
    if row.seat is not None and not row.proved:
        return f"to the seats of {row.seat.player_id}", OF_A_PLAYER
    return _count_of(row)


def _count_of_held(row: InboundLetter) -> str:
    """The count for a letter that waits for a yes; a flood of forged ones takes no room from others.

    What is proved to be the player's counts among their own.
    """
    whose = row.seat.player_id if row.seat is not None else row.player_id
    if row.verdict in BY_A_TOKEN:
        return f"to the seats of {whose}"
    return f"{'own' if row.proved else 'in the name of'} {whose}"


def strangers_a_day() -> int:
    """kB of strangers' letters of one day, so that those of all days that are kept are below the setting."""
    days = -(-settings.STRANGERS_LETTERS_KEPT // timedelta(days=1)) + 2  # begun ones, and the purge comes once a day
    return max(1, settings.STRANGERS_LETTERS_KEPT_MB * KB // days)
