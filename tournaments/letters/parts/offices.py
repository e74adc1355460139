"""The names that letters give to those who have acted for a league. Reads only."""

from __future__ import annotations

from tournaments.language.speech import say
from tournaments.letters.parts.names import harmless
from tournaments.models import League, Player, Role
from tournaments.queries.access.offices import Office, office, role_in


def as_owner(league: League, actor: Player) -> bool:
    """Whether the owner of the service acts for a league that others organise."""
    return actor.is_superuser and office(league, actor) == Office.OWNER


def news_from(league: League, actor: Player) -> str:
    """The marker of a letter with the words of somebody who acts for a league."""
    if as_owner(league, actor):
        return say("FROM THE OWNER OF THE SERVICE")
    helps = role_in(league, actor) == Role.HELPER
    return say("FROM A HELPER OF THE LEAGUE") if helps else say("FROM THE ORGANISER")


def by_whom(league: League, actor: Player) -> str:
    """The name and the office of the person who acts for the league, as the subject of a sentence."""
    name, where = harmless(actor.name), harmless(league.name)
    if as_owner(league, actor):
        return say("{name}, who owns this service", name=name)
    match role_in(league, actor):
        case Role.REFEREE:
            return say("{name}, who rules in {league}", name=name, league=where)
        case Role.HELPER:
            return say("{name}, who helps with {league}", name=name, league=where)
    return say("{name}, who organises {league}", name=name, league=where)
