"""The tasks of a game of Bruges. Those of a seat beside `Do` are its choices; see docs/positions/bruges.md for each.

n         how many are still to be chosen, one by one
person    the person that gives or takes, by its id
effect    which of the effects of a person, from 0
optional  whether the owner may leave it, with `none`: where a cost follows without the owner having asked for it
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engine.agenda import Kinds, SeatTask, Task

Place = Annotated[int, "place"]  # a seat, counted from the start player
Number = Annotated[int, "number"]  # from 1
Amount = Annotated[int, "amount"]  # from 0
Flag = Annotated[bool, "flag"]
Colour = Annotated[str, "colour"]  # "any": of any
Person = Annotated[str, "card"]
Cause = Annotated[str, "cause"]  # a person; "" for none
By = Annotated[int | None, "by"]  # the seat that causes a loss; None: the dice


# --- a round -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Round(Task):
    """A new round begins."""


@dataclass(frozen=True, slots=True)
class Refill(Task):
    """The k-th seat from the start player, and those after it, fill their hands."""

    k: Place


@dataclass(frozen=True, slots=True)
class Dice(Task):
    """The dice are thrown."""


@dataclass(frozen=True, slots=True)
class Deal(Task):
    """Threats are dealt by the dice."""


@dataclass(frozen=True, slots=True)
class Climbs(Task):
    """The k-th seat from the start player, and those after it, may go up."""

    k: Place


@dataclass(frozen=True, slots=True)
class Turns(Task):
    """Whoever is next takes a turn, until all have taken four."""


@dataclass(frozen=True, slots=True)
class Majorities(Task):
    """The last phase, and the end of the round."""


@dataclass(frozen=True, slots=True)
class Draw(SeatTask):
    """Cards come into the hand, of which `optional` may be left out."""

    n: Number
    optional: Amount
    person: Cause


@dataclass(frozen=True, slots=True)
class Climb(SeatTask):
    price: Amount


@dataclass(frozen=True, slots=True)
class Turn(SeatTask):
    """A turn in which so many cards are still to be played, and whether one was."""

    still: Amount
    played: Flag


@dataclass(frozen=True, slots=True)
class Mason(SeatTask):
    """The choice of the worker that builds a house of the card in that slot of the hand, unseen by the others."""

    slot: Amount


@dataclass(frozen=True, slots=True)
class Ward(SeatTask):
    """The choice of the threat that a card put away takes off."""

    card: Person


# --- losses ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Loss(SeatTask):
    """A choice of the victim, open to several seats at once; `why`: the person that takes, "" for the dice."""

    by: By
    why: Cause


class Penalties(Loss):
    __slots__ = ()


class Fire(Loss):
    __slots__ = ()


class Plague(Loss):
    __slots__ = ()


class Canal(Loss):
    __slots__ = ()


class Threat(Loss):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Workers(SeatTask):
    n: Number
    by: Annotated[int, "by"]
    why: Cause
    to_owner: Flag


LOSSES = (Loss, Workers)


# --- persons -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Do(SeatTask):
    """A person is at work; that effect is next."""

    person: Person
    effect: Amount


@dataclass(frozen=True, slots=True)
class Take(SeatTask):
    n: Number
    person: Person


@dataclass(frozen=True, slots=True)
class Pay(SeatTask):
    n: Number
    person: Person
    effect: Amount


@dataclass(frozen=True, slots=True)
class Remove(SeatTask):
    n: Number
    colour: Colour
    person: Person


@dataclass(frozen=True, slots=True)
class Dig(SeatTask):
    factor: Amount
    optional: Flag
    person: Person


@dataclass(frozen=True, slots=True)
class Advance(SeatTask):
    price: Amount
    person: Person


@dataclass(frozen=True, slots=True)
class Exchange(SeatTask):
    effect: Amount
    person: Person


@dataclass(frozen=True, slots=True)
class Discard(SeatTask):
    n: Number
    person: Person


@dataclass(frozen=True, slots=True)
class Settle(SeatTask):
    optional: Flag
    person: Person


@dataclass(frozen=True, slots=True)
class Recruit(SeatTask):
    discount: Amount
    optional: Flag
    person: Person


KINDS = Kinds(
    *(Round, Refill, Dice, Deal, Climbs, Turns, Majorities, Draw, Climb, Turn, Mason, Ward),
    *(Penalties, Fire, Plague, Canal, Threat, Workers),
    *(Do, Take, Pay, Remove, Dig, Advance, Exchange, Discard, Settle, Recruit),
)
