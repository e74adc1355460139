"""Positions of games at which somebody is asked, for tests of the words."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.chance import Chance
from engine.decisions import Decision
from engine.events import Event
from engine.venise import GAME
from engine.venise.state import State


def asked(
    seed: int, seats: int, layout: str = "default", rounds: int = 25
) -> Iterator[tuple[State, Decision, list[Event]]]:
    """Every position of a random game, what is asked and what has happened since the last question."""
    rng, chance = Random(seed), Chance(seed.to_bytes(32, "big"))
    state, told = GAME.start(seats, {"layout": layout, "round_cap": 40}, chance)
    while asks := GAME.asks(state):
        ask = rng.choice(asks)
        yield state, Decision(ask.seat, ask.kind, 1, ask.moves, ask.prompt, ask.sealed, ask.passing, ask.unasked), told
        if state.round > rounds:
            return
        verb = rng.choice(sorted({move.verb for move in ask.moves}))
        told = GAME.play(state, ask.seat, rng.choice([move for move in ask.moves if move.verb == verb]), chance)
