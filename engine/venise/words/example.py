"""A whole turn that could be written now, as the example of a turn letter. Not advice, but nothing foolish either."""

from __future__ import annotations

from collections.abc import Sequence

from engine.decisions import Decision, Move
from engine.venise.rules import boards
from engine.venise.rules.context import card_of
from engine.venise.rules.draws import gifts
from engine.venise.rules.production import order_values, ready_to_produce
from engine.venise.rules.turns import works_by_itself
from engine.venise.state import CARD_TILES, GOODS, MARKET, PORT1, TILES, WORKSHOP, Seat, State


def example(view: State, decision: Decision, moves: Sequence[Move]) -> list[str]:
    """Orders for the whole turn: "move 4 market", "sell jewelry", "end". What is drawn is chosen later."""
    seat = view.seats[decision.seat]
    plain = [move for move in moves if move.verb == "move" and move[-1] != "idle"]
    best = max(plain, key=lambda move: (_liking(view, decision.seat, move), "boat" not in move), default=None)
    if best is None:
        return [next(move.text for move in moves if move.verb == "use")]
    orders = [answers[0].text for answers in gifts(view, decision.seat)] if decision.kind == "keep" else []
    tile = TILES.index(best[2])
    orders.append(best.text)
    if goods := _sellable(view, seat, tile):
        orders.append(f"sell {GOODS[max(goods, key=lambda kind: view.price(kind) * seat.store[kind])]}")
    if ready_to_produce(seat, view.now.made):
        orders.append("produce")
    return [*orders, "end"]


def _sellable(view: State, seat: Seat, tile: int) -> list[int]:
    if tile < MARKET:
        return []
    sold = view.ports[tile - PORT1] if tile >= PORT1 else []
    return [goods for goods, count in enumerate(seat.store) if count and goods not in sold]


def _liking(view: State, number: int, move: Move) -> float:
    """The rough worth of a move: goods to sell, a card that is wanted, material that a card lacks."""
    seat, tile = view.seats[number], TILES.index(move[2])
    if tile >= MARKET:
        goods = _sellable(view, seat, tile)
        return 5.0 + (tile == MARKET) * 2 if goods else -1.0
    if not works_by_itself(view, number, tile):
        return -1.0
    if tile in CARD_TILES:
        return _card_liking(seat, tile)
    lacking = sum(boards.to_fill(laid)[tile] for laid in seat.rows[0] if card_of(laid).capacity) - seat.stock[tile]
    return 2.0 + min(lacking, 3) if lacking > 0 else 0.5


def _card_liking(seat: Seat, tile: int) -> float:
    shops = [card_of(laid) for laid in seat.rows[0] if card_of(laid).capacity]
    if tile == WORKSHOP:
        return 4.5 if not shops else 1.0 if len(shops) < 3 else 0.2
    if tile == WORKSHOP + 1:
        return 4.0 if shops and not any(order_values(seat, card.kind) for card in shops) else 0.6
    return 0.4
