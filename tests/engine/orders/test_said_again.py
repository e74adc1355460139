"""Orders that a letter says twice: done once, and neither refused nor kept."""

from __future__ import annotations

import pytest

import engine
from engine.match.match import Match
from engine.orders import api
from engine.orders.api import Plan

SETTING_UP = {"bruges": (), "venise": ("burgher market",) * 3}


def begun(game: str) -> Match:
    match = Match.start(engine.games[game], seats=3, secret=bytes(32))
    api.autoplay(match, {}, kept=False)
    for text in SETTING_UP[game]:
        match.play(match.decisions[0].seat, text)
    return match


def states(match: Match, *lines: str) -> list[str]:
    (decision,) = match.decisions
    plans = {decision.seat: Plan()}
    account = api.apply_letter(match, plans, decision.seat, lines, serial=decision.serial)
    assert plans[decision.seat].kept == []
    return [line.state for line in account.lines]


def first_order(match: Match, verb: str) -> str:
    return next(move.text for move in match.decisions[0].moves if move.verb == verb and "idle" not in move)


@pytest.mark.parametrize(("game", "verb"), [("bruges", "guilders"), ("venise", "move")])
def test_an_order_said_twice_is_done_once(game: str, verb: str) -> None:
    match = begun(game)
    order = first_order(match, verb)
    assert states(match, order, order, order) == ["played", "done", "done"]
    assert [entry.move for entry in match.log if entry.by == "order"][-1:] == [order]


@pytest.mark.parametrize(("game", "verb"), [("bruges", "guilders"), ("venise", "move")])
def test_so_is_the_end_of_a_turn_that_has_ended_by_itself(game: str, verb: str) -> None:
    match = begun(game)
    assert states(match, first_order(match, verb), "end", "end") == ["played", "done", "done"]


@pytest.mark.parametrize("game", ["bruges", "venise"])
def test_the_end_of_a_turn_that_is_over_is_done_in_a_letter_of_its_own(game: str) -> None:
    match = begun(game)
    seat = match.decisions[0].seat
    match.play(seat, first_order(match, "guilders" if game == "bruges" else "move"))
    api.autoplay(match, {}, kept=False)
    plans = {seat: Plan()}
    account = api.apply_letter(match, plans, seat, ["end"], serial=None)
    assert [line.state for line in account.lines] == ["done"]
    assert plans[seat].kept == []


def test_a_card_that_the_letter_has_played_is_done_also_behind_another() -> None:
    match = begun("bruges")
    one, other, *_ = (move.text for move in match.decisions[0].moves if move.verb == "guilders")
    seat, plans = match.decisions[0].seat, {match.decisions[0].seat: Plan()}
    account = api.apply_letter(match, plans, seat, [one, other, one], serial=match.decisions[0].serial)
    assert [line.state for line in account.lines] == ["played", "kept", "done"]
