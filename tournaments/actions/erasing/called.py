"""The times and leagues in which a name meant one person, while it was theirs. Part of `erasure.erase`.

In a league no two people have the same name (`names.refuse_taken`). Outside of these times the same words may be
somebody else's name: they count as the person's only where nobody else of the league ever had that name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from django.db.models import Q

from tournaments.language.no_names import NAMELESS
from tournaments.models import Entry, JournalLine, League, Player, Seat
from tournaments.queries.access.offices import ASSISTS, DISMISSED, ENDED, ORGANISES, STEPPED_DOWN
from tournaments.queries.renames import RENAMED

# Verbs of the journal.
CAME = ("joined", "practice", "seat given", "readmitted")
WENT = ("left", "disqualified", "seat given")
# Somebody has an office in the league from then on, whether they play in it or not.
OFFICE = ("league created", ORGANISES, ASSISTS)
OFFICE_ENDS = (STEPPED_DOWN, DISMISSED, ENDED)


@dataclass(frozen=True, slots=True)
class Span:
    """From one moment up to another; None: from the beginning, to this day."""

    since: datetime | None
    until: datetime | None

    def holds(self, at: datetime) -> bool:
        return (self.since is None or self.since <= at) and (self.until is None or at <= self.until)

    def meets(self, other: Span) -> bool:
        begins = self.since is None or other.until is None or self.since <= other.until
        return begins and (other.since is None or self.until is None or other.since <= self.until)


@dataclass(frozen=True, slots=True)
class Called:
    """The names of a person, and where they were used.

    names   each name with the time for which it was theirs, the oldest first
    inside  when they were in which league
    others  by league: what everybody else in it is or was called, folded
    """

    names: tuple[tuple[str, Span], ...]
    inside: dict[int, tuple[Span, ...]]
    others: dict[int, dict[str, str]]

    @property
    def ever(self) -> frozenset[str]:
        return frozenset(name for name, _ in self.names)

    def at(self, league: int | None, at: datetime) -> frozenset[str]:
        """The names that meant the person at a moment, in a text that need not be about them."""
        here = any(span.holds(at) for span in self.inside.get(league or 0, ()))
        return frozenset(
            name for name, theirs in self.names if theirs.holds(at) and (here or not self._is_others(league, name))
        )

    def around(self, league: int | None, at: datetime) -> frozenset[str]:
        """As `at`, for a text that may tell of earlier days: also the names that they had while they were there."""
        spans = self.inside.get(league or 0, ())
        earlier = {
            name
            for name, theirs in self.names
            if any(theirs.meets(span) for span in spans) and not self._is_others(league, name)
        }
        return self.at(league, at) | earlier

    def in_own(self, league: int | None, at: datetime) -> frozenset[str]:
        """The names that mean the person in a text about them: that of the moment, and all that were no other's."""
        return frozenset(name for name, theirs in self.names if theirs.holds(at) or not self._is_others(league, name))

    def longer(self, leagues: Iterable[int]) -> frozenset[str]:
        """Names of others in the leagues that contain one of the person's."""
        own = [name.casefold() for name in self.ever]
        every = (item for league in leagues for item in self.others.get(league, {}).items())
        return frozenset(name for folded, name in every if any(one in folded for one in own if one != folded))

    def _is_others(self, league: int | None, name: str) -> bool:
        known = [self.others.get(league, {})] if league is not None else self.others.values()
        return any(name.casefold() in names for names in known)


def called(player: Player, leagues: Iterable[int]) -> Called:
    """The names of the player in these leagues."""
    wanted = list(leagues)
    return Called(_names(player), _inside(player, wanted), _others(player, wanted))


def _names(player: Player) -> tuple[tuple[str, Span], ...]:
    renamed = JournalLine.objects.filter(verb=RENAMED, league=None, actor=player).order_by("at", "pk")
    found, since = [], None
    for before, at in renamed.values_list("data__before", "at"):
        if before:
            found.append((before, Span(since, at)))
        since = at
    return (*found, (player.name, Span(since, None)))


def _inside(player: Player, leagues: list[int]) -> dict[int, tuple[Span, ...]]:
    about = Q(actor=player) | Q(data__player=player.pk) | Q(data__to=player.pk) | Q(data__former=player.pk)
    verbs = {*CAME, *WENT, *OFFICE, *OFFICE_ENDS}
    lines = JournalLine.objects.filter(about, league__in=leagues, verb__in=verbs).order_by("at", "pk")
    # Who steps down may still play there, and who leaves may still organise: each has spans of its own.
    found: dict[tuple[int, bool], list[Span]] = defaultdict(list)
    for league, verb, actor, data, at in lines.values_list("league", "verb", "actor", "data", "at"):
        spans = found[league, verb in (*OFFICE, *OFFICE_ENDS)]
        if _is_there(verb, actor, data, player.pk):
            if not spans or spans[-1].until is not None:
                spans.append(Span(at, None))
        elif (
            verb in (*WENT, *OFFICE_ENDS) and _of(verb, actor, data) == player.pk and spans and spans[-1].until is None
        ):
            spans[-1] = Span(spans[-1].since, at)
    return {league: (*found[league, False], *found[league, True]) for league, _ in list(found)}


def _is_there(verb: str, actor: int | None, data: dict[str, object], player: int) -> bool:
    """Whether the line tells that the player has come into its league, or has an office in it from then on."""
    if verb not in (*CAME, *OFFICE):
        return False
    whose = {"seat given": data.get("to"), "readmitted": data.get("player")}.get(verb, actor)
    return whose == player


def _of(verb: str, actor: int | None, data: dict[str, object]) -> object:
    """The player that a line of WENT tells of."""
    return {"left": actor, "seat given": data.get("former")}.get(verb, data.get("player"))


def _others(player: Player, leagues: list[int]) -> dict[int, dict[str, str]]:
    """By league, the names of everybody else who was ever in it, has a seat in it, or has or had an office in it."""
    entries = Entry.objects.filter(league__in=leagues).exclude(player=player)
    seats = Seat.objects.filter(table__league__in=leagues, player__isnull=False).exclude(player=player)
    organisers = League.organisers.through.objects.filter(league__in=leagues).exclude(player=player)
    offices = JournalLine.objects.filter(league__in=leagues, verb__in=OFFICE, actor__isnull=False)
    offices = offices.exclude(actor=player)
    where: dict[int, set[int]] = defaultdict(set)
    found: dict[int, dict[str, str]] = defaultdict(dict)
    rows = (
        entries.order_by().values_list("league", "player", "player__name"),
        seats.order_by().values_list("table__league", "player", "player__name"),
        organisers.order_by().values_list("league", "player", "player__name"),
        offices.order_by().values_list("league", "actor", "actor__name"),
    )
    for league, pk, name in chain.from_iterable(each.distinct() for each in rows):
        where[pk].add(league)
        _add(found, {league}, name)
    renamed = JournalLine.objects.filter(verb=RENAMED, league=None).order_by()
    everybody = (
        Q(actor__in=entries.order_by().values("player"))
        | Q(actor__in=seats.order_by().values("player"))
        | Q(actor__in=organisers.order_by().values("player"))
        | Q(actor__in=offices.order_by().values("actor"))
    )
    for pk, name in renamed.filter(everybody).values_list("actor", "data__before"):
        _add(found, where[pk], name)
    return dict(found)


def _add(found: dict[int, dict[str, str]], leagues: Iterable[int], name: str | None) -> None:
    if name and name != NAMELESS:
        for league in leagues:
            found[league][name.casefold()] = name
