"""The rules in words: what their file may look like, and that those of each game agree with the game."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine
from engine import rulebook
from engine.bruges.data import board
from engine.bruges.words.figures import figures
from engine.language.languages import LANGUAGES, speaking
from engine.orders import reader
from engine.refusals import BadRulebook
from engine.registry import Games
from tests.engine import toy
from tests.engine.any_game import SHIPPED

ABROAD = [language for language in LANGUAGES if language != "en"]
TOLD = [(slug, language) for slug in SHIPPED for language in ABROAD]
WHOLE = """# Pebbles in short

## Aim
Have most pebbles. There are {pebbles}
of them.

## Set-up
* The pebbles lie
  in the well.
* Nobody has one.
| seat | begins |
| 1 | yes |

## End
After [take 2].

## Scoring
One point each.
"""


def read(text: str) -> rulebook.Rulebook:
    return rulebook.read(text, "rules.txt", {"pebbles": 12})


def test_a_text_becomes_chapters_of_paragraphs_bullets_and_rows() -> None:
    book = read(WHOLE)
    assert book.title == "Pebbles in short"
    assert [chapter.title for chapter in book.chapters] == list(rulebook.REQUIRED)
    assert [(block.style, block.cells) for chapter in book.chapters[:2] for block in chapter.blocks] == [
        ("plain", ("Have most pebbles. There are 12 of them.",)),
        ("bullet", ("The pebbles lie in the well.",)),
        ("bullet", ("Nobody has one.",)),
        ("row", ("seat", "begins")),
        ("row", ("1", "yes")),
    ]
    assert book.orders == ("take 2",)
    assert book.samples == ()


@pytest.mark.parametrize(
    ("found", "instead", "said"),
    [
        ("# Pebbles in short", "Pebbles", "line 1: the title is missing"),
        ("## Aim", "Aim", "line 3: a section has to begin first"),
        ("{pebbles}", "{stones}", "line 4: there is no figure 'stones'. There are: pebbles"),
        ("| 1 | yes |", "| 1 | yes", "line 12: a row stands between bars"),
        ("| 1 | yes |", "| 1 | yes | no |", "'Set-up' has rows of different lengths"),
        ("One point each.", "", "the section 'Scoring' is empty"),
        ("## End", "## Aim", "these sections are missing: End"),
        ("## Set-up", "## Aim\nAgain.\n## Set-up", "two sections called 'Aim'"),
    ],
)
def test_what_is_wrong_in_a_file_is_named_with_its_place(found: str, instead: str, said: str) -> None:
    with pytest.raises(BadRulebook, match=r"rules\.txt") as refusal:
        read(WHOLE.replace(found, instead, 1))
    assert said in str(refusal.value)


def test_a_game_without_rules_in_words_is_told_where_they_are_missing(tmp_path: Path) -> None:
    with pytest.raises(BadRulebook, match=r"data/rules\.txt: a game tells its rules in this file.*docs/engine\.md"):
        rulebook.load(tmp_path / "data" / "rules.txt", {})


@pytest.mark.parametrize(
    ("found", "said"), [("[take 2]", "no table shows an order"), ("## Aim", "sections are missing: Aim")]
)
def test_a_game_whose_rules_are_incomplete_does_not_join(
    found: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = rulebook.file(toy.GAME, "en").read_text(encoding="utf-8").replace("[hit]", "hit")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "rules.txt").write_text(text.replace(found, "## Purpose" if "#" in found else "take 2"))
    monkeypatch.setattr(rulebook, "getfile", lambda of: str(tmp_path / "game.py"))
    known = Games({"pebbles": toy.__name__})
    with pytest.raises(BadRulebook, match=said):
        known["pebbles"]
    with pytest.raises(BadRulebook, match=said):
        Games({}).add(toy.GAME)


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_order_in_the_rules_of_a_game_is_one_that_it_reads(slug: str) -> None:
    game = engine.games[slug]
    book = rulebook.of(game)
    assert [order for order in book.orders if not reader.reads(game, order, first_lines=True)] == []
    assert book.samples, "the welcome letter shows an order of a table in the rules"


def test_the_numbers_of_bruges_come_from_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = board.FILE.read_text(encoding="utf-8")
    (tmp_path / "board.json").write_text(text.replace("[7, 6, 5, 4, 3, 2]", "[9, 6, 5, 4, 3, 2]"), encoding="utf-8")
    monkeypatch.setattr("engine.bruges.words.figures.load_board", lambda: board.load_board(tmp_path / "board.json"))
    told = " ".join(block.words for chapter in rulebook.of(engine.games["bruges"]).chapters for block in chapter.blocks)
    assert "worth 9, 6, 5, 4, 3 and 2" in told


def test_every_figure_of_bruges_stands_in_its_rules() -> None:
    source = Path(board.__file__).with_name("rules.txt").read_text(encoding="utf-8")
    assert set(rulebook.FIGURE.findall(source)) == set(figures())


@pytest.mark.parametrize(("slug", "language"), TOLD)
def test_every_game_has_its_rules_in_every_language(slug: str, language: str) -> None:
    assert rulebook.file(engine.games[slug], language).is_file()


@pytest.mark.parametrize("language", ABROAD)
def test_a_section_is_called_as_its_language_calls_it(language: str) -> None:
    with speaking(language), pytest.raises(BadRulebook, match="these sections are missing"):
        read(WHOLE)


@pytest.mark.parametrize(("slug", "language"), TOLD)
def test_the_rules_in_another_language_say_the_same_in_other_words(slug: str, language: str) -> None:
    game = engine.games[slug]
    english = rulebook.of(game)
    with speaking(language):
        abroad = rulebook.of(game)
    assert [_form(chapter) for chapter in abroad.chapters] == [_form(chapter) for chapter in english.chapters]
    assert _sentences(abroad) & _sentences(english) == set()


@pytest.mark.parametrize(("slug", "language"), TOLD)
def test_the_same_figures_stand_in_the_rules_of_every_language(slug: str, language: str) -> None:
    here, there = (rulebook.file(engine.games[slug], each).read_text("utf-8") for each in ("en", language))
    assert sorted(rulebook.FIGURE.findall(there)) == sorted(rulebook.FIGURE.findall(here))


def _form(chapter: rulebook.Chapter) -> list[tuple[str, int, list[str]]]:
    """The form that has to be the same in every language: the kinds of blocks, and the orders in each."""
    return [(b.style, len(b.cells), sorted(rulebook.ORDER.findall(b.words))) for b in chapter.blocks]


def _sentences(book: rulebook.Rulebook) -> set[str]:
    """Title, headings and blocks."""
    return {book.title, *(c.title for c in book.chapters), *(b.words for c in book.chapters for b in c.blocks)}
