"""Letters and refusals of Bruges in other languages: orders stay as they are typed, names do not."""

from __future__ import annotations

import pytest

from engine.bruges import GAME
from engine.bruges.words.names import name
from engine.language.languages import ENGLISH, LANGUAGES, speaking
from engine.refusals import Refusal
from tests.engine.bruges.words.test_letter import letter, text, the_sample

ABROAD = [language for language in LANGUAGES if language != ENGLISH]
HAND = ("prince", "servant", "mathematician", "bishop", "lawyer")


@pytest.mark.parametrize("language", ABROAD)
def test_a_card_of_the_hand_stands_with_its_name_and_with_the_word_of_its_orders(language: str) -> None:
    with speaking(language):
        told = text(letter(the_sample()))
        for person in HAND:
            assert f"{name(person).upper()} [{person}], " in told
        assert f"{name('accountant')} [accountant], " in told


@pytest.mark.parametrize("language", ABROAD)
def test_only_words_that_are_typed_stand_in_brackets(language: str) -> None:
    def orders(told: str) -> set[str]:
        return {part.split("]")[0] for part in told.split("[")[1:]}

    english = orders(text(letter(the_sample())))
    with speaking(language):
        abroad = orders(text(letter(the_sample())))
    assert abroad - {*HAND, "accountant"} == english


def test_in_english_a_name_needs_no_other_word() -> None:
    assert "[prince]" not in text(letter(the_sample()))


@pytest.mark.parametrize("language", ABROAD)
@pytest.mark.parametrize(
    "line", ["xyz", "recruit", "house", "12 blue", "canal bishop", "e", "99 4", "recruit prince in pink", "use xyz"]
)
def test_who_writes_something_else_is_told_so_in_other_words(line: str, language: str) -> None:
    assert refused(line, language) != refused(line, ENGLISH)


def refused(line: str, language: str) -> str:
    table = the_sample()
    with speaking(language), pytest.raises(Refusal) as refusal:
        GAME.read(line, GAME.view(table.state, 0), None, 0)
    return refusal.value.reason


@pytest.mark.parametrize("language", ABROAD)
@pytest.mark.parametrize("line", ["", "house", "draw", "climb maybe", "draw pink"])
def test_who_wishes_for_something_that_cannot_be_is_told_so_in_other_words(line: str, language: str) -> None:
    assert unwished(line, language) != unwished(line, ENGLISH)


def unwished(line: str, language: str) -> str:
    with speaking(language), pytest.raises(Refusal) as refusal:
        GAME.read_rule(line)
    return refusal.value.reason


@pytest.mark.parametrize("language", ABROAD)
def test_what_is_asked_is_the_same_whatever_is_spoken(language: str) -> None:
    state = the_sample().state
    with speaking(language):
        abroad = GAME.asks(state)
    assert abroad == GAME.asks(state)
