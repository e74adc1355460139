"""A bridge as people say it: what is built is no tile, and a bridge without its die is none."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import engine
from engine.bots import bots
from engine.language.languages import speaking
from engine.match.match import Match
from engine.orders import api
from engine.orders.plan import Plan

GAME = engine.games["venise"]
SAID = {
    "I'd like to build a bridge to the Market, please": "en",
    "build bridge market": "en",
    "ich möchte eine Brücke zum Markt bauen": "de",
    "Baue eine Brücke zum Markt": "de",
}


def moments() -> Iterator[Match]:
    """Positions of a game of bots."""
    match, rng = Match.start(GAME, seats=3, secret=bytes([7] * 32)), Random(7)
    for number in range(240):
        if match.over:
            return
        decision = match.waiting[0]
        if number % 6 == 0:
            yield match
        match.play(decision.seat, bots["greedy"].choose(GAME, match.view(decision.seat), decision, rng))


@pytest.mark.parametrize(("words", "language"), SAID.items())
def test_no_bridge_is_kept_or_built_but_to_the_tile_that_is_named(words: str, language: str) -> None:
    asked = 0
    for match in moments():
        plans, seat = {number: Plan() for number in range(3)}, match.waiting[0].seat
        with speaking(language):
            account = api.apply_letter(match.copy(), plans, seat, [words], serial=match.waiting[0].serial)
        done = [step.move.text for step in account.steps] + [move for order in plans[seat].kept for move in order.moves]
        assert all("bridge" not in text or text.startswith("bridge market") for text in done), done
        asked += 1
    assert asked > 20
