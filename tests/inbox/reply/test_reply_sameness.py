"""When the plain text of a mail need not be sorted out, for it says what the HTML says; else a doubt is looked for."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tournaments.inbox.reply.rows import Row
from tournaments.inbox.reply.sameness import same_words

WROTE = "On Friday Bea wrote:"
QUOTED = [Row(WROTE), Row("Bea"), Row("went up to the third step", quoted=True)]
SIGNATURE = Row("Anna of the canal", signature=True)


def same(said: Sequence[str], hypertext: Sequence[Row] = (Row("17 red"), *QUOTED)) -> bool:
    return same_words(hypertext, ["17 red"], said)


@pytest.mark.parametrize(
    "said",
    [
        ["17 red", WROTE],
        ["17", "", "red", WROTE],  # wrapped
        ["17 red", "On Friday Bea"],
        ["17 red", f"{WROTE} Bea"],
        ["17 red", WROTE, "Bea"],
        ["17 red", WROTE, "the third step"],
        ["17 red", WROTE, ""],
        ["17 red"],
    ],
)
def test_what_is_wrapped_in_another_way_or_leaves_something_out_is_the_same(said: list[str]) -> None:
    assert same(said)


@pytest.mark.parametrize(
    "said",
    [
        ["18 red", WROTE],
        ["17", WROTE],
        ["17"],
        [],
        ["17 red", "42", WROTE],
        ["17 red", WROTE, "threat lawyer"],
        ["17 red", WROTE, "third"],  # short: it is there by chance
    ],
)
def test_other_words_or_more_are_not(said: list[str]) -> None:
    assert not same(said)


@pytest.mark.parametrize("said", [["17 red", WROTE], ["17 red", "Anna of the canal", WROTE]])
def test_a_signature_may_stand_in_one_form_alone(said: list[str]) -> None:
    assert same(said, [Row("17 red"), SIGNATURE, *QUOTED])


def test_empty_rows_between_say_nothing() -> None:
    assert same(["17 red", "", WROTE], [Row("17 red"), Row(""), *QUOTED])


def test_more_below_html_that_ends_is_not_the_same() -> None:
    assert not same(["17 red", "42"], [Row("17 red")])


def test_a_row_that_would_count_as_two_is_not_compared() -> None:
    assert not same(["17 red"], [Row("17 red"), Row("more\x00words")])
