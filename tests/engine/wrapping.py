"""The lines that mail programs may make of a paragraph by wrapping it anew."""

from __future__ import annotations

from collections.abc import Iterator

NARROWEST, WIDEST = 40, 80
LONGEST_ORDER = 6  # words; every order of a game and every command is shorter
INDENT = 6  # at most, of bullets and headings


def possible_lines(paragraph: str, longest: int = LONGEST_ORDER) -> Iterator[str]:
    """Every line of few words that wrapping a paragraph at any width from 40 to 80 could make.

    Before such a line the one above is full; behind it the paragraph ends or the next word is too long for it.
    """
    found = paragraph.split()
    for begin in range(len(found)):
        if begin and len(" ".join(found[: begin + 1])) <= NARROWEST - INDENT:
            continue
        for end in range(begin + 1, min(begin + longest, len(found)) + 1):
            line = " ".join(found[begin:end])
            if end == len(found) or len(line) + 1 + len(found[end]) > NARROWEST - INDENT:
                yield line
