"""The shipped fonts: their files, the letters that each has, and words split into runs that one font can draw.

Every letter goes to the first face that has it, so Latin, Greek, Cyrillic, Hebrew, Arabic letters come from
DejaVu Sans and Chinese, Japanese, Korean from Droid Sans Fallback. What no face has is drawn as the box of
the first: seen to be missing, never silently gone.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import groupby
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from engine.language.normal_form import normal_form
from engine.pictures import lettering
from tournaments.papers.reports.rightward import reorder

FONTS = Path(__file__).parent / "fonts"
REGULAR, BOLD, FALLBACK = "DejaVuSans", "DejaVuSans-Bold", "DroidSansFallback"
FILES = tuple(FONTS / f"{name}.ttf" for name in (REGULAR, BOLD, FALLBACK))
KEPT = 8192  # words whose split and width are remembered: papers say the same again and again
JOINERS = frozenset("\u200c\u200d\ufe0e\ufe0f")  # belong to the letter before them


@dataclass(frozen=True, slots=True)
class Run:
    """Letters next to each other that the same font draws."""

    font: str
    words: str


@cache
def letters_of(name: str) -> frozenset[int]:
    """The code points that a face can draw; registers the face with ReportLab on its first use."""
    font = TTFont(name, str(FONTS / f"{name}.ttf"))
    pdfmetrics.registerFont(font)
    return frozenset(font.face.charToGlyph)


def runs(words: str, *, bold: bool = False) -> list[Run]:
    """The words, composed and in visual order, split by the font that draws them."""
    return list(_runs(words, BOLD if bold else REGULAR))


@lru_cache(KEPT)
def _runs(words: str, first: str) -> tuple[Run, ...]:
    if words.isascii():
        letters_of(first)
        return (Run(first, words),) if words else ()
    visual = in_visual_order(normal_form("NFC", words))
    grouped = groupby(_faces(visual, first), lambda pair: pair[0])
    return tuple(Run(face, "".join(letter for _, letter in group)) for face, group in grouped)


def width(words: str, size: float, *, bold: bool = False) -> float:
    """The exact width of words set at `size`, in points."""
    return sum(run_width(run, size) for run in _runs(words, BOLD if bold else REGULAR))


def run_width(run: Run, size: float) -> float:
    return _taken(run) * size / 1000


@lru_cache(KEPT)
def _taken(run: Run) -> float:
    """The width of a run in thousandths of its size."""
    advances, otherwise = _advances(run.font)
    return sum(advances.get(ord(letter), otherwise) for letter in run.words)


@cache
def _advances(name: str) -> tuple[dict[int, float], float]:
    """The width of each letter of a face, and of one that the face does not have."""
    letters_of(name)
    face = pdfmetrics.getFont(name).face
    return face.charWidths, face.defaultWidth


def fit(words: str, size: float, room: float | None, *, bold: bool = False, least: float = 0) -> tuple[str, float]:
    """Words and size that take at most `room` points: smaller down to `least`, then cut with an ellipsis."""
    return lettering.fit(words, size, room, partial(width, bold=bold), least)


def _faces(words: str, first: str) -> Iterator[tuple[str, str]]:
    face = first
    for letter in words:
        if not (unicodedata.combining(letter) or letter in JOINERS):
            face = _face(ord(letter), first)
        yield face, letter


def _face(code: int, first: str) -> str:
    if code in letters_of(first) or code not in letters_of(FALLBACK):
        return first
    return FALLBACK


def in_visual_order(words: str) -> str:
    """Words as they are on paper from left to right; only right-to-left scripts change.

    ReportLab draws letters in the order given. Names and headings need no more than this: each stretch of
    right-to-left letters is joined (Arabic) and reversed, numbers in it keep their direction.
    """
    if not any(_is_rightward(letter) for letter in words):
        return words
    return reorder(words)


def _is_rightward(letter: str) -> bool:
    return unicodedata.bidirectional(letter) in {"R", "AL"}
