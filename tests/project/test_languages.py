"""Sentences in other languages: all are there, and each is about the same as in English."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Thread

import pytest

from engine.language.languages import LANGUAGES, Catalogue, NotCompiled, Reader, speaking, spoken
from engine.language.speech import say
from tests import catalogues

EVERY = [(package, language) for package in catalogues.PACKAGES for language in catalogues.OTHERS]
ENGLISH = Catalogue(Path("nowhere"))


def forms(said: str | Sequence[str] | None) -> Sequence[str]:
    """The forms of a sentence, that of many last; a sentence that counts nothing has one."""
    return (said or "",) if isinstance(said, str | None) else said


@pytest.mark.parametrize(("package", "language"), EVERY)
def test_every_sentence_is_known_and_no_other(package: str, language: str) -> None:
    said = {(message.context, message.id) for message in catalogues.said(package) if message.id}
    known = {(message.context, message.id) for message in catalogues.known(package, language) if message.id}
    assert said
    assert said - known == set(), "run python -m tests.catalogues and translate"
    assert known - said == set(), "run python -m tests.catalogues"


@pytest.mark.parametrize(("package", "language"), EVERY)
def test_every_sentence_is_translated_and_names_the_same_values(package: str, language: str) -> None:
    for message in catalogues.known(package, language):
        if not message.id:
            continue
        there, here = forms(message.string), forms(message.id)
        assert all(there), f"{message.id!r} is not translated"
        assert not message.fuzzy, f"{message.id!r} was not looked at again"
        named = catalogues.placeholders(here[-1])
        for words in there:
            assert catalogues.placeholders(words) <= named, f"{words!r} names what {here[-1]!r} does not"


@pytest.mark.parametrize(("package", "language"), EVERY)
def test_what_surrounds_a_sentence_surrounds_it_in_every_language(package: str, language: str) -> None:
    for message in catalogues.known(package, language):
        here, there = forms(message.id)[-1], forms(message.string)[-1]
        if here:
            assert here[:1].isspace() == there[:1].isspace(), there
            assert here[-1:].isspace() == there[-1:].isspace(), there


@pytest.mark.parametrize(
    ("sentence", "own", "others"),
    [
        ("{Who:stand|stands} alone.", "You stand alone.", "Anna stands alone."),
        ("{Who} went.", "You went.", "Anna went."),
        ("{Who:went} up.", "You went up.", "Anna went up."),
        ("It is {who:your|#'s} turn.", "It is your turn.", "It is Anna's turn."),
        ("{n:a {colour} card|# {colour} cards} for {who}.", "3 red cards for you.", "3 red cards for Anna."),
        ("{who:!You|They} lose {n:card|cards}.", "You lose 3 cards.", "They lose 3 cards."),
    ],
)
def test_who_reads_decides_between_two_forms(sentence: str, own: str, others: str) -> None:
    values = {"n": 3, "colour": "red"}
    assert ENGLISH.say(sentence, who=Reader("you", True), **values) == own
    assert ENGLISH.say(sentence, who=Reader("Anna"), **values) == others


@pytest.mark.parametrize(
    ("number", "expected"), [(0, "There are 0 cards."), (1, "There is 1 card."), (2, "There are 2 cards.")]
)
def test_how_many_there_are_decides_between_two_forms(number: int, expected: str) -> None:
    assert ENGLISH.say("There {n:!is|are} {n:card|cards}.", n=number) == expected


def test_what_people_are_called_cannot_change_a_sentence() -> None:
    assert ENGLISH.say("{Who:has|has} won.", who=Reader("{n} # a|b")) == "{n} # a|b has won."


def test_nothing_is_nothing_in_every_language() -> None:
    for language in LANGUAGES:
        with speaking(language):
            assert say("") == ""


def test_a_language_is_spoken_in_its_own_thread_only() -> None:
    heard: list[str] = []
    with speaking("de"):
        other = Thread(target=lambda: heard.append(spoken()))
        other.start()
        other.join()
        assert spoken() == "de"
    assert [*heard, spoken()] == ["en", "en"]


def test_a_catalogue_that_was_not_compiled_says_how_it_is(tmp_path: Path) -> None:
    with pytest.raises(NotCompiled, match="make messages"), speaking("de"):
        Catalogue(tmp_path).say("Hello.")
