"""The hours between which nobody wants a deadline, read from what people write. Knows no rows."""

from __future__ import annotations

import re

from tournaments.language.speech import say

EXAMPLE = "22-7"
_HOUR = r"(\d{1,2})(?:[:.h](\d{2}))? ?(h|am|pm|o'clock|uhr)?"
_TWO = re.compile(
    rf"(?:from |between |von |zwischen )?{_HOUR} ?(?:-|to|until|till|and|bis|und) ?{_HOUR}", re.IGNORECASE
)
_HALVES = {"am": 0, "pm": 12}


class NoHours(ValueError):
    """A text that is not two full hours; the message says why."""


def read(words: str) -> tuple[int, int]:
    """The two full hours (0 to 23) that are meant, NoHours otherwise. `words` are normalised.

    >>> read("22-7"), read("from 22:00 to 07:00"), read("10pm-7am")
    ((22, 7), (22, 7), (22, 7))
    """
    found = _TWO.fullmatch(words.strip(" .,"))
    if found is None:
        raise NoHours(say("these are not two hours"))
    begins, begin_minutes, first, ends, end_minutes, second = found.groups()
    if any(minutes not in (None, "00") for minutes in (begin_minutes, end_minutes)):
        raise NoHours(say("only full hours count"))
    return _hour(begins, first), _hour(ends, second)


def _hour(digits: str, half: str | None) -> int:
    hour = int(digits)
    if half is not None and (start := _HALVES.get(half.lower())) is not None:
        if not 1 <= hour <= 12:
            raise NoHours(say("{hour} is no hour of the day", hour=f"{hour} {half}"))
        return hour % 12 + start
    if hour > 24:
        raise NoHours(say("{hour} is no hour of the day", hour=str(hour)))
    return hour % 24
