"""What a letter says of a move may be typed back, in the language of that letter: it does that move, and no other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from engine.decisions import Ask, Move
from engine.language.languages import LANGUAGES, speaking
from engine.orders.reader import Order, Reader
from tests.engine.any_game import KINDS, Kind, Moment, decided, moments

MOST_MOVES = 6  # of a question
DRESSES = ("{}", "{}.", "- {}", "also {}")


def told(kind: Kind, language: str) -> Iterator[tuple[Moment, Ask, dict[Move, str]]]:
    """Questions of a recorded game, with what letters say of every move."""
    for moment in moments(kind)[::2]:
        for ask in moment.asks:
            view = kind.game.view(moment.state, ask.seat)
            with speaking(language):
                yield moment, ask, {move: kind.game.say(move, view, ask.seat) for move in ask.moves}


def ordered(kind: Kind, moment: Moment, ask: Ask, line: str) -> list[str]:
    reader = Reader(kind.game, kind.game.view(moment.state, ask.seat), decided(ask), ask.seat)
    return [move for one in reader.read(line) if isinstance(one.what, Order) for move in one.what.names]


def without_signs(words: str) -> str:
    return re.sub(r"[»«„“”\"();:]", "", words)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_what_a_letter_says_of_a_move_typed_back_is_that_move(kind: Kind, language: str) -> None:
    rng, done = Random(str(kind)), Counter[bool]()
    for moment, ask, said in told(kind, language):
        alike = Counter(said.values())
        for move in rng.sample(ask.moves, min(MOST_MOVES, len(ask.moves))):
            words = said[move]
            for line in (rng.choice(DRESSES).format(words), words.upper(), without_signs(words)):
                found = ordered(kind, moment, ask, line)
                assert found in ([move.text], []), (line, found)
                done[found != []] += 1
                assert found or alike[words] > 1, (move.text, line)
    assert done[True] > 99 * done[False]
