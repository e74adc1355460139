"""Whatever is written, comes due or is decided by the organiser: nothing fails, and the table goes on."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

import pytest
import time_machine

from tests.attacks import any_moment
from tests.shared.cast import make_cast

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("steps", [5, pytest.param(30, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", any_moment.GAMES)
def test_whatever_happens_at_any_moment_of_a_game_is_carried_out_or_refused(game: str, steps: int) -> None:
    with time_machine.travel(datetime(2026, 3, 2, 9, tzinfo=UTC), tick=False) as clock:
        world = any_moment.World(game, make_cast(), Random(4), clock)
        assert world.play(steps) == []
    assert world.tried > 4 * steps


def test_a_fault_in_the_middle_of_a_game_is_found() -> None:
    with time_machine.travel(datetime(2026, 3, 2, 9, tzinfo=UTC), tick=False) as clock:
        world = any_moment.World("bruges", make_cast(), Random(4), clock)
        world.table.entries.filter(number=0).update(hash="of something else")
        wrong = world.play(12)
    assert wrong
    assert "entry 0" in wrong[0]
