"""The tasks of a game of La Venise du Nord; see docs/positions/venise.md for each. Tiles and cards as in the state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engine.agenda import Kinds, SeatTask, Task

Tile = Annotated[int, "tile"]
Deck = Annotated[int, "deck"]
Material = Annotated[int, "material"]
Number = Annotated[int, "number"]


# --- carried out at once -------------------------------------------------------------------------------------


class Round(Task):
    """Before the first player's turn."""

    __slots__ = ()


class Begin(Task):
    """The next turn begins."""

    __slots__ = ()


class Roll(SeatTask):
    """Two dice are thrown."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Secondary(SeatTask):
    """All others use the tile too."""

    tile: Tile


class Next(Task):
    """A turn is over, but for cubes that others have been given in it."""

    __slots__ = ()


# --- choices ---------------------------------------------------------------------------------------------------


class Place(SeatTask):
    __slots__ = ()


class Boat(SeatTask):
    __slots__ = ()


class Burgher(SeatTask):
    __slots__ = ()


class Recall(SeatTask):
    """The choice of the die that comes back before two are rolled."""

    __slots__ = ()


class Keep(SeatTask):
    """The choice of which of the first of `Seat.pending` is kept."""

    __slots__ = ()


class Turn(SeatTask):
    """The choices before the move, and the move."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Cubes(SeatTask):
    """So many gained cubes are to be laid in an own turn."""

    material: Material
    count: Number


class Gift(Cubes):
    """The same beside another's turn, in `State.gifts`: the turn goes on meanwhile, nothing is shifted down."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Take(SeatTask):
    """The choice of which of `State.drawn`, from that deck, is kept."""

    deck: Deck


@dataclass(frozen=True, slots=True)
class Sell(SeatTask):
    """The choice of the goods sold on that tile with an activation die of that value."""

    tile: Tile
    value: Number


class Finish(SeatTask):
    """The choices after the move."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Pay(SeatTask):
    """With which cubes a bridge is paid."""

    price: Number


KINDS = Kinds(
    Round, Begin, Next, Place, Boat, Burgher, Recall, Roll, Keep, Turn, Finish, Take, Sell, Pay, Cubes, Secondary
)
