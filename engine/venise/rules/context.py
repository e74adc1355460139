"""The context of one move: what the rules work on while they carry it out. No rules of its own."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine import agenda
from engine.refusals import BadPosition
from engine.venise.data.box import Box, Card, shipped
from engine.venise.state import Laid, Seat, State


class NoChance(agenda.NoChance):
    """Says of a position of this game what is missing."""

    def die(self, label: str, faces: int = 6) -> int:
        raise BadPosition(f"now, dice: nobody has a choice before dice are thrown ({label}); name the dice instead")

    def shuffle(self, label: str, n: int) -> list[int]:
        raise BadPosition(f"agenda: nobody has a choice before cards are shuffled ({label})")


@dataclass(slots=True)
class Context(agenda.Context[State]):
    """The state being changed, the chance, and what is told so far."""

    chance: agenda.Chances = field(default=NoChance(), kw_only=True)

    @property
    def box(self) -> Box:
        return shipped()

    def seat(self, number: int) -> Seat:
        return self.state.seats[number]


def card_of(laid: Laid) -> Card:
    return shipped().cards[laid.card]
