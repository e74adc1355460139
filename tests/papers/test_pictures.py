"""Scenes as PNG: text in any script shows, the same picture is drawn once."""

from __future__ import annotations

import io
import os
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from PIL import Image, ImageChops
from reportlab.pdfgen.canvas import Canvas

import engine
from engine.pictures.scene import Circle, Line, Polygon, Rect, Scene, Shape, Text
from tests.engine.bruges.bruges_tables import NAMES, table
from tests.papers.papers import rendered
from tournaments.papers import pictures
from tournaments.papers.reports import bitmap, typefaces
from tournaments.papers.reports.scene import place

WHITE, BLACK = "#ffffff", "#000000"
TWICE = 2.0


def scene(words: str, *, bold: bool = False) -> Scene:
    return Scene(300, 50, (Text(10, 36, words, 28, BLACK, bold=bold),), words)


def image(picture: Scene) -> Image.Image:
    return bitmap.draw(picture, TWICE).convert("L")


def ink(picture: Image.Image) -> int:
    """The number of dark pixels."""
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


PIECES: tuple[Shape, ...] = (
    Rect(5, 5, 30, 20, BLACK),
    Rect(5, 5, 30, 20, WHITE, BLACK, 4, 6),
    Rect(5, 5, 30, 20, stroke=BLACK, stroke_width=4, round=6),
    Rect(5, 5, 30, 20, stroke=BLACK, stroke_width=4, dash=(4, 3)),
    Circle(20, 20, 12, BLACK),
    Circle(20, 20, 12, stroke=BLACK, stroke_width=4),
    Line(5, 5, 35, 30, BLACK, 4),
    Line(5, 5, 35, 30, BLACK, 4, (5, 5)),
    Polygon(((5, 5), (35, 10), (12, 34)), BLACK),
    Polygon(((5, 5), (35, 10), (12, 34)), WHITE, BLACK, 4),
)


@pytest.mark.parametrize("piece", PIECES)
def test_every_shape_covers_what_its_outline_says(piece: Shape) -> None:
    """Against the papers' way: the vector drawing of the same scene, printed by poppler. Dashes may begin elsewhere."""
    scene = Scene(40, 40, (piece,), "x")
    ours = bitmap.draw(scene, TWICE).convert("L")
    theirs = printed(scene, ours.size)
    apart = ImageChops.difference(ours, theirs)
    wrong = sum(value * count for value, count in enumerate(apart.histogram())) / 255
    assert wrong < 0.03 * ours.width * ours.height or getattr(piece, "dash", None)
    assert 0.8 < (ink(ours) + 1) / (ink(theirs) + 1) < 1.25


def printed(scene: Scene, size: tuple[int, int]) -> Image.Image:
    canvas = Canvas(buffer := io.BytesIO(), pagesize=(scene.width, scene.height))
    place(canvas, scene, 0, 0, scene.width)
    canvas.save()
    return rendered(buffer.getvalue(), 144).resize(size)


def test_what_a_picture_shows_is_not_wider_than_its_room_in_any_script() -> None:
    for words in ("Rhetorician", "Ελένη", "布魯日魯日", "محمد محمد"):
        free = image(Scene(300, 50, (Text(10, 36, words, 28, BLACK),), "x")).point(lambda value: 255 - value).getbbox()
        assert free is not None
        assert free[2] <= TWICE * (10 + typefaces.width(words, 28)) + 3


def test_a_picture_of_bruges_is_small_enough_for_a_letter() -> None:
    scene = engine.games["bruges"].picture(table(4, viewer=0), NAMES, 0)
    assert len(bitmap.png(scene, pictures.ZOOM)) < 160_000


def test_a_small_picture_loses_no_colour() -> None:
    piece = Scene(40, 40, (Rect(0, 0, 20, 40, "#2d6ca2"), Circle(30, 20, 8, "#f0c23c")), "x", "#f3ead8")
    shown = Image.open(io.BytesIO(bitmap.png(piece, 1))).convert("RGB")
    assert [shown.getpixel(place) for place in ((5, 5), (30, 20), (38, 2))] == [
        (0x2D, 0x6C, 0xA2),
        (0xF0, 0xC2, 0x3C),
        (0xF3, 0xEA, 0xD8),
    ]


def aged(directory: Path, name: str, age: timedelta) -> Path:
    file = directory / name
    file.write_bytes(b"kept")
    then = (timezone.now() - age).timestamp()
    os.utime(file, (then, then))
    return file


def test_pictures_that_nobody_asks_for_are_removed(tmp_path: Path) -> None:
    old, unfinished = (aged(tmp_path, name, timedelta(days=15)) for name in ("old.png", "left.part"))
    young = aged(tmp_path, "young.png", timedelta(days=13))
    assert pictures.purge(tmp_path, timezone.now()) == 2
    assert (old.exists(), unfinished.exists(), young.exists()) == (False, False, True)
    assert pictures.purge(tmp_path / "never made", timezone.now()) == 0


def test_a_picture_that_is_asked_for_stays(tmp_path: Path) -> None:
    name = f"{pictures.content_name(scene('Anna'), pictures.ZOOM)}.png"
    kept = aged(tmp_path, name, timedelta(days=12))
    assert pictures.png(scene("Anna"), tmp_path) == b"kept"
    assert pictures.purge(tmp_path, timezone.now() + timedelta(days=12)) == 0
    assert kept.exists()


def named(words: str) -> str:
    return f"{pictures.content_name(scene(words), pictures.ZOOM)}.png"


def test_pictures_take_no_more_room_than_they_may_and_those_asked_for_longest_ago_go(tmp_path: Path) -> None:
    sizes = [len(bitmap.png(scene(words), pictures.ZOOM)) for words in "ABCD"]
    for age, words in ((3, "A"), (2, "B")):
        pictures.png(scene(words), tmp_path)
        then = (timezone.now() - timedelta(days=age)).timestamp()
        os.utime(tmp_path / named(words), (then, then))
    pictures.png(scene("A"), tmp_path)
    for words in "CD":
        pictures.png(scene(words), tmp_path, most=sum(sizes) - sizes[1])
    assert {file.name for file in tmp_path.iterdir()} == {named("A"), named("C"), named("D")}
    assert pictures.purge(tmp_path, timezone.now(), most=sizes[3]) == 2
    assert [file.name for file in tmp_path.iterdir()] == [named("D")]


def test_many_pictures_of_one_process_stay_within_a_sixteenth_of_the_bound(tmp_path: Path) -> None:
    most = 20 * len(bitmap.png(scene("0"), pictures.ZOOM))
    for number in range(60):
        pictures.png(scene(f"{number}"), tmp_path, most=most)
        assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= most * 17 / 16 + 2000
    assert (tmp_path / named("59")).exists()


def test_a_picture_that_is_gone_is_drawn_again_as_it_was(tmp_path: Path) -> None:
    first = pictures.png(scene("Anna"), tmp_path)
    assert pictures.shrink(tmp_path, 0) == 1
    assert pictures.png(scene("Anna"), tmp_path) == first


def test_a_picture_that_cannot_be_kept_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / named("Anna")).mkdir()  # cannot be read, and no file takes its place
    with pytest.raises(OSError, match="directory"):
        pictures._keep(tmp_path / named("Anna"), b"picture")
    assert [file.name for file in tmp_path.iterdir()] == [named("Anna")]
