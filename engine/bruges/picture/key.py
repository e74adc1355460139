"""The meaning of the small marks of a picture, drawn as in it. Words and shapes, no layout, no rules of play."""

from __future__ import annotations

from engine.bruges.picture import pieces
from engine.bruges.picture.pieces import hues
from engine.bruges.state import RED, YELLOW
from engine.bruges.words.speech import say
from engine.pictures.drawing import coin, disc, words
from engine.pictures.palette import BRICK, EDGE, FAINT, INK
from engine.pictures.scene import Circle, Rect, Shape
from engine.pictures.sheet import Mark


def key() -> list[Mark]:
    """Every mark in a box of 28 × 28 with its left upper corner at the origin, and what it says."""
    red, yellow = hues()[RED], hues()[YELLOW]
    return [
        (coin(14, 14, 7.5), say("guilders that a player has")),
        (free(14, 14), say("can be used for nothing")),
        (disc(14, 14, 9, yellow), say("can be used for that worker")),
        (spent(14, 14), say("was used in this round")),
        ([Rect(2, 6, 24, 16, BRICK, BRICK, 1.5, 8)], say("majority marker turned, for good")),
        (pieces.canal_space(0, 0, 28, red, 2, dug=False), say("colour and price of a canal space")),
        (pieces.threat(2, 2, yellow, 1)[:2], say("threats: the third one strikes")),
    ]


def free(x: float, y: float) -> list[Shape]:
    """The sign of a person that can be used for nothing, centred."""
    return [Circle(x, y, 7, stroke=INK, stroke_width=2.5)]


def spent(x: float, y: float) -> list[Shape]:
    """The sign of a person that was used in this round, centred."""
    return [Circle(x, y, 8.5, stroke=EDGE), words(x, y + 5, "–", 14, FAINT, anchor="middle")]
