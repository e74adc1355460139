"""What the desk shows of a league: entrants, tables at a glance, standings, what an organiser may do. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tournaments import forecasts, proofs, standstill
from tournaments.actions import invitations, results, vacations
from tournaments.models import Entry, League
from tournaments.organiser import offers_shown
from tournaments.organiser.acts.rows import OPENED
from tournaments.organiser.tables_listed import glances
from tournaments.standings import Place
from tournaments.terms import fairness, settings_of


@dataclass(frozen=True, slots=True)
class Entrant:
    """word: for the chance; before entries close only whether there is one"""

    entry: Entry
    word: str
    state: str
    away: str
    may_disqualify: bool
    may_readmit: bool


def page_of(league: League, zone: str) -> dict[str, Any]:
    """The values of a league's page."""
    entrants, is_open = entrants_of(league), league.state == League.State.OPEN
    return {
        "settings_shown": settings_of(league),
        "fixed": league.state != League.State.DRAFT,
        "fairness": fairness(league, sum(entrant.entry.state == Entry.State.IN for entrant in entrants)),
        "forecast": "" if league.state in League.OVER else forecasts.forecast(league),
        "ends": forecasts.ends_about(league) if league.state == League.State.RUNNING else None,
        "standings": standings_of(league),
        "provisional": results.to_confirm(League.objects.filter(pk=league.pk)).exists(),
        "cases": results.open_cases(league),
        "entrants": entrants,
        "proof": proofs.of_league(league, zone),
        "awaited": proofs.awaited_at(league, zone) if league.state == League.State.DRAWING else "",
        "glances": glances(league),
        "link": invitations.link(league) if league.access == League.Access.LINK and is_open else "",
        "invited": league.invitations.filter(sent__gt=0).count() if is_open else 0,
        "offers": offers_shown.of_league(league) if league.state == League.State.RUNNING else [],
        "opened": league.tables.filter(state__in=OPENED).count(),
        "tables": league.tables.defer("position", "header").order_by("number"),
        "cancelled": standstill.why_cancelled(league),
        "may_cancel": league.state not in League.OVER,
    }


def standings_of(league: League) -> list[Place]:
    return results.shown(league, results.standings(league)) if league.started_at is not None else []


def entrants_of(league: League) -> list[Entrant]:
    """Who is in first, then who waits, then who is gone."""
    order = {state: place for place, state in enumerate(Entry.State.values)}
    entered = league.entries.select_related("player").prefetch_related("vacations")
    entries = sorted(entered, key=lambda entry: order[entry.state])
    changing = league.state in (League.State.OPEN, League.State.RUNNING)
    words = proofs.words_of(league) if league.draw else None
    return [
        Entrant(
            entry,
            ("sealed" if entry.word else "–") if words is None else words.get(entry.player_id) or "–",
            _state_of(entry),
            ", ".join(str(days) for days in vacations.booked(entry)),
            changing and entry.state not in Entry.GONE,
            changing and entry.state == Entry.State.OUT and entry.player.is_active,
        )
        for entry in entries
    ]


def _state_of(entry: Entry) -> str:
    player = entry.player
    marks = [
        entry.get_state_display(),
        "mail comes back" if player.dead_at else "",
        "ready" if entry.ready_at else "",
    ]
    return ", ".join(mark for mark in marks if mark)
