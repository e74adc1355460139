"""Building a bridge and producing goods: the end of a turn. Rulebook, phases 5 and 6."""

from __future__ import annotations

from engine.decisions import Move
from engine.venise.data.box import shipped
from engine.venise.data.hexagons import adjacency
from engine.venise.rules import boards, tasks
from engine.venise.rules.builders import read_cubes
from engine.venise.rules.context import Context, card_of
from engine.venise.state import GOODS, MATERIALS, TILES, Cubes, Laid, Seat, State, edge

PRODUCE = Move(("produce",))


# --- bridges -----------------------------------------------------------------------------------------------


def bridge_moves(state: State, number: int) -> list[Move]:
    """To each neighbouring tile with an own die, with each of the two dice taken back."""
    here, dice = state.seats[number].burgher, state.placed(number)
    if here not in dice or state.now.bridged or state.now.made or bridges_left(state, number) < 1:
        return []
    moves = []
    for there in adjacency(tuple(state.places))[here]:
        if there not in dice or not bridge_price_fits(state, number, there):
            continue
        backs = [str(dice[here]), str(dice[there])]
        if backs[0] == backs[1]:
            backs = [TILES[here], TILES[there]]
        moves += [Move(("bridge", TILES[there], back, "back")) for back in backs]
    return moves


def bridge_price_fits(state: State, number: int, there: int) -> bool:
    price = bridge_price(state, number, there)
    return price is not None and price <= sum(state.seats[number].stock)


def bridge_price(state: State, number: int, there: int) -> int | None:
    """Cubes for a bridge from the Burgher's tile: the difference of the dice, their sum over a foreign bridge.

    None where the seat has a bridge already.
    """
    here, dice = state.seats[number].burgher, state.placed(number)
    owner = state.bridges.get(edge(here, there))
    if owner == number:
        return None
    return abs(dice[here] - dice[there]) if owner is None else dice[here] + dice[there]


def bridges_left(state: State, number: int) -> int:
    return shipped().bridges - len(state.bridges_of(number))


def build_bridge(context: Context, number: int, move: Move) -> None:
    """The bridge replaces a foreign one, one of the two dice comes back; then comes what it costs."""
    state = context.state
    here, there = state.seats[number].burgher, TILES.index(move[1])
    price, ends = bridge_price(state, number, there) or 0, edge(here, there)
    torn = state.bridges.pop(ends, None)
    state.bridges[ends] = number
    state.now.bridged = True
    back = _die_back(state, (here, there), move[2])
    context.tell(
        "bridge", seat=number, tiles=[TILES[here], TILES[there]], price=price, torn=torn, back=TILES[back],
        value=(state.dice[back] or (0, 0))[1],
    )  # fmt: skip
    state.dice[back] = None
    if price:
        context.push(tasks.Pay(number, price))


def _die_back(state: State, tiles: tuple[int, int], word: str) -> int:
    """The tile whose die returns: named by the die's value, or by the tile where both dice are alike."""
    if word in TILES:
        return TILES.index(word)
    return next(tile for tile in tiles if (state.dice[tile] or (0, 0))[1] == int(word))


def pay_moves(context: Context, task: tasks.Pay) -> tuple[Move, ...]:
    """Every mixture of cubes from the stock."""
    price = task.price
    wool, flax, gold = context.seat(task.seat).stock
    found = []
    for golden in range(min(gold, price), -1, -1):
        for flaxen in range(min(flax, price - golden), -1, -1):
            if price - golden - flaxen <= wool:
                found.append(_payment((price - golden - flaxen, flaxen, golden)))
    return tuple(found)


def _payment(cubes: Cubes) -> Move:
    words = [word for kind in (2, 1, 0) if cubes[kind] for word in (str(cubes[kind]), MATERIALS[kind])]
    return Move(("pay", *words))


def answer_pay(context: Context, task: tasks.Pay, move: Move) -> None:
    context.replace(task)
    stock = context.seat(task.seat).stock
    cubes = read_cubes(move[1:])
    stock[:] = [has - less for has, less in zip(stock, cubes, strict=True)]
    context.tell("paid", seat=task.seat, cubes={MATERIALS[kind]: count for kind, count in enumerate(cubes) if count})


# --- production ----------------------------------------------------------------------------------------------


def produce_moves(state: State, number: int) -> list[Move]:
    """All that can be at once, then each workshop with each value of Order."""
    seat = state.seats[number]
    moves = [
        Move(("produce", card_of(laid).name, str(value)))
        for laid in ready_to_produce(seat, state.now.made)
        for value in order_values(seat, card_of(laid).kind)
    ]
    return [PRODUCE, *moves] if moves else []


def ready_to_produce(seat: Seat, made: tuple[int, ...]) -> list[Laid]:
    """Workshops that are full, or can be made so from the stock, and have an Order: the full ones, then the large."""
    fits = [
        laid
        for laid in seat.rows[0]
        if card_of(laid).capacity
        and laid.card not in made
        and boards.affordable(seat, boards.to_fill(laid))
        and order_values(seat, card_of(laid).kind)
    ]
    return sorted(fits, key=lambda laid: (not laid.ready, any(boards.to_fill(laid)), -card_of(laid).capacity))


def order_values(seat: Seat, goods: int) -> list[int]:
    """The values of the Orders for these goods in row 2, the greatest first."""
    fits = {card_of(laid).value for laid in seat.rows[1] if card_of(laid).is_order and card_of(laid).kind == goods}
    return sorted(fits, reverse=True)


def produce_all(context: Context, number: int) -> None:
    while fits := ready_to_produce(context.seat(number), context.state.now.made):
        card = card_of(fits[0])
        produce(context, number, card.name, order_values(context.seat(number), card.kind)[0])


def produce(context: Context, number: int, name: str, value: int) -> None:
    """The workshop's cubes become goods in the Store, the Order goes beside the Market."""
    boards.fill_up(context, number, name)
    seat, state = context.seat(number), context.state
    row, place = boards.find(seat, name) or (0, 0)
    laid = seat.rows[row][place]
    card = card_of(laid)
    seat.rows[row][place] = Laid(laid.card, laid.paid, ready=True)
    seat.store[card.kind] += card.capacity
    order = next(k for k, other in enumerate(seat.rows[1]) if _is_order(other, card.kind, value))
    state.spent.append(seat.rows[1].pop(order).card)
    (state.singles if value == 1 else state.doubles)[card.kind] += 1
    state.now.made = (*state.now.made, laid.card)
    context.tell(
        "produced", seat=number, card=name, goods=GOODS[card.kind], count=card.capacity, value=value,
        price=state.price(card.kind),
    )  # fmt: skip


def _is_order(laid: Laid, goods: int, value: int) -> bool:
    card = card_of(laid)
    return card.is_order and card.kind == goods and card.value == value
