"""The meaning of the small marks of a picture, drawn as in it. Words and shapes, no layout, no rules of play."""

from __future__ import annotations

from engine.flandern.picture import pieces
from engine.flandern.state import District
from engine.flandern.words.speech import say
from engine.pictures.drawing import words
from engine.pictures.palette import MUTED
from engine.pictures.scene import Shape
from engine.pictures.sheet import Mark

SIDE = 28.0
BLUE, YELLOW, CHURCH = 0, 1, 5  # places among the hues


def key(*, pair: bool) -> list[Mark]:
    """Every mark in a box of 28 × 28 with its left upper corner at the origin, and what it says.

    pair  two players: cathedrals are not in that game
    """
    return [
        (_district(District(YELLOW, 2)), say("Guild Masters: they break ties")),
        (_district(District(BLUE, 0, site=True)), say("a site: counts once it is finished")),
        (_special(), say("a church of a special form: A to D")),
        (pieces.cover(0, 0, SIDE), say("covered: counts as built on")),
        (pieces.tag(3, 19, YELLOW), say("the points of a guild in the town")),
        (_free(), say("free: S one cell, M two, L three")) if pair else (_cathedral(), say("a cathedral")),
    ]


def _district(district: District) -> list[Shape]:
    return [*pieces.cell(0, 0, SIDE, district), *pieces.masters(0, 0, SIDE, district)]


def _special() -> list[Shape]:
    letter = words(14, 19, "A", 12, pieces.HUES[CHURCH].ink, anchor="middle", bold=True)
    return [*pieces.cell(0, 0, SIDE, District(CHURCH)), letter]


def _cathedral() -> list[Shape]:
    return [*pieces.cell(0, 0, SIDE, District(CHURCH)), *pieces.cathedral(7, 9)]


def _free() -> list[Shape]:
    return [pieces.ground(0, 0, SIDE), words(14, 19, "M1", 12, MUTED, anchor="middle")]
