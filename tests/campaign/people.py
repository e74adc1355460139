"""Eight kinds of people at every route with every argument and method: `python -m tests.campaign.people`."""

from __future__ import annotations

from random import Random

from tests.campaign import running


def attack(rng: Random) -> tuple[int, list[str]]:
    """Every step in an order of its own."""
    from tests.attacks import walking, world

    made = world.make(rng)
    steps = list(walking.every_step(made))
    rng.shuffle(steps)
    found = walking.walk(made, steps)
    return found.requests, found.wrong


if __name__ == "__main__":
    running.main(attack, __doc__)
