"""The leagues of an organiser that are not over, each in one line with how far it is. Reads only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count
from django.utils import timezone
from django.utils.formats import date_format

from tournaments.models import Entry, League, Player, Table
from tournaments.queries import proofs
from tournaments.queries.access.desk_rights import own
from tournaments.queries.leagues import forecasts
from tournaments.queries.needs import page_of

MOST = 12  # leagues on the start page, the newest; the list of leagues has all
NOT_OVER = tuple(state for state in League.State if state not in League.OVER)


@dataclass(frozen=True, slots=True)
class Glance:
    league: League
    words: str
    url: str


def leagues_at_a_glance(organiser: Player) -> tuple[list[Glance], bool]:
    """The newest leagues that are not over, with one clause on how far they are; whether there are more."""
    known = League.objects.filter(state__in=NOT_OVER, practice=False)
    newest = list(own(known, organiser).order_by("-pk")[: MOST + 1])
    leagues = sorted(newest[:MOST], key=lambda league: league.pk)
    counted = _counted(leagues)
    running = [league for league in leagues if league.state == League.State.RUNNING]
    ends = forecasts.all_end_about(running)
    shown = [
        Glance(league, _glance_words(league, counted[league.pk], ends.get(league.pk)), page_of(league))
        for league in leagues
    ]
    return shown, len(newest) > MOST


@dataclass(slots=True)
class Counts:
    """The counts of a league: players who are in, tables that run, tables that are done."""

    entered: int = 0
    running: int = 0
    done: int = 0


def _counted(leagues: Sequence[League]) -> dict[int, Counts]:
    found = {league.pk: Counts() for league in leagues}
    entries = Entry.objects.filter(league__in=leagues, state=Entry.State.IN).order_by()
    for pk, count in entries.values_list("league").annotate(Count("pk")):
        found[pk].entered = count
    for pk, state, count in (
        Table.objects.filter(league__in=leagues).order_by().values_list("league", "state").annotate(Count("pk"))
    ):
        if state == Table.State.RUNNING:
            found[pk].running = count
        elif state == Table.State.FINISHED:
            found[pk].done = count
    return found


def _glance_words(league: League, counts: Counts, ends: datetime | None) -> str:
    if league.state == League.State.RUNNING:
        if league.final_by is not None:
            return f"all games are over, the results are provisional until {_day(league.final_by)}"
        words = f"{counts.running} {'table' if counts.running == 1 else 'tables'} running, {counts.done} finished"
        return f"{words}; ends about {_day(ends)}" if ends else words
    if league.state == League.State.DRAWING:
        at = date_format(timezone.localtime(proofs.awaited(league)), "H:i:s")
        return f"entries are closed, the draw waits for the public value of {at}"
    return f"{league.get_state_display()}, {counts.entered} of at most {league.max_players} players entered"


def _day(moment: datetime) -> str:
    """ "12 March", with the year where it is another one."""
    here, today = timezone.localtime(moment), timezone.localtime()
    return date_format(here, "j F" if here.year == today.year else "j F Y")
