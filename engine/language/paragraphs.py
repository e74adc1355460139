"""Words of a game for letters and pages, before anybody wraps them. Knows no game and no medium."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Words of a letter or page, to be wrapped by whoever prints them.

    style  "plain", "bullet", "detail" (indented under the one before), "fixed" (keep the line as it is) or
           "example" (in "how to answer": worth showing also to those who know how)
    moves  (label, canonical order) pairs that the words offer, for links; the words contain the label
    """

    words: str
    style: str = "plain"
    moves: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A block of a letter: `key` is its place ("me", "hand", "how", "others", "table"), `title` its heading."""

    key: str
    title: str
    paragraphs: tuple[Paragraph, ...]
