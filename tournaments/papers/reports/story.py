"""Sentences one below the other, each with a mark before it. Sets and draws them; knows nothing of pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.papers.reports import base
from tournaments.papers.reports.base import Paper

STEP, GAP = 1.36, 0.32  # of the size: from one line to the next, and more between two sentences
INDENT = 9.0


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the story: `begins` a sentence or goes on with one."""

    words: str
    size: float
    begins: bool

    @property
    def height(self) -> float:
        return self.size * (STEP + (GAP if self.begins else 0))


def lines(told: Sequence[str], size: float, width: float) -> list[Line]:
    """The sentences at that size in a column of that width."""
    return [
        Line(words, size, begins=number == 0)
        for sentence in told
        for number, words in enumerate(base.wrapped(sentence, size, width - INDENT))
    ]


def height(of: Sequence[Line]) -> float:
    return sum(line.height for line in of)


def draw(paper: Paper, x: float, y: float, of: Sequence[Line], width: float) -> float:
    """The lines from the baseline `y` on downwards; returns the baseline of a next one."""
    for line in of:
        if line.begins:
            y -= line.size * GAP
            paper.box(x, y + 1.9, 3.2, 3.2, base.GOLD)
        paper.text(x + INDENT, y, line.words, line.size, width=width - INDENT)
        y -= line.size * STEP
    return y
