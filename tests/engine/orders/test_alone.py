"""Numbers alone on a line: done where they stand as an answer, offered where they are a part of something else."""

from __future__ import annotations

import pytest

from tests.shared.replies_judged import at_table

LETTER, ORDER = "bruges-3-en", "guilders muralist"


@pytest.mark.parametrize(
    "lines",
    [
        ["My daughter turns", "22", "today"],
        ["Thanks for the game, we will be back on the", "22", "of March, see you then."],
        ["Anna Miller", "Hoofdstraat", "22", "3011 Rotterdam", "+31 10 555 0123"],
        ["Anna Miller", "+31 10 555 0123", "22", "Main street"],
        ["Anna Miller", "22", "Main Street"],
        ["Anna Miller", "Room:", "22"],
        ["Last week I wrote:", "22", "and it did nothing."],
        ["Letzte Woche habe ich geschrieben:", "22"],
        ["say: Well played, everybody. Next week I turn", "22", "and we celebrate"],
        ["say: Hello all,", "this was fun.", "I take number", "22", "next time"],
    ],
)
def test_a_number_within_something_else_is_offered_and_not_done(lines: list[str]) -> None:
    outcome = at_table(LETTER, lines)
    assert outcome.done == ()
    assert ORDER in outcome.offers


@pytest.mark.parametrize(
    "lines",
    [
        ["Hi all,", "22", "thanks", "Anna"],
        ["Hello Anna", "22", "Bea"],
        ["I will go with", "22", "as I am broke"],
        ["Great letter as always", "22", "Greetings from snowy Oslo"],
        ["My move:", "22"],
        ["Here is my order for this round:", "22"],
        ["This weather is", "", "22", "", "bad"],
        ["say: gg", "22"],
        ["say: Hello all,", "this was fun.", "", "22"],
    ],
)
def test_a_number_that_stands_as_an_answer_is_done(lines: list[str]) -> None:
    assert at_table(LETTER, lines).done == (ORDER,)


def test_a_number_that_is_left_aside_does_not_use_the_menu_up() -> None:
    assert at_table(LETTER, ["My daughter turns", "31", "today", "", "22"]).done == (ORDER,)
