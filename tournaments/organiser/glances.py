"""The leagues of an organiser that are not over, each in one line with how far it is. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q
from django.utils import timezone
from django.utils.formats import date_format

from tournaments import forecasts, proofs
from tournaments.models import League, Player, Table
from tournaments.needs import page_of
from tournaments.rights import own


@dataclass(frozen=True, slots=True)
class Glance:
    league: League
    words: str
    url: str


def leagues_at_a_glance(organiser: Player) -> list[Glance]:
    """Leagues that are not over, with one clause on how far they are."""
    leagues = own(League.objects.exclude(state__in=League.OVER).exclude(practice=True), organiser).order_by("pk")
    counted = leagues.annotate(
        entered=Count("entries", filter=Q(entries__state="in"), distinct=True),
        running=Count("tables", filter=Q(tables__state=Table.State.RUNNING), distinct=True),
        done=Count("tables", filter=Q(tables__state=Table.State.FINISHED), distinct=True),
    )
    return [Glance(league, _glance_words(league), page_of(league)) for league in counted]


def _glance_words(league: Any) -> str:
    """`league` comes with its counts."""
    if league.state == League.State.RUNNING:
        if league.final_by is not None:
            return f"all games are over, the results are provisional until {_day(league.final_by)}"
        words = f"{league.running} {'table' if league.running == 1 else 'tables'} running, {league.done} finished"
        ends = forecasts.ends_about(league)
        return f"{words}; ends about {_day(ends)}" if ends else words
    if league.state == League.State.DRAWING:
        at = date_format(timezone.localtime(proofs.awaited(league)), "H:i:s")
        return f"entries are closed, the draw waits for the public value of {at}"
    return f"{league.get_state_display()}, {league.entered} of at most {league.max_players} players entered"


def _day(moment: datetime) -> str:
    """ "12 March", with the year where it is another one."""
    here, today = timezone.localtime(moment), timezone.localtime()
    return date_format(here, "j F" if here.year == today.year else "j F Y")
