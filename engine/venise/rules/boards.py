"""A player's own board: where a card fits, what it lacks, laying cubes on it. Asks nobody anything.

A card is found by its name: no seat has two of a name in its rows but for Orders and Master Builders that serve as
such, which take no cubes.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.venise.data.box import shipped
from engine.venise.rules.context import Context, card_of
from engine.venise.state import MATERIALS, Cubes, Laid, Seat, State


def free(seat: Seat) -> int:
    """Empty spaces of the stock of raw materials."""
    return shipped().stock - sum(seat.stock)


def find(seat: Seat, name: str) -> tuple[int, int] | None:
    """Row and place of the card of that name."""
    number = shipped().number[name]
    for row, cards in enumerate(seat.rows):
        for place, laid in enumerate(cards):
            if laid.card == number:
                return row, place
    return None


def lacking(laid: Laid) -> Cubes:
    """The cubes that its cost squares still lack."""
    if laid.ready:
        return (0, 0, 0)
    cost, paid = card_of(laid).cost, laid.paid
    return (cost[0] - paid[0], cost[1] - paid[1], cost[2] - paid[2])


def room(laid: Laid, material: int) -> int:
    """The number of cubes of a raw material that fit on a card: on its cost squares, or in a built workshop's stock."""
    card = card_of(laid)
    if not laid.ready:
        return lacking(laid)[material]
    return card.capacity - laid.held if card.capacity and card.kind == material else 0


def affordable(seat: Seat, cubes: Sequence[int]) -> bool:
    """Whether the stock holds these cubes."""
    return all(has >= wanted for has, wanted in zip(seat.stock, cubes, strict=True))


# --- rows ------------------------------------------------------------------------------------------------


def rows_for(seat: Seat, card: int) -> list[int]:
    """The rows in which a card may be laid: Workshops in row 1, Orders in row 2, Master Builders in either.

    Of a permanent Master Builder a player may have only one of each type.
    """
    kind, most = shipped().cards[card], shipped().row
    rows = [0] if kind.effect == "workshop" else [1] if kind.is_order else [0, 1]
    if kind.permanent and any(card_of(laid).effect == kind.effect for laid in seat.laid()):
        return []
    return [row for row in rows if len(seat.rows[row]) < most]


def has_space(seat: Seat, deck: int) -> bool:
    """Whether any card of a deck could be laid."""
    most = shipped().row
    first, second = len(seat.rows[0]) < most, len(seat.rows[1]) < most
    return (first, second, first or second)[deck]


def lay(context: Context, number: int, card: int, row: int) -> None:
    """Lay a card in a row; an Order is ready as it lies."""
    context.seat(number).rows[row].append(Laid(card, ready=shipped().cards[card].is_order))
    context.tell("kept", seat=number, card=shipped().cards[card].name, row=row + 1)


# --- cubes -----------------------------------------------------------------------------------------------


def put(context: Context, number: int, name: str, material: int, count: int) -> None:
    """Lay cubes, which come from elsewhere, on a card. What is full by that is built or activated at once."""
    seat = context.seat(number)
    row, place = _place(seat, name)
    laid = seat.rows[row][place]
    if laid.ready:
        seat.rows[row][place] = Laid(laid.card, laid.paid, ready=True, held=laid.held + count)
    else:
        paid = [have + count * (kind == material) for kind, have in enumerate(laid.paid)]
        seat.rows[row][place] = Laid(laid.card, (paid[0], paid[1], paid[2]))
    context.tell("put", seat=number, card=name, material=MATERIALS[material], count=count)
    _finish(context, number, row, place)


def _place(seat: Seat, name: str) -> tuple[int, int]:
    found = find(seat, name)
    if found is None:
        raise LookupError(f"no {name} lies on this board")
    return found


def _finish(context: Context, number: int, row: int, place: int) -> None:
    """A card whose cost is paid: the cubes go to the supply, the workshop is built, the Master Builder works."""
    cards = context.seat(number).rows[row]
    laid = cards[place]
    if laid.ready or any(lacking(laid)):
        return
    cards[place] = Laid(laid.card, ready=True)
    card = card_of(laid)
    context.tell("built" if card.capacity else "activated", seat=number, card=card.name)


def shift(context: Context, number: int, name: str, material: int, count: int) -> None:
    """Move cubes from the stock down to a card."""
    context.seat(number).stock[material] -= count
    put(context, number, name, material, count)


def pay_off(context: Context, number: int, name: str) -> None:
    """Move down from the stock whatever the cost of a card still lacks."""
    row, place = _place(context.seat(number), name)
    for material, count in enumerate(lacking(context.seat(number).rows[row][place])):
        if count:
            shift(context, number, name, material, count)


def fill_up(context: Context, number: int, name: str) -> None:
    """Pay off a workshop and fill its stock from that of raw materials."""
    pay_off(context, number, name)
    row, place = _place(context.seat(number), name)
    laid = context.seat(number).rows[row][place]
    card = card_of(laid)
    if laid.held < card.capacity:
        shift(context, number, name, card.kind, card.capacity - laid.held)


def to_fill(laid: Laid) -> Cubes:
    """The cubes that a workshop lacks until it is built and full."""
    card, cubes = card_of(laid), list(lacking(laid))
    cubes[card.kind] += card.capacity - laid.held
    return (cubes[0], cubes[1], cubes[2])


def targets(seat: Seat, material: int) -> list[tuple[str, int]]:
    """The cards on which cubes of a raw material fit, by name with their room: unready ones first, then workshops."""
    fits = [(laid, room(laid, material)) for laid in seat.laid()]
    unready = [(card_of(laid).name, count) for laid, count in fits if count and not laid.ready]
    return unready + [(card_of(laid).name, count) for laid, count in fits if count and laid.ready]


def pending_orders(state: State) -> int:
    """Order cards that were drawn beside another's turn and are not answered yet: they count as in the deck."""
    return sum(len(cards) for seat in state.seats for deck, cards in seat.pending if deck == 1)
