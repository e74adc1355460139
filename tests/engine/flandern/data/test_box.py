"""Box files: ours is sound, and of a wrong one the first wrong thing is named with its place."""

from __future__ import annotations

import copy
import json
import secrets
from contextlib import suppress
from itertools import product
from random import Random

import pytest

from engine import BadDeck, Match
from engine.flandern import GAME, boxes
from engine.flandern.data import maps
from tests.engine.flandern.table import BOX, SECRET
from tests.engine.mistakes import names_its_place, slips


def changed(**fields: object) -> dict:
    return {**copy.deepcopy(BOX.file), **fields}


def area(number: int = 0, **fields: object) -> dict:
    """Our box with another area in that place."""
    file = changed()
    file["areas"][number] |= fields
    return file


def fault(file: object) -> str:
    with pytest.raises(BadDeck) as found:
        boxes.read_box(json.dumps(file), "club.json")
    return str(found.value)


def test_our_areas_hold_twelve_spaces_each_in_reach_of_the_centre() -> None:
    for number in range(6):
        layout = BOX.layout(number, ())
        assert [sum(s.shape == shape for s in layout.spaces[1:]) for shape in range(3)] == [4, 4, 4]
        assert maps.out_of_reach(layout) == []
        assert {cell for space in layout.spaces for cell in space.cells} == {(r, c) for r in range(5) for c in range(5)}


def test_bordering_is_mutual_and_long_sides_touch_what_borders() -> None:
    for number in range(6):
        spaces = BOX.layout(number, ()).spaces
        for at, space in enumerate(spaces):
            assert space.long & ~space.borders == 0
            for other, neighbour in enumerate(spaces):
                assert bool(space.borders >> other & 1) == bool(neighbour.borders >> at & 1)


def test_of_the_openings_of_the_first_area_four_touch_the_centre_with_a_long_side() -> None:
    layout = BOX.layout(0, ())
    assert [space.name for space in layout.spaces if space.long & 1] == ["L2", "S2", "S3", "L3"]
    walls = {space.name: space.walls for space in layout.spaces if space.walls}
    assert (walls["L1"], walls["M1"], walls["S4"]) == (("north",), ("east",), ("south",))


ROWS = BOX.file["areas"][0]["rows"]
BORDERS = BOX.file["areas"][0]["borders"]
WRONG = {
    "rows must be 5 rows": area(rows=ROWS[:4]),
    "row 2 has 4 cells": area(rows=[ROWS[0], "nWXX", *ROWS[2:]]),
    "row 1, column 4: '?' is no space": area(rows=["WWX?m", *ROWS[1:]]),
    "row 3, column 3: the centre": area(rows=[*ROWS[:2], "nbbco", *ROWS[3:]]),
    "row 1, column 4: the centre": area(rows=["WWX#m", *ROWS[1:]]),
    "S1 (letter a) has 2 cells": area(rows=["WWXaa", *ROWS[1:]]),
    "M2 (letter n) is not two cells in a row": area(rows=["WWXam", "nWXXm", "bn#co", *ROWS[3:]]),
    "L1 (letter W) is not three cells in a corner": area(rows=["WWWam", "n" + 3 * "X" + "m", *ROWS[2:]]),
    "L1 borders L2 M2 S2 in the rows, L2 M2 in the list": area(borders={**BORDERS, "L1": "L2 M2"}),
    "borders must name the neighbours": area(borders={"L1": "L2"}),
    "areas: must be 6": changed(areas=[]),
    "field scoring: is missing": {name: value for name, value in changed().items() if name != "scoring"},
    "field colour: is not known": changed(colour=1),
    "pieces, field sites: is -1": changed(pieces={**BOX.file["pieces"], "sites": -1}),
    "golden A: castle is no golden card": changed(golden={"A": {"castle": 1}, "B": {}}),
    "church_specials C, creates: does not fill": changed(
        church_specials={**BOX.file["church_specials"], "C": {"base": "L", "creates": ["S"], "removes": []}}
    ),
    "town 1, field coat: is 7, not one of": changed(
        towns=[{**BOX.file["towns"][0], "coat": 7}, *BOX.file["towns"][1:]]
    ),
    "area 3, field id: is '1', not '3'": area(2, id="1"),
    "note: is no text": changed(note=[]),
    "golden: are 14 in all, 28 are wanted": changed(golden={**BOX.file["golden"], "B": {}}),
    "guild_districts: are 14 in all, 15 are wanted": changed(
        guild_districts={**BOX.file["guild_districts"], "S": [3, 1, 0]}
    ),
    "church_districts: are 10 in all, 9 are wanted": changed(church_districts={"S": 4, "M": 3, "L": 3}),
    "one each": changed(towns=[{**town, "coat": "blue"} for town in BOX.file["towns"]]),
    "begins like a word of our orders": changed(
        towns=[{"id": "laybach", "name": "L", "coat": "blue"}, *BOX.file["towns"][1:]]
    ),
}


