"""Reads position files: states from JSON values, completely checked. See docs/positions/venise.md.

A short position leaves out what is as usual: without an agenda the seat of `turn` moves with the dice of `now`,
without decks the cards that are nowhere else lie in them in the order of the data file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.agenda import Task
from engine.events import Json
from engine.positions.codec import Fixed, Many, Whole
from engine.positions.values import fail, fields, listed, mapping
from engine.venise.data.box import shipped
from engine.venise.positions.checks import check
from engine.venise.positions.layout import CARD, NUMBER, TILE, table_layout
from engine.venise.rules import setup, tasks
from engine.venise.rules.view import known_cards
from engine.venise.state import DECKS, GOODS, MARKET, PORT1, TILES, State, edge

PRICE = Fixed("pair: how many of value 1, how many of value 2", NUMBER, NUMBER)
ENDS = Many(TILE)
DIE = Whole(1, 6)


def read_position(data: Json) -> State:
    """The state of a position file. BadPosition names the place of what cannot be."""
    rows = listed(mapping(data, "position").get("seats"), "seats")
    if not 2 <= len(rows) <= 4:
        raise fail("seats", f"are {len(rows)}, from 2 to 4 can play")
    given = table_layout(len(rows)).given(data, "")
    state = State(**_usual(given, len(rows)) | given)
    for number, row in enumerate(rows):
        _pieces(state, number, row, f"seat {number}")
    _prices(state, data.get("prices", {}))
    if "spent" not in given:
        pairs = zip(GOODS, state.doubles, strict=True)
        state.spent = [CARD.read(f"{goods} 2", "spent") for goods, doubles in pairs for _ in range(doubles)]
    named, state.decks = state.decks, [cards or [] for cards in state.decks]
    state.decks = [_left(state, deck) if cards is None else cards for deck, cards in enumerate(named)]
    state.agenda = given["agenda"][::-1] if "agenda" in given else _rest_of_turn(state)
    _check_lists(state)
    check(state)
    return state


def _usual(given: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """The fields that a short file leaves out and that are not as in a new state."""
    known = shipped().layouts
    layout = given.get("layout", next(iter(known)))
    usual = {"layout": layout, "round": 1, "bonuses": setup.market(shipped(), seats), "decks": [None] * len(DECKS)}
    if layout in known:
        return usual | {"places": list(known[layout].places), "boat": known[layout].boat}
    return usual | {"places": [None] * len(TILES)}


def _pieces(state: State, number: int, row: Mapping[str, Json], place: str) -> None:
    """Lay the dice and the bridges of a seat."""
    for tile, value in fields(row.get("dice", {}), TILES, f"{place}, dice").items():
        at = TILES.index(tile)
        if state.dice[at] is not None:
            raise fail(f"{place}, dice, {tile}", "another die lies there")
        state.dice[at] = (number, DIE.read(value, f"{place}, dice, {tile}"))
    for pair in listed(row.get("bridges", []), f"{place}, bridges"):
        ends = ENDS.read(pair, f"{place}, bridges")
        if len(ends) != 2 or edge(*ends) in state.bridges:
            raise fail(f"{place}, bridges", "a bridge joins two tiles, and there is one between them at most")
        state.bridges[edge(*ends)] = number


def _prices(state: State, value: Json) -> None:
    for goods, pair in fields(value, GOODS, "prices").items():
        kind = GOODS.index(goods)
        state.singles[kind], state.doubles[kind] = PRICE.read(pair, f"prices, {goods}")


def _left(state: State, deck: int) -> list[int]:
    """The cards of a deck that lie nowhere else."""
    left = setup.cards_for(deck, len(state.seats))
    for card in known_cards(state):
        if card in left:
            left.remove(card)
    return left


def _rest_of_turn(state: State) -> list[Task]:
    if state.over:
        return []
    if not state.round:
        return list(reversed(setup.first_tasks(state)))
    if not state.now.dice:
        return [tasks.Begin()]
    number = state.active
    agenda: list[Task] = [tasks.Next(), tasks.Finish(number)]
    if not state.now.moved:
        agenda += [tasks.Turn(number), *[tasks.Keep(number)] * len(state.seats[number].pending)]
    return agenda


def _check_lists(state: State) -> None:
    """BadPosition where a list has not the length that it must have, or holds what is not for it."""
    if any(len(row) != len(state.seats) for row in state.totals):
        raise fail("totals", "have a number for each seat")
    if len(state.now.dice) not in (0, 2):
        raise fail("now, dice", "are two or none")
    for port, sold in enumerate(state.ports):
        if len(set(sold)) < len(sold):
            raise fail(f"ports, {TILES[PORT1 + port]}", "names one of the goods twice")
    for task in state.agenda:
        if isinstance(task, tasks.Sell) and task.tile < MARKET:
            raise fail("agenda, sell", f"nothing is sold on {TILES[task.tile]}")
