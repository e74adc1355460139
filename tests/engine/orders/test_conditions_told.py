"""The conditions of orders where people read them: clauses, of every figure of every game in every language."""

from __future__ import annotations

import re

import pytest

import engine
from engine.bruges.state import COLOURS
from engine.language.languages import LANGUAGES, speaking
from engine.match.match import Match
from engine.orders import account, api
from engine.orders.api import Plan
from engine.orders.instructions import COMPARE, Guard

CODE = re.compile(r"[<>=]")


def matches(game: str) -> list[Match]:
    """Matches in which each figure of the game is there at some time."""
    found = [Match.start(engine.games[game], seats=3, secret=bytes([number] * 32)) for number in range(4)]
    for match in found:
        api.autoplay(match, {}, kept=False)
        for _ in range(12):
            decision = match.waiting[0] if match.waiting else None
            if decision is None:
                break
            match.play(decision.seat, decision.moves[0])
            api.autoplay(match, {}, kept=False)
    return found


def facts(game: str) -> dict[str, int]:
    views = ((match, match.view(seat)) for match in matches(game) for seat in range(3))
    found = {name: n for match, view in views for name, n in match.game.facts(view).items()}
    piles = {f"pile {colour}": 9 for colour in COLOURS}  # of the variant with five
    return found | piles if game == "bruges" else found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["bruges", "venise", "flandern"])
def test_every_figure_is_told_in_a_clause_with_its_amount(game: str, language: str) -> None:
    found = facts(game)
    assert len(found) > 8
    with speaking(language):
        for name in found:
            for sign in COMPARE:
                words = account.in_words(engine.games[game], Guard(name, sign, 4))
                assert "4" in words
                assert not CODE.search(words), words
            assert engine.games[game].fact_is(name, 4) != engine.games[game].fact_is(name, 1)


@pytest.mark.parametrize("game", ["bruges", "venise", "flandern"])
def test_so_is_a_condition_that_is_not_so_whatever_it_is_about(game: str) -> None:
    match = Match.start(engine.games[game], seats=3, secret=bytes(32))
    api.autoplay(match, {}, kept=False)
    seat = match.waiting[0].seat
    order = match.waiting[0].moves[0].text
    now = match.game.facts(match.view(seat))
    for name, number in now.items():
        lines = [f"if {name} > {number}: {order}"]
        copy = match.copy()
        told = api.apply_letter(copy, {seat: Plan()}, seat, lines, serial=None).lines
        (line,) = [line for line in told if line.state == "ignored"]
        assert line.words.startswith("not done: "), line
        assert line.words.endswith(f", wanted more than {number}"), line
        assert not CODE.search(line.words)
        assert f"{name} {number}," not in line.words
