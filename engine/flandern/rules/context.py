"""The context of one move: what the rules work on while they carry it out. No rules of its own."""

from __future__ import annotations

from dataclasses import dataclass

from engine import agenda
from engine.flandern.data.box import Box
from engine.flandern.state import Seat, State


@dataclass(slots=True)
class Context(agenda.Context[State]):
    """The state being changed, its box, the chance, and what is told so far."""

    box: Box

    def seat(self, number: int) -> Seat:
        return self.state.seats[number]

    def space(self, town: int, at: int) -> str:
        """The name of a space."""
        return self.state.town(town).layout(self.box).spaces[at].name
