"""Facts that a match tells: what happened, and who may know it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Json = Any  # None, bool, int, str, list or dict of these: what `json` writes and reads unchanged


@dataclass(frozen=True, slots=True)
class Event:
    """One fact.

    kind   the game's word for it ("drew", "house built", ...)
    data   its particulars as JSON values; seats are numbers from 0
    seats  the seats that may know it; None: everybody, onlookers too
    """

    kind: str
    data: dict[str, Json]
    seats: tuple[int, ...] | None = None

    def visible_to(self, seat: int | None) -> bool:
        return self.seats is None or (seat is not None and seat in self.seats)
