"""The course of one move: what the rules work on while they carry it out. No rules of its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from engine.events import Event, Json
from engine.flandern.data.box import Box
from engine.flandern.state import Seat, State


class Lots(Protocol):
    """All that the rules take of chance."""

    def below(self, label: str, n: int) -> int: ...

    def shuffle(self, label: str, n: int) -> list[int]: ...


@dataclass(slots=True)
class Course:
    """The state being changed, its box, the chance, and what is told so far."""

    state: State
    box: Box
    chance: Lots
    told: list[Event] = field(default_factory=list)

    def tell(self, kind: str, /, **data: Json) -> None:
        """Tell everybody."""
        self.told.append(Event(kind, data))

    def tell_only(self, seat: int, kind: str, /, **data: Json) -> None:
        """Tell one seat what the others may not know."""
        self.told.append(Event(kind, data, (seat,)))

    def seat(self, number: int) -> Seat:
        return self.state.seats[number]

    def space(self, town: int, at: int) -> str:
        """The name of a space."""
        return self.state.town(town).layout(self.box).spaces[at].name
