"""Bots: one interface, views only, the same choice for the same seed."""

from __future__ import annotations

from random import Random

import pytest

from engine import Match
from engine.bots import bots
from tests.engine.toy import GAME, asked, at_turn, new_match


def play(match: Match, players: dict[int, str], seed: int = 0) -> Match:
    rng = Random(seed)
    while not match.over:
        if not match.waiting:
            match.close(match.decisions[0].serial)
            continue
        decision = match.waiting[0]
        bot = bots[players.get(decision.seat, "random")]
        match.play(decision.seat, bot.choose(GAME, match.view(decision.seat), decision, rng), by="stand-in")
    return match


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_bot_plays_a_whole_game(name: str):
    match = play(new_match(), dict.fromkeys(range(3), name))
    assert match.over


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_bot_chooses_the_same_for_the_same_seed_and_leaves_its_view_alone(name: str):
    match = at_turn()
    view, decision = match.view(0), asked(match, 0)
    before = GAME.dump(view)
    chosen = {bots[name].choose(GAME, view, decision, Random(3)) for _ in range(5)}
    assert len(chosen) == 1
    assert chosen <= set(decision.moves)
    assert GAME.dump(view) == before


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_bot_knows_only_what_its_seat_may_know(name: str):
    match, other = at_turn(), at_turn()
    other._state.seats[1].hand, other._state.deck = (
        other._state.deck[:2],
        [*other._state.seats[1].hand, *other._state.deck[2:]],
    )
    assert match.view(0) == other.view(0)
    chosen = [bots[name].choose(GAME, m.view(0), asked(m, 0), Random(1)) for m in (match, other)]
    assert chosen[0] == chosen[1]


def test_the_greedy_bot_beats_the_random_one():
    wins = [play(new_match(2, seed), {0: "greedy"}, seed).scoresheet().ranks[0] == 1 for seed in range(20)]
    assert sum(wins) >= 15


def test_the_random_bot_chooses_every_move_some_time():
    match = at_turn()
    decision = asked(match, 0)
    rng = Random(1)
    assert {bots["random"].choose(GAME, match.view(0), decision, rng) for _ in range(300)} == set(decision.moves)
