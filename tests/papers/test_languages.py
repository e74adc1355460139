"""Papers in another language than English: every caption of their own is said in it, what they were given stays."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

import pytest
from pypdf import PdfReader

from engine.language.languages import ENGLISH, LANGUAGES, speaking
from tests.papers.papers import SECRET, finished, inside, outline
from tests.papers.test_book import paper as book_paper
from tests.papers.test_book import winners
from tests.papers.test_record import long_game
from tests.papers.test_rules import paper as rules_paper
from tests.papers.test_standings import paper as standings_paper
from tournaments.language.speech import say
from tournaments.papers.reports.base import FOOT
from tournaments.papers.reports.book import book
from tournaments.papers.reports.certificate import certificates
from tournaments.papers.reports.record import record
from tournaments.papers.reports.rules import rules
from tournaments.papers.reports.scoresheet import ScoresheetPaper, scoresheet
from tournaments.papers.reports.standings import standings

GERMAN = "de"
IN_BOTH = ("fairness",)  # words that German has from English


def unnamed(sheet: ScoresheetPaper) -> ScoresheetPaper:
    """Categories of the game's have numbers for names: they must not excuse a caption that is called like them."""
    rows = tuple((str(number), values) for number, (_, values) in enumerate(sheet.sheet.rows))
    return replace(sheet, sheet=replace(sheet.sheet, rows=rows))


PAPERS: dict[str, tuple[Callable[[Any], bytes], Callable[[], Any]]] = {
    "scoresheet": (scoresheet, lambda: unnamed(finished())),
    "scores so far": (scoresheet, lambda: unnamed(replace(finished(2, 1), secret=""))),
    "record": (record, lambda: long_game(17)),
    "book": (book, lambda: book_paper(finals=0)),
    "book of a large league": (book, lambda: book_paper(26, finals=0)),
    "standings": (standings, lambda: replace(standings_paper(4), rules=("1",))),
    "certificates": (certificates, lambda: winners("Łódź", "Bea", "Chidi")),
    "rules": (rules, lambda: rules_paper(2)),
}


@cache
def data(name: str) -> Any:
    return PAPERS[name][1]()


@cache
def printed(name: str, language: str) -> bytes:
    what = data(name)  # in English, as all others find it who make the same game
    with speaking(language):
        return PAPERS[name][0](what)


def reader(name: str, language: str) -> PdfReader:
    return PdfReader(io.BytesIO(printed(name, language)))


def pieces(name: str, language: str) -> set[str]:
    """The texts of the first pages and the last, each as it was set."""
    found: set[str] = set()

    def note(words: str, *_: object) -> None:
        found.update(line.strip() for line in words.splitlines())

    pages = list(reader(name, language).pages)
    for page in (*pages[:2], *pages[2:][-1:]):
        page.extract_text(visitor_text=note)
    return found


def given(values: object) -> Iterator[str]:
    """All words in the values that a paper is made of."""
    if isinstance(values, str):
        yield from re.findall(r"\w+", values.lower())
    elif isinstance(values, (tuple, list)):
        for each in values:
            yield from given(each)
    elif is_dataclass(values):
        for field in fields(values):
            yield from given(getattr(values, field.name))


@pytest.mark.parametrize("name", PAPERS)
def test_a_paper_in_german_has_no_english_caption(name: str) -> None:
    own = {*given(data(name)), *IN_BOTH}
    assert pieces(name, ENGLISH) - pieces(name, GERMAN)
    for same in pieces(name, GERMAN) & pieces(name, ENGLISH):
        words = [] if same.endswith("…") else re.findall(r"\b[a-z]{3,}\b", same.lower())
        assert [word for word in words if word not in own] == [], same


@pytest.mark.parametrize("name", PAPERS)
def test_a_paper_names_its_language_and_is_called_in_it(name: str) -> None:
    made, english = reader(name, GERMAN), reader(name, ENGLISH)
    assert [str(inside(each.trailer, "/Root")["/Lang"]) for each in (made, english)] == [GERMAN, ENGLISH]
    assert made.metadata is not None
    assert english.metadata is not None
    assert (made.metadata.title, made.metadata.subject) != (english.metadata.title, english.metadata.subject)


@pytest.mark.parametrize("name", PAPERS)
def test_longer_words_take_no_more_pages(name: str) -> None:
    assert len(reader(name, GERMAN).pages) == len(reader(name, ENGLISH).pages)


def test_an_outline_leads_there_in_the_same_language() -> None:
    both = [[title for title, _ in outline(reader("book", language))] for language in (GERMAN, ENGLISH)]
    assert len(both[0]) == len(both[1])
    assert set(both[0]) & set(both[1]) == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("secret", ["", SECRET])
def test_how_to_verify_a_game_stays_above_the_foot(language: str, secret: str) -> None:
    """Beside the square that leads to the record, where there is least room."""
    with speaking(language):
        made = scoresheet(replace(finished(2, 1, houses=0), secret=secret, address="https://bruges.example/table/1"))
        foot = say("page {page} of {pages}", page=1, pages=1)
    lines: dict[str, float] = {}

    def note(words: str, _: object, place: list[float], *rest: object) -> None:
        lines[words.strip()] = place[5]

    PdfReader(io.BytesIO(made)).pages[0].extract_text(visitor_text=note)
    assert lines[finished(2).head] > FOOT > lines[foot]
