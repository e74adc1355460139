"""The number of legal moves that each game lists in a second of processor time: `python -m tests.bench.listing`.

Whole games of random moves, the games taking turns; of a choice that all make at once the moves of every seat count.
Ends with status 1 when one of the others is less than half as fast as Bruges.
"""

from __future__ import annotations

import sys
from random import Random
from statistics import median

from engine import games
from engine.chance import SECRET_BYTES, Chance
from tests.bench import measuring
from tests.bench.contenders import Contender
from tests.bench.measuring import Bar

SEATS = 3
LEAST = 0.5  # of the rate of Bruges
FIRST = "bruges"
JUDGED = ("flandern", "venise")


def listing(slug: str, seats: int = SEATS) -> Contender:
    """A whole game; how many legal moves were listed."""
    game = games[slug]

    def play(rng: Random) -> int:
        chance, listed = Chance(rng.randbytes(SECRET_BYTES)), 0
        state, _ = game.start(seats, {option.name: option.default for option in game.options}, chance)
        while asks := game.asks(state):
            listed += sum(len(ask.moves) for ask in asks)
            chosen = game.chosen(state)
            ask = next((ask for ask in asks if not (ask.sealed and ask.seat in chosen)), None)
            if ask is None:
                game.close(state, chance)
            else:
                game.play(state, ask.seat, ask.moves[int(rng.random() * len(ask.moves))], chance)
        return listed

    return play


def bars(slugs: tuple[str, ...], alternations: int, seconds: float) -> list[Bar]:
    rates = measuring.rates({slug: listing(slug) for slug in (FIRST, *slugs)}, alternations, seconds)
    found = []
    for slug in slugs:
        part = measuring.ratio(rates[slug], rates[FIRST])
        said = f"{median(rates[slug]):,.0f} a second, {part:.2f} of {median(rates[FIRST]):,.0f}"
        found.append(Bar(f"legal moves listed, {slug} : {FIRST}", said, f">= {LEAST}", part >= LEAST))
    return found


def main() -> int:
    """The status to exit with: 0 when every bar is met."""
    found = bars(JUDGED, alternations=9, seconds=0.5)
    return measuring.told(found)


if __name__ == "__main__":
    sys.exit(main())