@pytest.mark.parametrize("words", WRONG)
def test_what_is_wrong_with_a_box_is_named(words: str) -> None:
    said = fault(WRONG[words])
    assert words in said
    assert said.startswith("club.json")


def faulty(rows: list[str], borders: dict[str, str]) -> bool:
    with suppress(BadDeck):
        maps.check_area(rows, borders, "area")
        return False
    return True


@pytest.mark.parametrize("number", range(6))
def test_no_cell_of_a_map_can_be_another_one_unnoticed(number: int) -> None:
    rows, borders = BOX.file["areas"][number]["rows"], BOX.file["areas"][number]["borders"]
    assert not faulty(rows, borders)
    for r, c, letter in product(range(5), range(5), "abcdmnopWXYZ#."):
        if rows[r][c] != letter:
            row = rows[r][:c] + letter + rows[r][c + 1 :]
            assert faulty([*rows[:r], row, *rows[r + 1 :]], borders), (r, c, letter)


@pytest.mark.parametrize("number", range(6))
def test_no_neighbour_of_a_map_can_be_left_out_or_made_up_unnoticed(number: int) -> None:
    rows, borders = BOX.file["areas"][number]["rows"], BOX.file["areas"][number]["borders"]
    for space, named in borders.items():
        near = named.split()
        for other in [*borders, "centre"]:
            changed_list = [name for name in near if name != other] if other in near else [*near, other]
            assert faulty(rows, {**borders, space: " ".join(changed_list)}), (space, other)


def test_any_value_of_another_kind_is_named_with_its_place_or_does_no_harm() -> None:
    refused = []
    for place, file in slips(BOX.file, Random(secrets.token_bytes(16))):
        try:
            match = Match.start(GAME.with_deck(json.dumps(file), "club.json"), 3, secret=SECRET)
        except BadDeck as error:
            refused.append((place, str(error)))
        else:
            assert match.waiting, place
    assert len(refused) > 100
    assert [one for one in refused if not names_its_place(one[1].removeprefix("club.json").lstrip(",: "), one[0])] == []


def test_a_space_that_cannot_be_reached_is_named() -> None:
    """Two spaces L that touch the rest of the town with short sides only, and each other with long ones."""
    lost = [area_["id"] for area_ in BOX.file["areas"] if maps.out_of_reach(maps.grown(tuple(area_["rows"]), ()))]
    assert lost == []
    raw = [("centre", 0, ((2, 2),)), ("S1", 0, ((2, 3),)), ("M1", 1, ((0, 0), (0, 1)))]
    assert maps.out_of_reach(maps.connect(raw)) == ["M1"]


def test_a_file_that_is_no_json_is_named_with_its_line() -> None:
    with pytest.raises(BadDeck, match=r"club.json, line 2"):
        boxes.read_box('{"box":\n oops}', "club.json")


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e999"])
def test_what_no_other_reader_of_json_reads_is_no_number_of_a_box(number: str) -> None:
    text = json.dumps({**BOX.file, "about": "a number"}).replace('"a number"', number)
    with pytest.raises(BadDeck, match="no JSON that a deck is written in"):
        boxes.read_box(text, "club.json")


def test_a_club_plays_with_its_own_box_and_finds_it_again() -> None:
    file = changed(scoring={**BOX.file["scoring"], "third": 5})
    game = GAME.with_deck(json.dumps(file), "club.json")
    assert game.deck_digest != GAME.deck_digest
    match = Match.start(game, 3, secret=SECRET)
    assert match.header["deck"] == game.deck_digest
    assert Match.load(match.dump(), secret=SECRET).game.deck == file
    assert GAME.of_deck(game.deck_digest).deck == file
    with pytest.raises(BadDeck, match="is not known here"):
        GAME.of_deck("0" * 64)
