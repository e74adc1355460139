"""The width of words when drawn, and ways to make them fit. Estimates for a picture; no font is read here.

The widths are those of DejaVu Sans for ASCII; other letters are taken a little wider than their average,
so that an estimate is rarely too small.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from engine.language.normal_form import normal_form

Measure = Callable[[str, float], float]  # words, size -> width

SMALLEST = 0.72  # of the wanted size: words that still do not fit are cut
LEAST = 12.0  # the size below which no words of a picture are drawn: 11 pixels where it is shown 358 wide
ELLIPSIS = "…"

# Advance widths of the characters 32-126, in thousandths of the size.
# fmt: off
REGULAR = (
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636,
    636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295,
    295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838,
    500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521,
    392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
)
BOLD = (
    348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365, 696, 696, 696, 696, 696,
    696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 580, 1000, 774, 762, 734, 830, 683, 683, 821, 837, 372,
    372, 775, 637, 995, 837, 850, 733, 850, 770, 720, 682, 812, 774, 1103, 771, 724, 725, 457, 365, 457, 838,
    500, 500, 675, 716, 593, 716, 678, 435, 716, 712, 343, 343, 665, 343, 1042, 712, 687, 716, 716, 493, 595,
    478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838,
)
# fmt: on
WIDE, CAPITAL, SMALL, RIGHTWARD = 1000, 780, 660, 590
SIGNS = ("So", "Sm", "Sc", "No")  # "No": fractions
DOUBLE = "ÆæŒœǼǽĲĳ"  # two letters in one
BOLDER = 1.1


def width(words: str, size: float, *, bold: bool = False) -> float:
    """The estimated width of words drawn at `size`, in the unit of `size`."""
    return sum(_advance(letter, bold) for letter in words) * size / 1000


def fit(words: str, size: float, room: float | None, measure: Measure, least: float = 0) -> tuple[str, float]:
    """Words and size so that they take at most `room`: smaller down to SMALLEST, then cut with an ellipsis.

    least  the size that they keep even if it is more than SMALLEST of the wanted one
    """
    if room is None or not words:
        return words, size
    taken = measure(words, size)
    if taken <= room:
        return words, size
    shrunk, smallest = size * room / taken, min(size, max(size * SMALLEST, least))
    if shrunk >= smallest:
        return words, shrunk
    return _cut(words, smallest, room, measure), smallest


def wrapped(words: str, size: float, room: float, *, bold: bool = False) -> list[str]:
    """Words on as many lines as they need, each at most `room` wide unless one word alone is wider."""
    lines: list[str] = []
    for word in words.split():
        if lines and width(f"{lines[-1]} {word}", size, bold=bold) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _advance(letter: str, bold: bool) -> float:
    code = ord(letter)
    if 32 <= code <= 126:
        return (BOLD if bold else REGULAR)[code - 32]
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in "WF" or unicodedata.category(letter) in SIGNS or letter in DOUBLE:
        return WIDE
    if unicodedata.bidirectional(letter) in {"R", "AL"}:
        return round(RIGHTWARD * (BOLDER if bold else 1))
    base = normal_form("NFD", letter)[0]
    if base != letter:
        return _advance(base, bold)
    return (CAPITAL if letter.isupper() else SMALL) * (BOLDER if bold else 1)


def _cut(words: str, size: float, room: float, measure: Measure) -> str:
    """The longest beginning that fits with an ellipsis; the ellipsis alone when nothing does."""
    fits, fails = 0, len(words)
    while fails - fits > 1:
        middle = (fits + fails) // 2
        if measure(words[:middle] + ELLIPSIS, size) <= room:
            fits = middle
        else:
            fails = middle
    return words[:fits].rstrip() + ELLIPSIS
