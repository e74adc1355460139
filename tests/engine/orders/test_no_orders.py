"""Nothing that a game says may come back as an order, however a mail client breaks its lines and whoever plays."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from engine import Game
from engine.decisions import Ask
from engine.language.languages import LANGUAGES, speaking
from engine.orders import reader as orders
from engine.orders.command_words import is_command
from engine.refusals import Refusal
from tests.engine.any_game import KINDS, Kind, Moment, decided, moments, played
from tests.engine.wrapping import possible_lines

LONGEST_ORDER = 8  # words; every order of a game and every command is shorter
NO_NAMES = ("say: hello", "undo", "forget", "42", "ＥＮＤ", "tell", "x 17 red y", "Anna Baker", "Can King")
LONG_GAME = 250  # moments; nothing new is said behind them
OFTEN = 0.02  # of a kind of question that has been looked at before


@cache
def is_order(game: Game[Any], line: str) -> bool:
    return orders.reads(game, line) or game.reads(line) or is_command(line)


def everything(kind: Kind, moment: Moment, ask: Ask, names: list[str]) -> Iterator[str]:
    """All that a letter with this question can say of the game."""
    game, decision = kind.game, decided(ask)
    rules = {rule.topic: rule.text for rule in game.default_rules}
    view = game.view(moment.state, ask.seat)
    for section in game.sections(view, decision, names, rules, ask.seat):
        yield section.title
        yield section.title.upper()
        yield from (paragraph.words for paragraph in section.paragraphs)
    yield from (group.heading for group in game.menu(view, decision))
    yield from (game.headline(view, decision), game.course(view, decision, names))
    yield from (game.say(move, view, ask.seat) for move in ask.moves)


def hostile(kind: Kind, rng: Random) -> list[str]:
    """Players who are called like orders of their game, or like something else that a letter may not hold."""
    texts = {rng.choice(ask.moves).text for moment in moments(kind) for ask in moment.asks}
    return rng.sample([*sorted(texts), *NO_NAMES], kind.seats)


def letters(kind: Kind, rng: Random) -> set[str]:
    """The words that are said in a game of random moves."""
    names, said, kinds = hostile(kind, rng), set[str](), set[str]()
    for moment in islice(played(kind, rng), LONG_GAME):
        for reader in (None, 0, 1):
            said.update(kind.game.recount(moment.told, names, reader))
            said.update(kind.game.tell(event, names, reader) for event in moment.told)
        for ask in moment.asks:
            if ask.kind not in kinds or rng.random() < OFTEN:
                kinds.add(ask.kind)
                said.update(everything(kind, moment, ask, names))
    return said


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_an_order_and_a_command_in_a_sentence_are_found_however_it_is_wrapped(kind: Kind) -> None:
    order = next(ask.moves[0].text for ask in moments(kind)[0].asks)
    for held in (order, "undo"):
        lines = possible_lines(f"What is written here is long enough to be wrapped behind it: {held}", LONGEST_ORDER)
        assert [line for line in lines if is_order(kind.game, line)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_no_line_of_any_letter_reads_as_an_order(kind: Kind, language: str) -> None:
    with speaking(language):
        said = letters(kind, Random(secrets.token_bytes(16)))
    lines = (line for words in said for line in possible_lines(words, LONGEST_ORDER))
    assert [line for line in lines if is_order(kind.game, line)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_what_a_move_does_is_told_in_words_that_are_no_order(kind: Kind, language: str) -> None:
    for moment in moments(kind):
        for ask in moment.asks:
            view = kind.game.view(moment.state, ask.seat)
            with speaking(language):
                said = {kind.game.say(move, view, ask.seat) for move in ask.moves}
            assert [words for words in said if is_order(kind.game, words)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_no_line_of_a_refusal_reads_as_an_order(kind: Kind, language: str) -> None:
    with speaking(language):
        said = {f"{reason}." for moment in moments(kind)[::8] for reason in _reasons(kind, moment)}
    lines = (line for words in said for line in possible_lines(words, LONGEST_ORDER))
    assert [line for line in lines if orders.reads(kind.game, line)] == []


def _reasons(kind: Kind, moment: Moment) -> Iterator[str]:
    """Why orders of other moments are not possible, and why words that are none cannot be read."""
    game, rng = kind.game, Random(str(kind))
    others = [move for other in moments(kind) for ask in other.asks for move in ask.moves[:5]]
    for ask in moment.asks[:1]:
        view, decision = game.view(moment.state, ask.seat), decided(ask)
        for move in rng.sample(others, min(15, len(others))):
            yield from (game.why_not(view, ask.seat, move), game.never(view, ask.seat, move))
            try:
                game.read(move.verb, view, decision, ask.seat)
            except Refusal as refusal:
                yield refusal.reason
