"""The interface of a bot. No bot is defined here."""

from __future__ import annotations

import random
from typing import Any, Protocol

from engine.decisions import Decision, Move
from engine.game import Game


class Bot(Protocol):
    """Chooses for a seat from what that seat may know; the same for the same view and `rng`."""

    def choose(self, game: Game[Any], view: Any, decision: Decision, rng: random.Random) -> Move:
        """One of the decision's moves. Leaves the view as it is."""
        ...
