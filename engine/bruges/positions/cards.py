"""The places of a position file's cards: those named, then piles given as a number, then the rest. Knows no seats.

`Stock` holds the cards that are not placed yet; every card is taken once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.bruges.data.cards import Cards
from engine.bruges.rules.rules import STACKS
from engine.bruges.state import COLOURS, SECTIONS, House, State
from engine.events import Json
from engine.positions.codec import Form
from engine.positions.values import fail, shown

REST = "rest"


class Stock(Form[int]):
    """The cards of a deck that lie nowhere yet, in the order of the deck. As a form: a card by its name, taken."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.free = dict.fromkeys(range(len(cards)))

    def read(self, value: Json, place: str) -> int:
        """A card by name, taken for this place."""
        card = self.cards.number.get(value) if isinstance(value, str) else None
        if card is None:
            raise fail(place, f"{shown(value)} is no person of the deck")
        if card not in self.free:
            raise fail(place, f"{value} is named twice in the position")
        del self.free[card]
        return card

    def write(self, value: int) -> Json:
        return self.cards.name[value]

    def left(self, colour: int | None = None) -> list[int]:
        """The cards that are left, of one colour or of all."""
        return [card for card in self.free if colour in (None, self.cards.colour[card])]

    def cut(self, number: int, colour: int | None = None) -> list[int]:
        """The first cards that are left; fewer if there are fewer."""
        taken = self.left(colour)[:number]
        for card in taken:
            del self.free[card]
        return taken

    def cellar(self, house: House, place: str) -> House:
        """A house without a named card takes the first of its colour that is left."""
        if house.card >= 0:
            return house
        taken = self.cut(1, house.colour)
        if not taken:
            raise fail(place, f"no {COLOURS[house.colour]} card is left for a house")
        return House(house.colour, taken[0], house.person, house.used)


# --- piles -------------------------------------------------------------------------------------------------


def pile_names(data: Mapping[str, Json]) -> tuple[str, ...]:
    """Two piles by their sides, or five as soon as one is named by its colour."""
    piles = data.get("piles", {})
    return COLOURS if isinstance(piles, dict) and any(name in COLOURS for name in piles) else SECTIONS


def lay_out(data: Mapping[str, Json], stock: Stock, state: State) -> None:
    """Put every card somewhere. BadPosition names the pile, or the cards that are nowhere."""
    names = pile_names(data)
    piles = data.get("piles", {})
    colours = [COLOURS.index(name) if name in COLOURS else None for name in names]
    places = [f"piles, {name}" for name in names]
    given = [_pile(piles.get(name, REST), place, stock) for name, place in zip(names, places, strict=True)]
    extra = _pile(data.get("extra", REST), "extra", stock, none=True)
    discard = _pile(data.get("discard", []), "discard", stock)
    _check_colours(given, colours, places, stock.cards)
    for number, seat in enumerate(state.seats):
        seat.houses = [stock.cellar(house, f"seat {number}, houses") for house in seat.houses]
    state.discard = _take(discard, "discard", stock)
    state.piles = [_take(*parts) for parts in zip(given, places, [stock] * len(names), colours, strict=True)]
    state.extra = None if extra is None else _take(extra, "extra", stock)
    _share(state, stock, given, colours, extra)
    if discard == REST:
        state.discard = stock.cut(len(stock.free))
    if stock.free:
        some = ", ".join(stock.cards.name[card] for card in stock.left()[:5])
        raise fail("piles", f"{len(stock.free)} cards are nowhere: {some} ...")


def _pile(value: Json, place: str, stock: Stock, none: bool = False) -> Json:
    """A pile as it is given: its cards, their number, "rest" or, if that may be, None."""
    if value == REST or (none and value is None):
        return value
    if type(value) is int and 0 <= value <= len(stock.cards):
        return value
    if not isinstance(value, list):
        raise fail(place, f"is {shown(value)}, not a list of persons or a number of cards")
    return [stock.read(name, place) for name in value]


def _check_colours(given: Sequence[Json], colours: Sequence[int | None], places: Sequence[str], cards: Cards) -> None:
    for pile, colour, place in zip(given, colours, places, strict=True):
        for card in pile if isinstance(pile, list) and colour is not None else ():
            if cards.colour[card] != colour:
                raise fail(place, f"{cards.name[card]} is {COLOURS[cards.colour[card]]}")


def _take(value: list[int] | int | str, place: str, stock: Stock, colour: int | None = None) -> list[int]:
    """The cards of a pile that is named or given as a number; none yet of the rest."""
    if isinstance(value, list):
        return value
    if isinstance(value, str):
        return []
    there = len(stock.left(colour))
    if value > there:
        raise fail(place, f"{value} cards are wanted, {there} are left")
    return stock.cut(value, colour)


def _share(state: State, stock: Stock, given: Sequence[Json], colours: Sequence[int | None], extra: Json) -> None:
    """Give the cards left to the piles that are not given: as many as usual to the extra pile, then in even shares.

    A pile of one colour takes what is left of that. What no pile takes goes to the extra pile too, if it is not given.
    """
    waiting = [(pile, c) for pile, how, c in zip(state.piles, given, colours, strict=True) if how == REST]
    if extra == REST:
        usual = len(stock.cards) - len(stock.cards) * len(state.seats) // STACKS
        state.extra = stock.cut(usual if waiting else len(stock.free)) or None
    for place, (pile, colour) in enumerate(waiting):
        there = len(stock.left(colour))
        pile += stock.cut(there if colour is not None else -(-there // (len(waiting) - place)), colour)
    if extra == REST and waiting and state.extra is not None and None not in colours:
        state.extra += stock.cut(len(stock.free))
