"""Everything that can happen to a table, at moments throughout a game: `python -m tests.campaign.any_moment`."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

from tests.campaign import running

STEPS = 150


def attack(rng: Random) -> tuple[int, list[str]]:
    """A game of each."""
    import time_machine

    from tests.attacks import any_moment
    from tests.shared.cast import make_cast

    tried, wrong = 0, []
    cast = make_cast()
    for game in any_moment.GAMES:
        with time_machine.travel(datetime(2026, 3, 2, 9, tzinfo=UTC), tick=False) as clock:
            world = any_moment.World(game, cast, rng, clock)
            wrong += world.play(STEPS)
            tried += world.tried
    return tried, wrong


if __name__ == "__main__":
    running.main(attack, __doc__)
