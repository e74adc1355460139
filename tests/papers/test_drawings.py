"""Scenes and score lines as vector drawings."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from PIL import Image
from reportlab.graphics import shapes as vector
from reportlab.pdfgen.canvas import Canvas

from engine.pictures.scene import Anchor, Line, Rect, Scene, Text
from tests.papers.papers import rendered
from tournaments.papers.reports import typefaces
from tournaments.papers.reports.chart import LABEL_GAP, score_chart
from tournaments.papers.reports.scene import place

BLACK = "#000000"


def page(scene: Scene, width: float, *, x: float = 0, y: float = 0) -> Image.Image:
    """The scene on a page of 100 × 100 points, twice as many pixels."""
    canvas = Canvas(out := io.BytesIO(), pagesize=(100, 100), invariant=1)
    place(canvas, scene, x, y, width)
    canvas.save()
    return rendered(out.getvalue(), 144)


def box(image: Image.Image) -> tuple[int, int, int, int] | None:
    """Left, top, right, bottom of what is dark."""
    return image.point(lambda value: 255 if value < 128 else 0).getbbox()


def test_a_scene_is_scaled_to_its_width_and_stands_upright() -> None:
    scene = Scene(600, 300, (Rect(0, 0, 60, 30, BLACK),), "x")
    assert box(page(scene, 100)) == (0, 100, 20, 110)
    assert box(page(scene, 50, x=40, y=70)) == (80, 10, 90, 15)


def test_what_stands_after_a_scene_is_drawn_as_before() -> None:
    canvas = Canvas(out := io.BytesIO(), pagesize=(100, 100), invariant=1)
    place(canvas, Scene(10, 10, (Line(0, 0, 10, 10, BLACK, 3, (2, 2)),), "x"), 0, 0, 10)
    canvas.line(50, 20, 50, 80)
    canvas.save()
    assert box(rendered(out.getvalue(), 144).crop((60, 0, 200, 200)))[1::2] == (40, 160)


@pytest.mark.parametrize(("anchor", "left"), [("start", 50), ("middle", 50 - 18), ("end", 50 - 36)])
def test_words_of_two_fonts_stand_side_by_side_from_their_anchor(anchor: Anchor, left: float) -> None:
    drawn = box(page(Scene(100, 100, (Text(50, 40, "魯日魯", 12, BLACK, anchor),), "x"), 100))
    assert drawn is not None
    assert drawn[0] == pytest.approx(2 * left, abs=4)
    assert drawn[2] == pytest.approx(2 * (left + 36), abs=4)
    whole = box(page(Scene(100, 100, (Text(50, 40, "魯 A", 12, BLACK, anchor),), "x"), 100))
    assert whole is not None
    assert whole[2] - whole[0] == pytest.approx(2 * typefaces.width("魯 A", 12), abs=6)


def ends(by_round: tuple[tuple[int, ...], ...]) -> dict[str, float]:
    """The place of each seat's number at the end of its line."""
    made = score_chart(by_round, 230, 150)
    return {s.text: s.y for s in made.contents if isinstance(s, vector.String) and s.fontName.endswith("Bold")}


def test_each_seat_has_a_line_through_all_rounds_with_its_own_dash() -> None:
    made = score_chart(tuple((n, 2 * n, 3 * n, 4 * n) for n in range(1, 8)), 230, 150)
    lines = [shape for shape in made.contents if isinstance(shape, vector.PolyLine)]
    assert [len(line.points) for line in lines] == [14] * 4
    assert len({str(line.strokeDashArray) for line in lines}) == 4


def test_numbers_of_equal_seats_do_not_cover_each_other() -> None:
    places = sorted(ends(((10, 10, 10, 10), (40, 40, 40, 40))).values())
    assert all(b - a >= LABEL_GAP - 1e-6 for a, b in pairwise(places))
    assert 0 <= places[0] <= places[-1] <= 150


def test_the_better_score_has_the_higher_number() -> None:
    places = ends(((5, 5, 5), (30, 31, 29)))
    assert places["2"] > places["1"] > places["3"]


@pytest.mark.parametrize("by_round", [((0, 0),), ((7, 3),), ((0, 0), (0, 0))])
def test_a_short_or_pointless_game_can_be_drawn(by_round: tuple[tuple[int, ...], ...]) -> None:
    assert set(ends(by_round)) == {"1", "2"}
