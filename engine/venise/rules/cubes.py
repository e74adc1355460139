"""Laying cubes that were gained, and shifting those of the stock down. Rulebook, "The Raw Material tiles".

Matters: ("cubes", seat, raw material, how many) in an own turn. Beside another's turn the same stands in `State.gifts`,
so that the turn goes on meanwhile; nothing is shifted down then. Each order lays a part; `lay` all that is left.
"""

from __future__ import annotations

from itertools import permutations

from engine.decisions import Move
from engine.venise.rules import boards, forced
from engine.venise.rules.context import Course
from engine.venise.state import MATERIALS, Matter, Seat, State

WHERE = ("cards", "workshops", "stock")
LAY = tuple(Move(("lay", *order)) for order in permutations(WHERE))  # the first is what holds if nothing is said
STOCK = "stock"


def is_choice(seat: Seat, material: int, count: int) -> bool:
    """Whether laying these cubes leaves anything to decide: more than one place, or others to throw away for them."""
    space = boards.free(seat)
    if len(boards.targets(seat, material)) + bool(space) > 1:
        return True
    return count > space and any(n for kind, n in enumerate(seat.stock) if kind != material)


def gain(course: Course, number: int, material: int, count: int) -> None:
    """The active player gains cubes: laid at once where that leaves no choice."""
    course.tell("gained", seat=number, material=MATERIALS[material], count=count)
    course.push(("cubes", number, material, count))


def gift(course: Course, number: int, material: int, count: int) -> None:
    """Another player gains cubes; the turn does not wait until they are laid."""
    course.tell("gained", seat=number, material=MATERIALS[material], count=count, beside=True)
    if is_choice(course.seat(number), material, count):
        course.state.gifts.append((number, material, count))
    else:
        lay_out(course, number, material, count, LAY[0])


# --- moves -----------------------------------------------------------------------------------------------


def cubes_moves(state: State, matter: Matter) -> tuple[Move, ...]:
    """`lay` first, then every part that can be laid, every cube that can be shifted or thrown away for room."""
    _, number, material, count = matter
    moves = _gained(state.seats[number], material, count)
    return (*moves, *shifts(state.seats[number], without=material))


def gift_moves(state: State, number: int, material: int, count: int) -> tuple[Move, ...]:
    return tuple(_gained(state.seats[number], material, count))


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


def settle(course: Course, matter: Matter) -> bool:
    """Lay cubes that leave no choice; False when they leave one."""
    _, number, material, count = matter
    if is_choice(course.seat(number), material, count):
        return False
    course.state.agenda.pop()
    _lay_forced(course, matter[0], number, material, count)
    return True


def answer_cubes(course: Course, number: int, matter: Matter, move: Move) -> None:
    agenda = course.state.agenda
    agenda.pop()
    left = _answer(course, number, matter[2], matter[3], move)
    if left:
        course.push(("cubes", number, matter[2], left))


def answer_gift(course: Course, number: int, move: Move) -> None:
    gifts = course.state.gifts
    place = next(k for k, given in enumerate(gifts) if given[0] == number)
    _, material, count = gifts.pop(place)
    left = _answer(course, number, material, count, move)
    if left and is_choice(course.seat(number), material, left):
        gifts.insert(place, (number, material, left))
    elif left:
        _lay_forced(course, forced.GIFT, number, material, left)


def _answer(course: Course, number: int, material: int, count: int, move: Move) -> int:
    """Carry out one order; returns how many of the gained cubes are left."""
    seat = course.seat(number)
    if move.verb == "lay":
        lay_out(course, number, material, count, move)
        return 0
    amount, kind = int(move[1]), MATERIALS.index(move[2])
    if move.verb == "discard":
        seat.stock[kind] -= amount
        course.tell("discarded", seat=number, material=move[2], count=amount)
    elif kind != material:
        boards.shift(course, number, move[3], kind, amount)
    elif move[3] == STOCK:
        seat.stock[kind] += amount
        return count - amount
    else:
        boards.put(course, number, move[3], kind, amount)
        return count - amount
    return count


def _lay_forced(course: Course, kind: str, number: int, material: int, count: int) -> None:
    """Lay cubes that leave no choice; where each of them went is remembered."""
    state, stock, told = course.state, course.seat(number).stock, len(course.told)
    before = stock[material]
    lay_out(course, number, material, count, LAY[0])
    forced.note(state, number, kind, LAY[0])
    if stock[material] > before:
        forced.note(state, number, kind, _put(stock[material] - before, material, STOCK))
    for event in course.told[told:]:
        if event.kind == "put":
            forced.note(state, number, kind, _put(event.data["count"], material, event.data["card"]))


def lay_out(course: Course, number: int, material: int, count: int, move: Move) -> None:
    """Lay cubes in the order that a `lay` names; what finds no place is lost."""
    for where in move[1:]:
        count -= _lay_on(course, number, material, count, where)
    if count:
        course.tell("lost", seat=number, material=MATERIALS[material], count=count)


def _lay_on(course: Course, number: int, material: int, count: int, where: str) -> int:
    seat, laid = course.seat(number), 0
    if where == STOCK:
        laid = min(count, boards.free(seat))
        seat.stock[material] += laid
        return laid
    while laid < count and (name := _next(seat, material, where)):
        amount = min(count - laid, dict(boards.targets(seat, material))[name])
        boards.put(course, number, name, material, amount)
        laid += amount
    return laid


def _next(seat: Seat, material: int, where: str) -> str:
    """The next card of those that are not finished, or of the built workshops, on which a cube fits; "" for none."""
    for name, _ in boards.targets(seat, material):
        row, place = boards.find(seat, name) or (0, 0)
        if seat.rows[row][place].ready == (where == "workshops"):
            return name
    return ""
