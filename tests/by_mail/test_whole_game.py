"""Over a whole game: nobody reads what only others may know, and the letters of a round hang together."""

from __future__ import annotations

import re
from collections import defaultdict
from urllib.parse import unquote

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.by_mail import whole_game
from tests.by_mail.whole_game import Played, Shown
from tests.shared.cast import make_cast

pytestmark = pytest.mark.django_db
OF_A_SENTENCE = re.compile(r"\b(?:[A-Z][a-z]+|[A-Z]{3,})\b")  # names of persons are in capitals
OF_AN_ORDER = re.compile(r"\[([^\]\n]+)\]|body=([^\"&]+)")  # but for those in brackets and links
WITH_STATE = re.compile(r"(NOT ACCEPTED|REMINDER|FINAL SCORES) - ")


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Played:
    """A game of three."""
    with django_db_blocker.unblock(), transaction.atomic():
        game = whole_game.game(make_cast())
        transaction.set_rollback(True)
    return game


@pytest.fixture(scope="module")
def game(played: Played) -> list[Shown]:
    """All that was shown in it."""
    return played.shown


def names_in(words: str) -> set[str]:
    """The words in a text that may be a person's name, in lower case."""
    orders = [unquote(part) for match in OF_AN_ORDER.findall(words) for part in match]
    return {name.lower() for name in OF_A_SENTENCE.findall(words)} | set(re.findall(r"\w+", " ".join(orders).lower()))


def letters(game: list[Shown]) -> list[Shown]:
    return [shown for shown in game if shown.letter is not None]


def test_the_game_brings_every_kind_of_letter_that_a_table_has_without_its_organiser(game: list[Shown]) -> None:
    kinds = {shown.letter.kind for shown in letters(game)}
    assert kinds >= {
        "begun",
        "turn",
        "orders_account",
        "orders_refused",
        "words",
        "say",
        "reminder",
        "grace",
        "turn_expired",
    }
    assert [shown.seat for shown in letters(game) if shown.letter.kind == "final_scores"] == [0, 1, 2]


def test_nobody_is_shown_a_person_that_only_others_or_nobody_can_know(played: Played) -> None:
    unknown = [(shown, whole_game.hidden(shown, played.opened)) for shown in played.shown]
    leaks = [(shown.what, shown.seat, names_in(shown.words) & hidden) for shown, hidden in unknown]
    assert [leak for leak in leaks if leak[2]] == []
    assert all(hidden for _, hidden in unknown)
    assert any(names_in(shown.words) for shown in played.shown)


def test_everybody_is_shown_the_persons_of_the_own_hand(game: list[Shown]) -> None:
    """So that the search above would find them."""
    turns = [shown for shown in letters(game) if shown.letter.kind == "turn"]
    assert len(turns) > 20
    assert all(len(names_in(shown.words) & whole_game.held(shown)) == len(whole_game.held(shown)) for shown in turns)


def test_the_letters_of_a_round_have_one_subject_but_for_those_that_carry_their_state(game: list[Shown]) -> None:
    subjects: dict[int, set[str]] = defaultdict(set)
    for shown in letters(game):
        subject = shown.letter.subject
        if WITH_STATE.match(subject):
            assert shown.letter.kind in ("orders_refused", "reminder", "final_scores")
        else:
            subjects[shown.match.round].add(subject.removeprefix("Re: "))
    assert dict(subjects) == {number: {f"[Autumn] Bruges 1, round {number}"} for number in subjects}
    assert len(subjects) == game[-1].match.round


def test_what_is_refused_reminded_or_final_says_so_in_its_subject(game: list[Shown]) -> None:
    telling = {"orders_refused": "NOT ACCEPTED", "reminder": "REMINDER", "final_scores": "FINAL SCORES"}
    for shown in letters(game):
        state = telling.get(shown.letter.kind)
        assert (WITH_STATE.match(shown.letter.subject) is not None) == (state is not None), shown.letter.subject
        assert state is None or shown.letter.subject.startswith(state)
