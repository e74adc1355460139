"""How fast the games list their legal moves, in random games: `python -m tests.bench.listing`.

Prints a line for each game and ends with status 1 if La Venise du Nord lists less than half as many as Bruges.
"""

from __future__ import annotations

import sys
import time
from random import Random
from statistics import median

import engine
from engine.chance import Chance

SEATS, SECONDS, TIMES = 3, 1.5, 5
LEAST = 0.5


def moves_a_second(slug: str, seed: int) -> float:
    """Legal moves that are listed in a second of processor time while random games are played."""
    game, rng, listed = engine.games[slug], Random(seed), 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < SECONDS:
        chance = Chance(rng.randbytes(32))
        state, _ = game.start(SEATS, {option.name: option.default for option in game.options}, chance)
        while (asks := game.asks(state)) and time.process_time() - begun < SECONDS:
            listed += sum(len(ask.moves) for ask in asks)
            ask = rng.choice(asks)
            game.play(state, ask.seat, rng.choice(ask.moves), chance)
    return listed / spent


def main() -> int:
    """The status to exit with."""
    rates = {slug: [moves_a_second(slug, seed) for seed in range(TIMES)] for slug in ("bruges", "venise")}
    for slug, measured in rates.items():
        print(f"{slug:10} {median(measured):10,.0f} legal moves a second")
    share = median(rates["venise"]) / median(rates["bruges"])
    print(f"{share:.2f} of Bruges, at least {LEAST} are wanted")
    return 0 if share >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
