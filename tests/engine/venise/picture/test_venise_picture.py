"""The table of La Venise du Nord as a picture: what it shows, what it hides, and that it can be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from engine.pictures.lettering import LEAST, fit, width
from engine.pictures.palette import Hue, contrast
from engine.pictures.scene import Circle, Line, Polygon, Rect, Scene, Shape, Text
from engine.pictures.sheet import WIDTH
from engine.pictures.svg import to_svg
from engine.venise import GAME
from engine.venise.picture.pieces import GOODS_HUES, MATERIAL_HUES, SEAT_HUES
from engine.venise.state import State
from tests.engine.venise.table import Table, full
from tests.engine.venise.words.games import asked

NAMES = ("Anna", "Bea", "Chidi", "Wilhelmina-Friederike von und zu Hohenschwangau")


@cache
def scenes() -> tuple[Scene, ...]:
    """Pictures of every layout, for each seat and for onlookers, from the set-up to the middle of a game."""
    found = []
    for seed, (seats, layout) in enumerate([(4, "default"), (3, "free"), (2, "star"), (4, "canal"), (3, "lake")]):
        for number, (state, decision, _) in enumerate(asked(seed, seats, layout, rounds=12)):
            if number % 25 == 6:
                found += [drawn(state, seat) for seat in (None, decision.seat)]
    return tuple(found)


def drawn(state: State, seat: int | None) -> Scene:
    return GAME.picture(GAME.view(state, seat), NAMES[: len(state.seats)], seat)


def texts(scene: Scene) -> Iterator[Text]:
    return (shape for shape in scene.shapes if isinstance(shape, Text))


def corners(shape: Shape) -> tuple[tuple[float, float], ...]:
    match shape:
        case Rect():
            return ((shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height))
        case Circle():
            return (
                (shape.x - shape.radius, shape.y - shape.radius),
                (shape.x + shape.radius, shape.y + shape.radius),
            )
        case Line():
            return ((shape.x1, shape.y1), (shape.x2, shape.y2))
        case Polygon():
            return shape.points
    left = {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor]
    words, size = fit(shape.words, shape.size, shape.width, lambda said, big: width(said, big, bold=shape.bold), LEAST)
    room = width(words, size, bold=shape.bold)
    return ((shape.x - room * left, shape.y - size), (shape.x + room * (1 - left), shape.y))


def test_nothing_is_drawn_outside_the_picture() -> None:
    for scene in scenes():
        assert scene.width == WIDTH
        for shape in scene.shapes:
            for x, y in corners(shape):
                assert -0.5 <= x <= WIDTH + 0.5, shape
                assert -0.5 <= y <= scene.height + 0.5, shape


def test_words_are_large_enough_to_read_on_a_telephone() -> None:
    for scene in scenes():
        for text in texts(scene):
            assert fit(text.words, text.size, text.width, width, LEAST)[1] >= LEAST, text


@pytest.mark.parametrize("hues", [SEAT_HUES, MATERIAL_HUES, GOODS_HUES])
def test_no_colour_is_told_by_colour_alone(hues: tuple[Hue, ...]) -> None:
    letters = [hue.letter for hue in hues]
    assert len(set(letters)) == len(letters)
    assert all(contrast(hue.fill, hue.ink) >= 4.5 for hue in hues)


def test_the_picture_shows_tiles_prices_boards_and_who_is_asked() -> None:
    board = {"row1": [full("doublet", 1), {"card": "crown", "paid": {"gold": 1}}], "row2": ["lace 2", "duke"]}
    table = Table({**board, "dice": {"gold": 5}, "bridges": [["gold", "market"]]}, {"burgher": "wool"})
    said = [text.words for text in texts(drawn(table.state, 0))]
    for word in ("Wool", "Workshop", "Port 2", "Doublet", "built", "Crown", "Duke", "+2 Lace", "Your turn", "Jewelry"):
        assert word in said
    assert "to move" in " ".join(text.words for text in texts(drawn(table.state, 1)))


def test_a_picture_shows_no_card_that_its_reader_may_not_know() -> None:
    hidden = Table({"pending": [["crown"]]}, {"burgher": "wool"})
    other = Table({"pending": [["gown"]]}, {"burgher": "wool"})
    one, two = drawn(hidden.state, 1), drawn(other.state, 1)
    assert replace(one, words="") == replace(two, words="")
    assert one.words == two.words


def test_the_words_tell_what_the_picture_shows_and_every_picture_can_be_written() -> None:
    for scene in scenes()[::4]:
        assert scene.words.startswith("La Venise du Nord, ")
        assert "Prices: " in scene.words
        assert to_svg(scene).startswith("<svg")
