"""The greedy bot is worth its name in every game: a sample of what `tests.bench.bots` measures over 200 games."""

from __future__ import annotations

import pytest

from engine import games
from tests.bench import bots

SAMPLE = 5


@pytest.mark.parametrize("slug", ["bruges", "flandern"])
def test_the_greedy_bot_wins_against_three_random_ones(slug: str) -> None:
    wins = [bots.won(games[slug], number) for number in range(SAMPLE)]
    assert sum(wins) >= bots.LEAST * SAMPLE


def test_the_greedy_bot_wins_the_game_for_two() -> None:
    assert sum(bots.won(games["flandern"], number, seats=2) for number in range(2)) == 2
