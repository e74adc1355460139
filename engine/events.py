"""Facts that a match tells: what happened and who may know it, and the result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

USUAL = "usual"  # among the particulars of an event where it is told: the game's own rule has chosen, not the seat's
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


@dataclass(frozen=True, slots=True)
class Scoresheet:
    """The result by category.

    rows       (category, one value per seat), in the order of the game's final scoring
    totals     points per seat, the sums of the rows
    tie_break  (what it is, one value per seat): decides between equal totals; "" where the rules know none
    ranks      1 for the winner; seats that share a place share the number
    decided    in words, how ties were decided or shared; "" without a tie
    by_round   totals "if the game ended now" after each round, one tuple of seats per round
    """

    rows: tuple[tuple[str, tuple[int, ...]], ...]
    totals: tuple[int, ...]
    tie_break: tuple[str, tuple[int, ...]]
    ranks: tuple[int, ...]
    decided: str = ""
    by_round: tuple[tuple[int, ...], ...] = ()
