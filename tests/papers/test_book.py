"""The league book and the certificates: everything of a league in one file, a page to hang up for the first."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import combinations

import pytest
from pypdf import PdfReader

from tests.papers.papers import LONG, finished, inside, outline, rendered, text
from tournaments.formats import pairings
from tournaments.papers.reports.book import BookPaper, Figure, SeatRow, book
from tournaments.papers.reports.certificate import CertificatePaper, certificates
from tournaments.papers.reports.standings import StandingsPaper, StandingsRow

NAMES = ("Łódź", "Ελένη", "布魯日", "محمد", *LONG)


def paper(players: int = 8, finals: int = 2) -> BookPaper:
    """The book of a league with so many players at tables of three."""
    names = [*NAMES, *(f"Player {number}" for number in range(len(NAMES) + 1, players + 1))][:players]
    rows = tuple(StandingsRow(n, name, str(40 - n), 3, ("1", "0"), "") for n, name in enumerate(names, 1))
    tables = pairings.cyclic(min(players, 20), 3)
    fairness = pairings.fairness(tables, players)
    met = {pair for table in tables for pair in combinations(sorted(table), 2)}
    places = tuple(tuple(str(t.index(n) + 1) if n in t else "" for t in tables) for n in range(players))
    return BookPaper(
        standings=StandingsPaper("Cup of Łódź", "Bruges", "14 November 2025", "final", ("wins", "seconds"), rows),
        ahead=tuple(
            tuple("1–0" if tuple(sorted((a, b))) in met else "" for b in range(players)) for a in range(players)
        ),
        tables=tuple(range(1, len(tables) + 1)),
        places=places,
        sentence=fairness.sentence,
        fairness=(Figure("games of a player", *fairness.games, "everybody plays equally often"),),
        meetings=((0, 3), (1, 25)),
        seats=tuple(SeatRow(7, seat, "2.00", "61.25", "3.33", 0.3 + seat / 100) for seat in range(3)),
        finals=tuple(replace(finished(3), table=number) for number in range(1, finals + 1)),
    )


def reader(content: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(content))


def test_the_outline_names_every_part_and_every_final() -> None:
    made = reader(book(paper(finals=3)))
    entries = outline(made)
    parts = ["Standings", "Cross table", "Fairness and seats", "Table 1", "Table 2", "Table 3"]
    assert entries == [(part, page) for page, part in enumerate(parts)]


def test_all_that_a_league_is_about_can_be_read() -> None:
    data = paper()
    words = " ".join(text(book(data)).split())
    for said in (
        data.sentence,
        "Who finished ahead of whom",
        "Places at each table",
        "1–0",
        "3 pairs",
        "61.25",
        "Seat",
    ):
        assert said.lower() in words.lower(), said
    assert "page 5 of 5" in words


@pytest.mark.parametrize(("players", "pages"), [(5, 1), (20, 1), (40, 2), (80, 4)])
def test_cross_tables_of_any_size_stay_on_their_pages(players: int, pages: int) -> None:
    made = book(paper(players, finals=0))
    shown = [number for number, page in enumerate(reader(made).pages, 1) if "Cross table" in page.extract_text()]
    assert len(shown) == pages
    for number in shown:
        page = rendered(made, page=number)
        margin, foot = page.width * 30 // 595, page.height - page.width * 56 // 595
        for part in ((0, 20, margin, page.height), (page.width - margin, 20, page.width, page.height)):
            assert page.crop(part).getextrema() == (255, 255)
        assert page.crop((0, foot - 4, page.width, foot)).getextrema() == (255, 255)


def test_who_met_whom_in_a_large_league_can_be_read_as_a_list() -> None:
    data = paper(30, finals=0)
    words = [" ".join(page.extract_text().split()) for page in reader(book(data)).pages]
    page = next(page for page in words if "Who finished ahead" in page)
    opponents = [f"{number}. {cell}" for number, cell in enumerate(data.ahead[11], 1) if cell]
    assert f"12. Player 12 {' '.join(opponents)} 13. Player 13" in page


def test_the_same_league_gives_the_same_bytes() -> None:
    assert book(paper()) == book(paper())


def test_title_subject_and_language_of_a_book_are_set() -> None:
    made = reader(book(paper(finals=0)))
    assert made.metadata is not None
    assert (made.metadata.title, made.metadata.subject) == ("Cup of Łódź: league book", "Bruges: final")
    assert str(inside(made.trailer, "/Root")["/Lang"]) == "en"


def test_a_league_without_a_finished_game_has_a_book_too() -> None:
    data = paper(finals=0)
    none = tuple(SeatRow(0, 0, "–", "–", "–", 0.0) for _ in data.seats)
    assert "No game has finished yet" in text(book(replace(data, seats=none)))


# --- certificates -------------------------------------------------------------------------------------


def winners(*names: str) -> CertificatePaper:
    placed = tuple((place, name, "28 league points in 3 games") for place, name in enumerate(names, 1))
    return CertificatePaper("Cup of Łódź", "Bruges", "14 November 2025", placed, ("Otto", "Ελένη"))


def test_each_winner_has_a_page() -> None:
    made = reader(certificates(winners("Łódź", "布魯日", "Игорь")))
    pages = [page.extract_text() for page in made.pages]
    for page, (name, place) in zip(pages, (("Łódź", "First"), ("布魯日", "Second"), ("Игорь", "Third")), strict=True):
        assert all(
            words in page for words in (name, f"{place} place", "Cup of Łódź", "14 November 2025", "Otto", "Ελένη")
        )
    assert [title for title, _ in outline(made)] == [
        "First place: Łódź",
        "Second place: 布魯日",
        "Third place: Игорь",
    ]


def test_who_shares_a_place_shares_its_words() -> None:
    data = winners("Anna", "Bea", "Chidi")
    shared = tuple((1 if place < 3 else 3, name, done) for place, name, done in data.winners)
    assert text(certificates(replace(data, winners=shared))).count("First place") == 2


@pytest.mark.parametrize("name", LONG)
def test_long_names_stay_whole_within_the_frame(name: str) -> None:
    made = certificates(winners(name))
    assert "".join(name.split()) in "".join(text(made).split())
    page = rendered(made)
    inner = page.width * 38 // 842
    assert page.crop((inner, page.height // 3, inner + 18, page.height * 2 // 3)).getextrema() == (255, 255)


@pytest.mark.parametrize("name", ["Anna", *LONG])
def test_what_was_done_stands_clear_below_the_name(name: str) -> None:
    heights: dict[str, float] = {}

    def note(words: str, _: object, place: list[float], __: object, size: float) -> None:
        heights[words.strip()] = place[5]

    reader(certificates(winners(name))).pages[0].extract_text(visitor_text=note)
    done = heights["28 league points in 3 games"]
    last = min(height for words, height in heights.items() if words and "".join(words.split()) in "".join(name.split()))
    assert last - done > 20


def test_the_same_certificates_give_the_same_bytes() -> None:
    assert certificates(winners("Anna")) == certificates(winners("Anna"))
