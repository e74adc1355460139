"""The engine against the oracle: both play the same games and must agree after every move."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from random import Random

import pytest

import engine
from tests.engine import styles
from tests.engine.flandern.oracle import towns
from tests.engine.flandern.oracle.lockstep import Differs, Lockstep, random_step, styled_step
from tests.engine.flandern.oracle.positions import nearly_full

GAME = engine.games["flandern"]


def start(seats: int, setup: str) -> Lockstep:
    return Lockstep(engine.Match.start(GAME, seats, {"setup": setup}, secret=secrets.token_bytes(32)))


def play_out(both: Lockstep, idle: float = 0.0) -> None:
    """To the end by moves that are the same in every run of a test; `--dice WORD` takes others."""
    rng = Random(secrets.token_bytes(16))
    while not both.match.over:
        random_step(both, rng, idle)


def play_in_styles(both: Lockstep, seated: Sequence[str]) -> None:
    rng = Random(secrets.token_bytes(16))
    while not both.match.over:
        styled_step(both, rng, seated)


@pytest.mark.parametrize(("seats", "setup"), [(2, "lots"), (2, "choose"), (3, "lots"), (4, "choose")])
def test_over_a_whole_game_the_engine_and_the_rulebook_agree_after_every_move(seats: int, setup: str):
    both = start(seats, setup)
    play_out(both)
    assert both.over


SPEND = "one influence card a round"
STYLES = [*zip(*[iter(styles.names("flandern"))] * 4, strict=False)]


@pytest.mark.parametrize("seated", [*STYLES, STYLES[0][2:], STYLES[1][:2]], ids=", ".join)
def test_they_agree_whatever_the_players_like_to_do(seated: tuple[str, ...]):
    both = start(len(seated), "lots")
    play_in_styles(both, seated)
    assert both.over


def test_they_agree_on_rounds_in_which_nobody_has_a_choice():
    """Plays until there was one: the cards were shown without being asked for."""
    for _ in range(30):
        both = start(3, "lots")
        play_in_styles(both, (SPEND,) * 3)
        assert both.over
        if both.match.round > both.moves.count("close"):
            return
    pytest.fail("there was no such round")


@pytest.mark.parametrize("seats", [2, 3])
def test_they_agree_when_hardly_anybody_builds(seats: int):
    both = start(seats, "lots")
    play_out(both, idle=0.9)
    assert both.over


def test_they_agree_when_the_game_for_two_ends_from_positions_with_few_spaces_left():
    rng = Random(secrets.token_bytes(16))
    for _ in range(40):
        both = Lockstep(engine.Match.start(GAME, 2, secret=rng.randbytes(32), position=nearly_full(rng)))
        play_out(both)
        assert both.over


def test_a_long_side_too_many_in_one_of_them_is_noticed(monkeypatch: pytest.MonkeyPatch):
    sides = towns.long_sides
    monkeypatch.setattr(towns, "long_sides", lambda cells: [*sides(cells), ("all", list(towns.beside(cells)))])
    with pytest.raises(Differs, match=r"moves of|covered"):
        play_out(start(3, "lots"))
