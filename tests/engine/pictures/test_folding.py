"""Pictures folded into two columns: nothing is lost or laid over anything else, and less room is needed downwards."""

from __future__ import annotations

from engine.pictures.folding import fitted, folded
from engine.pictures.scene import Circle, Line, Polygon, Rect, Scene, Shape, Text

BLOCKS = tuple(Rect(8, 8 + 60 * place, 84, 52, "#ffffff") for place in range(4))
PIECES: tuple[Shape, ...] = (
    Text(20, 40, "upper", 12, "#000000"),
    Text(20, 160, "lower", 12, "#000000"),
    Circle(40, 150, 9, "#000000"),
    Line(20, 170, 60, 170, "#000000"),
    Polygon(((60, 140), (70, 140), (65, 150)), "#000000"),
)
TALL = Scene(100, 248, (*BLOCKS, *PIECES), "four blocks")


def test_the_lower_half_stands_beside_the_upper_one() -> None:
    half = folded(TALL)
    assert (half.width, half.height) == (192, 128)
    assert half.shapes[:4] == (*BLOCKS[:2], *(Rect(100, 8 + 60 * place, 84, 52, "#ffffff") for place in range(2)))
    assert half.shapes[4] == PIECES[0]
    assert half.shapes[5] == Text(112, 40, "lower", 12, "#000000")
    assert half.words == TALL.words


def test_a_picture_of_one_block_stays_as_it_is() -> None:
    whole = Scene(100, 68, BLOCKS[:1], "one block")
    assert folded(whole) == whole


def test_a_picture_is_folded_only_where_that_draws_it_larger() -> None:
    assert fitted(TALL, 200, 130) == folded(TALL)
    assert fitted(TALL, 90, 600) == TALL
