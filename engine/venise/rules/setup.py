"""Setting up: the decks, the tiles (a layout or free placement), the Boat, the Burghers. Rulebook, "Set-up" and 3.2.

Matters: ("place", k): the k-th tile from the first player; ("boat", seat); ("burgher", seat).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.decisions import Move
from engine.language.languages import to_say
from engine.venise.data.box import Box, shipped
from engine.venise.data.hexagons import cell, place_of, shore
from engine.venise.rules.context import Course
from engine.venise.state import DECKS, NOWHERE, TILES, Matter, Place, Seat, State

if TYPE_CHECKING:
    from engine.chance import Chance

FREE = to_say("free")  # the layout that the players make themselves
CENTRE: Place = (0, 0)


def deal(seats: int, layout: str, cap: int, chance: Chance) -> State:
    """The decks shuffled, the Market for so many seats, one cube of each raw material, the first player by lot."""
    box = shipped()
    known = None if layout == FREE else box.layouts[layout]
    return State(
        seats=[Seat(stock=[1, 1, 1]) for _ in range(seats)],
        layout=layout,
        places=[None] * len(TILES) if known is None else list(known.places),
        boat=NOWHERE if known is None else known.boat,
        bonuses=market(box, seats),
        decks=[_shuffled(chance, DECKS[deck], cards_for(deck, seats)) for deck in range(len(DECKS))],
        first=chance.below("first player", seats),
        cap=cap,
    )


def market(box: Box, seats: int) -> list[int]:
    """The values of the spaces that are free at the beginning."""
    left = list(box.bonuses)
    for value in box.covered[seats]:
        left.remove(value)
    return left


def cards_for(deck: int, seats: int) -> list[int]:
    """The cards of a deck for so many seats: fewer Orders of value 1 with fewer players."""
    box = shipped()
    cards = box.deck(deck)
    for card in dict.fromkeys(cards):
        if DECKS[deck] == "order" and box.cards[card].value == 1:
            for _ in range(box.taken_out[seats]):
                cards.remove(card)
    return cards


def _shuffled(chance: Chance, name: str, cards: list[int]) -> list[int]:
    return [cards[place] for place in chance.shuffle(f"{name} deck", len(cards))]


def first_matters(state: State) -> list[Matter]:
    """What the players decide before the first round."""
    order = state.order()
    placing: list[Matter] = []
    if state.layout == FREE:
        placing = [("place", order[k % len(order)]) for k in range(len(TILES))]
        placing.append(("boat", order[-1]))
    return [*placing, *(("burgher", seat) for seat in order), ("round",)]


# --- free placement ----------------------------------------------------------------------------------------


def place_moves(state: State, matter: Matter) -> tuple[Move, ...]:
    """Every tile that is left on every free hexagon that touches one; the first tile lies in the middle."""
    laid = [place for place in state.places if place is not None]
    cells = [cell(place) for place in shore(laid)] if laid else [cell(CENTRE)]
    left = [name for name, place in zip(TILES, state.places, strict=True) if place is None]
    return tuple(Move(("place", name, at)) for name in left for at in cells)


def answer_place(course: Course, number: int, matter: Matter, move: Move) -> None:
    course.state.agenda.pop()
    course.state.places[TILES.index(move[1])] = place_of(move[2])
    course.tell("tile placed", seat=number, tile=move[1], cell=move[2])


def boat_moves(state: State, matter: Matter) -> tuple[Move, ...]:
    return tuple(Move(("boat", name)) for name in TILES)


def answer_boat(course: Course, number: int, matter: Matter, move: Move) -> None:
    course.state.agenda.pop()
    course.state.boat = TILES.index(move[1])
    course.tell("boat placed", seat=number, tile=move[1])


def burgher_moves(state: State, matter: Matter) -> tuple[Move, ...]:
    return tuple(Move(("burgher", name)) for name in TILES)


def answer_burgher(course: Course, number: int, matter: Matter, move: Move) -> None:
    course.state.agenda.pop()
    course.seat(number).burgher = TILES.index(move[1])
    course.tell("burgher placed", seat=number, tile=move[1])
