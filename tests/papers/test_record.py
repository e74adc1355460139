"""The game record: a page a round, told in words, an outline to jump by, and the game itself inside."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from pypdf import PdfReader

from engine import verify
from tests.conftest import without
from tests.engine.bruges.matches import FIVE, FOUR, TIE, match
from tests.papers.papers import LONG, inside, outline, rendered
from tests.papers.recorded import record_paper
from tests.shared import parts
from tournaments.papers.reports.record import RecordPaper, record


@cache
def pdf(name: str) -> bytes:
    return record(record_paper(name))


def reader(content: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(content))


@pytest.mark.parametrize("name", [TIE, FIVE])
def test_a_record_has_its_result_and_a_page_for_each_round(name: str) -> None:
    pages = [page.extract_text() for page in reader(pdf(name)).pages]
    rounds = match(name).round
    assert len(pages) == 1 + rounds
    assert "Points by category" in pages[0]
    for number, page in enumerate(pages, 1):
        assert f"page {number} of {len(pages)}" in page
    assert [f"Round {number}" in page for number, page in enumerate(pages)] == [False, *[True] * rounds]


def test_the_outline_leads_to_every_round() -> None:
    whole = reader(pdf(TIE))
    entries = dict(outline(whole))
    rounds = match(TIE).round
    assert entries == {"Result": 0} | {f"Round {number}": number for number in range(1, rounds + 1)}
    assert str(inside(whole.trailer, "/Root")["/PageMode"]) == "/UseOutlines"


def test_what_happened_stands_on_its_rounds_page_in_words() -> None:
    paper = record_paper(TIE)
    for shown, page in zip(paper.rounds, list(reader(pdf(TIE)).pages)[1:], strict=True):
        words = "".join(page.extract_text().split())
        assert [told for told in shown.told if "".join(told.split()) not in words] == []


def test_points_after_a_round_stand_beside_what_it_brought() -> None:
    shown = record_paper(TIE).rounds[1]
    page = " ".join(reader(pdf(TIE)).pages[2].extract_text().split())
    both = zip(shown.totals, shown.before, strict=True)
    assert [now for now, before in both if f"{now - before:+d} {now}" not in page] == []


def test_the_game_can_be_taken_out_and_verified(tmp_path: Path) -> None:
    if shutil.which("pdfdetach") is None:
        without(parts.Missing("pdfdetach: install poppler (Debian: apt install poppler-utils)"))
    paper = tmp_path / "record.pdf"
    paper.write_bytes(pdf(TIE))
    done = subprocess.run(["pdfdetach", "-saveall", "-o", tmp_path, paper], capture_output=True, check=True, timeout=60)
    assert done.stderr == b""
    kept = tmp_path / "table-3.json"
    assert kept.read_bytes() == record_paper(TIE).file[1]
    said = verify.verify(json.loads(kept.read_text(encoding="utf-8")))
    assert any(line.startswith("The secret is the one") for line in said)


def test_the_same_game_gives_the_same_bytes() -> None:
    assert record(record_paper(TIE)) == pdf(TIE)
    assert b"anonymous" not in pdf(TIE)


def test_title_and_language_are_set() -> None:
    whole = reader(pdf(TIE))
    assert whole.metadata is not None
    assert whole.metadata.title == "Autumn league of Łódź, table 3: game record"
    root = inside(whole.trailer, "/Root")
    assert (str(root["/Lang"]), str(inside(root, "/ViewerPreferences")["/DisplayDocTitle"])) == ("en", "True")


def test_a_round_with_much_to_tell_is_set_smaller_and_then_goes_on_overleaf() -> None:
    paper = record_paper(TIE)
    first = paper.rounds[0]
    for times, pages in ((2, 1), (8, 3)):
        much = replace(paper, rounds=(replace(first, told=first.told * times),))
        made = reader(record(much))
        assert len(made.pages) == 1 + pages
        assert [title for title, _ in outline(made)] == ["Result", "Round 1"]
        told = "".join("".join(page.extract_text().split()) for page in made.pages)
        assert told.count("".join(first.told[2].split())) == times


def test_nothing_of_a_crowded_record_is_printed_into_the_margins() -> None:
    paper = record_paper(FOUR, LONG)
    made = record(replace(paper, rounds=paper.rounds[-1:]))
    for number in (1, 2):
        page = rendered(made, page=number)
        width, height = page.size
        margin, edge = width * 30 // 595, width * 18 // 595  # points
        for part in ((0, 20, margin, height), (width - margin, 20, width, height), (0, height - edge, width, height)):
            assert page.crop(part).getextrema() == (255, 255)


def test_each_page_is_told_to_whoever_waits() -> None:
    steps: list[int] = []
    record(record_paper(TIE), lambda: steps.append(1))
    assert len(steps) == 1 + match(TIE).round


# --- a long game --------------------------------------------------------------------------------------


def long_game(times: int = 18) -> RecordPaper:
    """Short rounds, more than have a page each."""
    paper = record_paper(TIE)
    short = (replace(shown, told=shown.told[:4]) for shown in paper.rounds * times)
    rounds = (replace(shown, number=number) for number, shown in enumerate(short, 1))
    return replace(paper, rounds=tuple(rounds)[:times])


def test_two_short_rounds_of_a_long_game_share_a_page() -> None:
    paper = long_game()
    made = reader(record(paper))
    assert len(made.pages) == 1 + 9
    entries = dict(outline(made))
    assert entries == {"Result": 0} | {f"Round {number}": (number + 1) // 2 for number in range(1, 19)}
    for number, page in enumerate(list(made.pages)[1:]):
        words = "".join(page.extract_text().split())
        for shown in paper.rounds[2 * number : 2 * number + 2]:
            assert [told for told in shown.told if "".join(told.split()) not in words] == []
            assert all(f"{now}{now - then:+d}" in words for now, then in zip(shown.totals, shown.before, strict=True))


def test_a_round_with_much_to_tell_has_a_page_of_its_own_in_a_long_game_too() -> None:
    paper = long_game()
    much = replace(paper.rounds[4], told=paper.rounds[4].told * 8)
    made = reader(record(replace(paper, rounds=(*paper.rounds[:4], much, *paper.rounds[5:]))))
    where = dict(outline(made))
    assert [where[f"Round {number}"] for number in (3, 4, 5, 6, 7)] == [2, 2, 3, 4, 4]


def test_whoever_waits_is_told_of_each_round_of_a_long_game() -> None:
    steps: list[int] = []
    record(long_game(17), lambda: steps.append(1))
    assert len(steps) == 1 + 17
