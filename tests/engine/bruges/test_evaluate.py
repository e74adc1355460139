"""What bots think of positions."""

from __future__ import annotations

from engine.bruges import GAME
from tests.engine.bruges.table import BARE, Table, house


def value(seat: dict[str, object], other: dict[str, object] | None = None, **position: object) -> float:
    table = Table({"hand": ["mayor"], **BARE, **seat}, {"hand": ["queen"], **BARE, **(other or {})}, **position)
    return GAME.evaluate(GAME.view(table.state, 0), 0)


def test_more_of_anything_is_better():
    bare = value({})
    for better in ({"points": 1}, {"guilders": 2}, {"workers": {"red": 1}}, {"houses": [house("red")]}, {"step": 1}):
        assert value(better) > bare
    assert value({}, {"points": 5}) < bare


def test_a_second_threat_weighs_more_than_a_first():
    none, one, two = (value({"threats": {"red": n}}) for n in (0, 1, 2))
    assert none - one < one - two


def test_holdings_are_worth_nothing_after_the_last_round():
    assert value({"guilders": 8}, last=1) - value({}, last=1) < 0.1 < value({"guilders": 8}) - value({})


def test_a_finished_game_is_judged_by_its_result():
    table = Table({**BARE, "points": 9}, {**BARE, "points": 4}, phase="majorities", last=1)
    assert GAME.evaluate(GAME.view(table.state, 0), 0) == 5
    assert GAME.evaluate(GAME.view(table.state, 1), 1) == -5
