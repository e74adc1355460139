"""The table of Bruges as a picture: what it shows, what it hides, and that it can be read."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache, partial
from itertools import combinations

import pytest

import engine
from engine.bruges.data import cards
from engine.bruges.data.board import load_board
from engine.bruges.picture.picture import MARGIN, WIDTH, picture
from engine.bruges.picture.pieces import hues
from engine.bruges.rules.tasks import Fire, Turn
from engine.bruges.state import COLOURS, GONE, House, State
from engine.chance import Chance
from engine.language.languages import LANGUAGES, speaking
from engine.pictures.lettering import LEAST, fit, width
from engine.pictures.palette import contrast
from engine.pictures.scene import Circle, Line, Polygon, Rect, Scene, Shape, Text
from tests.engine.bruges.bruges_tables import NAMES, table

GAME = engine.games["bruges"]
LONG = ("Wilhelmina-Friederike von und zu Hohenschwangau-Neuschwanstein",) * 4
Box = tuple[float, float, float, float]


@cache
def positions(seats: int) -> tuple[State, ...]:
    """States of games played at random, from the first choice to the end, with two piles and with five."""
    return (*_positions(seats, "two"), *_positions(seats, "five"))


def _positions(seats: int, piles: str) -> tuple[State, ...]:
    rng, chance = random.Random(seats), Chance(bytes([seats]) * 32)
    state, _ = GAME.start(seats, {"piles": piles}, chance)
    found = []
    while not state.over:
        if rng.random() < 0.1:
            found.append(state.copy())
        ask = rng.choice(GAME.asks(state))
        GAME.play(state, ask.seat, rng.choice(ask.moves), chance)
    return (*found, state)


def views(seats: int) -> Iterator[tuple[State, int | None]]:
    for state in positions(seats):
        for seat in (None, *range(seats)):
            yield GAME.view(state, seat), seat
    for seat in (None, *range(seats)):
        yield crowded(seats, seat), seat


def crowded(seats: int, viewer: int | None) -> State:
    """More of everything than a game brings about."""
    view = table(seats, viewer=viewer, houses=13)
    for seat in view.seats:
        seat.points, seat.guilders, seat.step = 188, 188, 8
        seat.workers, seat.threats, seat.markers = [18] * 5, [2] * 5, [True] * 3
        seat.statues, seat.canals = [7, 6], [2, 3]
        seat.hand = seat.hand + seat.hand
    return view


def letters() -> list[str]:
    return [hue.letter for hue in hues()]


def texts(scene: Scene) -> list[Text]:
    return [shape for shape in scene.shapes if isinstance(shape, Text)]


def said(scene: Scene) -> list[str]:
    return [text.words for text in texts(scene)]


def box(shape: Shape) -> Box:
    """Left, top, right, bottom of a shape; of words that of their small letters."""
    match shape:
        case Rect():
            return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
        case Circle():
            r = shape.radius
            return shape.x - r, shape.y - r, shape.x + r, shape.y + r
        case Line():
            across, down = sorted((shape.x1, shape.x2)), sorted((shape.y1, shape.y2))
            return across[0], down[0], across[1], down[1]
        case Polygon():
            xs, ys = zip(*shape.points, strict=True)
            return min(xs), min(ys), max(xs), max(ys)
        case Text():
            words, size = fit(shape.words, shape.size, shape.width, partial(width, bold=shape.bold), LEAST)
            taken = width(words, size, bold=shape.bold)
            left = shape.x - taken * {"start": 0, "middle": 0.5, "end": 1}[shape.anchor]
            return left, shape.y - size * 0.73, left + taken, shape.y


def apart(a: Box, b: Box) -> bool:
    return a[2] <= b[0] + 0.5 or b[2] <= a[0] + 0.5 or a[3] <= b[1] or b[3] <= a[1]


def fits(scene: Scene) -> bool:
    """Whether nothing leaves the canvas and no words run into others."""
    for shape in scene.shapes:
        left, top, right, bottom = box(shape)
        assert left >= -0.1, shape
        assert top >= -0.1, shape
        assert right <= scene.width + 0.1, shape
        assert bottom <= scene.height + 0.1, shape
    boxes = [(text.words, box(text)) for text in texts(scene)]
    close = [(a, b) for a, b in combinations(boxes, 2) if abs(a[1][1] - b[1][1]) < 40 and not apart(a[1], b[1])]
    assert close == []
    return scene.width == WIDTH


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_leaves_the_canvas_and_no_words_run_into_others(seats: int) -> None:
    assert all(fits(picture(view, LONG[:seats], seat)) for view, seat in views(seats))


def test_words_of_another_language_have_room_too() -> None:
    with speaking("de"):
        for view in (crowded(4, 0), table(3, viewer=0), table(2, viewer=None, over=True)):
            scene = picture(view, LONG[: len(view.seats)], view.viewer)
            assert fits(scene)
            drawn = [
                (text, fit(text.words, text.size, text.width, partial(width, bold=text.bold), LEAST))
                for text in texts(scene)
            ]
            assert [text.words for text, (words, _) in drawn if words != text.words and text.words not in LONG] == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_letters_are_too_small_for_a_telephone(seats: int) -> None:
    for view, seat in views(seats):
        for text in texts(picture(view, NAMES[:seats], seat)):
            _, size = fit(text.words, text.size, text.width, partial(width, bold=text.bold), LEAST)
            assert size >= LEAST


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_picture_shows_nothing_of_what_its_view_hides(seats: int) -> None:
    for number, state in enumerate(positions(seats)):
        known = cards.of(state.deck)
        for seat in (None, *range(seats)):
            scene = picture(GAME.view(state, seat), NAMES[:seats], seat)
            other = GAME.imagine(GAME.view(state, seat), random.Random(number))
            assert picture(GAME.view(other, seat), NAMES[:seats], seat) == scene
            hidden = {
                card for n, s in enumerate(state.seats) if n != seat for card in s.cards() if card not in s.public
            }
            hidden |= {card for pile in state.piles for card in pile} | set(state.extra or ())
            told = " ".join([*said(scene), scene.words])
            assert not [name for card in hidden if re.search(rf"\b{(name := known.title[card])}\b", told)]


def test_the_reader_sees_the_hand_with_the_numbers_that_orders_use() -> None:
    view = table(3, viewer=0)
    known, scene = cards.of(view.deck), picture(view, NAMES[:3], 0)
    assert "Your hand" in said(scene)
    for slot, card in enumerate(view.seats[0].hand, 1):
        if card != GONE:
            assert known.title[card] in said(scene)
            assert f"{slot} {known.title[card]} ({COLOURS[known.colour[card]]})" in scene.words
    assert "Your hand" not in said(picture(table(3, viewer=None), NAMES[:3], None))


def test_the_reader_comes_first_and_then_the_seats_clockwise() -> None:
    scene = picture(table(4, viewer=2), NAMES, 2)
    heights = [next(text.y for text in texts(scene) if text.words == name) for name in NAMES[2:] + NAMES[:1]]
    assert heights == sorted(heights)


def test_whose_turn_it_is_stands_in_the_header() -> None:
    view = table(3, viewer=0)
    assert "Your turn" in said(picture(view, NAMES[:3], 0))
    view.agenda = [Turn(2, 1, False)]
    assert f"{NAMES[2]} to move" in said(picture(view, NAMES[:3], 0))
    assert f"{NAMES[2]} to move" in picture(view, NAMES[:3], 0).words
    view.agenda = [Fire(1, None, ""), Fire(2, None, "")]
    assert "2 to choose" in said(picture(view, NAMES[:3], 0))


def test_a_long_name_never_pushes_out_that_it_is_to_move() -> None:
    view = table(3, viewer=0)
    view.agenda = [Turn(2, 1, False)]
    assert [words for words in said(picture(view, LONG[:3], 0)) if words.endswith("… to move")]


def test_a_final_position_shows_whole_scores_and_nobody_to_move() -> None:
    view = table(3, viewer=None, over=True)
    scene = picture(view, NAMES[:3], None)
    assert "Final position" in said(scene)
    assert {f"{total} points" for total in view.totals[-1]} <= set(said(scene))
    assert not [words for words in said(scene) if "move" in words or "turn" in words]


def test_the_price_of_a_step_is_the_sum_of_the_ones_and_twos() -> None:
    view = table(2, viewer=0)
    view.dice = [2, 4, 1, 3, 3]
    assert "a step costs 3 this round" in said(picture(view, NAMES[:2], 0))
    view.dice = [6, 4, 5, 3, 3]
    assert "no step can be climbed this round" in said(picture(view, NAMES[:2], 0))


def test_while_cards_are_drawn_the_dice_are_blank() -> None:
    view = table(2, viewer=0)
    view.phase = 1
    scene = picture(view, NAMES[:2], 0)
    assert "points at the end" in said(scene)
    assert "Dice not rolled yet." in scene.words


def test_dug_spaces_are_water_and_the_others_tell_colour_and_price() -> None:
    view = table(2, viewer=None)
    for seat in view.seats:
        seat.canals, seat.houses = [5, 5], []
    asked = {f"{letter}{price}" for letter in letters() for price in range(1, 6)}
    assert asked.isdisjoint(said(picture(view, NAMES[:2], None)))
    view.seats[0].canals = [4, 5]
    assert len(asked.intersection(said(picture(view, NAMES[:2], None)))) == 1


def test_each_space_to_dig_has_a_frame_of_its_own_in_the_colour_that_it_asks_for() -> None:
    view = table(2, viewer=None)
    for seat in view.seats:
        seat.canals, seat.houses, seat.threats = [0, 0], [], [0] * 5
    scene, fills = picture(view, NAMES[:2], None), {hue.letter: hue.fill for hue in hues()}
    asked = [text for text in texts(scene) if text.words[:1] in fills and text.words[1:].isdecimal()]
    assert len(asked) == 2 * sum(len(colours) for colours in load_board().canals[0])
    frames = [shape for shape in scene.shapes if isinstance(shape, Rect) and shape.stroke in fills.values()]
    around = [[frame for frame in frames if encloses(box(frame), box(text))] for text in asked]
    assert [[frame.stroke for frame in each] for each in around] == [[fills[text.words[0]]] for text in asked]
    spaces = [box(frame) for (frame,) in around]
    assert all(apart(one, other) for one, other in combinations(spaces, 2))
    assert len({(right - left, bottom - top) for left, top, right, bottom in spaces}) == 1


def encloses(outer: Box, inner: Box) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and outer[2] >= inner[2] and outer[3] >= inner[3]


def test_an_empty_house_says_so_and_a_used_person_loses_its_sign() -> None:
    view = table(2, viewer=0)
    known = cards.of(view.deck)
    person = next(card for card in range(len(known)) if known.worker[card] is not None)
    for seat in view.seats:
        seat.houses = []
    view.seats[1].houses = [House(0, -1), House(1, -2, person)]
    ready = picture(view, NAMES[:2], None)
    view.seats[1].houses = [House(0, -1), House(1, -2, person, used=True)]
    spent = picture(view, NAMES[:2], None)
    assert said(ready).count("empty") == 1
    assert "–" not in said(ready)
    assert "–" in said(spent)
    assert f"{known.title[person]} (used)" in spent.words


def test_the_words_tell_every_seat_by_name() -> None:
    lines = picture(table(4, viewer=1), NAMES, 1).words.splitlines()
    assert [line.split(":")[0] for line in lines[3:]] == [
        f"2 {NAMES[1]} (you)",
        f"3 {NAMES[2]}",
        f"4 {NAMES[3]}, start player",
        f"1 {NAMES[0]}",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_colour_has_a_letter_of_its_own_that_can_be_read_on_it(language: str) -> None:
    with speaking(language):
        assert len(set(letters())) == len(COLOURS)
        assert all(contrast(hue.fill, hue.ink) >= 4.5 for hue in hues())


def test_blocks_keep_the_margin() -> None:
    scene = picture(table(3, viewer=0), NAMES[:3], 0)
    panels = [shape for shape in scene.shapes if isinstance(shape, Rect) and shape.width == WIDTH - 2 * MARGIN]
    assert {panel.x for panel in panels} == {MARGIN}
    assert scene.height == max(panel.y + panel.height for panel in panels) + MARGIN
