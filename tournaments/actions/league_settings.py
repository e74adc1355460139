"""Changing a league's settings while it is still being prepared. Afterwards they are what players have read."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from tournaments.actions import journal, leagues
from tournaments.actions.refusals import NotOpen, NotYours
from tournaments.models import League, Player


@transaction.atomic
def change(league: League, actor: Player, **settings: Any) -> League:
    """Set fields of a league that nobody has seen yet. NotOpen afterwards, BadSettings when they do not fit."""
    league = leagues.locked(league)
    if not (actor.is_superuser or league.organisers.filter(pk=actor.pk).exists()):
        raise NotYours("Only an organiser of the league changes its settings.")
    if league.state != League.State.DRAFT:
        raise NotOpen(f"{league} has been opened; its settings are fixed.")
    for name, value in settings.items():
        setattr(league, name, value)
    league.points = league.points or leagues.POINTS.get(league.seats, list(range(league.seats, 0, -1)))
    league.tie_breaks = league.tie_breaks or list(leagues.TIE_BREAKS)
    leagues.check_settings(league)
    league.save()
    journal.note("league changed", f"{actor} changed the settings of {league}", actor=actor, league=league)
    return league
