"""The bot that looks one step ahead on the game's own evaluation. Plans nothing, remembers nothing."""

from __future__ import annotations

import random
from typing import Any

from engine.chance import Chance
from engine.decisions import Decision, Move
from engine.game import Game


class Greedy:
    """Tries every move on the same imagined table and takes the one after which its view looks best.

    Moves that look equally good are drawn from by `rng`, as is all that the seat cannot see.
    """

    def choose(self, game: Game[Any], view: Any, decision: Decision, rng: random.Random) -> Move:
        table = game.imagine(view, rng)
        secret = rng.randbytes(32)
        values = []
        for move in decision.moves:
            state = game.copy(table)
            game.play(state, decision.seat, move, Chance(secret))
            values.append(game.evaluate(game.view(state, decision.seat), decision.seat))
        best = max(values)
        candidates = [move for move, value in zip(decision.moves, values, strict=True) if value == best]
        return candidates[int(rng.random() * len(candidates))]
