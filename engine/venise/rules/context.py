"""The course of one move: what the rules work on while they carry it out. No rules of its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from engine.events import Event, Json
from engine.refusals import BadPosition
from engine.venise.data.box import Box, Card, shipped
from engine.venise.state import Laid, Matter, Seat, State


class Chances(Protocol):
    """All that a move takes of chance; the rest is taken at the set-up."""

    def die(self, label: str, faces: int = 6) -> int: ...

    def shuffle(self, label: str, n: int) -> list[int]: ...


class NoChance:
    """Stands where no chance may be taken: while a position is read, or a move is tried."""

    def die(self, label: str, faces: int = 6) -> int:
        raise BadPosition(f"now, dice: nobody has a choice before dice are thrown ({label}); name the dice instead")

    def shuffle(self, label: str, n: int) -> list[int]:
        raise BadPosition(f"agenda: nobody has a choice before cards are shuffled ({label})")


@dataclass(slots=True)
class Course:
    """The state being changed, the chance, and what is told so far."""

    state: State
    chance: Chances
    told: list[Event] = field(default_factory=list)

    @property
    def box(self) -> Box:
        return shipped()

    def tell(self, kind: str, /, **data: Json) -> None:
        """Tell everybody."""
        self.told.append(Event(kind, data))

    def tell_only(self, seat: int, kind: str, /, **data: Json) -> None:
        """Tell one seat what the others may not know."""
        self.told.append(Event(kind, data, (seat,)))

    def push(self, *matters: Matter) -> None:
        """Put matters on the agenda; the first is done first."""
        self.state.agenda.extend(reversed(matters))

    def seat(self, number: int) -> Seat:
        return self.state.seats[number]


def card_of(laid: Laid) -> Card:
    return shipped().cards[laid.card]
