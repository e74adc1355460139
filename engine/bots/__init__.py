"""Players that need no person: one interface for all games. They see views only, never a state."""

from __future__ import annotations

from engine.bots.greedy import Greedy
from engine.bots.interface import Bot
from engine.bots.random import Random

bots: dict[str, Bot] = {"random": Random(), "greedy": Greedy()}

__all__ = ["Bot", "Greedy", "Random", "bots"]
