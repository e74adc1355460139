"""The letters, figures and marks that are drawn alike: `confusables.txt` beside this module names its source."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path

from tournaments.language import scripts

SOURCE = Path(__file__).with_name("confusables.txt")
LONGEST = 5  # signs that one may replace: the Burmese au


def alike(text: str) -> dict[int, str]:
    """Each sign of a list like `confusables.txt` with what it is drawn like, for `str.translate`.

    ValueError for a line that is not of that form, or for a sign that is not of a script in use,
    is there twice, or is replaced by others itself: then two ways to reduce a name would differ.
    """
    table: dict[int, str] = {}
    usual: set[str] = set()
    for line in _lines(text):
        shown, colon, odd = line.partition(":")
        target, signs = _signs(shown), _signs(odd)
        if not colon or not signs or not 0 < len(target) <= LONGEST:
            raise ValueError(f"not of the form “sign: signs”: {line}")
        for sign in signs:
            if ord(sign) in table or sign.isascii() or not scripts.is_in_use(sign):
                raise ValueError(f"no sign to replace, or there twice: {ord(sign):04X}")
            table[ord(sign)] = target
        usual.update(target)
    if chained := sorted(sign for sign in usual if ord(sign) in table):
        raise ValueError(f"both replaced and put in the place of others: {chained}")
    return table


def _lines(text: str) -> Iterator[str]:
    yield from (line for line in text.splitlines() if line.strip() and not line.startswith("#"))


def _signs(codes: str) -> str:
    """The signs of code points, written as hexadecimal numbers. ValueError for what is none, or unknown to Unicode."""
    signs = "".join(chr(int(code, 16)) for code in codes.split())
    if any(unicodedata.category(sign)[0] not in "LMN" for sign in signs):
        raise ValueError(f"not only letters, marks and figures: {codes}")
    return signs


TABLE = alike(SOURCE.read_text("utf-8"))
