"""Beginnings of words of orders, and orders with two readings."""

from __future__ import annotations

from random import Random

import engine
from engine.orders.reader import Ignored, Order, Reader, Refused, What


def at(kind: str, seed: int = 1) -> tuple[engine.Match, int]:
    """A match in which that kind of decision is open, and whose it is."""
    match, rng = engine.Match.start(engine.games["bruges"], seats=3, secret=bytes([seed]) * 32), Random(seed)
    while (decision := match.waiting[0]).kind != kind:
        match.play(decision.seat, rng.choice(decision.moves))
    return match, decision.seat


def read(match: engine.Match, seat: int, line: str) -> What:
    return Reader(match.game, match.view(seat), match.decision(seat), seat).read(line)[0].what


def test_a_beginning_is_one_of_orders_alone_since_words_to_the_service_count_in_full() -> None:
    match, seat = at("climb")
    assert read(match, seat, "sta") == Order(("stay",))
    match, seat = at("turn")
    assert read(match, seat, "stay") == Order(("stay",))
    assert isinstance(read(match, seat, "stat"), Ignored)


def test_what_an_order_with_two_readings_is_offered_as_is_legal_now() -> None:
    for seed in range(1, 4):
        match, seat = at("turn", seed)
        decision = match.decision(seat)
        assert decision is not None
        legal = {move.text for move in decision.moves}
        for card in {move[1] for move in decision.moves if move.verb == "workers"}:
            said = read(match, seat, f"canal {card}")
            if isinstance(said, Refused):
                assert said.nearest
                assert set(said.nearest) <= legal
