"""Two full hours, however people write them."""

from __future__ import annotations

import pytest

from engine.language import typed
from tournaments.formats import quiet_hours
from tournaments.formats.quiet_hours import NoHours


@pytest.mark.parametrize(
    "words",
    [
        "22-7", "22 - 7", "22–7", "22 to 7", "22:00-07:00", "22.00 until 7.00", "from 22h to 7h",
        "22 bis 7 Uhr", "von 22:00 bis 07:00", "22 Uhr bis 7 Uhr",
        "between 22 and 7", "10pm-7am", "10 PM to 7 AM", "22h00-07h00", "２２-７.",
    ],
)  # fmt: skip
def test_two_hours_are_read_as_they_are_written(words: str) -> None:
    assert quiet_hours.read(typed.normalise(words)) == (22, 7)


@pytest.mark.parametrize(("words", "hours"), [("24-6", (0, 6)), ("12am-6am", (0, 6)), ("12pm-3pm", (12, 15))])
def test_midnight_and_noon_are_hours_too(words: str, hours: tuple[int, int]) -> None:
    assert quiet_hours.read(words) == hours


@pytest.mark.parametrize(
    ("words", "why"),
    [("22:30-7", "full"), ("25-7", "25"), ("13pm-7", "13 pm"), ("at night", "two"), ("22", "two"), ("22-7-9", "two")],
)
def test_what_are_no_two_full_hours_is_told_with_the_reason(words: str, why: str) -> None:
    with pytest.raises(NoHours, match=why):
        quiet_hours.read(words)
