"""Scenes as SVG, and words made to fit."""

import unicodedata
from functools import partial
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.pictures.lettering import ELLIPSIS, SMALLEST, fit, width
from engine.pictures.scene import Circle, Line, Polygon, Rect, Scene, Shape, Text
from engine.pictures.svg import to_svg

SPACE = "{http://www.w3.org/2000/svg}"
measure = partial(width, bold=False)


def drawn(*shapes: Shape, words: str = "A picture") -> ElementTree.Element:
    return ElementTree.fromstring(to_svg(Scene(600, 400, shapes, words, "#f3ead8")))


def only_text(root: ElementTree.Element) -> ElementTree.Element:
    (found,) = root.findall(f"{SPACE}text")
    return found


def test_every_shape_becomes_an_element_on_its_background() -> None:
    root = drawn(
        Rect(1, 2, 3, 4, "#111111", "#222222", 1.5, 6, (4, 3)),
        Circle(5, 6, 7, "#333333"),
        Line(1, 2, 3, 4, "#444444", 2, (1, 2)),
        Polygon(((0, 0), (1.25, 0), (0, 1)), "#555555"),
        Text(10, 20, "word", 14, "#666666", "end", bold=True),
    )
    tags = [element.tag.removeprefix(SPACE) for element in root]
    assert tags == ["title", "desc", "rect", "rect", "circle", "line", "polygon", "text"]
    assert root[2].attrib == {"width": "600", "height": "400", "fill": "#f3ead8"}
    assert root[3].get("stroke-dasharray") == "4 3"
    assert root[6].get("points") == "0,0 1.25,0 0,1"
    assert root[7].attrib == {
        "x": "10",
        "y": "20",
        "font-size": "14",
        "font-weight": "700",
        "text-anchor": "end",
        "fill": "#666666",
    }


def test_the_words_of_a_scene_are_title_and_description() -> None:
    root = drawn(words="Bruges, round 3\nDice: blue 2.\nAnna: 5 points.")
    assert root.findtext(f"{SPACE}title") == "Bruges, round 3"
    assert root.findtext(f"{SPACE}desc") == "Dice: blue 2.\nAnna: 5 points."
    assert root.get("role") == "img"


def test_an_svg_has_neither_styles_nor_scripts_nor_links() -> None:
    text = to_svg(Scene(10, 10, (Text(1, 1, "<script>alert(1)</script>", 10, "#000000"),), "<style>"))
    assert "&lt;script&gt;alert(1)" in text
    assert not [word for word in ("<script", "<style", "style=", "href", "url(") if word in text]


@given(st.text())
def test_any_words_of_a_player_give_readable_xml(words: str) -> None:
    root = drawn(Text(0, 0, words, 12, "#000000"), words=words)
    assert all(unicodedata.category(letter) != "Cc" or letter in "\t\n\r" for letter in only_text(root).text or "")


def test_letters_are_composed_before_they_are_drawn() -> None:
    assert only_text(drawn(Text(0, 0, "Ło\u0301dz\u0301", 12, "#000000"))).text == "Łódź"


def test_words_that_fit_keep_their_size_and_are_not_squeezed() -> None:
    text = only_text(drawn(Text(0, 0, "Anna", 12, "#000000", width=100)))
    assert (text.get("font-size"), text.get("textLength")) == ("12", None)


def test_long_words_are_set_smaller_and_held_to_their_room() -> None:
    text = only_text(drawn(Text(0, 0, "Bartholomew", 14, "#000000", width=80)))
    assert text.text == "Bartholomew"
    assert 14 * SMALLEST <= float(text.get("font-size", "")) < 14
    assert text.get("textLength") == "80"


def test_words_far_too_long_are_cut_with_an_ellipsis() -> None:
    text = only_text(drawn(Text(0, 0, "Bartholomew of the long way round", 14, "#000000", width=80)))
    assert text.text is not None
    assert text.text.endswith(ELLIPSIS)
    assert text.text.startswith("Barthol")


@given(st.text(max_size=80), st.floats(5, 40), st.floats(1, 300))
def test_fitted_words_take_at_most_their_room(words: str, size: float, room: float) -> None:
    fitted, smaller = fit(words, size, room, measure)
    assert smaller <= size
    assert measure(fitted, smaller) <= room + 1e-6 or fitted == ELLIPSIS


@pytest.mark.parametrize("words", ["", "a", "布魯日"])
def test_words_without_a_bound_stay_as_they_are(words: str) -> None:
    assert fit(words, 12, None, measure) == (words, 12)
