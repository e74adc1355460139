"""A league in the middle: a table that has ended, one that runs, two that are not opened."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.shared.cast import Cast, only_table, prepared_league
from tests.shared.play import end_by_bots
from tournaments.actions.league import leagues
from tournaments.models import League
from tournaments.running import sweeps


def half_played(cast: Cast, **settings: Any) -> League:
    """Four players, a table at a time; the outsider is the fourth."""
    values = {"max_players": 4, "at_once": 1, "provisional": timedelta(days=3), **settings}
    league = prepared_league(cast, **values)
    for player in (*cast.players, cast.outsider):
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    end_by_bots(only_table(league))
    sweeps.sweep()
    return league
