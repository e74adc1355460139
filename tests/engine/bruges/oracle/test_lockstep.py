"""The engine against the oracle: both play the same games and must agree after every move."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

import pytest

import engine
from tests.engine import styles
from tests.engine.bruges.oracle import cards
from tests.engine.bruges.oracle.decks import random_deck
from tests.engine.bruges.oracle.lockstep import Differs, Lockstep, random_move
from tests.engine.bruges.oracle.positions import crowded

GAME = engine.games["bruges"]
# the choices among the matters of docs/positions/bruges.md
IN_TURN = {"draw", "climb", "turn", "mason", "ward"}
LOSING = {"penalties", "fire", "plague", "workers", "canal", "threat"}
BY_PERSONS = {"take", "pay", "remove", "dig", "advance", "exchange", "discard", "settle", "recruit"}
QUESTIONS = {f"asked {kind}" for kind in IN_TURN | LOSING | BY_PERSONS}


def play_out(both: Lockstep, rng: Random, most: int = 10_000, seated: Sequence[str] | None = None) -> Counter[str]:
    """Random moves, by players of these styles if any, at most so many, else to the end.

    Counts what was asked and which events were told.
    """
    met: Counter[str] = Counter()
    while both.match.decisions and len(both.moves) < most:
        decision = rng.choice(both.match.decisions)
        met[f"asked {decision.kind}"] += 1
        text = styles.answer(both.match, seated, decision, rng) if seated else random_move(decision, rng)
        met.update(event.kind for event in both.move(decision.seat, text))
    return met


def secret(number: int) -> bytes:
    return number.to_bytes(32, "big")


@pytest.mark.parametrize("number", range(6))
def test_over_a_whole_game_the_engine_and_the_rulebook_agree_after_every_move(number: int):
    match, rng = engine.Match.start(GAME, 2 + number % 3, secret=secret(number)), Random(number)
    met = play_out(Lockstep(match), rng, seated=styles.seated("bruges", match.seats, rng))
    assert match.over
    assert met["round ends"] >= 4


@pytest.mark.parametrize(
    "options", [{"piles": "five", "steps": "card"}, {"persons": "friendly"}, {"piles": "five", "persons": "friendly"}]
)
def test_games_with_other_options_keep_to_the_same_rules(options: dict[str, str]):
    play_out(Lockstep(engine.Match.start(GAME, 4, options, secret=secret(9))), Random(9))


def from_crowded(game: engine.Game[Any], rng: Random) -> Counter[str]:
    """A random position of that deck played for a while; one that needs dice before any choice is not read at all."""
    cards.lay_out(game.deck)
    while True:
        position = crowded(rng)
        chance = secret(rng.randrange(2**32))
        with suppress(engine.BadPosition):
            match = engine.Match.start(game, len(position["seats"]), secret=chance, position=position)
            return play_out(Lockstep(match, position), rng, most=35)


def test_from_crowded_positions_they_agree_with_the_shipped_deck():
    rng = Random(1)
    met = sum((from_crowded(GAME, rng) for _ in range(40)), Counter())
    assert met.keys() >= {"asked turn", "asked draw", "asked climb", "pile ended", "majority", "penalty"}


def test_with_persons_made_up_of_all_kinds_of_effects_they_agree_on_every_question():
    """Among them kinds that the shipped deck does without. Goes on until every question has come up."""
    met: Counter[str] = Counter()
    rng = Random(5)
    decks = 0
    while decks < 12 or (decks < 60 and QUESTIONS - met.keys()):
        game = GAME.with_deck(json.dumps(random_deck(rng)), "random deck")
        met = sum((from_crowded(game, rng) for _ in range(6)), met)
        decks += 1
    assert met.keys() >= QUESTIONS


def test_a_person_whose_price_differs_on_one_side_is_noticed():
    match = engine.Match.start(GAME, 2, secret=secret(0))
    both = Lockstep(match)
    for person in cards.deck().values():
        person["price"] += 3
    with pytest.raises(Differs, match=r"what is asked|score"):
        play_out(both, Random(0))
