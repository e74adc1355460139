"""Lists of people as spreadsheets and programs write them, and files that are none."""

import json
import time
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.shared import pace
from tournaments.formats.sheets import reading
from tournaments.formats.sheets.reading import MOST_BYTES, MOST_ROWS, Unreadable, people
from tournaments.formats.sheets.writing import Sheet, to_csv, to_json
from tournaments.keys import rfc5322

ANNA = ("Anna", "anna@example.net")
BOTH = [ANNA, ("Brown, Olivia", "olivia@example.net")]
COLUMNS = {"name": "Name", "address": "Address"}


def found(raw: bytes) -> list[tuple[str, str]]:
    return [(person.name, person.address) for person in people(raw).rows]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("head", ["Name{0}Address", "E-Mail{0}Spieler", "", "sep={0}\nName{0}Address"])
def test_every_separator_and_every_end_of_a_line_is_read(separator, end, head):
    rows = [[f'"{name}"', address] for name, address in BOTH]
    if head.startswith("E-Mail"):
        rows = [row[::-1] for row in rows]
    lines = [head.format(separator).replace("\n", "\r\n"), *(separator.join(row) for row in rows)]
    assert found(end.join(filter(None, lines)).encode()) == BOTH


def test_a_comma_in_a_name_is_no_separator_where_another_one_is_used():
    assert found(b"Brown, Olivia;olivia@example.net\nSmith, Jo;jo@example.net") == [
        ("Brown, Olivia", "olivia@example.net"), ("Smith, Jo", "jo@example.net"),
    ]  # fmt: skip


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
def test_every_usual_encoding_is_read_and_a_guess_says_so(encoding):
    read = people("Name;Address\nJürgen Müßig;j@example.net".encode(encoding))
    assert (read.rows[0].name, read.guessed) == ("Jürgen Müßig", encoding == "cp1252")


def test_a_name_over_two_lines_is_one_name_and_its_row_has_one_number():
    first, second = people(b'Name,Address\n"Anna\nBell",a@example.net\n\nBea,b@example.net').rows
    assert (first.name, first.row, second.row) == ("Anna Bell", 2, 4)


@pytest.mark.parametrize(
    "shape",
    [
        [{"name": "Anna", "address": "anna@example.net"}],
        {"players": [{"Name": "Anna", "E-Mail": "anna@example.net", "age": 4}]},
    ],
)
def test_json_is_read_in_the_shapes_that_programs_write(shape):
    assert found(json.dumps(shape).encode()) == [ANNA]


def test_a_list_of_addresses_alone_is_enough():
    assert found(b"anna@example.net\nbea@example.net") == [("", "anna@example.net"), ("", "bea@example.net")]
    assert found(b'["anna@example.net"]') == [("", "anna@example.net")]


@given(
    st.lists(
        st.tuples(
            st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), min_size=1),
            st.sampled_from(["=x@b.example", "+1@b.example", "-@b.example", "'=x@b.example", "a@b.example"]),
        ),
        min_size=1,
    )
)
def test_a_list_that_we_have_written_is_read_as_it_was(rows):
    sheet = Sheet(COLUMNS, [{"name": name, "address": address} for name, address in rows])
    assert found(to_csv(sheet)) == rows
    assert found(to_json(sheet)) == [(reading._clean(name), reading._clean(address)) for name, address in rows]


def test_signs_that_turn_a_line_round_or_cannot_be_shown_are_taken_out():
    assert found(b'[{"name": "\\u202eA\\u0000n\\ud800", "address": "a@b.example"}]') == [("A n?", "a@b.example")]


BAD = {
    "empty": (b" \r\n", "empty"),
    "only a heading": (b"Name,Address\n", "nobody"),
    "no address": (b"Name,Town\nAnna,Ghent", "Address"),
    "a spreadsheet": (b"PK\x03\x04abc", "Save it as CSV"),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00", "no text"),
    "an open quotation": (b'Name,Address\nAnna,"a@example.net\n', "Line 2"),
    "broken JSON": (b'[{"name": "Anna",}]', "Line 1"),
    "JSON of something else": (b'{"a": 1}', "no list"),
    "an entry of something else": (b'["a@b.example", 7]', "Entry 2"),
    "an address that is no text": (b'[{"address": 7}]', "Entry 1"),
    "brackets without end": (b"[" * 100_000, "cannot be read"),
    "a number without end": (b"[" + b"9" * 10_000 + b"]", "cannot be read"),
    "too many": (b"Name,Address\n" + b"A,a@b.example\n" * (MOST_ROWS + 1), f"{MOST_ROWS} rows"),
    "too many in JSON": (json.dumps(["a@b.example"] * (MOST_ROWS + 1)).encode(), f"{MOST_ROWS} rows"),
    "too large": (b"x" * (MOST_BYTES + 1), "1 MB"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_read_says_what_to_do(name):
    raw, words = BAD[name]
    with pytest.raises(Unreadable, match=words):
        people(raw)


def test_as_many_as_fit_are_taken():
    assert len(people(b"Name,Address\n" + b"A,a@b.example\n" * MOST_ROWS).rows) == MOST_ROWS


@pytest.mark.parametrize("raw", [b"\n" * 1_000_000, b"," * 1_000_000, b'a@b"' * 250_000, b"a@b\n" * 250_000])
def test_no_file_keeps_the_service_busy(raw):
    begun = time.process_time()
    with suppress(Unreadable):
        people(raw)
    assert time.process_time() - begun < 5


@given(st.binary(max_size=300) | st.text(alphabet="a@b,;\t\n\r\"'[]{}: =", max_size=60).map(str.encode))
@example(b"\xff\xfe\x00")
@example(b'""@')
def test_any_bytes_are_a_list_or_named_as_none(raw):
    with suppress(Unreadable):
        for person in people(raw).rows:
            words = person.name + person.address
            assert (words.encode().decode(), "\n" in words) == (words, False)


@pytest.mark.parametrize(
    ("begin", "piece"),
    [("", "a@b,"), ("", "x;"), ("", "a@b\t,;"), ("address\n", '"' + "a@b.example," * 10_000 + '"\n')],
    ids=["addresses", "cells", "separators", "addresses in one cell"],
)
def test_a_file_of_very_many_cells_is_looked_at_in_a_moment(begin: str, piece: str) -> None:
    raw = (begin + piece * (reading.MOST_BYTES // len(piece) - 1)).encode()

    def look() -> None:
        with suppress(reading.Unreadable):
            for person in reading.people(raw).rows:
                rfc5322.pasted(person.address)

    assert pace.seconds(look) < pace.A_MOMENT


def test_a_cell_of_any_length_keeps_nobody_else_from_being_read():
    long = "x" * 300_000
    assert found(f'name,address\nAnna,anna@example.net\n"{long}",b@example.net\n'.encode())[0] == ANNA


def test_of_a_cell_that_is_too_long_no_address_is_cut_out() -> None:
    address = "anna@example.net"
    long = f"{address}{' ' * reading.LONGEST_CELL}x"
    assert reading.people(f'address\n{address}\n"{long}"\n'.encode()).rows[1].address.endswith("…")
