"""Printed rules: every word once, in two columns, on as few pages as they take."""

import io

import pytest
from pypdf import PdfReader

import engine
from engine.rulebook import BULLET, PARAGRAPH, ROW, Block, Chapter
from tests.engine.any_game import SHIPPED
from tests.papers.papers import outline, rendered, text
from tournaments.papers import papers
from tournaments.papers.reports.base import FOOT
from tournaments.papers.reports.rules import RulesPaper, rules


def paper(chapters: int) -> RulesPaper:
    """Chapters in several scripts, each with a paragraph, bullets and a table."""
    made = tuple(
        Chapter(
            f"Chapter {number}",
            (
                Block(PARAGRAPH, (f"Paragraph {number}: " + "布魯日 Łódź Ελένη words " * (number % 5 + 1),)),
                Block(BULLET, (f"bullet {number} with [order number {number}] in it",)),
                Block(BULLET, (f"another bullet {number}",)),
                Block(ROW, ("what", "points")),
                Block(ROW, (f"cell {number} " + "long " * 12, f"value {number}")),
            ),
        )
        for number in range(1, chapters + 1)
    )
    return RulesPaper("Rules of Łódź", "Łódź", "rules version 7", made)


@pytest.mark.parametrize("chapters", [1, 7, 23, 24, 25])
def test_every_chapter_is_printed_once_and_above_the_foot(chapters: int) -> None:
    data = paper(chapters)
    pdf = PdfReader(io.BytesIO(rules(data)))
    words = " ".join(" ".join(page.extract_text() for page in pdf.pages).split())
    for number in range(1, chapters + 1):
        for piece in (f"Paragraph {number}:", f"with [order number {number}] in", f"value {number} "):
            assert f"{words} ".count(piece) == 1, piece
    assert f"page {len(pdf.pages)} of {len(pdf.pages)}" in words
    for page in pdf.pages:
        heights: list[float] = []

        def note(words: str, _: object, place: list[float], *rest: object, into: list[float] = heights) -> None:
            if words.strip() and "page" not in words and "version" not in words:
                into.append(place[5])

        page.extract_text(visitor_text=note)
        assert min(heights) > FOOT


def test_a_reader_can_jump_to_each_chapter_and_knows_title_and_language() -> None:
    pdf = PdfReader(io.BytesIO(rules(paper(9))))
    assert [title for title, _ in outline(pdf)] == [f"Chapter {number}" for number in range(1, 10)]
    assert pdf.metadata.title == "Rules of Łódź"
    assert str(pdf.root_object["/Lang"]) == "en"


def test_long_words_stay_in_their_column() -> None:
    page = rendered(rules(paper(12)))
    assert page.crop((page.width - 34, 20, page.width, page.height)).getextrema() == (255, 255)


@pytest.mark.parametrize("slug", SHIPPED)
def test_the_rules_of_a_game_take_two_to_four_pages_and_are_the_same_bytes_each_time(slug: str) -> None:
    game = engine.games[slug]
    first = papers.rules(game)
    papers.rules_in.cache_clear()
    assert papers.rules(game) == first
    assert 2 <= len(PdfReader(io.BytesIO(first)).pages) <= 4
    words = " ".join(text(first).split())
    for option in game.options:
        assert option.name.replace("_", " ").capitalize() in words
