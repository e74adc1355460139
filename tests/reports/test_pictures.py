"""Scenes as PNG: text in any script shows, the same picture is drawn once."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops

import engine
from engine.scene import Rect, Scene, Text
from engine.svg import to_svg
from tests.engine.bruges_tables import NAMES, table
from tournaments import pictures

WHITE, BLACK = "#ffffff", "#000000"
TWICE = 2.0


def scene(words: str, *, bold: bool = False) -> Scene:
    return Scene(300, 50, (Text(10, 36, words, 28, BLACK, bold=bold),), words)


def image(picture: Scene) -> Image.Image:
    return Image.open(io.BytesIO(pictures.draw(to_svg(picture), TWICE))).convert("L")


def ink(picture: Image.Image) -> int:
    """How many pixels are dark."""
    return sum(picture.histogram()[:128])


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("name", ["Łódź", "Ελένη", "布魯日", "Игорь", "브뤼허", "דוד", "محمد"])
def test_names_of_any_script_show_and_not_as_boxes(name: str, *, bold: bool) -> None:
    shown = image(scene(name, bold=bold))
    boxes = image(scene("\U000f0000" * len(name), bold=bold))
    assert ink(shown) > 400
    assert ink(ImageChops.difference(shown, boxes).point(lambda value: 255 - value)) > 400


def test_different_letters_give_different_pictures() -> None:
    words = ["Łódź", "Ελένη", "布魯日", "布魯曰", "Игорь"]
    assert len({image(scene(word)).tobytes() for word in words}) == len(words)


def test_words_are_squeezed_into_their_room() -> None:
    drawn = image(Scene(300, 50, (Text(10, 36, "Щ" * 9, 28, BLACK, width=180),), "x"))
    dark = drawn.point(lambda value: 255 if value < 128 else 0).getbbox()
    assert dark is not None
    assert dark[0] >= 2 * 9
    assert dark[2] <= 2 * (10 + 180 + 1)


def test_a_picture_has_as_many_pixels_as_it_is_asked_for(tmp_path: Path) -> None:
    picture = Image.open(io.BytesIO(pictures.png(scene("Anna"), tmp_path, zoom=TWICE)))
    assert (picture.format, picture.size) == ("PNG", (600, 100))


def test_the_same_scene_is_drawn_once(tmp_path: Path) -> None:
    first = pictures.png(scene("Anna"), tmp_path / "pictures")
    (kept,) = (tmp_path / "pictures").iterdir()
    kept.write_bytes(b"kept")
    assert first.startswith(b"\x89PNG")
    assert pictures.png(scene("Anna"), tmp_path / "pictures") == b"kept"
    assert pictures.png(scene("Bea"), tmp_path / "pictures") != b"kept"


def test_another_size_is_another_picture(tmp_path: Path) -> None:
    sizes = [Image.open(io.BytesIO(pictures.png(scene("Anna"), tmp_path, zoom=zoom))).size for zoom in (1, 2)]
    assert sizes == [(300, 50), (600, 100)]


def test_the_table_of_bruges_shows_its_names_in_every_script() -> None:
    game = engine.games["bruges"]
    view = table(4, viewer=None)
    with_names = image(game.picture(view, NAMES, None))
    without_names = image(game.picture(view, ("",) * 4, None))
    difference = ImageChops.difference(with_names, without_names).getbbox()
    assert difference is not None
    assert difference[3] - difference[1] > with_names.height / 2


def test_a_rounded_frame_and_a_background_are_drawn() -> None:
    drawn = image(Scene(40, 40, (Rect(10, 10, 20, 20, BLACK, round=4),), "x", WHITE))
    assert drawn.getpixel((40, 40)) == 0
    assert drawn.getpixel((2, 2)) == 255
    assert drawn.getpixel((20, 20)) != 0
