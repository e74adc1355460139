"""The context of one move: what the rules work on while they carry it out. No rules of its own."""

from __future__ import annotations

from dataclasses import dataclass

from engine import agenda
from engine.bruges.data.cards import Cards
from engine.bruges.state import COLOURS, GONE, SECTIONS, House, Seat, State


@dataclass(slots=True)
class Context(agenda.Context[State]):
    """The state being changed, its cards, the chance, and what is told so far."""

    cards: Cards

    def seat(self, number: int) -> Seat:
        return self.state.seats[number]

    # --- cards ------------------------------------------------------------------------------------

    def leave_hand(self, number: int, card: int) -> None:
        """Take a card out of a hand; its slot stays until the round ends."""
        seat = self.state.seats[number]
        seat.hand[seat.hand.index(card)] = GONE
        if card in seat.public:
            seat.public.remove(card)

    def put_away(self, number: int, card: int) -> None:
        """Lay a hand card on the discard pile, face up."""
        self.leave_hand(number, card)
        self.state.discard.append(card)

    def settle(self, number: int, card: int) -> None:
        """Lay a hand card face down as an empty house."""
        self.leave_hand(number, card)
        seat, colour = self.state.seats[number], self.cards.colour[card]
        seat.houses.append(House(colour, card))
        # It may have been any card of that colour, so nobody can be sure any more of one that was known.
        seat.public = [known for known in seat.public if self.cards.colour[known] != colour]

    # --- what persons give --------------------------------------------------------------------------

    def gain(self, number: int, what: str, amount: int, person: str) -> None:
        """A person gives its owner points or guilders."""
        seat = self.state.seats[number]
        if amount <= 0:
            return
        if what == "points":
            seat.points += amount
        else:
            seat.guilders += amount
        self.tell("gained", seat=number, what=what, amount=amount, person=person)

    def gain_workers(self, number: int, colour: int, amount: int, person: str) -> None:
        self.state.seats[number].workers[colour] += amount
        workers = {COLOURS[colour]: amount}
        self.tell("gained", seat=number, what="workers", amount=amount, workers=workers, person=person)


def empty_houses(seat: Seat) -> list[int]:
    """The colours in which a seat has an empty house, each once, in the order of building."""
    return list(dict.fromkeys(house.colour for house in seat.houses if house.person is None))


def tokens(seat: Seat) -> list[str]:
    """The sections that have a token to lose."""
    return [side for side, built in zip(SECTIONS, seat.canals, strict=True) if built]
