"""Setting up: the decks, the tiles (a layout or free placement), the Boat, the Burghers. Rulebook, "Set-up" and 3.2."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.agenda import Task
from engine.decisions import Move
from engine.language.languages import to_say
from engine.venise.data.box import Box, shipped
from engine.venise.data.hexagons import cell, place_of, shore
from engine.venise.rules import tasks
from engine.venise.rules.context import Context
from engine.venise.state import DECKS, NOWHERE, TILES, Place, Seat, State

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


def first_tasks(state: State) -> list[Task]:
    """The decisions of the players before the first round."""
    order = state.order()
    placing: list[Task] = []
    if state.layout == FREE:
        placing = [tasks.Place(order[k % len(order)]) for k in range(len(TILES))]
        placing.append(tasks.Boat(order[-1]))
    return [*placing, *(tasks.Burgher(seat) for seat in order), tasks.Round()]


# --- free placement ----------------------------------------------------------------------------------------


def place_moves(context: Context, task: tasks.Place) -> tuple[Move, ...]:
    """Every tile that is left on every free hexagon that touches one; the first tile lies in the middle."""
    places = context.state.places
    laid = [place for place in places if place is not None]
    cells = [cell(place) for place in shore(laid)] if laid else [cell(CENTRE)]
    left = [name for name, place in zip(TILES, places, strict=True) if place is None]
    return tuple(Move(("place", name, at)) for name in left for at in cells)


def answer_place(context: Context, task: tasks.Place, move: Move) -> None:
    context.replace(task)
    context.state.places[TILES.index(move[1])] = place_of(move[2])
    context.tell("tile placed", seat=task.seat, tile=move[1], cell=move[2])


def boat_moves(context: Context, task: tasks.Boat) -> tuple[Move, ...]:
    return tuple(Move(("boat", name)) for name in TILES)


def answer_boat(context: Context, task: tasks.Boat, move: Move) -> None:
    context.replace(task)
    context.state.boat = TILES.index(move[1])
    context.tell("boat placed", seat=task.seat, tile=move[1])


def burgher_moves(context: Context, task: tasks.Burgher) -> tuple[Move, ...]:
    return tuple(Move(("burgher", name)) for name in TILES)


def answer_burgher(context: Context, task: tasks.Burgher, move: Move) -> None:
    context.replace(task)
    context.seat(task.seat).burgher = TILES.index(move[1])
    context.tell("burgher placed", seat=task.seat, tile=move[1])
