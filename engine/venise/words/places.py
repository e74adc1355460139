"""Boards, map and market in words: the reader's own in full, the others' in short. Changes nothing."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Paragraph
from engine.venise import boards
from engine.venise.box import shipped
from engine.venise.course import card_of
from engine.venise.hexagons import adjacency, cell, shore
from engine.venise.rounds import orders_left
from engine.venise.scoring import builders_activated, chains
from engine.venise.state import GOODS, NOWHERE, PORT1, TILES, Laid, Seat, State
from engine.venise.words.voice import Voice, able, card_text, counted, listed, some, tile, title
from engine.venise.works import bridges_left

WIDEST = 72
STEP = 6  # columns of half a hexagon


# --- boards ----------------------------------------------------------------------------------------------


def own(view: State, number: int) -> list[Paragraph]:
    """Everything on the reader's board, each card in full."""
    seat, box = view.seats[number], shipped()
    lines = [f"Stock ({sum(seat.stock)} of {box.stock}): {_cubes(seat.stock)}."]
    for row, cards in enumerate(seat.rows):
        free = some(box.row - len(cards), "space")
        lines.append(
            f"Row {row + 1}: {' '.join(f'{_in_full(laid)}.' for laid in cards)}{' ' * bool(cards)}{free} free."
        )
    lines.append(f"Store: {_store(seat)}.")
    lines.append(f"{_dice(view, number, 'You have')} {_bridges(view, number, 'yours')}")
    if builders_activated(seat):
        lines.append(_builders(seat))
    return [Paragraph(line) for line in lines]


def other(view: State, number: int, name: str) -> list[Paragraph]:
    """What another player has, in two or three sentences."""
    seat = view.seats[number]
    cards = [_in_short(laid) for laid in seat.laid()]
    lines = [
        f"Stock: {_cubes(seat.stock)}. Store: {_store(seat)}. Cards: {'; '.join(cards) or 'not one'}.",
        f"{_dice(view, number, 'In reserve')} {_bridges(view, number, 'built')}",
    ]
    if seat.pending:
        lines.append(f"{some(sum(len(cards) for _, cards in seat.pending), 'card')} drawn and not answered yet.")
    if builders_activated(seat):
        lines.append(_builders(seat))
    return [Paragraph(" ".join(lines))]


def _cubes(counts: Sequence[int]) -> str:
    wool, flax, gold = counts
    return counted((wool, flax, gold))


def _store(seat: Seat) -> str:
    held = [f"{count} {title(GOODS[goods])}" for goods, count in enumerate(seat.store) if count]
    return listed(held[::-1]) or "empty"


def _in_full(laid: Laid) -> str:
    """A card with all that has to be known about it."""
    card = card_of(laid)
    name = title(card.name)
    if card.is_order:
        return f"Order {name}" if card.deck == 1 else f"{name}, an Order {title(GOODS[card.kind])} {card.value}"
    if not laid.ready:
        lacks = f"; still lacks {counted(boards.lacking(laid))}" if any(laid.paid) else ""
        return f"{name}, {card_text(card)}{lacks}"
    if card.capacity:
        return f"{name}, built: {able(card)}; {_held(laid)}"
    return f"{name}, paid; {card_text(card).removeprefix('Master Builder, ').partition('. Costs')[0]}"


def _held(laid: Laid) -> str:
    card = card_of(laid)
    if laid.held == card.capacity:
        return "full"
    return f"holds {laid.held} of {card.capacity}"


def _in_short(laid: Laid) -> str:
    card = card_of(laid)
    name = title(card.name)
    if card.is_order:
        return f"Order {name}" if card.deck == 1 else f"{name} (Order {title(GOODS[card.kind])} {card.value})"
    if card.capacity:
        state = f"built, {_held(laid)}" if laid.ready else f"lacks {counted(boards.lacking(laid))}"
        return f"{name} ({able(card)}; {state})"
    return f"{name} ({card.effect}; {'paid' if laid.ready else f'lacks {counted(boards.lacking(laid))}'})"


