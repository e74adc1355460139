"""Unicode's normal forms of text that somebody has written, in a time that grows with its length alone.

Sorting the marks of one letter takes the square of their number. No text in use has more than thirty (UAX #15, 13),
so that marks above this number are left out first. What counts is a sign's decomposition: some vowels of Tibetan and
the voicing marks of half-width Katakana are no marks by their own combining class, but become such.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import chain, groupby, islice
from typing import Literal

MOST_MARKS = 30


def normal_form(form: Literal["NFC", "NFD", "NFKC", "NFKD"], text: str) -> str:
    """A text in one of Unicode's normal forms; of the marks behind one letter no more than thirty."""
    return text if text.isascii() else unicodedata.normalize(form, _without_heaps(text))


def _without_heaps(text: str) -> str:
    if len(text) <= MOST_MARKS:
        return text
    runs = groupby(text, _is_mark)
    return "".join(chain.from_iterable(islice(run, MOST_MARKS) if are_marks else run for are_marks, run in runs))


@lru_cache(maxsize=1_024)
def _is_mark(sign: str) -> bool:
    return unicodedata.combining(unicodedata.normalize("NFKD", sign)[0]) != 0
