"""The state of a game of Bruges: plain data, cheap to copy, written to JSON as it is.

Colours are numbers 0-4 in the order of `COLOURS`. Cards are their number in the deck, 0-164. In a view a
card whose face is hidden is its negative code: `back(colour)` (-1 to -5) where its back can be seen,
`UNKNOWN` (-6) where it cannot; a state and a view are the same type.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

COLOURS = ("blue", "brown", "purple", "red", "yellow")
BLUE, BROWN, PURPLE, RED, YELLOW = range(5)
MAJORITIES = ("reputation", "people", "canal")
SECTIONS = ("left", "right")
UNKNOWN = -6
GONE = -7  # a hand slot whose card has been played; slots keep their number until the round ends


def back(colour: int) -> int:
    """The code of a card of which only the back, and so the colour, can be seen."""
    return -1 - colour


@dataclass(slots=True)
class House:
    """colour as built; card laid face down; person living there (None: empty); used this round or fired for good."""

    colour: int
    card: int
    person: int | None = None
    used: bool = False


@dataclass(slots=True)
class Seat:
    """One player's area. `hand` keeps slots (menu number - 1); `public` are hand cards everybody has seen."""

    points: int = 5
    guilders: int = 5
    workers: list[int] = field(default_factory=lambda: [1] * 5)
    threats: list[int] = field(default_factory=lambda: [0] * 5)
    step: int = 0
    hand: list[int] = field(default_factory=list)
    public: list[int] = field(default_factory=list)
    houses: list[House] = field(default_factory=list)
    canals: list[int] = field(default_factory=lambda: [0, 0])  # tokens in the left and right section
    statues: list[int] = field(default_factory=list)  # their values
    crowned: list[bool] = field(default_factory=lambda: [False, False])  # sections that have given their statue
    markers: list[bool] = field(default_factory=lambda: [False] * 3)  # turned majority markers
    climbed: bool = False  # has taken the reputation step of this round


@dataclass(slots=True)
class State:
    """The whole table.

    tracks   which pair of canal colour orders each seat has, an index into the board data
    piles    two draw piles (five in the variant), top card last
    extra    the extra pile; None once it is in play
    discard  face up, in the order it was laid
    dice     1-6 per colour; 0 before the first roll
    agenda   what is still to be done, a stack of JSON matters whose last is next
    last     the round after which the game ends; 0 while that is open
    """

    deck: str  # digest of the deck in play
    seats: list[Seat]
    tracks: list[int]
    piles: list[list[int]]
    extra: list[int] | None
    discard: list[int]
    statues: list[int]
    dice: list[int] = field(default_factory=lambda: [0] * 5)
    start: int = 0
    round: int = 0
    turn: int = 0  # card turns finished in this round, over all seats
    agenda: list[Any] = field(default_factory=list)
    last: int = 0
    over: bool = False
    totals: list[list[int]] = field(default_factory=list)  # "if it ended now" after each round
