"""One turn is one occasion: a single serial, and so a single reply address, from its first choice to its last."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine import Match
from engine.bots import bots
from engine.bruges import GAME
from engine.orders.api import Plan, apply_letter, autoplay, stand_in
from tests.engine.bruges.table import SECRET, THREES, house

FULL = {"blue": 4, "brown": 4, "purple": 4, "red": 4, "yellow": 4}
REST = {"hand": ["queen", "king"], "workers": {"blue": 2, "red": 2}}
THIRD = {"hand": ["butler", "spy"], "workers": {"blue": 2, "red": 2}}
INNER = ("take", "pay", "mason", "remove", "ward", "dig", "advance", "exchange", "discard", "settle", "recruit")


def turn_of(persons: list[str], *others: dict[str, Any], hand: tuple[str, ...] = ("vicar", "mayor", "bishop")) -> Match:
    """A match at a turn of seat 0, who has these persons and plenty of everything."""
    rich = {
        "hand": list(hand),
        "guilders": 30,
        "workers": FULL,
        "threats": {"red": 2, "blue": 2},
        "houses": [*(house("red", person) for person in persons), house("blue"), house("brown")],
    }
    position = {"dice": THREES, "seats": [rich, *(others or (REST,))]}
    return Match.start(GAME, 1 + len(others or (REST,)), secret=SECRET, position=position)


def serial(match: Match, seat: int = 0) -> int:
    decision = match.decision(seat)
    assert decision is not None
    return decision.serial


@pytest.mark.parametrize(
    ("person", "kind", "answer"),
    [
        ("sergeant", "take", "take blue"),
        ("smuggler", "dig", "dig left"),
        ("jailer", "remove", "remove red"),
        ("thatcher", "settle", "settle vicar"),
        ("moneychanger", "pay", "give red"),
        ("philosopher", "draw", "draw left"),
    ],
)
def test_a_choice_that_a_person_leaves_has_the_serial_of_the_turn(person: str, kind: str, answer: str):
    match = turn_of([person])
    first = serial(match)
    match.play(0, f"use {person}")
    decision = match.decision(0)
    assert decision is not None
    assert (decision.kind, decision.serial) == (kind, first)
    match.play(0, answer, serial=first)
    assert serial(match) == first


def test_one_letter_with_one_serial_carries_a_whole_turn_with_its_inner_choices():
    match, book = turn_of(["sergeant", "smuggler", "jailer", "thatcher"]), dict[int, Plan]()
    said = "use sergeant; take blue; take red; use smuggler; dig left; use jailer; remove red; remove blue"
    account = apply_letter(match, book, 0, [*said.split("; "), "workers mayor"], serial=serial(match))
    assert {line.state for line in account.lines} == {"played"}
    assert {entry.serial for entry in match.log if entry.seat == 0} == {1}
    assert match.decision(0) is None


def test_a_second_letter_with_the_same_serial_goes_on_in_the_middle_of_a_turn():
    match, book = turn_of(["sergeant"]), dict[int, Plan]()
    answered = serial(match)
    apply_letter(match, book, 0, ["use sergeant"], serial=answered)
    account = apply_letter(match, book, 0, ["take blue", "take red", "workers mayor"], serial=answered)
    assert [line.state for line in account.lines] == ["played"] * 3
    assert match.decision(0) is None


def test_a_turn_that_an_attack_interrupts_goes_on_under_its_serial():
    match = turn_of(["moneychanger"], REST, THIRD, hand=("wrestler", "mayor", "bishop"))
    first = serial(match)
    match.play(0, "recruit wrestler in blue")
    assert match.decision(0) is None
    own = {serial(match, 1), serial(match, 2)}
    assert len(own | {first}) == 3
    match.play(1, "give blue")
    match.play(2, "give red")
    assert serial(match) == first
    match.play(0, "end")
    assert first not in {decision.serial for decision in match.decisions}


def test_the_stand_in_goes_on_with_a_turn_that_an_attack_has_interrupted():
    match, book = turn_of(["moneychanger"], REST, THIRD, hand=("wrestler", "mayor", "bishop")), dict[int, Plan]()
    match.play(0, "recruit wrestler in blue")
    assert stand_in(match, book, 0, bots["random"]) == []
    autoplay(match, book, kept=True)  # the others give as their rules say; the rest of the turn is passed
    assert match.decision(0) is None
    assert match.decision(1) is not None


@pytest.mark.parametrize(
    ("bot", "seats", "seed"), [("random", 2, 1), ("random", 3, 2), ("random", 4, 3), ("greedy", 3, 4)]
)
def test_the_stand_in_finishes_the_whole_turn_from_wherever_it_stands(bot: str, seats: int, seed: int):
    """Of whole games of random moves: at inner choices and at some others the stand-in takes over on a copy."""
    rng, seen, finished = Random(seed), set[str](), 0
    match = Match.start(GAME, seats, secret=seed.to_bytes(32, "big"))
    while not match.over:
        decision = rng.choice(match.decisions)
        if decision.kind in INNER or rng.random() < 0.02:
            twin, seen = match.copy(), seen | {decision.kind}
            steps = stand_in(twin, {}, decision.seat, bots[bot])
            assert steps
            following = twin.decision(decision.seat)
            assert following is None or following.serial != decision.serial
            finished += following is None or twin.over
        match.play(decision.seat, rng.choice(decision.moves))
    assert seen & set(INNER)
    assert finished


@pytest.mark.parametrize("seed", range(4))
def test_a_serial_is_kept_from_the_first_choice_of_a_turn_to_its_last(seed: int):
    rng = Random(seed)
    match = Match.start(GAME, 3, secret=seed.to_bytes(32, "big"))
    turns: dict[tuple[int, int], set[int]] = {}
    while not match.over:
        decision = rng.choice(match.decisions)
        state = match.view(decision.seat)
        if decision.kind in (*INNER, "turn"):
            turns.setdefault((state.round, state.turn), set()).add(decision.serial)
        match.play(decision.seat, rng.choice(decision.moves))
    assert all(len(serials) == 1 for serials in turns.values())
    assert len(set.union(*turns.values())) == len(turns)
