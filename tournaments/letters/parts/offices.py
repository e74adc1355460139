"""The names that letters give to those who have acted for a league. Reads only."""

from __future__ import annotations

from tournaments.language.speech import say
from tournaments.letters.parts.names import harmless
from tournaments.models import League, Player
from tournaments.queries.access.offices import Office, office


def as_owner(league: League, actor: Player) -> bool:
    """Whether the owner of the service acts for a league that others organise."""
    return actor.is_superuser and office(league, actor) == Office.OWNER


def by_whom(league: League, actor: Player) -> str:
    """The name and the office of the person who acts for the league, as the subject of a sentence."""
    name = harmless(actor.name)
    if as_owner(league, actor):
        return say("{name}, who owns this service", name=name)
    return say("{name}, who organises {league}", name=name, league=harmless(league.name))
