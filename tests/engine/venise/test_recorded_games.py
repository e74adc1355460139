"""Recorded finished games, played again from their secret and their moves: every result must be the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.chance import Chance
from engine.decisions import Move
from engine.venise import GAME
from tests.engine.venise.record import FOLDER, WANTED, written

GAMES = sorted(FOLDER.glob("*.txt"))


def test_every_way_a_game_can_end_is_recorded():
    assert {path.stem for path in GAMES} == set(WANTED)
    endings = {line for path in GAMES for line in path.read_text(encoding="utf-8").splitlines() if "ended by" in line}
    assert endings == {f"= ended by {why}" for why in ("bridges", "orders", "market", "cap")}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_comes_out_as_it_did(path: Path):
    lines = path.read_text(encoding="utf-8").splitlines()
    seats, _, options, wanted = WANTED[path.stem]
    secret = bytes.fromhex(lines[1].removeprefix("secret "))
    chance = Chance(secret)
    state, told = GAME.start(seats, options, chance)
    moves = [line for line in lines[2 + len(options) :] if not line.startswith("=")]
    for number, line in enumerate(moves, 3 + len(options)):
        seat, _, text = line.partition(" ")
        ask = next((ask for ask in GAME.asks(state) if ask.seat == int(seat)), None)
        assert ask is not None, f"{path.name}:{number}: nothing is asked of seat {seat}"
        assert Move.of(text) in (*ask.moves, *ask.unasked), f"{path.name}:{number}: {text} is not legal"
        told += GAME.play(state, int(seat), Move.of(text), chance)
        assert bool(GAME.asks(state)) != GAME.over(state)
    assert GAME.over(state)
    assert written(seats, int.from_bytes(secret, "big"), options, moves, state) == lines
    assert wanted(told, state)
