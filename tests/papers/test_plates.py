"""The pictures in the printed rules: parts have names, points are the engine's, nothing is cut off."""

from __future__ import annotations

import re
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest

import engine
from engine import rulebook
from engine.flandern import GAME
from engine.language.languages import ENGLISH, LANGUAGES, speaking
from engine.pictures.lettering import LEAST, fit, width
from engine.pictures.plates import Plate, examples
from engine.pictures.scene import Text
from tests.engine.any_game import SHIPPED
from tests.papers.papers import text
from tournaments.papers import papers

every_rules = pytest.mark.parametrize(("slug", "language"), [(s, lang) for s in SHIPPED for lang in LANGUAGES])
Box = tuple[float, float, float, float]


def plates(slug: str, language: str) -> tuple[Plate, ...]:
    with speaking(language):
        return engine.games[slug].plates()


def words(plate: Plate) -> list[Text]:
    return [shape for shape in plate.scene.shapes if isinstance(shape, Text) and shape.words]


def box(shape: Text) -> Box:
    shown, size = fit(shape.words, shape.size, shape.width, partial(width, bold=shape.bold), LEAST)
    assert shown == shape.words, "cut off"
    taken = width(shown, size, bold=shape.bold)
    left = shape.x - taken * {"start": 0, "middle": 0.5, "end": 1}[shape.anchor]
    return left, shape.y - size * 0.73, left + taken, shape.y


def apart(a: Box, b: Box) -> bool:
    return a[2] <= b[0] + 0.5 or b[2] <= a[0] + 0.5 or a[3] <= b[1] + 0.5 or b[3] <= a[1] + 0.5


@every_rules
def test_no_words_of_a_picture_in_the_rules_are_cut_leave_it_or_run_into_others(slug: str, language: str) -> None:
    for plate in plates(slug, language):
        boxes = [box(shape) for shape in words(plate)]
        assert all(b[0] >= 0 and b[1] >= 0 and b[2] <= plate.scene.width and b[3] <= plate.scene.height for b in boxes)
        assert all(apart(a, b) for a, b in combinations(boxes, 2))


@every_rules
def test_the_rules_print_each_picture_with_its_title_and_its_words(slug: str, language: str) -> None:
    with speaking(language):
        printed = " ".join(text(papers.rules(engine.games[slug])).split())
    shown = plates(slug, language)
    assert len(shown) >= 2
    for plate in shown:
        assert plate.title in printed
        assert " ".join(plate.words.split()) in printed
        assert plate.scene.words
        assert all(" ".join(shape.words.split()) in printed for shape in words(plate))
    with speaking(ENGLISH):
        sections = [chapter.title for chapter in rulebook.of(engine.games[slug]).chapters]
    assert {plate.section for plate in shown} <= set(sections)
    assert shown[-1].section == "Scoring"


@pytest.mark.parametrize("slug", ["bruges", "venise"])
def test_the_scored_example_adds_up_to_what_the_engine_counts(slug: str) -> None:
    game = engine.games[slug]
    _, end = examples(Path(engine.__file__).parent / slug)
    sheet = game.scoresheet(game.read_position(end))
    told = plates(slug, "en")[-1].words.rpartition("; ")[2].rpartition(".  ")[2]
    *parts, total = map(int, re.findall(r" (\d+)(?= \+|:|\.)", told[told.rindex(sheet.rows[0][0]) :]))
    assert sum(parts) == total == max(sheet.totals)


def test_a_town_of_the_rules_gives_its_points_as_the_engine_does() -> None:
    game = GAME
    _, end = examples(Path(engine.__file__).parent / "flandern")
    state = game.read_position(end)
    plate = plates("flandern", "en")[-1]
    town = next(
        state.towns[n] for n, name in enumerate(game.box.town_name) if state.towns[n] and plate.title.startswith(name)
    )
    assert f"value {town.value}:" in plate.scene.words
    got = sorted(map(int, re.findall(r": (\d+) points?", plate.scene.words)), reverse=True)
    assert got == sorted((n for n in town.points if n), reverse=True)[: len(got)]


@pytest.mark.parametrize("slug", SHIPPED)
def test_the_pictures_in_the_rules_are_the_same_each_time(slug: str) -> None:
    assert plates(slug, "en") == plates(slug, "en")
    assert plates(slug, "en") != plates(slug, "de")
