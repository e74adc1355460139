"""Cells that no spreadsheet takes for a formula, and that read back as what they were."""

import csv
import io
import json
from datetime import UTC, datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.sheets.cells import guarded, unguarded
from tournaments.formats.sheets.writing import BOM, Sheet, Value, to_csv, to_json

SIGNS = "=+-@\t\r\n＝＋－＠' "
TEXTS = st.text(st.one_of(st.sampled_from(SIGNS), st.characters(exclude_categories=["Cs"])), max_size=12)


def read(raw: bytes) -> list[list[str]]:
    text = raw.decode()
    assert text.startswith(BOM)
    return list(csv.reader(io.StringIO(text[1:], newline=""), strict=True))


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "  =1", "＝1", "=cmd|' /C calc'!A0", "'=1", "''@x"]
)
def test_what_a_spreadsheet_would_run_is_written_as_text(text):
    assert guarded(text) == f"'{text}"
    assert unguarded(guarded(text)) == text


@pytest.mark.parametrize("text", ["", "Anna", "1 = 1", "O'Hara", "'t Hooft", "a@b.example", "2026-01-01", "10"])
def test_everything_else_stays_as_it_is(text):
    assert guarded(text) == text == unguarded(text)


@given(TEXTS)
def test_no_cell_begins_with_what_is_run_and_each_reads_back(text):
    cell = guarded(text)
    assert not cell.lstrip(" ").startswith(tuple("=+-@\t\r\n"))
    assert unguarded(cell) == text


@given(st.lists(st.tuples(TEXTS, TEXTS, st.integers() | st.none()), max_size=5))
def test_a_whole_file_holds_no_formula_and_reads_back_cell_by_cell(rows):
    sheet = Sheet({"a": "=Head", "b": "B", "c": "C"}, [{"a": a, "b": b, "c": c} for a, b, c in rows])
    head, *lines = read(to_csv(sheet))
    assert head == ["'=Head", "B", "C"]
    assert not [cell for line in lines for cell in line if cell.startswith(tuple("=+-@\t\r"))]
    again = [tuple(unguarded(cell) for cell in line) for line in lines]
    assert again == [(a, b, "" if c is None else str(c)) for a, b, c in rows]


def test_numbers_and_moments_are_plain_for_people_and_exact_for_programs():
    at = datetime(2026, 7, 1, 10, 30, tzinfo=UTC)
    values: dict[str, Value] = {"points": Fraction(10, 3), "whole": Fraction(4), "at": at, "none": None, "less": -2}
    sheet = Sheet({"points": "Points", "whole": "W", "at": "Joined", "none": "N", "less": "L"}, [values])
    head, line = read(to_csv(sheet, ZoneInfo("Europe/Brussels")))
    assert head[2] == "Joined (Europe/Brussels)"
    assert line == ["3.3333", "4", "2026-07-01 12:30", "", "'-2"]
    (row,) = json.loads(to_json(sheet))
    assert row == {"points": 3.3333, "whole": 4, "at": "2026-07-01T10:30:00Z", "none": None, "less": -2}


def test_a_half_of_a_pair_of_signs_breaks_no_file():
    sheet = Sheet({"a": "A"}, [{"a": "\ud800"}])
    assert read(to_csv(sheet))[1] == ["?"]
    assert json.loads(to_json(sheet)) == [{"a": "?"}]
