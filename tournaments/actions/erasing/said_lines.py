"""The words that letters pass on (`layout.said`), found again in them line by line. Part of `erasure.erase`.

A letter has them as neighbouring lines that are each marked. Without marks and white space they are the same however
wide a line is, in each language, in plain text and in HTML: so they are looked up and no pattern is made of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from engine.language.languages import LANGUAGES
from tournaments.formats.entities import unescape
from tournaments.keys.in_text import passed_on
from tournaments.language.speech import say
from tournaments.language.spoken import speaking_everywhere
from tournaments.letters.parts.layout import BAR, LONGEST_QUOTE, OTHER_BAR, SAID, UNBROKEN

LINE = re.compile(r"[^\n]+")
LINE_OF_HTML = re.compile(r"<[^<>]*>|[^\n<]+")
# Signs of which others have not chosen the same by chance: a letter of many may end in the middle of long words.
LONG = 200


class Words:
    """All that somebody has said to others, as it is looked up in letters."""

    def __init__(self, words: Iterable[str]) -> None:
        self._whole = frozenset(_signs(passed_on(one)[:LONGEST_QUOTE]) for one in words)
        self._long: dict[str, list[str]] = {}
        for signs in self._whole:
            if len(signs) > LONG:
                self._long.setdefault(signs[:LONG], []).append(signs)

    def have(self, signs: str) -> bool:
        """Whether these are all that was said at one time, or its long beginning."""
        if signs in self._whole:
            return True
        return any(whole.startswith(signs) for whole in self._long.get(signs[:LONG], ()))


class _Line(NamedTuple):
    """The place of a line in its text, its mark ("" if it has none) and its signs behind that."""

    begin: int
    end: int
    mark: str
    signs: str


def without(text: str, said: Words, instead: str, *, in_html: bool = False) -> tuple[str, int]:
    """The text with a sentence in the place of whatever was said of these, and how many those were."""
    kept, done, count = [], 0, 0
    for lines in _said(text, in_html=in_html):
        if said.have("".join(line.signs for line in lines)):
            kept += [text[done : lines[0].begin], instead]
            done, count = lines[-1].end, count + 1
    return "".join([*kept, text[done:]]), count


def _said(text: str, *, in_html: bool) -> Iterator[list[_Line]]:
    """The neighbouring lines of all that somebody said to others. What is marked as the reader's own is not."""
    run: list[_Line] = []
    for line in _lines(text, in_html=in_html):
        if not line.mark or (run and line.mark != OTHER_BAR and (line.mark == BAR) != (run[0].mark == BAR)):
            yield from _of_others(run)
            run = []
        if line.mark:
            run.append(line)
    yield from _of_others(run)


def _of_others(run: list[_Line]) -> Iterator[list[_Line]]:
    if run and run[0].mark != BAR:
        yield run


def _lines(text: str, *, in_html: bool) -> Iterator[_Line]:
    for found in (LINE_OF_HTML if in_html else LINE).finditer(text):
        if in_html and (found[0].startswith("<") or found[0].isspace()):
            continue
        shown = (unescape(found[0]) if in_html else found[0]).replace(UNBROKEN, " ").lstrip()
        mark = next((mark for mark in _marks() if shown.startswith(mark)), "")
        yield _Line(*found.span(), mark, _signs(shown[len(mark) :]))


@cache
def _marks() -> list[str]:
    """The marks in every language: a letter waits in that which its reader spoke when it was written."""
    found = [BAR, OTHER_BAR]
    for language in LANGUAGES:
        with speaking_everywhere(language):
            found.append(say(SAID))
    return found


def _signs(words: str) -> str:
    return "".join(words.split())
