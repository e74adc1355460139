"""Letters on how and when a league begins: to organisers when it could not, to entrants when that was changed."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse

from tournaments.language.speech import say
from tournaments.letters.parts.draft import Draft, compose
from tournaments.letters.parts.frame import NOTHING_TO_DO, about_league, about_player
from tournaments.letters.parts.language import in_its_readers_language, in_the_desks_language
from tournaments.letters.parts.layout import end_of_letter, marker
from tournaments.letters.parts.names import harmless
from tournaments.letters.parts.offices import by_whom
from tournaments.models import Entry, League, Player
from tournaments.queries.leagues import facts
from tournaments.queries.names import page


@in_the_desks_language
def not_started(organiser: Player, league: League, why: str) -> Draft:
    """The letter to an organiser of a league that was to start by itself and could not. `why`: what is missing."""
    desk = settings.SITE_URL.rstrip("/") + reverse("desk:tournaments_league_change", args=[league.pk])
    values = {
        **about_player(organiser),
        **about_league(league),
        "why": why.replace(league.name, harmless(league.name)),
        "page": desk,
    }
    values["first"] = marker(say("NOT STARTED"), say("decide what becomes of it"))
    values["end"] = end_of_letter()
    return compose("not_started", values)


@in_the_desks_language
def to_be_started(organiser: Player, league: League, entered: int, waiting: int) -> Draft:
    """The letter to an organiser whose league's entries a date has closed: it waits for them."""
    desk = settings.SITE_URL.rstrip("/") + reverse("desk:tournaments_league_change", args=[league.pk])
    joined = say("{n:# has|# have} joined.", n=entered)
    values = {
        **about_player(organiser),
        **about_league(league),
        "joined": say("{joined} {n:# waits|# wait} for a place.", joined=joined, n=waiting) if waiting else joined,
        "missing": max(0, league.seats - entered),
        "seats": league.seats,
        "page": desk,
    }
    values["first"] = marker(say("ENTRIES HAVE CLOSED"), say("start the league"))
    values["end"] = end_of_letter()
    return compose("to_be_started", values)


@in_its_readers_language
def start_moved(entry: Entry, league: League, organiser: Player, entered: int) -> Draft:
    """The news for an entrant that the league begins at another moment, or in another way."""
    values = {**about_player(entry.player), **about_league(league), "page": page("league", league.pk)}
    values |= {
        "organiser": by_whom(league, organiser),
        "begins": facts.beginning(league, entered, entry.player.zone),
        "first": marker(say("IT BEGINS OTHERWISE"), say(NOTHING_TO_DO)),
        "end": end_of_letter(),
    }
    return compose("start_moved", values)
