"""Lives by chance that are forgotten in the middle of whatever was under way: `python -m tests.campaign.erasing`."""

from __future__ import annotations

from random import Random

from tests.campaign import running


def attack(rng: Random) -> tuple[int, list[str]]:
    from tests.attacks import erasing

    return erasing.tried(rng)


if __name__ == "__main__":
    running.main(attack, __doc__)
