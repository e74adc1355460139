"""Printed standings: every player, page after page."""

import io
from dataclasses import replace

import pytest
from pypdf import PdfReader

from tests.papers.papers import LONG, NAMES, rendered, text
from tournaments.papers.reports.base import FOOT
from tournaments.papers.reports.standings import StandingsPaper, StandingsRow, standings

RULES = (
    "The winner of a table has 6 points, the second 3, the third 1.",
    "Equal points: wins, then seconds, then the lot.",
)


def paper(players: int) -> StandingsPaper:
    rows = tuple(
        StandingsRow(
            number,
            f"{NAMES[number % 4]} {number}",
            f"{400 - number}",
            7,
            ("3", "2", "0.81"),
            "ahead on wins" * (number % 2),
        )
        for number in range(1, players + 1)
    )
    return StandingsPaper("Łódź cup", "Bruges", "14 November 2025", "final", ("wins", "seconds", "share"), rows, RULES)


@pytest.mark.parametrize(("players", "pages"), [(0, 1), (3, 1), (20, 1), (60, 3)])
def test_every_player_and_rule_is_printed_once(players: int, pages: int) -> None:
    data = paper(players)
    pdf = standings(data)
    words = " ".join(text(pdf).split())
    assert len(PdfReader(io.BytesIO(pdf)).pages) == pages
    assert [words.count(f"{row.name} {row.points}") for row in data.rows] == [1] * players
    assert [words.count(rule) for rule in RULES] == [1, 1]
    assert f"page {pages} of {pages}" in words


@pytest.mark.parametrize("players", range(24, 46, 3))
def test_rows_and_rules_never_run_into_the_foot(players: int) -> None:
    pdf = standings(paper(players))
    for page in PdfReader(io.BytesIO(pdf)).pages:
        heights: list[float] = []

        def note(words: str, _: object, place: list[float], *rest: object, into: list[float] = heights) -> None:
            if words.strip() and "page" not in words and "cup:" not in words:
                into.append(place[5])

        page.extract_text(visitor_text=note)
        assert min(heights) > FOOT


@pytest.mark.parametrize("players", range(24, 46, 3))
def test_the_rules_never_stand_alone_on_a_page(players: int) -> None:
    last = PdfReader(io.BytesIO(standings(paper(players)))).pages[-1].extract_text()
    assert f"{players}." in last


def test_the_same_data_gives_the_same_bytes() -> None:
    assert standings(paper(12)) == standings(paper(12))


def test_long_names_stay_in_their_column() -> None:
    rows = tuple(StandingsRow(n, name, "1½", 3, ("1", "0", "0.5"), name) for n, name in enumerate(LONG, 1))
    page = rendered(standings(replace(paper(4), rows=rows)))
    assert page.crop((page.width - 34, 20, page.width, page.height)).getextrema() == (255, 255)