def _dice(view: State, number: int, start: str) -> str:
    placed = view.placed(number)
    there = [f"a {value} on {tile(at)}" for at, value in placed.items()]
    rest = some(shipped().dice - len(placed), "die", "dice")
    if start == "You have":
        return f"Your dice: {listed(there) or 'not one on the map'}, {rest} in reserve."
    return f"Dice: {listed(there) or 'not one on the map'}, {rest} in reserve."


def _bridges(view: State, number: int, word: str) -> str:
    built = [f"{tile(one)}-{tile(two)}" for one, two in sorted(view.bridges_of(number))]
    left = f"Bridges left: {bridges_left(view, number)} of {shipped().bridges}"
    if not built:
        return f"{left}."
    lengths = " and ".join(map(str, chains(view, number)))
    return f"{left}; {word}: {', '.join(built)} (chains of {lengths})."


def _builders(seat: Seat) -> str:
    count = builders_activated(seat)
    used = listed([title(shipped().cards[card].name) for card in seat.used])
    spent = f" ({used} used up)" if used else ""
    return f"Master Builders paid: {count}, worth {min(shipped().builder_points, count**2)} points{spent}."


# --- the table -------------------------------------------------------------------------------------------


def chart(view: State) -> list[Paragraph]:
    """The map as it lies, a line for each row; nothing where it would be too wide."""
    there = {at: name for name, at in zip(TILES, view.places, strict=True) if at is not None}
    free = {at: cell(at) for at in shore(there)} if None in view.places and there else {}
    everything = {**there, **free}
    if not everything:
        return []
    left = min(2 * q + r for q, r in everything)
    lines = []
    for row in sorted({r for _, r in everything}):
        line = ""
        for q, r in sorted(at for at in everything if at[1] == row):
            line = line.ljust((2 * q + r - left) * STEP) + f"{everything[q, r]} "
        lines.append(line.rstrip())
    return [] if max(map(len, lines)) > WIDEST else [Paragraph(line, "fixed") for line in lines]


def neighbourhood(view: State) -> str:
    """Which tiles touch which, in words."""
    near = adjacency(tuple(view.places))
    found = [
        f"{tile(at)} touches {listed([tile(other) for other in others])}" for at, others in enumerate(near) if others
    ]
    return f"{'; '.join(found)}." if found else ""


def pieces(view: State, voice: Voice) -> str:
    """Burghers, Boat, dice and bridges on the map."""
    standing = [
        f"{voice.who(number)} {tile(seat.burgher)}" for number, seat in enumerate(view.seats) if seat.burgher != NOWHERE
    ]
    dice = [f"{tile(at)} {die[1]} ({voice.who(die[0])})" for at, die in enumerate(view.dice) if die]
    words = [f"Burghers: {', '.join(standing)}."] if standing else []
    words += [f"The Boat lies at {tile(view.boat)}."] if view.boat != NOWHERE else []
    words += [f"Dice on the tiles: {', '.join(dice)}."] if dice else []
    return " ".join(words)


def market(view: State) -> str:
    """Prices, bonuses, Ports."""
    prices = [f"{title(GOODS[goods])} {_price(view, goods)}" for goods in (2, 1, 0)]
    bonuses = " ".join(map(str, view.bonuses)) or "not one, sales go on without"
    words = [f"Prices: {', '.join(prices)}.", f"Market bonuses left: {bonuses}."]
    for port, sold in enumerate(view.ports):
        if sold:
            words.append(f"{tile(PORT1 + port)} has had {listed([title(GOODS[goods]) for goods in sold])}.")
    return " ".join(words)


def _price(view: State, goods: int) -> str:
    twos = view.doubles[goods]
    return f"{view.price(goods)}" + (f" (with {some(twos, 'card')} of 2)" if twos else "")


def decks(view: State) -> str:
    """What is left to draw and when the game ends."""
    cards = (
        f"Cards left: {len(view.decks[0])} Workshops, {orders_left(view)} Orders, {len(view.decks[2])} Master Builders."
    )
    if view.over:
        return cards
    if view.last:
        return f"{cards} This is the last round."
    cap = f", at the latest after round {view.cap}" if view.cap else ""
    rule = "One more round comes when somebody has five bridges, the Orders are gone or the Market is full"
    return f"{cards} {rule}{cap}."
