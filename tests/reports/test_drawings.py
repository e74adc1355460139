"""Scenes and score lines as vector drawings."""

from __future__ import annotations

from itertools import pairwise

import pytest
from reportlab.graphics import shapes as vector

from engine.scene import Anchor, Circle, Line, Polygon, Rect, Scene, Text
from tournaments.reports.chart import LABEL_GAP, score_chart
from tournaments.reports.scene import drawing


def elements(scene: Scene, width: float) -> list[vector.Shape]:
    (group,) = drawing(scene, width).contents
    return group.contents


def test_a_scene_is_scaled_to_its_width_and_stands_upright() -> None:
    scene = Scene(600, 300, (Rect(0, 0, 10, 20, "#ff0000"), Circle(5, 6, 2)), "x")
    made = drawing(scene, 150)
    assert (made.width, made.height) == (150, 75)
    assert made.contents[0].transform == (0.25, 0, 0, 0.25, 0, 0)
    ground, rect, circle = elements(scene, 150)
    assert (ground.width, ground.height) == (600, 300)
    assert (rect.x, rect.y) == (0, 280)
    assert circle.cy == 294


def test_lines_and_polygons_keep_colour_and_dash() -> None:
    scene = Scene(
        100, 100, (Line(0, 0, 10, 20, "#00ff00", 2, (4, 3)), Polygon(((0, 0), (10, 0), (5, 9)), "#0000ff")), "x"
    )
    _, line, polygon = elements(scene, 100)
    assert (line.y1, line.y2, line.strokeDashArray, line.strokeColor.hexval()) == (100, 80, [4, 3], "0x00ff00")
    assert polygon.points == [0, 100, 10, 100, 5, 91]
    assert polygon.strokeColor is None


@pytest.mark.parametrize(("anchor", "left"), [("start", 50), ("middle", 50 - 18), ("end", 50 - 36)])
def test_words_of_two_fonts_stand_side_by_side_from_their_anchor(anchor: Anchor, left: float) -> None:
    _, *strings = elements(Scene(100, 100, (Text(50, 40, "魯日魯", 12, "#000000", anchor),), "x"), 100)
    assert [(string.text, round(string.x), string.y) for string in strings] == [("魯日魯", left, 60)]
    _, han, latin = elements(Scene(100, 100, (Text(50, 40, "魯日 Anna", 12, "#000000", anchor),), "x"), 100)
    assert (han.text, latin.text) == ("魯日", " Anna")
    assert latin.x == pytest.approx(han.x + 24)


def ends(by_round: tuple[tuple[int, ...], ...]) -> dict[str, float]:
    """Where the number of each seat stands at the end of its line."""
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
