"""The share of games in which the greedy bot beats three that move at random: `python -m tests.bench.bots [GAMES]`.

One greedy bot among random ones, its seat changing from game to game; a fair share of the wins would be a quarter.
Ends with status 1 when a bar is missed. A shared victory counts as one.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import engine
from engine.bots import bots
from engine.chance import SECRET_BYTES
from engine.game import Game
from engine.orders.api import to_close
from tests.bench.measuring import Bar, told

SEATS = 4
LEAST = 0.9
USUAL = 200


def won(game: Game[Any], number: int, seats: int = SEATS) -> bool:
    """Whether the greedy bot wins the game of that number."""
    rng, greedy = Random(f"{game.slug} {number}"), number % seats
    match = engine.Match.start(game, seats, secret=rng.randbytes(SECRET_BYTES), words=["rain"] * seats)
    while not match.over:
        if (serial := to_close(match)) is not None:
            match.close(serial)
            continue
        decision = match.waiting[0]
        bot = bots["greedy" if decision.seat == greedy else "random"]
        match.play(decision.seat, bot.choose(game, match.view(decision.seat), decision, rng))
    return match.scoresheet().ranks[greedy] == 1


def share(game: Game[Any], games: int) -> Bar:
    wins = sum(won(game, number) for number in range(games))
    name = f"{game.name}, greedy against three random bots"
    return Bar(name, f"{wins} of {games} won", f">= {LEAST:.0%}", wins >= LEAST * games)


def main(games: int = USUAL) -> int:
    """The status to exit with: 0 when every bar is met."""
    bars = [share(game, games) for game in engine.games.released().values() if game.seats[1] >= SEATS]
    return told(bars)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
