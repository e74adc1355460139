"""Chance: provable, unbiased, and different for every secret, word, label and roll-back."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chance import Chance, commitment, pack

SECRET = bytes(range(32))


def test_the_commitment_is_the_sha256_of_the_secret():
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


def test_results_stay_what_they_were_when_the_engine_was_first_published():
    chance = Chance(SECRET, ("tulip", "", "rain"))
    assert [chance.die(f"round {n}") for n in range(1, 9)] == [5, 4, 4, 3, 4, 4, 5, 1]
    assert chance.shuffle("deck", 10) == [9, 8, 3, 2, 1, 4, 7, 0, 5, 6]


def test_a_result_depends_on_its_label_and_not_on_what_was_asked_before():
    first, second = Chance(SECRET), Chance(SECRET)
    first.shuffle("deck", 50)
    assert [first.die("a"), first.die("b", 1000)] == [second.die("a"), Chance(SECRET).die("b", 1000)]


@pytest.mark.parametrize(
    "other",
    [Chance(bytes(32)), Chance(SECRET, ("a",)), Chance(SECRET, branch=1)],
    ids=["another secret", "another word", "after a roll-back"],
)
def test_another_secret_word_or_branch_gives_another_deck(other: Chance):
    assert other.shuffle("deck", 100) != Chance(SECRET).shuffle("deck", 100)


@given(st.lists(st.text(max_size=3), max_size=4), st.lists(st.text(max_size=3), max_size=4))
def test_only_equal_lists_of_words_are_packed_alike(one: list[str], other: list[str]):
    assert (pack(*one) == pack(*other)) == (one == other)


def test_every_face_and_every_order_comes_up_about_equally_often():
    chance = Chance(SECRET)
    faces = Counter(chance.die(f"die {n}") for n in range(6000))
    orders = Counter(tuple(chance.shuffle(f"shuffle {n}", 3)) for n in range(6000))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert len(orders) == 6
    assert sum((count - 1000) ** 2 / 1000 for count in faces.values()) < 20.5  # chi-square, 5 degrees, p = 0.001
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 20.5


@given(st.integers(1, 200), st.text(max_size=20))
def test_a_shuffle_is_a_permutation(n: int, label: str):
    assert sorted(Chance(SECRET).shuffle(label, n)) == list(range(n))


def test_what_was_taken_is_told_once():
    chance = Chance(SECRET)
    chance.die("red")
    chance.shuffle("deck", 3)
    assert [(roll.label, roll.kind, roll.n) for roll in chance.taken()] == [("red", "die", 6), ("deck", "shuffle", 3)]
    assert chance.taken() == []


def test_there_is_no_number_below_nought():
    with pytest.raises(ValueError, match="no number below 0"):
        Chance(SECRET).below("x", 0)
