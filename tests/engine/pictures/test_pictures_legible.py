"""What every picture of every game keeps to: words in their place, large enough, apart and with enough contrast."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache, partial
from itertools import combinations
from typing import Any, TypeGuard

import pytest

import engine
from engine.chance import Chance
from engine.language.languages import speaking
from engine.pictures.lettering import LEAST, fit, width
from engine.pictures.palette import contrast, dark
from engine.pictures.scene import Circle, Line, Polygon, Rect, Scene, Shape, Text
from engine.pictures.sheet import WIDTH

NAMES = ("Anna", "Wilhelmina-Friederike von und zu Hohen", "محمد الأمين", "布魯日 Игорь 🎲")
Table = tuple[str, int, dict[str, str], str]  # the game, seats, options, the language
TABLES: list[Table] = [
    ("bruges", 2, {"piles": "five"}, "en"),
    ("bruges", 4, {}, "en"),
    ("flandern", 2, {}, "de"),
    ("flandern", 4, {}, "en"),
    ("flandern", 4, {}, "de"),
    ("venise", 2, {"layout": "star"}, "de"),
    ("venise", 3, {"layout": "free"}, "de"),
    ("venise", 4, {"layout": "canal"}, "en"),
    ("venise", 4, {"layout": "canal"}, "de"),
]
TELEPHONE = 358.0  # pixels that a screen of 390 leaves between the margins of a letter
SMALLEST = 11.0  # pixels of words shown there
READABLE = 4.5  # WCAG 2.2, 1.4.3
LOOKS = 5  # positions of a game that are drawn
Box = tuple[float, float, float, float]
every_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: " ".join(map(str, table)))


@cache
def scenes(slug: str, seats: int, options: tuple[tuple[str, str], ...], language: str) -> tuple[Scene, ...]:
    """Pictures of a game played at random, for onlookers and for a seat, evenly from the set-up to its end."""
    game, rng, chance = engine.games[slug], random.Random(seats), Chance(bytes([seats]) * 32)
    state, _ = game.start(seats, {option.name: option.default for option in game.options} | dict(options), chance)
    states = []
    while not game.over(state):
        states.append(game.copy(state))
        chosen = game.chosen(state)
        waiting = [ask for ask in game.asks(state) if not (ask.sealed and ask.seat in chosen)]
        if waiting:
            ask = rng.choice(waiting)
            game.play(state, ask.seat, rng.choice(ask.moves), chance)
        else:
            game.close(state, chance)
    shown = [*states[:: max(1, len(states) // LOOKS)], state]
    if ("layout", "free") in options:
        shown.append(in_a_row(game.copy(states[len(states) // 2])))
    names = NAMES[:seats]
    eyes = [(each, seat) for number, each in enumerate(shown) for seat in (None, number % seats)]
    with speaking(language):
        return tuple(game.picture(game.view(each, seat), names, seat) for each, seat in eyes)


def in_a_row(state: Any) -> Any:
    """The widest map of Venise: all tiles in one row, with a bridge from each to the next."""
    state.places = [(place - 4, 0) for place in range(len(state.places))]
    state.bridges = {(tile, tile + 1): tile % len(state.seats) for tile in range(len(state.places) - 1)}
    return state


def drawn(table: Table) -> tuple[Scene, ...]:
    slug, seats, options, language = table
    return scenes(slug, seats, tuple(options.items()), language)


def texts(scene: Scene) -> Iterator[tuple[int, Text]]:
    """The words of a picture with their place among its shapes."""
    return ((place, shape) for place, shape in enumerate(scene.shapes) if isinstance(shape, Text) and shape.words)


def fitted(text: Text) -> tuple[str, float]:
    return fit(text.words, text.size, text.width, partial(width, bold=text.bold), LEAST)


def box(text: Text) -> Box:
    """Left, top, right, bottom of words, their top that of capitals."""
    words, size = fitted(text)
    taken = width(words, size, bold=text.bold)
    left = text.x - taken * {"start": 0, "middle": 0.5, "end": 1}[text.anchor]
    return left, text.y - size * 0.73, left + taken, text.y


def apart(a: Box, b: Box) -> bool:
    return a[2] <= b[0] + 0.5 or b[2] <= a[0] + 0.5 or a[3] <= b[1] + 0.5 or b[3] <= a[1] + 0.5


def within(scene: Scene, shape: Shape) -> bool:
    match shape:
        case Rect():
            points = [(shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height)]
        case Circle(x=x, y=y, radius=radius):
            points = [(x - radius, y - radius), (x + radius, y + radius)]
        case Line():
            points = [(shape.x1, shape.y1), (shape.x2, shape.y2)]
        case Polygon():
            points = list(shape.points)
        case Text():
            left, top, right, bottom = box(shape)
            points = [(left, top), (right, bottom)]
    return all(-0.1 <= x <= scene.width + 0.1 and -0.1 <= y <= scene.height + 0.1 for x, y in points)


def covers(shape: Shape, x: float, y: float) -> bool:
    match shape:
        case Rect():
            return shape.x <= x <= shape.x + shape.width and shape.y <= y <= shape.y + shape.height
        case Circle():
            return (x - shape.x) ** 2 + (y - shape.y) ** 2 <= shape.radius**2
        case Polygon(points=points):
            sides = zip(points, (*points[1:], points[0]), strict=True)
            return sum(_left_of(x, y, a, b) for a, b in sides) % 2 == 1
    return False


def _left_of(x: float, y: float, a: tuple[float, float], b: tuple[float, float]) -> bool:
    """Whether a ray to the right crosses that side."""
    return (a[1] > y) != (b[1] > y) and x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0])


def grounds(scene: Scene, place: int, text: Text) -> set[str]:
    """The colours under the first letter, the middle and the last letter of words."""
    left, top, right, bottom = box(text)
    y, inset = (top + bottom) / 2, min(2.0, (right - left) / 4)
    found = set()
    for x in (left + inset, (left + right) / 2, right - inset):
        under = (s.fill for s in reversed(scene.shapes[:place]) if _fills(s) and covers(s, x, y))
        found.add(next(under, scene.background))
    return found


def _fills(shape: Shape) -> TypeGuard[Rect | Circle | Polygon]:
    return isinstance(shape, Rect | Circle | Polygon) and shape.fill != "none"


def _top(shape: Shape) -> float:
    match shape:
        case Rect() | Circle():
            return shape.y
        case Polygon(points=points):
            return points[0][1]
    return 0.0


def test_the_finders_find_words_that_overlap_that_are_pale_and_that_something_lies_over() -> None:
    under, over = Text(10, 30, "Bruges", 20, "#000000"), Text(30, 35, "Venise", 20, "#000000")
    assert not apart(box(under), box(over))
    assert apart(box(under), box(Text(10, 80, "Venise", 20, "#000000")))
    out = (Rect(-3, 0, 9, 9), Circle(99, 99, 9), Line(0, 0, 9, 120, "#000000"), Text(150, 30, "Venise", 20, "#000000"))
    assert not [shape for shape in out if within(Scene(200, 100, (), ""), shape)]
    scene = Scene(200, 100, (Rect(0, 0, 200, 100, "#ffffff"), under), "a test")
    assert grounds(scene, 1, under) == {"#ffffff"}
    assert contrast("#cccccc", "#ffffff") < READABLE < contrast("#000000", "#ffffff")
    left, top, right, bottom = box(under)
    middle = ((left + right) / 2, (top + bottom) / 2)
    for shape in (Rect(0, 0, 90, 90, "#ffffff"), Circle(*middle, 5, "#ffffff")):
        assert covers(shape, *middle)
        assert not covers(shape, 150, 95)


@every_table
def test_nothing_leaves_the_picture_and_words_stay_off_each_other(table: Table) -> None:
    for scene in drawn(table):
        boxes = [(text.words, box(text)) for _, text in texts(scene)]
        assert not [shape for shape in scene.shapes if not within(scene, shape)]
        assert not [(a, b) for a, b in combinations(boxes, 2) if not apart(a[1], b[1])]


@every_table
def test_no_words_are_below_eleven_pixels_on_a_telephone(table: Table) -> None:
    for scene in drawn(table):
        assert scene.width == WIDTH
        shown = {text.words: fitted(text)[1] * TELEPHONE / scene.width for _, text in texts(scene)}
        assert not {words: size for words, size in shown.items() if size < SMALLEST}


@every_table
def test_words_stand_out_from_what_they_lie_on_light_and_dark(table: Table) -> None:
    for light in drawn(table):
        for scene in (light, dark(light)):
            pale = [
                (text.words, text.fill, ground)
                for place, text in texts(scene)
                for ground in grounds(scene, place, text)
                if contrast(text.fill, ground) < READABLE
            ]
            assert not pale


@every_table
def test_no_piece_lies_over_words(table: Table) -> None:
    for scene in drawn(table):
        over = []
        for place, text in texts(scene):
            left, top, right, bottom = box(text)
            points = [
                (left + (right - left) * k / 8, y) for k in range(9) for y in (top + 1, (top + bottom) / 2, bottom)
            ]
            near = [shape for shape in scene.shapes[place + 1 :] if _fills(shape) and abs(_top(shape) - text.y) < 80]
            over += [(text.words, shape) for shape in near if any(covers(shape, x, y) for x, y in points)]
        assert not over


@pytest.mark.parametrize("slug", sorted({slug for slug, *_ in TABLES}))
def test_only_who_plays_is_told_what_the_marks_say(slug: str) -> None:
    table = next(table for table in TABLES if table[0] == slug)
    public, own = drawn(table)[:2]
    extra = {text.words for _, text in texts(own)} - {text.words for _, text in texts(public)}
    assert len({words for words in extra if " " in words}) >= 6
