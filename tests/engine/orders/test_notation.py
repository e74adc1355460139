"""What the readers of all games share: plain lines, prefixes, nearest texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.language.typed import complete, distance, nearest, normalise, words

PIECES = ("house", "servant", "left", "17", "red", "if", "guilders", ">=", "9:", "/", ";", ">")
TEXTS = ("workers prince", "workers servant", "guilders servant", "house servant", "canal mathematician left")


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("House Servant", "house servant"),
        ("  • hôuse   sérvant. ", "house servant"),
        ("- house servant;", "house servant"),
        ("* house servant", "house servant"),
        ("1. house servant", "house servant"),
        ("2) house servant", "house servant"),
        ("１７ ｒｅｄ", "17 red"),
        ("17 red", "17 red"),
        ("“house servant”", "house servant"),
        ("'house servant'.", "house servant"),
        ("house\u200b ser\u00advant", "house servant"),
        ("house\u00a0servant", "house servant"),
        ("if guilders ≥ 9： 17 red ／ 12", "if guilders >= 9: 17 red / 12"),
        ("13； 42； 35", "13; 42; 35"),
        ("always draw red › blue", "always draw red › blue"),
        ("STRASSE straße", "strasse strasse"),
        ("> quoted", "> quoted"),
        ("", ""),
        (" . ", ""),
        ("12.", "12"),
    ],
)
def test_a_typed_line_becomes_plain(typed: str, plain: str):
    assert normalise(typed) == plain


@given(st.text(max_size=80))
def test_a_plain_line_is_one_line_of_small_letters(line: str):
    plain = normalise(line)
    assert "\n" not in plain
    assert plain == plain.strip()


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=6))
def test_a_plain_line_stays_what_it_is(said: list[str]):
    line = normalise(" ".join(said))
    assert normalise(line) == line


def test_filler_words_go_only_for_the_forgiving_reader():
    assert words("Please build the house, servant!") == ("build", "house", "servant")
    assert words("please house servant", forgiving=False) == ("please", "house", "servant")
    assert words("the") == ("the",)


def test_a_prefix_of_three_letters_stands_for_all_it_begins():
    choices = ("prince", "princess", "priest", "queen")
    assert complete("que", choices) == ("queen",)
    assert complete("prince", choices) == ("prince",)
    assert complete("prin", choices) == ("prince", "princess")
    assert complete("qu", choices) == ()
    assert complete("king", choices) == ()


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("servant", "servant", 0),
        ("servnat", "servant", 1),
        ("servan", "servant", 1),
        ("", "abc", 3),
        ("kitten", "sitting", 3),
    ],
)
def test_the_distance_counts_slips_of_the_fingers(one: str, other: str, apart: int):
    assert distance(one, other) == distance(other, one) == apart
    assert distance(one, other, 2) == min(apart, 2)


@given(st.text("abc", max_size=7), st.text("abc", max_size=7), st.text("abc", max_size=7))
def test_the_distance_is_symmetric_and_nought_only_for_equals(one: str, other: str, third: str):
    assert distance(one, other) == distance(other, one)
    assert (distance(one, other) == 0) == (one == other)
    assert distance(one, other) <= max(len(one), len(other))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("hosue servant", "house servant"),
        ("house servnt", "house servant"),
        ("canal math", "canal mathematician left"),
        ("workers princess", "workers prince"),
        ("guild serv please", "guilders servant"),
    ],
)
def test_the_nearest_text_is_what_was_meant(typed: str, meant: str):
    assert nearest(typed, TEXTS)[0] == meant


def test_at_most_three_are_near_and_long_lines_cost_little():
    assert len(nearest("x" * 500, TEXTS * 50)) == 3
    assert nearest("anything", ()) == ()


@pytest.mark.parametrize(
    ("said", "meant"),
    [("Number three.", ("3",)), ("twelve", ("12",)), ("number 7, please", ("7",)), ("I play number two", ("2",))],
)
def test_a_number_that_was_dictated_is_one_in_figures(said: str, meant: tuple[str, ...]) -> None:
    assert words(said) == meant


def test_words_for_numbers_beside_others_stay_words() -> None:
    assert words("one house") == ("one", "house")
    assert words("number three", forgiving=False) == ("number", "three")
