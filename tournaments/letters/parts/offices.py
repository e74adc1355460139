"""The names that letters give to those who have acted for a league. Reads only."""

from __future__ import annotations

from tournaments.language.speech import say
from tournaments.letters.parts.names import harmless
from tournaments.models import League, Player, Role
from tournaments.queries.access.offices import Office, office


def as_owner(league: League, actor: Player) -> bool:
    """Whether the owner of the service acts for a league that others organise."""
    return actor.is_superuser and office(league, actor) == Office.OWNER


def news_from(league: League, actor: Player) -> str:
    """The marker of a letter with the words of somebody who acts for a league."""
    if as_owner(league, actor):
        return say("FROM THE OWNER OF THE SERVICE")
    return say("FROM THE ORGANISER")


def by_whom(league: League, actor: Player, role: Role | None = None) -> str:
    """The name and the office of the person who acts for the league, as the subject of a sentence.

    role  of who may be a referee or a helper (`role_in`); not looked up for what organisers alone do, which may be told
          to two hundred people
    """
    name, where = harmless(actor.name), harmless(league.name)
    if as_owner(league, actor):
        return say("{name}, who owns this service", name=name)
    if role == Role.REFEREE:
        return say("{name}, who rules in {league}", name=name, league=where)
    if role == Role.HELPER:
        return say("{name}, who helps with {league}", name=name, league=where)
    return say("{name}, who organises {league}", name=name, league=where)
