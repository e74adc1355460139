"""The people who decide in a league are found by their offices, however many players the service has."""

from __future__ import annotations

import pytest

from tests.shared.budgets import counted
from tests.shared.cast import Cast, running_league
from tournaments.models import Player
from tournaments.queries.access import impartiality

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
PLAYERS = 1_000


@pytest.mark.parametrize("ruling", [True, False])
def test_deciders_are_found_without_a_look_at_each_player(cast: Cast, ruling: bool) -> None:
    league = running_league(cast)

    def steps() -> int:
        with counted() as work:
            assert impartiality.deciders(league, (), ruling=ruling) == [cast.organiser]
        return work.steps

    steps()
    few = steps()
    Player.objects.bulk_create(Player(email=f"p{at}@example.net", name=f"P{at}") for at in range(PLAYERS))
    assert steps() < few + PLAYERS
