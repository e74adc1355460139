"""The bot that does anything legal, all moves equally likely. Thinks nothing."""

from __future__ import annotations

import random
from typing import Any

from engine.decisions import Decision, Move
from engine.game import Game


class Random:
    """Draws one of the legal moves."""

    def choose(self, game: Game[Any], view: Any, decision: Decision, rng: random.Random) -> Move:
        return decision.moves[int(rng.random() * len(decision.moves))]
