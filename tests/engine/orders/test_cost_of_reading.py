"""The time that the dearest letters take to be read and answered, beside a plain one, in all games."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from string import ascii_lowercase

import pytest

from engine.orders.reader import MOST_HELPED
from engine.orders.readings import MOST_LINES
from engine.orders.talk.offers import MOST
from tests.shared import pace
from tests.shared.replies import match_at, positions
from tests.shared.replies_judged import at_table

LETTERS = ("bruges-7-en", "flandern-8-de", "venise-3-en")
A_LETTER = 0.3  # seconds
OF_NAMES_ALONE = 0.5  # a letter of 125,000 characters without one word that is no name of the game
JOINTS = ("the", "and", "my", "or", "then", ",", "with", "22")
RANDOM = Random(3)


@cache
def told(moves: tuple[str, ...]) -> list[str]:
    return sorted({word for move in moves for word in move.split()})


def word(letters: int) -> str:
    return "".join(RANDOM.choices(ascii_lowercase, k=letters))


def gibberish(_: tuple[str, ...]) -> str:
    return " ".join(word(RANDOM.randint(3, 9)) for _ in range(8))


def nearly_an_order(moves: tuple[str, ...]) -> str:
    move = RANDOM.choice(moves)
    at = RANDOM.randrange(len(move))
    return f"{move[:at]}{word(1)}{move[at + 1 :]} {word(2)}"


def talk_with_names(moves: tuple[str, ...]) -> str:
    return " ".join(RANDOM.choice((word(5), RANDOM.choice(told(moves)), RANDOM.choice(JOINTS))) for _ in range(12))


def long_talk(moves: tuple[str, ...]) -> str:
    return " ".join(talk_with_names(moves) for _ in range(12))[:499]


def names_and_joints(moves: tuple[str, ...]) -> str:
    return " and ".join(" ".join(RANDOM.choices(told(moves), k=2)) for _ in range(30))[:250]


def deed_and_gibberish(moves: tuple[str, ...]) -> str:
    return " ".join([RANDOM.choice(moves).split()[0], *(word(7) for _ in range(30))])


def in_the_position(letter: str) -> tuple[str, ...]:
    position = letter.rpartition("-")[0]
    decision = match_at(position).decision(positions()[position]["asked"])
    assert decision is not None
    return tuple(move.text for move in decision.moves)


@pytest.mark.parametrize(
    "line", [gibberish, nearly_an_order, talk_with_names, long_talk, names_and_joints, deed_and_gibberish]
)
@pytest.mark.parametrize("letter", LETTERS)
def test_the_dearest_letters_are_read_and_answered_soon(letter: str, line: Callable[[tuple[str, ...]], str]) -> None:
    moves = in_the_position(letter)
    lines = [line(moves) for _ in range(MOST_LINES)]
    at_table(letter, lines[:1])  # reads the words of the game from their files
    took = pace.seconds(lambda: at_table(letter, lines), runs=3)
    assert took < (OF_NAMES_ALONE if line is names_and_joints else A_LETTER)


@pytest.mark.parametrize("letter", LETTERS)
def test_orders_are_offered_for_the_first_lines_of_a_letter_that_are_none(letter: str) -> None:
    moves = in_the_position(letter)
    outcome = at_table(letter, [f"{RANDOM.choice(moves)} {word(6)}" for _ in range(40)])
    assert MOST_HELPED <= len(outcome.offers) <= MOST_HELPED * MOST
