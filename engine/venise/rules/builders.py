"""The work of activated Master Builders when they are told to do it. Rulebook, appendix 4.

`use` pays first from the stock whatever the card still lacks, as may be done at any time of the own turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from engine.agenda import SeatTask
from engine.decisions import Move
from engine.venise.data.box import shipped
from engine.venise.rules import boards
from engine.venise.rules.context import Context, card_of
from engine.venise.rules.trade import LOWER, lower
from engine.venise.state import DECKS, GOODS, MATERIALS, Cubes, Laid, Seat, State, Turn

T = TypeVar("T", bound=SeatTask)
Moves = Callable[[Context, T], tuple[Move, ...]]
Answer = Callable[[Context, T, Move], None]
USE = "use"
UP, DOWN = "up", "down"
BUILDER_DECK = DECKS.index("builder")
FACES = range(1, 7)


def usable(seat: Seat, now: Turn) -> Iterator[Laid]:
    """The Master Builders that can work now: activated or to be paid for, and not used in this turn."""
    for laid in seat.laid():
        card = card_of(laid)
        if card.cost == (0, 0, 0) or card.capacity or laid.card in now.used:
            continue
        if laid.ready or boards.affordable(seat, boards.lacking(laid)):
            yield laid


def use_moves(state: State, number: int) -> list[Move]:
    """The effects that work once and that may come at any time of the turn."""
    moves: list[Move] = []
    for laid in usable(state.seats[number], state.now):
        card = card_of(laid)
        if card.effect == "price":
            moves += [Move(("use", card.name, *rest)) for rest in _prices(state, card.kind)]
        elif card.effect == "fill":
            moves += [Move(("use", card.name, *_cubes(cubes))) for cubes in fillings(state.seats[number], laid)]
    return moves


def or_use(moves: Moves[T]) -> Moves[T]:
    """The moves of a choice in an own turn with these effects behind them, which may come at any time of it."""

    def with_uses(context: Context, task: T) -> tuple[Move, ...]:
        return (*moves(context, task), *use_moves(context.state, task.seat))

    return with_uses


def use_or(answer: Answer[T]) -> Answer[T]:
    """The answer to such a choice: behind an effect it is open as before."""

    def answer_or_use(context: Context, task: T, move: Move) -> None:
        if move.verb == USE:
            use(context, task.seat, move)
        else:
            answer(context, task, move)

    return answer_or_use


def last_chance(seat: Seat) -> bool:
    """Whether one could still be paid, to count at the end, or still change the prices of the last sale."""
    found = [laid for laid in seat.laid() if card_of(laid).deck == BUILDER_DECK and any(card_of(laid).cost)]
    payable = [laid for laid in found if boards.affordable(seat, boards.lacking(laid))]
    return any(not laid.ready or card_of(laid).effect == "price" for laid in payable)


def _prices(state: State, raised: int) -> list[tuple[str, ...]]:
    """The ways in which the price of one of the two others can fall; nothing where both are 0."""
    found: list[tuple[str, ...]] = []
    for goods, name in enumerate(GOODS):
        if goods == raised or not state.price(goods):
            continue
        found.append((name,))
        if state.singles[goods] and state.doubles[goods]:
            found.append((name, *LOWER))
    return found or [()]


def fillings(seat: Seat, laid: Laid) -> list[Cubes]:
    """The possible stocks after filling up with cubes of at most two kinds; a full one may stay so."""
    held = [has - less for has, less in zip(seat.stock, boards.lacking(laid), strict=True)]
    full = shipped().stock
    found = []
    for wool in range(full + 1):
        for flax in range(full + 1 - wool):
            cubes = (wool, flax, full - wool - flax)
            added = [max(0, then - now) for now, then in zip(held, cubes, strict=True)]
            if not all(added):
                found.append(cubes)
    return found


def _cubes(cubes: Cubes) -> tuple[str, ...]:
    """As words: "4 gold 2 wool", gold first."""
    return tuple(word for kind in (2, 1, 0) if cubes[kind] for word in (str(cubes[kind]), MATERIALS[kind]))


def read_cubes(words: tuple[str, ...]) -> Cubes:
    counts = dict(zip(words[1::2], words[::2], strict=True))
    return (int(counts.get("wool", 0)), int(counts.get("flax", 0)), int(counts.get("gold", 0)))


def die_moves(seat: Seat, now: Turn) -> list[tuple[Move, tuple[int, int]]]:
    """The ways to change the movement or the activation die, each with the shifts that hold then."""
    found = []
    for laid in usable(seat, now):
        card = card_of(laid)
        if card.effect not in ("movement die", "activation die"):
            continue
        for way, step in ((UP, 1), (DOWN, -1)):
            moving, working = now.shifts
            shifts = (step, working) if card.effect == "movement die" else (moving, step)
            found.append((Move(("use", card.name, way)), shifts))
    return found


# --- doing it ----------------------------------------------------------------------------------------------


def use(context: Context, number: int, move: Move) -> None:
    """Pay what is lacking and carry the effect out."""
    boards.pay_off(context, number, move[1])
    card = context.box.cards[context.box.number[move[1]]]
    context.tell("used", seat=number, card=card.name, effect=card.effect, words=list(move[2:]))
    if card.permanent:
        _shift_die(context, card.effect, move[2])
        context.state.now.used = (*context.state.now.used, context.box.number[move[1]])
        return
    if card.effect == "price":
        _change_prices(context.state, card.kind, move)
    else:
        context.seat(number).stock[:] = read_cubes(move[2:])
    _put_under_board(context.seat(number), card.name)


def _shift_die(context: Context, effect: str, way: str) -> None:
    step = 1 if way == UP else -1
    moving, working = context.state.now.shifts
    context.state.now.shifts = (step, working) if effect == "movement die" else (moving, step)


def _change_prices(state: State, raised: int, move: Move) -> None:
    state.singles[raised] += 1
    if len(move) > 2:
        lower(state, GOODS.index(move[2]), double=move[3:] == LOWER)


def _put_under_board(seat: Seat, name: str) -> None:
    found = boards.find(seat, name)
    if found is not None:
        row, place = found
        seat.used.append(seat.rows[row].pop(place).card)
