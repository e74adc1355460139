"""Who organises a league may act on it, nobody else. Changes nothing."""

from __future__ import annotations

from tournaments.actions.refusals import NotYours
from tournaments.models import League, Player


def check_organiser(league: League, actor: Player) -> None:
    """NotYours unless the actor is an organiser of the league, and still here."""
    if not is_organiser(league, actor):
        raise NotYours(f"Only an organiser of {league} may do this.")


def is_organiser(league: League, actor: Player) -> bool:
    """Whether the actor organises the league and is still here."""
    return league.organisers.filter(pk=actor.pk, is_active=True).exists()
