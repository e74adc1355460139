"""Two short rounds of a long game side by side on one page, each told above its picture. Draws; looks nothing up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.pictures.scene import Scene
from tournaments.language.speech import say
from tournaments.papers.reports import base, story
from tournaments.papers.reports.base import INNER, MARGIN, MUTED, Paper
from tournaments.papers.reports.scene import place

GUTTER = 22.0
COLUMN = (INNER - GUTTER) / 2
NARROWEST = 140.0  # a picture: what its words need to be read
SIZES = (9.0, 8.6, 8.2, 7.8, 7.4)  # of the sentences
TOP = base.TOP - 54  # of the columns' headings
CAPTION = 14.0  # above a picture
POINTS = 30.0  # the line of the points, with its air


@dataclass(frozen=True, slots=True)
class RoundPage:
    """One round.

    told    sentences, in the order of events
    scene   the position after it
    totals  points after it, as if the game had ended; `before` those of the round before
    """

    number: int
    told: tuple[str, ...]
    scene: Scene
    totals: tuple[int, ...]
    before: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """The setting of two rounds on a page: their lines, where the pictures begin, and how wide these are."""

    told: tuple[list[story.Line], ...]
    top: float
    width: float


def setting(rounds: Sequence[RoundPage]) -> Setting | None:
    """The largest words with which two rounds share a page; None where the pictures would become too small."""
    tallest = max(shown.scene.height / shown.scene.width for shown in rounds)
    for size in SIZES:
        told = tuple(story.lines(shown.told, size, COLUMN) for shown in rounds)
        top = TOP - 18 - max(map(story.height, told)) - CAPTION
        width = min(COLUMN, (top - base.FOOT - POINTS) / tallest)
        if width >= NARROWEST:
            return Setting(told, top, width)
    return None


def title(shown: RoundPage) -> str:
    """The title of a round."""
    return say("Round {number}", number=shown.number)


def draw(paper: Paper, rounds: Sequence[RoundPage], fitted: Setting) -> None:
    """Both columns below the head of their page; each round is an entry of the outline."""
    for column, shown in enumerate(rounds):
        x = MARGIN + column * (COLUMN + GUTTER)
        paper.outline(title(shown))
        y = paper.heading(x, TOP, title(shown), COLUMN)
        story.draw(paper, x, y, fitted.told[column], COLUMN)
        foot = fitted.top - shown.scene.height * fitted.width / shown.scene.width
        paper.text(x, fitted.top + 5, say("Position and points after it"), base.SMALL, fill=MUTED)
        place(paper.canvas, shown.scene, x, foot, fitted.width)
        _points(paper, x, foot - 16, shown)


def _points(paper: Paper, x: float, y: float, shown: RoundPage) -> None:
    """The points after the round on one line, the most first; behind them what the round brought."""
    seats = sorted(range(len(shown.totals)), key=lambda seat: (-shown.totals[seat], seat))
    pitch = COLUMN / len(seats)
    for number, seat in enumerate(seats):
        left = x + number * pitch
        paper.badge(left + 6, y + 3.2, seat + 1)
        paper.text(left + 16, y, str(shown.totals[seat]), bold=True)
        paper.text(left + 36, y, f"{shown.totals[seat] - shown.before[seat]:+d}", fill=MUTED)
