"""The desk's view of a league: entrants, tables at a glance, standings, what an organiser may do. Reads only."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from django.db.models import Case, When
from django.http import HttpRequest

from tournaments.actions.league import invitations, results
from tournaments.actions.league.permissions import may_decide_on, who_decides
from tournaments.actions.player import vacations
from tournaments.models import Entry, League, Player
from tournaments.organiser.shown import offers
from tournaments.organiser.shown.opposed import against
from tournaments.organiser.shown.tables_listed import TableGlance, glances
from tournaments.pages.paging import Paged, paged
from tournaments.queries import proofs, stoppages
from tournaments.queries.access.impartiality import Left, deciders, left_to_others, part_of, players_left_to_others
from tournaments.queries.leagues import facts, forecasts
from tournaments.queries.leagues.terms import fairness, settings_of
from tournaments.queries.standings import Place

ENTRANTS = 40  # on one page of them
PLACES = 50  # of the standings on one page, and fingerprints


@dataclass(frozen=True, slots=True)
class Entrant:
    """word: for the chance; before entries close only whether there is one"""

    entry: Entry
    word: str
    state: str
    away: str
    may_disqualify: bool
    may_readmit: bool


class LeaguePage(TypedDict):
    """The values of a league's page.

    forecast, ends   the length of a table in words, and when the last one may end
    who_decides      the sentence that names the others who decide; "" where the reader does
    glances, opened  the opened tables with the nearest deadlines, and how many there are
    link             for those who are to join; "" where the league has none or takes nobody
    """

    settings_shown: list[tuple[str, str]]
    fixed: bool
    begins: str
    fairness: str
    forecast: str
    ends: datetime | None
    standings: Paged
    provisional: bool
    cases: int
    decides: bool
    who_decides: str
    entrants: Paged
    proof: list[str]
    awaited: str
    glances: list[TableGlance]
    link: str
    invited: int
    offers: list[offers.Offer]
    opened: int
    tables: Paged
    cancelled: stoppages.Why | None
    may_cancel: bool


def page_of(league: League, organiser: Player, request: HttpRequest) -> LeaguePage:
    zone, part = organiser.zone, part_of(league)
    deciding = deciders(league, part) if organiser.pk in part else [organiser]
    decides = organiser in deciding
    left = left_to_others(organiser) if organiser.pk in part else Left()
    is_open = league.takes_entries
    runs = league.state == League.State.RUNNING
    provisional = runs and league.final_by is not None  # then all games have ended, and no seat is to be had
    tables = league.tables.defer("position", "header", "secret").order_by("number")
    entered = league.entries.filter(state=Entry.State.IN).count()
    forecast, ends = forecasts.forecast_and_end(league)
    shown, opened = glances(league, lambda: against(request))
    return {
        "settings_shown": settings_of(league),
        "fixed": league.state != League.State.DRAFT,
        "begins": facts.beginning(league, entered, zone),
        "fairness": fairness(league, entered),
        "forecast": forecast,
        "ends": ends,
        "standings": paged(request, "standings", standings_of(league), PLACES),
        "provisional": provisional,
        "cases": results.open_cases(league) if provisional else 0,
        "decides": decides,
        "who_decides": "" if decides else who_decides(deciding),
        "entrants": entrants_of(league, organiser, request, deciding=deciding),
        "proof": proofs.of_league(league, zone),
        "awaited": proofs.awaited_at(league, zone) if league.state == League.State.DRAWING else "",
        "glances": shown,
        "link": invitations.link(league) if league.access == League.Access.LINK and is_open else "",
        "invited": invitations.letters_written(league) if is_open else 0,
        "offers": offers.of_league(league, left) if runs and not provisional else [],
        "opened": opened,
        "tables": paged(request, "fingerprints", tables, PLACES),
        "cancelled": stoppages.why_cancelled(league),
        "may_cancel": decides and league.state not in League.OVER,
    }


def standings_of(league: League) -> list[Place]:
    return results.shown(league, results.standings(league)) if league.started_at is not None else []


def entrants_of(league: League, organiser: Player, request: HttpRequest, *, deciding: Collection[Player]) -> Paged:
    """The entrants: first those in, then those who wait, then those who are gone."""
    decides, changing = organiser in deciding, league.state in (League.State.OPEN, League.State.RUNNING)
    left = players_left_to_others(organiser, league, deciding) if decides and changing else {}
    of_owner = organiser.is_superuser and not decides and may_decide_on(league, organiser, next(iter(deciding)))
    order = Case(*(When(state=state, then=place) for place, state in enumerate(Entry.State.values)))
    entered = league.entries.select_related("player").prefetch_related("vacations")
    words = proofs.words_of(league) if league.draw else None
    found = paged(request, "entrants", entered.order_by(order, "joined_at", "pk"), ENTRANTS)

    def may_change(entry: Entry) -> bool:
        return changing and (entry.player_id not in left if decides else of_owner and entry.player in deciding)

    return found.shown_as(lambda entries: [_entrant(entry, words, changing=may_change(entry)) for entry in entries])


def _entrant(entry: Entry, words: dict[int, str] | None, *, changing: bool) -> Entrant:
    return Entrant(
        entry,
        ("sealed" if entry.word else "–") if words is None else words.get(entry.player_id) or "–",
        _state_of(entry),
        ", ".join(str(days) for days in vacations.in_force(entry)),
        changing and entry.state not in Entry.GONE,
        changing and entry.state == Entry.State.OUT and entry.player.is_active,
    )


def _state_of(entry: Entry) -> str:
    player = entry.player
    marks = [
        entry.get_state_display(),
        "mail comes back" if player.dead_at else "",
        "ready" if entry.ready_at else "",
    ]
    return ", ".join(mark for mark in marks if mark)
