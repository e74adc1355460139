"""The needs of an organiser now, for the desk and for the daily letter to organisers. Reads only."""

from __future__ import annotations

from collections.abc import Callable

from tournaments.models import Player
from tournaments.queries.access.desk_rights import Scope, own
from tournaments.queries.needs import letters, tables
from tournaments.queries.needs.need import (
    ASKED,
    DEAD,
    DISPUTE,
    FAULT,
    HELD,
    HELP,
    LATE,
    OUTAGE,
    REFUSED,
    RESULTS,
    RULING,
    STUCK,
    UNREAD,
    Look,
    Need,
    Sort,
    page_of,
)

__all__ = [
    "ASKED", "DEAD", "DISPUTE", "FAULT", "HELD", "HELP", "LATE", "OUTAGE", "REFUSED", "RESULTS", "RULING", "SORTS",
    "STUCK", "TOLD", "UNREAD", "Look", "Need", "Sort", "most_urgent", "needs_of", "page_of",
]  # fmt: skip


SORTS = (  # as they are read: first what waits for an answer, last what others can make any number of
    Sort("late", "seats that are late", tables.late, tables.of_late),
    Sort("letters", "letters that could not be read", letters.laid_aside, letters.of_laid_aside),
    Sort("cases", "cases", tables.open_cases, tables.of_case),
    Sort("rulings", "tables that wait for your ruling or stand still", tables.stopped, tables.of_stopped),
    Sort("results", "provisional results", tables.provisional, tables.of_provisional),
    Sort("help", "players who were refused three times in a row", letters.misunderstood, letters.help_wanted),
    Sort("faults", "things that were due and failed", tables.faults, tables.of_fault),
    Sort("unreachable", "players whose letters come back", letters.unreachable, letters.of_unreachable),
    Sort("refused", "letters that were refused", letters.refused, letters.of_refused, once="created_at"),
    Sort("held", "players in whose names letters wait", letters.held, letters.of_held, once="received_at"),
)
# In the letter alone: there is nothing to do.
TOLD = Sort("outages", "outages of the service", tables.outages_told, tables.of_outage, once="at")


def needs_of(
    organiser: Player, mine: Scope = own, name: Callable[[str], str] = str, most: int | None = None
) -> list[Need]:
    """The needs of an organiser, first those that they can settle; of each sort no more than `most`."""
    look = Look(organiser, mine, name)
    return [sort.need(row, look) for sort in SORTS for row in sort.rows(look)[:most]]


def most_urgent(look: Look, most: int) -> tuple[list[Need], int]:
    """Up to `most` needs of all sorts, and how many there are in all; no sort keeps another one from being told."""
    sorts = [(sort, sort.to_tell(look)) for sort in (*SORTS, TOLD)]
    found = [(sort, rows, list(rows[:most])) for sort, rows in sorts]
    share = most // max(1, sum(bool(first) for _, _, first in found))
    left = most - sum(min(len(first), share) for _, _, first in found)
    needs, count = [], 0
    for sort, rows, first in found:
        more = min(max(len(first) - share, 0), left)
        left -= more
        needs += [sort.need(row, look) for row in first[: share + more]]
        count += len(first) if len(first) < most else rows.order_by().count()
    return needs, count
