"""The meaning of the small marks of a picture, drawn as in it. Words and shapes, no layout, no rules of play."""

from __future__ import annotations

from engine.pictures.palette import ACCENT, PAPER
from engine.pictures.scene import Rect
from engine.pictures.sheet import Mark
from engine.venise.picture.pieces import MATERIAL_HUES, boat, bonus, bridge, cube, open_square, seat_die
from engine.venise.words.speech import say


def key() -> list[Mark]:
    """Every mark in a box of 28 × 28 with its left upper corner at the origin, and what it says."""
    wool, gold = MATERIAL_HUES[0], MATERIAL_HUES[2]
    return [
        (seat_die(-2, 5, 18, 1, 3), say("a die, and whose it is")),
        (bridge((-45, 14), (73, 14), 0, 1), say("a bridge, and whose it is")),
        ([*cube(-4, 5, 17, wool), *open_square(15, 5, 17, gold)], say("a cube laid, a square still empty")),
        ([Rect(-2, 4, 32, 20, PAPER, ACCENT, 2, 5)], say("a card that is built and works")),
        (bonus(-1, 2, 30, 4, gone=True), say("a bonus that is gone")),
        (boat(-3, 1), say("the Boat")),
    ]
