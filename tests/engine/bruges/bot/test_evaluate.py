"""What bots think of positions."""

from __future__ import annotations

from typing import Any

import pytest

from engine.agenda import SeatTask, shape
from engine.bruges import GAME
from engine.bruges.bot import evaluate, prospects
from engine.bruges.data import vocabulary
from engine.bruges.rules.tasks import KINDS
from tests.engine.bruges.table import BARE, Table, house


def value(seat: dict[str, Any], other: dict[str, Any] | None = None, **position: Any) -> float:
    if "last" in position:
        position["extra"] = None
    table = Table({"hand": ["mayor"], **BARE, **seat}, {"hand": ["queen"], **BARE, **(other or {})}, **position)
    return GAME.evaluate(GAME.view(table.state, 0), 0)


def test_more_of_anything_is_better():
    bare = value({})
    betters: list[dict[str, Any]] = [{"points": 1}, {"guilders": 2}, {"workers": {"red": 1}}, {"step": 1}]
    for better in (*betters, {"houses": [house("red")]}):
        assert value(better) > bare
    assert value({}, {"points": 5}) < bare


def test_a_second_threat_weighs_more_than_a_first():
    none, one, two = (value({"threats": {"red": n}}) for n in (0, 1, 2))
    assert none - one < one - two


def test_holdings_are_worth_less_in_the_last_round_and_nothing_after_the_last_card():
    def of_guilders(**position: Any) -> float:
        return value({"guilders": 8}, **position) - value({}, **position)

    assert of_guilders() > of_guilders(last=1) > of_guilders(last=1, turn=4) > 0
    assert of_guilders(last=1, turn=7) == 0  # only the other seat has a card to play


def test_a_person_of_every_round_is_worth_more_the_earlier_it_comes():
    def of_queen(**position: Any) -> float:
        return value({"houses": [house("red", "king")]}, **position) - value({"houses": [house("red")]}, **position)

    assert of_queen() > of_queen(last=2) > of_queen(last=1) > 4  # the points on the card itself


def test_being_ahead_in_a_majority_counts_until_the_marker_is_turned():
    assert value({"step": 2}) - value({"step": 1}) == pytest.approx(1)  # ahead already: the step itself
    gained = value({"step": 1}) - value({})
    assert gained > 2
    turned = {"markers": ["reputation"]}
    assert value({**turned, "step": 1}) - value(turned) < gained


def test_what_is_about_to_happen_counts():
    """Between a person's effects, and in the middle of a choice, nothing good is lost from sight."""
    waits: list[list[Any]] = [["draw", 0, 2, 0, "clerk"], ["take", 0, 2, "page"], ["do", 0, "duke", 0]]
    for waiting in waits:
        agenda: list[list[Any]] = [["turns"], ["turn", 0, 0, True], waiting]
        table = Table({"hand": ["mayor"], **BARE}, {"hand": ["queen"], **BARE})
        table.state.agenda = [KINDS.load(task) for task in agenda]
        with_it = GAME.evaluate(GAME.view(table.state, 0), 0)
        table.state.agenda.pop()
        assert with_it > GAME.evaluate(GAME.view(table.state, 0), 0)


def test_every_kind_of_effect_and_every_choice_has_its_worth():
    """What the vocabulary of decks knows and the rules may leave open, so that no deck file stops a bot."""
    assert set(prospects.ACTIVE) == set(vocabulary.ACTIVE)
    assert set(prospects.LASTING) == set(vocabulary.PASSIVE)
    view = Table({"threats": {"red": 1}, **BARE}, BARE).state
    sample = {"number": 1, "amount": 1, "flag": True, "colour": "red", "card": "duke", "cause": "duke", "by": 1}
    of_seats = [kind for kind in KINDS.values() if issubclass(kind, SeatTask)]
    samples = [kind(0, *(sample[value] for value in shape(kind)[1:])) for kind in of_seats]
    free = {task.name for task in samples if not evaluate.pending(view, GAME.cards, task)}
    assert free == {"climb", "penalties", "pay", "exchange"}


def test_a_finished_game_is_judged_by_its_result():
    table = Table({**BARE, "points": 9}, {**BARE, "points": 4}, phase="majorities", extra=None, last=1)
    assert GAME.evaluate(GAME.view(table.state, 0), 0) == 5
    assert GAME.evaluate(GAME.view(table.state, 1), 1) == -5
