"""Laying cubes that were gained, and shifting those of the stock down. Rulebook, "The Raw Material tiles".

Each order lays a part; `lay` all that is left.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

from engine.decisions import Move
from engine.venise.rules import boards, forced
from engine.venise.rules.context import Context
from engine.venise.rules.tasks import Cubes, Gift
from engine.venise.state import MATERIALS, Seat

WHERE = ("cards", "workshops", "stock")
LAY = tuple(Move(("lay", *order)) for order in permutations(WHERE))  # the first is what holds if nothing is said
STOCK = "stock"


def is_choice(seat: Seat, material: int, count: int) -> bool:
    """Whether laying these cubes leaves anything to decide: more than one place, or others to throw away for them."""
    space = boards.free(seat)
    if len(boards.targets(seat, material)) + bool(space) > 1:
        return True
    return count > space and any(n for kind, n in enumerate(seat.stock) if kind != material)


def gain(context: Context, number: int, material: int, count: int) -> None:
    """The active player gains cubes: laid at once where that leaves no choice."""
    context.tell("gained", seat=number, material=MATERIALS[material], count=count)
    context.push(Cubes(number, material, count))


def gift(context: Context, number: int, material: int, count: int) -> None:
    """Another player gains cubes; the turn does not wait until they are laid."""
    context.tell("gained", seat=number, material=MATERIALS[material], count=count, beside=True)
    if is_choice(context.seat(number), material, count):
        context.state.gifts.append(Gift(number, material, count))
    else:
        lay_out(context, number, material, count, LAY[0])


# --- moves -----------------------------------------------------------------------------------------------


def cubes_moves(context: Context, task: Cubes) -> tuple[Move, ...]:
    """`lay` first, then every part that can be laid, every cube that can be shifted or thrown away for room."""
    return (*gift_moves(context, task), *shifts(context.seat(task.seat), without=task.material))


def gift_moves(context: Context, task: Cubes) -> tuple[Move, ...]:
    return tuple(_gained(context.seat(task.seat), task.material, task.count))


def _gained(seat: Seat, material: int, count: int) -> list[Move]:
    moves = [LAY[0]]
    space = boards.free(seat)
    for name, room in [*boards.targets(seat, material), (STOCK, space)]:
        moves += [_put(n, material, name) for n in range(1, min(count, room) + 1)]
    for kind, held in enumerate(seat.stock):
        if kind != material:
            most = min(held, count - space)
            moves += [Move(("discard", str(n), MATERIALS[kind])) for n in range(1, most + 1)]
    return moves


def _put(count: int, material: int, name: str) -> Move:
    return Move(("put", str(count), MATERIALS[material], name))


def shifts(seat: Seat, without: int = -1) -> list[Move]:
    """Every way to move cubes of one kind down from the stock to one card."""
    moves = []
    for material, held in enumerate(seat.stock):
        if held and material != without:
            for name, room in boards.targets(seat, material):
                moves += [_put(n, material, name) for n in range(1, min(held, room) + 1)]
    return moves


# --- doing it ----------------------------------------------------------------------------------------------


def settle(context: Context, task: Cubes) -> bool:
    """Lay cubes that leave no choice; False when they leave one."""
    if is_choice(context.seat(task.seat), task.material, task.count):
        return False
    context.replace(task)
    _lay_forced(context, task)
    return True


def answer_cubes(context: Context, task: Cubes, move: Move) -> None:
    left = _answer(context, task, move)
    context.replace(task, *([replace(task, count=left)] if left else []))


def answer_gift(context: Context, task: Gift, move: Move) -> None:
    gifts = context.state.gifts
    place = gifts.index(task)
    left = replace(task, count=_answer(context, task, move))
    if left.count and is_choice(context.seat(task.seat), task.material, left.count):
        gifts[place] = left
        return
    gifts.pop(place)
    if left.count:
        _lay_forced(context, left)


def _answer(context: Context, task: Cubes, move: Move) -> int:
    """Carry out one order; returns how many of the gained cubes are left."""
    number, material, count = task.seat, task.material, task.count
    seat = context.seat(number)
    if move.verb == "lay":
        lay_out(context, number, material, count, move)
        return 0
    amount, kind = int(move[1]), MATERIALS.index(move[2])
    if move.verb == "discard":
        seat.stock[kind] -= amount
        context.tell("discarded", seat=number, material=move[2], count=amount)
    elif kind != material:
        boards.shift(context, number, move[3], kind, amount)
    elif move[3] == STOCK:
        seat.stock[kind] += amount
        return count - amount
    else:
        boards.put(context, number, move[3], kind, amount)
        return count - amount
    return count


def _lay_forced(context: Context, task: Cubes) -> None:
    """Lay cubes that leave no choice; where each of them went is remembered."""
    state, number, material = context.state, task.seat, task.material
    stock, told = context.seat(number).stock, len(context.told)
    before = stock[material]
    lay_out(context, number, material, task.count, LAY[0])
    forced.note(state, number, task.name, LAY[0])
    if stock[material] > before:
        forced.note(state, number, task.name, _put(stock[material] - before, material, STOCK))
    for event in context.told[told:]:
        if event.kind == "put":
            forced.note(state, number, task.name, _put(event.data["count"], material, event.data["card"]))


def lay_out(context: Context, number: int, material: int, count: int, move: Move) -> None:
    """Lay cubes in the order that a `lay` names; what finds no place is lost."""
    for where in move[1:]:
        count -= _lay_on(context, number, material, count, where)
    if count:
        context.tell("lost", seat=number, material=MATERIALS[material], count=count)


def _lay_on(context: Context, number: int, material: int, count: int, where: str) -> int:
    seat, laid = context.seat(number), 0
    if where == STOCK:
        laid = min(count, boards.free(seat))
        seat.stock[material] += laid
        return laid
    while laid < count and (name := _next(seat, material, where)):
        amount = min(count - laid, dict(boards.targets(seat, material))[name])
        boards.put(context, number, name, material, amount)
        laid += amount
    return laid


def _next(seat: Seat, material: int, where: str) -> str:
    """The next card of those that are not finished, or of the built workshops, on which a cube fits; "" for none."""
    for name, _ in boards.targets(seat, material):
        row, place = boards.find(seat, name) or (0, 0)
        if seat.rows[row][place].ready == (where == "workshops"):
            return name
    return ""
