"""Writes position files: a state as JSON values with the words of the game. See docs/positions/venise.md.

`reader` reads them. What stands as it is at the beginning of a game is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.agenda import Task, shape
from engine.events import Json
from engine.venise.data.box import shipped
from engine.venise.rules.context import card_of
from engine.venise.state import DECKS, GOODS, MATERIALS, NOWHERE, ROWS, TILES, Laid, Seat, State, Turn

WORDS = {"deck": DECKS, "material": MATERIALS, "tile": TILES}  # for the values of tasks


def write_position(state: State) -> dict[str, Json]:
    """Everything, hidden cards too; `read_position` gives the same state again."""
    position: dict[str, Json] = {
        "game": "venise",
        "layout": state.layout,
        "tiles": {name: list(at) for name, at in zip(TILES, state.places, strict=True) if at is not None},
        "seats": [_seat(state, number) for number in range(len(state.seats))],
        "first": state.first,
        "round": state.round,
        "turn": state.turn,
        "prices": _prices(state),
        "bonuses": list(state.bonuses),
        "ports": {name: [GOODS[g] for g in sold] for name, sold in zip(TILES[7:], state.ports, strict=True) if sold},
        "decks": {name: names(deck) for name, deck in zip(DECKS, state.decks, strict=True)},
        "spent": names(state.spent),
        "agenda": [_task(task) for task in reversed(state.agenda)],
    }
    if state.boat != NOWHERE:
        position["boat"] = TILES[state.boat]
    now = _now(state.now)
    optional = {
        "now": now,
        "drawn": names(state.drawn),
        "gifts": [[gift.seat, MATERIALS[gift.material], gift.count] for gift in state.gifts],
        "last": state.last,
        "ending": state.ending,
        "over": state.over,
        "cap": state.cap,
        "shuffles": state.shuffles,
        "totals": [list(row) for row in state.totals],
        "undecided": state.undecided,
        "forced": [list(record) for record in state.forced],
    }
    return position | {key: value for key, value in optional.items() if value}


def names(cards: Sequence[int]) -> list[str]:
    return [shipped().cards[card].name for card in cards]


def cubes(counts: Sequence[int], words: Sequence[str] = MATERIALS) -> dict[str, int]:
    return {word: count for word, count in zip(words, counts, strict=True) if count}


def _prices(state: State) -> dict[str, Json]:
    pairs = zip(GOODS, state.singles, state.doubles, strict=True)
    return {goods: [ones, twos] for goods, ones, twos in pairs if ones or twos}


def _seat(state: State, number: int) -> dict[str, Json]:
    seat: Seat = state.seats[number]
    data: dict[str, Json] = {"points": seat.points, "stock": cubes(seat.stock), "store": cubes(seat.store, GOODS)}
    if seat.burgher != NOWHERE:
        data["burgher"] = TILES[seat.burgher]
    optional = {
        "dice": {TILES[tile]: value for tile, value in state.placed(number).items()},
        "bridges": [[TILES[one], TILES[other]] for one, other in state.bridges_of(number)],
        **{name: [_laid(laid) for laid in row] for name, row in zip(ROWS, seat.rows, strict=True)},
        "used": names(seat.used),
        "pending": [names(cards) for _, cards in seat.pending],
    }
    return data | {key: value for key, value in optional.items() if value}


def _laid(laid: Laid) -> Json:
    card = card_of(laid)
    if card.is_order:
        return card.name
    data: dict[str, Any] = {"card": card.name}
    if laid.ready:
        return data | {"ready": True} | ({"held": laid.held} if laid.held else {})
    return data | ({"paid": cubes(laid.paid)} if any(laid.paid) else {})


def _now(now: Turn) -> dict[str, Json]:
    data: dict[str, Json] = {
        "dice": list(now.dice),
        "moved": now.moved,
        "work": now.work,
        "shifts": list(now.shifts) if any(now.shifts) else [],
        "used": names(now.used),
        "made": names(now.made),
        "bridged": now.bridged,
    }
    return {key: value for key, value in data.items() if value}


def _task(task: Task) -> list[Json]:
    """A task with the words of the game: ["sell", 0, "market", 3]."""
    name, *values = task.dump()
    pairs = zip(shape(type(task)), values, strict=True)
    return [name, *(WORDS[what][value] if what in WORDS else value for what, value in pairs)]
