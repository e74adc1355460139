"""What the pictures of all games share: the palette, light and dark, and the sheet that grows downwards."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.pictures import palette
from engine.pictures.drawing import badge, card_back, die, pill, worker
from engine.pictures.palette import DARK, DARK_INK, PAPER, PARCHMENT, WHITE, Hue, contrast, dark
from engine.pictures.scene import Circle, Rect, Scene, Text
from engine.pictures.sheet import MARGIN, TOKEN, WIDTH, Sheet

BLUE, YELLOW = Hue("blue", "B", "#2d6ca2"), Hue("yellow", "Y", "#f0c23c")
GROUNDS = (PAPER, PARCHMENT)


def texts(scene: Scene) -> list[Text]:
    return [shape for shape in scene.shapes if isinstance(shape, Text)]


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("ink", [palette.INK, palette.MUTED, palette.ACCENT])
@pytest.mark.parametrize("ground", GROUNDS)
def test_words_can_be_read_on_paper_light_and_dark(ink: str, ground: str) -> None:
    assert contrast(ink, ground) >= 4.5
    assert contrast(DARK[ink], DARK[ground]) >= 4.5


@pytest.mark.parametrize("fill", [palette.BRICK, palette.DEEP_BRICK, palette.WATER, palette.TOKEN, DARK[palette.TOKEN]])
def test_white_can_be_read_on_strong_fills(fill: str) -> None:
    assert contrast(WHITE, fill) >= 4.5


@pytest.mark.parametrize("fill", [palette.STONE, DARK[palette.STONE], palette.GOLD])
def test_dark_ink_can_be_read_on_pale_fills(fill: str) -> None:
    assert contrast(DARK_INK, fill) >= 4.5


def test_the_ink_on_a_hue_is_white_where_white_can_be_read() -> None:
    assert (BLUE.ink, YELLOW.ink) == (WHITE, DARK_INK)


def test_what_one_colour_stands_for_no_other_does() -> None:
    named = [value for name, value in vars(palette).items() if name.isupper() and isinstance(value, str)]
    assert len(set(named)) == len(named)
    assert set(named) >= set(DARK)


def test_a_dark_picture_has_the_same_shapes_and_words() -> None:
    sheet = Sheet(("Anna", "Bea"), 0)
    sheet.header("Round 3", "turn 2 of 4", "Bea", "to move")
    sheet.title(0, sheet.area(60, asked=True), "12 points", money="3", first=True)
    sheet.add([*worker(20, 20, BLUE, 2), *die(60, 60, 40, YELLOW, 5), *pill(9, 9, "people", 80, filled=True)])
    light = sheet.scene("A picture")
    night = dark(light)
    assert night.background == DARK[PARCHMENT]
    assert [type(shape) for shape in night.shapes] == [type(shape) for shape in light.shapes]
    assert [text.words for text in texts(night)] == [text.words for text in texts(light)]
    assert {shape.fill for shape in night.shapes if isinstance(shape, Rect | Circle)}.isdisjoint(DARK)


@pytest.mark.parametrize("hue", [BLUE, YELLOW])
def test_pieces_in_a_colour_carry_its_letter(hue: Hue) -> None:
    for piece in (card_back(0, 0, 30, 40, hue), worker(0, 0, hue, 1)):
        (told,) = [shape for shape in piece if isinstance(shape, Text) and shape.words == hue.letter]
        assert told.fill == hue.ink


def test_a_back_that_tells_nothing_has_no_letter() -> None:
    assert not [shape for shape in card_back(0, 0, 30, 40, None) if isinstance(shape, Text)]


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_has_as_many_pips_as_it_shows(face: int) -> None:
    assert sum(isinstance(shape, Circle) for shape in die(0, 0, 40, BLUE, face)) == face


def test_blocks_follow_each_other_without_touching() -> None:
    sheet = Sheet(("Anna", "Bea"), None)
    sheet.header("Round 1", "")
    tops = [sheet.panel(40), sheet.area(70, asked=False), sheet.panel(10)]
    sheet.track("Steps", "", (0, 1, 2), (0, 2))
    panels = [shape for shape in sheet.shapes if isinstance(shape, Rect) and shape.width == WIDTH - 2 * MARGIN]
    assert [panel.y for panel in panels[:3]] == tops
    assert all(below.y > above.y + above.height for above, below in pairwise(panels))
    assert sheet.scene("x").height == panels[-1].y + panels[-1].height + MARGIN


def test_tokens_stand_on_their_steps_and_never_on_each_other() -> None:
    sheet = Sheet(("A", "B", "C", "D"), 2)
    sheet.track("Steps", "", tuple(range(9)), (4, 4, 4, 4))
    tokens = [shape for shape in sheet.shapes if isinstance(shape, Circle)]
    assert len({(token.x, token.y) for token in tokens}) == 4
    assert all(abs(a.x - b.x) > 2 * TOKEN or abs(a.y - b.y) > 2 * TOKEN for a in tokens for b in tokens if a != b)


def test_the_readers_own_token_is_told_apart_without_colour() -> None:
    own, other = (badge(0, 0, 12, 1, own=own)[0] for own in (True, False))
    assert isinstance(own, Circle)
    assert isinstance(other, Circle)
    assert own.stroke_width > other.stroke_width
