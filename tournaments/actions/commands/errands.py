"""Errands with something to be found out first: the league to join or leave, the games whose rules are asked for."""

from __future__ import annotations

from django.db.models import QuerySet

from tournaments.actions.commands import rulebooks
from tournaments.actions.commands.command import Errand, Told
from tournaments.actions.league import joining, leagues
from tournaments.actions.league import names as league_names
from tournaments.language.refusals import WordRefused
from tournaments.language.speech import say
from tournaments.letters.parts.names import harmless
from tournaments.models import Entry, League


def join(errand: Errand) -> Told:
    """Ask whoever wants to join for a yes, with all settings of the league shown."""
    to_join = leagues.to_join(errand.player).order_by("pk")
    found = league_names.fitting(to_join, errand.said.rest, leagues.known_to(errand.player))
    if len(found) > 1:
        raise WordRefused(league_names.which(map(league_names.with_organisers, found)))
    if not found:
        raise WordRefused(say("No league that can be joined is called so. {known}", known=_known(to_join)))
    return Told(joining.ask(errand.player, found[0], errand.letter))


def leave(errand: Errand) -> Told:
    """Take the player out of a league that has not begun; a letter of its own tells it."""
    entered = Entry.objects.filter(player=errand.player).exclude(state__in=Entry.GONE).values("league")
    going_on = League.objects.filter(pk__in=entered, practice=False).exclude(state__in=League.OVER).order_by("pk")
    open_leagues = going_on.filter(state=League.State.OPEN)
    if not open_leagues and errand.about is not None and errand.about.is_cancelled:
        name = harmless(errand.about.name)
        raise WordRefused(say("{league} was cancelled: there is nothing left to leave.", league=name))
    if not open_leagues and not errand.said.rest:
        raise WordRefused(
            say("You are in no league that has not begun. At a table the word [resign] gives your seat up.")
        )
    if errand.said.rest:
        found = league_names.fitting(going_on, errand.said.rest, leagues.known_to(errand.player))
    else:
        found = _only(open_leagues, errand.about)
    if len(found) > 1:
        raise WordRefused(league_names.which(map(league_names.with_organisers, found)))
    if not found:
        known = _known(open_leagues)
        raise WordRefused(say("Which league do you mean? Write its name behind the word leave. {known}", known=known))
    (league,) = found
    leagues.to_leave(league, league.entries.filter(player=errand.player).first())  # before any row is locked
    leagues.leave(league, errand.player)
    return Told([])


def rules(errand: Errand) -> Told:
    """The rules of the games that the player plays, or of the one that is named."""
    games = rulebooks.named(errand.said.rest, rulebooks.played_by(errand.player))
    return rulebooks.told(games, attached=errand.letter is not None)


def _only(rows: QuerySet[League], about: League | None) -> list[League]:
    """The one that the letter is about, or, if it is about none, the only one. None for another one's letter."""
    found = list(rows)
    if about is not None:
        return [about] if about in found else []
    return found if len(found) == 1 else []


def _known(rows: QuerySet[League]) -> str:
    known = [harmless(league.name) for league in rows]
    if not known:
        return say("There is none now.")
    return say("There {count:!is|are} {leagues}.", count=len(known), leagues=", ".join(known))
