"""The final scoresheet: everything on one page, in any script, the same bytes each time."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from pypdf import PdfReader

from tests.engine.match.test_public_value import VALUE
from tests.papers.papers import LONG, NAMES, finished, inside, rendered, text
from tournaments.papers.reports import base
from tournaments.papers.reports.base import wrapped
from tournaments.papers.reports.scoresheet import ScoresheetPaper, proof_height, scoresheet
from tournaments.queries import proofs

TIE = (
    "Two seats have 87 points; more guilders decide, 14 to 12. "
    "Two seats have 70 points and 9 guilders each and share a place."
)


def reader(pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(pdf))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_names_numbers_and_proof_can_all_be_read(seats: int) -> None:
    data = finished(seats)
    words = text(scoresheet(data))
    assert [name for name in data.names if name not in words] == []
    for name, values in data.sheet.rows:
        row = " ".join([name.capitalize(), *map(str, values)])
        assert row in " ".join(words.split()), row
    assert " ".join(["Total", *map(str, data.sheet.totals)]) in " ".join(words.split())
    assert " ".join(["Guilders (tie-break)", *map(str, data.sheet.tie_break[1])]) in " ".join(words.split())
    for proof in (data.commitment, data.secret, data.head, "verify.py", "2: –", "3: 布魯日"[: 9 if seats > 2 else 0]):
        assert proof in words
    for said in (data.league, "Table 3", data.date, "9 rounds", "page 1 of 1"):
        assert said in words


def test_totals_are_the_sums_of_what_stands_above_them() -> None:
    data = finished(4)
    columns = zip(*(values for _, values in data.sheet.rows), strict=True)
    assert tuple(map(sum, columns)) == data.sheet.totals


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rounds", [1, 6, 12, 30])
def test_a_scoresheet_has_one_page(seats: int, rounds: int) -> None:
    assert len(reader(scoresheet(finished(seats, rounds))).pages) == 1


def test_the_same_data_gives_the_same_bytes() -> None:
    assert scoresheet(finished()) == scoresheet(finished())
    assert scoresheet(finished()) != scoresheet(replace(finished(), date="15 November 2025"))


def test_title_subject_and_language_are_set() -> None:
    pdf = reader(scoresheet(finished()))
    assert pdf.metadata is not None
    assert pdf.metadata.title == "Autumn league of Łódź, table 3: final scoresheet"
    assert pdf.metadata.subject == "Bruges: Łódź, Ελένη, 布魯日"
    assert str(inside(pdf.trailer, "/Root")["/Lang"]) == "en"


def test_all_fonts_are_embedded() -> None:
    listed = inside(reader(scoresheet(finished())).pages[0], "/Resources", "/Font")
    fonts = [inside(listed, name) for name in listed]
    names = {str(font["/BaseFont"]).rpartition("+")[2] for font in fonts}
    used = [
        font for font in fonts if str(font["/BaseFont"]) != "/Helvetica"
    ]  # named by every file of ReportLab, not used
    assert {"DejaVuSans", "DejaVuSans-Bold", "DroidSansFallback"} <= names
    assert all("/FontFile2" in inside(font, "/FontDescriptor") for font in used)


def test_the_result_is_sorted_by_rank() -> None:
    data = finished(4)
    words = text(scoresheet(data))
    result = words[words.index("Result") : words.index("Points by category")]
    order = sorted(range(4), key=lambda seat: data.sheet.ranks[seat])
    places = [result.index(data.names[seat]) for seat in order]
    assert places == sorted(places)


def test_how_a_tie_was_decided_stands_in_words() -> None:
    tied = replace(finished().sheet, decided=TIE)
    assert " ".join(TIE.split()) in " ".join(text(scoresheet(replace(finished(), sheet=tied))).split())
    apart = replace(finished().sheet, totals=(70, 87, 71), ranks=(3, 1, 2))
    assert "All totals differ" in text(scoresheet(replace(finished(), sheet=apart)))
    level = replace(finished().sheet, totals=(70, 87, 70), ranks=(2, 1, 2))
    words = text(scoresheet(replace(finished(), sheet=level)))
    assert "shares the place" in " ".join(words.split())
    assert "All totals differ" not in words


def test_how_a_game_counts_otherwise_stands_below_the_result() -> None:
    said = "The game counts for nobody in the league."
    words = " ".join(text(scoresheet(replace(finished(), counts=said))).split())
    assert words.index("Result") < words.index(said) < words.index("Points by category")


@pytest.mark.parametrize(
    ("width", "lines"), [(70, ["Wilhelmina-", "Friederike", "Maria"]), (140, ["Wilhelmina-Friederike", "Maria"])]
)
def test_a_long_name_goes_on_in_the_next_line_behind_a_hyphen(width: float, lines: list[str]) -> None:
    assert wrapped("Wilhelmina-Friederike Maria", 9, width, bold=True) == lines


def test_words_written_to_the_left_stay_behind_the_number_of_their_seat() -> None:
    words = " ".join(text(scoresheet(replace(finished(), words=("a", "גן", "c")))).split())
    assert "1: a 2: גן 3: c" in words, "which is read in the order of the tongue's own letters"


def test_a_game_that_counts_for_no_league_has_no_such_column() -> None:
    cup = replace(finished(), league="Cup of Łódź")
    assert "league" in text(scoresheet(cup)).split()
    assert "league" not in text(scoresheet(replace(cup, league_points=("", "", "")))).split()


# --- as one sees it -----------------------------------------------------------------------------------


def hardest(seats: int) -> ScoresheetPaper:
    """Long names, many houses, many rounds, ties told at length, the longest words and headings."""
    data = finished(seats, 14, LONG, houses=14, decided=TIE)
    long = replace(data, league="Wintermeisterschaft " * 3, words=("W" * 40,) * seats)
    proof = proofs.on_paper({"public": VALUE}, practice=False, over=True)
    return replace(
        long, proof=proof, public=VALUE["randomness"], address="https://play.example.org/table/1/record.json"
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_is_printed_into_the_margins(seats: int) -> None:
    for data in (finished(seats), hardest(seats)):
        page = rendered(scoresheet(data))
        width, height = page.size
        margin, edge = width * 30 // 595, width * 18 // 595  # points
        left, right = page.crop((0, 20, margin, height)), page.crop((width - margin, 20, width, height))
        assert [part.getextrema() for part in (left, right)] == [(255, 255), (255, 255)]
        assert page.crop((0, height - edge, width, height)).getextrema() == (255, 255)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_white_line_parts_what_stands_above_from_the_proof(seats: int) -> None:
    for data in (finished(seats), hardest(seats)):
        page = rendered(scoresheet(data))
        assert len(reader(scoresheet(data)).pages) == 1
        above = base.FOOT + proof_height(data) + 11
        between = int(page.height * (1 - above / 842))  # in the gap above the block on verification
        assert page.crop((0, between, page.width, between + 2)).getextrema() == (255, 255)


@pytest.mark.parametrize("name", ["Łódź", "Ελένη", "布魯日", "Игорь", "דוד", "محمد"])
def test_names_of_any_script_are_seen_and_not_as_boxes(name: str) -> None:
    names = (name, NAMES[0])
    shown = rendered(scoresheet(finished(2, names=names)))
    boxes = rendered(scoresheet(finished(2, names=("\U000f0000" * len(name), NAMES[0]))))
    assert shown.tobytes() != boxes.tobytes()
