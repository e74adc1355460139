"""Pages and letters of seats in two worlds that differ in hidden things alone: `python -m tests.campaign.hidden`."""

from __future__ import annotations

from random import Random

from tests.campaign import running


def attack(rng: Random) -> tuple[int, list[str]]:
    from tests.attacks import hidden

    compared, wrong = 0, []
    for table in hidden.leagues().values():
        for moment in hidden.moments(table, [rng.randint(1, 20) for _ in range(3)], rng):
            for reader in hidden.seats(moment):
                number, _, found = hidden.differences(moment, reader, rng)
                compared += number
                wrong += found
    return compared, wrong


if __name__ == "__main__":
    running.main(attack, __doc__)
