"""Beginnings of words that fit an order and a word to the service: what could be meant now is asked."""

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


def test_a_beginning_of_an_order_that_is_legal_now_and_of_a_word_to_the_service_asks_back() -> None:
    match, seat = at("climb")
    said = read(match, seat, "sta")
    assert isinstance(said, Refused)
    assert said.nearest == ("stay", "status", "standings")


def test_a_beginning_is_not_asked_about_when_the_order_cannot_be_meant() -> None:
    match, seat = at("turn")
    assert read(match, seat, "sta") == Ignored(nearest=("status", "standings"))
    assert read(match, seat, "stay") == Order(("stay",))


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
