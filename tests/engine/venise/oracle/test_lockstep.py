"""The engine against the oracle: both play the same games and must agree after every move."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from random import Random

import pytest

import engine
from tests.engine import styles
from tests.engine.venise.oracle.box import NUMBERS
from tests.engine.venise.oracle.lockstep import Differs, Lockstep, random_move
from tests.engine.venise.oracle.positions import crowded

GAME = engine.games["venise"]
CAP = 40
QUESTIONS = {"turn", "cubes", "take", "sell", "finish", "pay", "keep", "recall", "gift"}


def drawn() -> Random:
    """The same in every run of a test; `--dice WORD` draws others."""
    return Random(secrets.token_bytes(16))


def play_out(both: Lockstep, rng: Random, most: int = 10_000, seated: Sequence[str] | None = None) -> Counter[str]:
    """Random moves, by players of these styles if any, at most so many, else to the end; counts what was asked."""
    met: Counter[str] = Counter()
    while both.match.decisions and len(both.moves) < most:
        decision = rng.choice(both.match.decisions)
        met[decision.kind] += 1
        text = styles.answer(both.match, seated, decision, rng) if seated else random_move(decision, rng)
        both.move(decision.seat, text)
    return met


@pytest.mark.parametrize(
    ("seats", "layout"), [(2, "default"), (3, "lake"), (4, "canal"), (2, "star"), (3, "old_town"), (4, "free")]
)
def test_over_a_whole_game_the_engine_and_the_rulebook_agree_after_every_move(seats: int, layout: str):
    rng = drawn()
    options = {"layout": layout, "round_cap": CAP}
    match = engine.Match.start(GAME, seats, options, secret=secrets.token_bytes(32))
    play_out(Lockstep(match), rng, seated=styles.seated("venise", seats, rng))
    assert match.over


def test_from_crowded_positions_they_agree_until_every_question_has_come_up():
    rng = drawn()
    met: Counter[str] = Counter()
    games = 0
    while games < 25 or (games < 200 and QUESTIONS - met.keys()):
        position = crowded(rng)
        with suppress(engine.BadPosition):  # dice that allow no move would be thrown while it is read
            match = engine.Match.start(GAME, len(position["seats"]), secret=secrets.token_bytes(32), position=position)
            met += play_out(Lockstep(match), rng, most=20)
        games += 1
    assert met.keys() >= QUESTIONS


def test_a_boat_that_costs_less_in_one_of_them_is_noticed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(NUMBERS, "boat_cost", 2)
    match = engine.Match.start(GAME, 3, {"round_cap": CAP}, secret=secrets.token_bytes(32))
    with pytest.raises(Differs, match="moves of"):
        play_out(Lockstep(match), drawn())
