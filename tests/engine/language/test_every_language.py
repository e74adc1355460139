"""Whoever reads another language reads nothing of a game in English but the words of orders and proper names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain

import pytest

from engine.data.options import Option
from engine.decisions import Move
from engine.language.languages import ENGLISH, LANGUAGES, speaking
from tests.engine.any_game import KINDS, NAMES, Kind, Moment, decided, moments

ABROAD = [language for language in LANGUAGES if language != ENGLISH]
ASKED_ABOUT = 12  # moves of other moments, at each
ORDER = re.compile(r"\[[^\]]*\]")
DRAWING = "fixed"  # paragraphs that are drawn with the words of orders, as a map is
# What hardly a sentence of English does without and no other language has.
_PLAIN_WORDS = (
    "the and you your of to from with without for is are has have not no nothing card cards guilder guilders worker "
    "workers point points house houses threat threats cube cubes tile tiles bridges price prices dice off get moves "
    "after"
)
PLAIN_ENGLISH = frozenset(_PLAIN_WORDS.split())


def spoken(kind: Kind, moment: Moment) -> Iterator[str]:
    """What a letter at this moment says of the game, and why other orders are not taken."""
    game, names = kind.game, NAMES[: kind.seats]
    rules = {rule.topic: rule.text for rule in game.default_rules}
    for reader in (None, 0):
        yield from game.recount(moment.told, names, reader)
    for ask in moment.asks:
        view, decision = game.view(moment.state, ask.seat), decided(ask)
        yield from (game.headline(view, decision), game.course(view, decision, names))
        yield from (group.heading for group in game.menu(view, decision))
        yield from (game.say(move, view, ask.seat) for move in ask.moves)
        for section in game.sections(view, decision, names, rules, ask.seat):
            yield section.title
            yield from (paragraph.words for paragraph in section.paragraphs if paragraph.style != DRAWING)
        for move in other_moves(kind):
            yield from (game.why_not(view, ask.seat, move), game.never(view, ask.seat, move))


@cache
def other_moves(kind: Kind) -> tuple[Move, ...]:
    every = {move for moment in moments(kind) for ask in moment.asks for move in ask.moves}
    return tuple(sorted(every))[:: max(1, len(every) // ASKED_ABOUT)]


@cache
def all_spoken(kind: Kind, language: str) -> frozenset[str]:
    with speaking(language):
        said = chain.from_iterable(spoken(kind, moment) for moment in moments(kind)[::4])
        return frozenset(words for words in said if " " in words)  # one alone may be a proper name


@pytest.mark.parametrize("language", ABROAD)
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_nothing_is_said_as_in_english(kind: Kind, language: str) -> None:
    assert all_spoken(kind, language) & all_spoken(kind, ENGLISH) == set()


def english_in(said: Iterable[str]) -> list[str]:
    """Sentences with a small English word, but for what is in brackets."""
    return [words for words in said if PLAIN_ENGLISH & set(re.findall(r"\w+", ORDER.sub("", words).lower()))]


@pytest.mark.parametrize("language", ABROAD)
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_no_word_of_english_is_left_in_a_sentence(kind: Kind, language: str) -> None:
    assert english_in(all_spoken(kind, ENGLISH))
    assert english_in(all_spoken(kind, language)) == []


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_facts_are_called_as_guards_call_them_in_english_alone(kind: Kind) -> None:
    game, asked = kind.game, [(moment.state, ask.seat) for moment in moments(kind)[::4] for ask in moment.asks]
    names = {name for state, seat in asked for name in game.facts(game.view(state, seat))}
    assert {game.fact(name) for name in names} == names
    for language in ABROAD:
        with speaking(language):
            assert names.isdisjoint(map(game.fact, names))


@pytest.mark.parametrize("language", ABROAD)
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_options_are_told_in_other_words(kind: Kind, language: str) -> None:
    for option in kind.game.options:
        with speaking(language):
            abroad = told(option)
        assert abroad & told(option) == set()


def told(option: Option) -> set[str]:
    """The words that people read of an option; a number that is its own meaning is the same everywhere."""
    meanings = {option.meaning(choice) for choice in option.choices if option.words or isinstance(choice, str)}
    return {option.title, option.explanation, *meanings}
