"""Selling: on the Market with its bonuses, at a Port for the value of the die. Rulebook, 1.4.1.

A price is made of cubes and cards beside the Market; a cube
and an Order card of value 1 do the same in every rule, so they are counted together as singles.
"""

from __future__ import annotations

from engine.decisions import Move
from engine.venise.rules import tasks
from engine.venise.rules.context import Context
from engine.venise.state import GOODS, MARKET, PORT1, TILES, State

NONE = Move(("none",))
LOWER = ("lower", "2")  # a card of value 2 goes although there is something of value 1
SPLIT = ("down", "2")  # a card of value 2 becomes a cube although there is something of value 1


def sell_moves(context: Context, task: tasks.Sell) -> tuple[Move, ...]:
    state, store = context.state, context.seat(task.seat).store
    kinds = [goods for goods in (2, 1, 0) if store[goods]]
    if task.tile == MARKET:
        moves = [move for goods in kinds for move in _market(state, goods, min(task.value, store[goods]))]
    else:
        port = state.ports[task.tile - PORT1]
        moves = [move for goods in kinds if goods not in port for move in _port(state, goods)]
    return (*moves, NONE)


def _market(state: State, goods: int, most: int) -> list[Move]:
    """All that can be sold, then every number, each with the +2 card going instead where there is a choice."""
    moves = []
    for count in ((), *((str(n),) for n in range(most, 0, -1))):
        moves.append(Move(("sell", *count, GOODS[goods])))
        if state.singles[goods] and state.doubles[goods]:
            moves.append(Move(("sell", *count, GOODS[goods], *LOWER)))
    return moves


def _port(state: State, goods: int) -> list[Move]:
    """A Port takes one; its price may go up or down by 1 with it."""
    sale = ("sell", GOODS[goods])
    moves = [Move(sale), Move((*sale, "up"))]
    if state.price(goods):
        moves.append(Move((*sale, "down")))
    if state.singles[goods] and state.doubles[goods]:
        moves.append(Move((*sale, *SPLIT)))
    return moves


def read_sale(move: Move) -> tuple[int | None, int, tuple[str, ...]]:
    """Read how many goods are to be sold (None: all that can be), which, and what is said about the price."""
    if move[1].isdecimal():
        return int(move[1]), GOODS.index(move[2]), move[3:]
    return None, GOODS.index(move[1]), move[2:]


def bonus(state: State) -> int:
    """The amount that the next sale on the Market adds to the price of each of the goods."""
    return state.bonuses[0] if state.bonuses else 0


def answer_sell(context: Context, task: tasks.Sell, move: Move) -> None:
    number = task.seat
    context.replace(task)
    if move == NONE:
        context.tell("sold nothing", seat=number)
        return
    count, goods, how = read_sale(move)
    store = context.seat(number).store
    if task.tile == MARKET:
        sold = min(task.value, store[goods]) if count is None else count
        store[goods] -= sold
        _at_market(context, number, goods, sold, how)
    else:
        store[goods] -= 1
        _at_port(context, task, goods, how)


def _at_market(context: Context, number: int, goods: int, count: int, how: tuple[str, ...]) -> None:
    state = context.state
    price, extra = state.price(goods), bonus(state)
    points = count * (price + extra)
    state.seats[number].points += points
    lower(state, goods, double=how == LOWER)
    del state.bonuses[:1]
    context.tell(
        "sold", seat=number, goods=GOODS[goods], count=count, price=price, bonus=extra, points=points,
        now=state.price(goods),
    )  # fmt: skip


def lower(state: State, goods: int, *, double: bool = False) -> None:
    """Take one thing off the price: of value 1 if there is one and no `double` is asked for."""
    if state.doubles[goods] and (double or not state.singles[goods]):
        state.doubles[goods] -= 1
    elif state.singles[goods]:
        state.singles[goods] -= 1


def _at_port(context: Context, task: tasks.Sell, goods: int, how: tuple[str, ...]) -> None:
    state = context.state
    state.seats[task.seat].points += task.value
    state.ports[task.tile - PORT1].append(goods)
    if how[:1] == ("up",):
        state.singles[goods] += 1
    elif how[:1] == ("down",):
        _down_by_one(state, goods, split=how == SPLIT)
    context.tell(
        "exported", seat=task.seat, goods=GOODS[goods], port=TILES[task.tile], points=task.value,
        change=how[0] if how else "", now=state.price(goods),
    )  # fmt: skip


def _down_by_one(state: State, goods: int, *, split: bool) -> None:
    if state.singles[goods] and not split:
        state.singles[goods] -= 1
    else:
        state.doubles[goods] -= 1
        state.singles[goods] += 1
