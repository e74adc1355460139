"""Whole games for the tests of words: played by hand of chance, with everything that is asked on the way."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.bruges import GAME
from engine.bruges.state import State
from engine.chance import Chance
from engine.decisions import Ask, Decision, Move
from engine.events import Event

LIKED = ("recruit", "use", "house", "canal", "threat")


def decided(ask: Ask) -> Decision:
    return Decision(ask.seat, ask.kind, 1, ask.moves, ask.prompt, ask.sealed, ask.passing, ask.unasked)


def asked(seed: int, seats: int) -> Iterator[tuple[State, Decision, list[Event]]]:
    """Every decision of a random game with its state and the events since the one before; at last the end.

    Games with an odd seed have five draw piles.
    """
    rng = Random(seed)
    chance = Chance(b"words" + seed.to_bytes(8, "big"))
    state, events = GAME.start(seats, {"piles": ("two", "five")[seed % 2]}, chance)
    while asks := GAME.asks(state):
        decision = decided(asks[0])
        yield state, decision, events
        events = GAME.play(state, decision.seat, _chosen(decision, rng), chance)


def _chosen(decision: Decision, rng: Random) -> Move:
    """Mostly something that changes the table: such games show more of what there is to tell."""
    moves = [*decision.moves, *decision.unasked]
    rng.shuffle(moves)
    if rng.random() < 0.8:
        moves.sort(key=lambda move: LIKED.index(move.verb) if move.verb in LIKED else len(LIKED))
    return moves[0]
