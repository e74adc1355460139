"""The needs of an organiser, each with the acts that solve it, the likeliest first. Reads only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from tournaments.models import Case, InboundLetter, League, Player, Seat, Table, Turn
from tournaments.pages.paging import MOST_COUNTED
from tournaments.queries import needs
from tournaments.queries.access.desk_rights import own
from tournaments.queries.needs import SORTS, Look, Need, Sort

MOST = 5  # of each sort on the start page


@dataclass(frozen=True, slots=True)
class Act:
    """A button."""

    words: str
    url: str


@dataclass(frozen=True, slots=True)
class Shown:
    need: Need
    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """The most urgent needs of one sort; `more`: how many there are in all, "" where all are shown."""

    shown: tuple[Shown, ...]
    more: str
    url: str


def most_urgent(organiser: Player) -> list[Group]:
    """The first needs of each sort, and the way to the others."""
    look = Look(organiser, own, str)
    return [group for sort in SORTS if (group := _group(sort, look)).shown]


def _group(sort: Sort, look: Look) -> Group:
    rows = sort.rows(look)
    first = list(rows[: MOST + 1])
    more = _all_of(sort, rows) if len(first) > MOST else ""
    return Group(tuple(all_shown(sort, first[:MOST], look)), more, reverse("desk:needs", args=[sort.slug]))


def _all_of(sort: Sort, rows: QuerySet[Any]) -> str:
    """ "All 1234 seats that are late"."""
    count = rows.order_by()[:MOST_COUNTED].count()
    return f"All {count}{'' if count < MOST_COUNTED else ' and more'} {sort.title}"


def all_shown(sort: Sort, rows: Iterable[Any], look: Look) -> list[Shown]:
    needs_found = (sort.need(row, look) for row in rows)
    return [Shown(need, acts_of(need)) for need in needs_found]


def acts_of(need: Need) -> tuple[Act, ...]:
    """The pages where a need can be solved; last, or alone, the page that shows what it is about."""
    about, see = need.about, Act(need.button, need.url)
    match about:
        case Turn():
            more_time = _act("Give more time", "extend", about.pk)
            yes = _act("Let the stand-in move", "allow-stand-in", about.pk)
            return (yes, more_time, see) if need.kind == needs.ASKED else (more_time, see)
        case Seat():
            return (_act("Help", "help", about.pk), see)
        case Table() if need.kind == needs.RULING:
            return (_act("Rule how it counts", "rule", about.pk), see)
        case Case():
            return (_act("Rule on it", "case", about.pk),)
        case League():
            return (_act("Look and confirm", "confirm", about.pk),)
        case InboundLetter() if about.state == InboundLetter.State.LAID_ASIDE:
            return (_act("Have it read again", "tournaments_inboundletter_read_again", about.pk), see)
    return (see,)


def _act(words: str, name: str, pk: int) -> Act:
    return Act(words, reverse(f"desk:{name}", args=[pk]))
