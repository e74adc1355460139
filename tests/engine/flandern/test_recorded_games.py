"""Recorded finished games, played again from their secret and their moves: every result must be the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.chance import Chance
from engine.decisions import Move
from engine.flandern import Flandern
from engine.flandern.data.box import read_box
from tests.engine.flandern.record import BOX, FOLDER, WANTED

GAMES = sorted(FOLDER.glob("*.txt"))


def test_every_way_a_game_can_end_is_recorded():
    assert {path.stem for path in GAMES} == set(WANTED)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_comes_out_as_it_did(path: Path):
    game = Flandern(read_box(BOX.read_text(encoding="utf-8"), BOX.name))
    lines = path.read_text(encoding="utf-8").splitlines()
    seats, options, _, wanted = WANTED[path.stem]
    head = [f"seats {seats}", lines[1], *(f"{option} {choice}" for option, choice in options.items())]
    assert lines[: len(head)] == head
    chance = Chance(bytes.fromhex(lines[1].removeprefix("secret ")))
    state, told = game.start(seats, options, chance)
    for number, line in enumerate(lines[len(head) :], len(head) + 1):
        if line.startswith("="):
            continue
        if line == "close":
            told += game.close(state, chance)
            continue
        seat, _, text = line.partition(" ")
        ask = next((ask for ask in game.asks(state) if ask.seat == int(seat)), None)
        assert ask is not None, f"{path.name}:{number}: nothing is asked of seat {seat}"
        assert Move.of(text) in ask.moves, f"{path.name}:{number}: {text} is not legal"
        told += game.play(state, int(seat), Move.of(text), chance)
        assert bool(game.asks(state)) != game.over(state)
    assert game.over(state)
    sheet = game.scoresheet(state)
    assert [line for line in lines if line.startswith("=")] == [
        f"= rounds {state.round}",
        f"= totals {' '.join(map(str, sheet.totals))}",
        f"= ranks {' '.join(map(str, sheet.ranks))}",
    ]
    assert wanted(told, state)
