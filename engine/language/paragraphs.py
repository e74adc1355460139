"""Words of a game for letters and pages, before anybody wraps them. Knows no game and no medium."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Cell(NamedTuple):
    """A field of a drawn row: what is written in it, the colour behind that and the colour of the letters, "" for none.

    The words alone say what lies there: not everybody sees colours.
    """

    words: str
    fill: str = ""
    ink: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Words of a letter or page, to be wrapped by whoever prints them.

    style  "plain", "small" (read once), "bullet", "detail" (indented under the one before), "fixed" (keep the line as
           it is) or "example" (in "how to answer": worth showing also to those who know how)
    moves  (label, canonical order) pairs that the words offer, for links; the words contain the label, in front of
           what it means or behind it
    cells  of a fixed line that is a row of fields: the same row, for media that have tables
    """

    words: str
    style: str = "plain"
    moves: tuple[tuple[str, str], ...] = ()
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A block of a letter: `key` is its place ("me", "hand", "how", "others", "table"), `title` its heading."""

    key: str
    title: str
    paragraphs: tuple[Paragraph, ...]
