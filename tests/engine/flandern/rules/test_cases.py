"""The examples of the rulebook and those beside it (T1 to T11), each a position, moves and what comes of them."""

from __future__ import annotations

import pytest

from engine import IllegalMove
from engine.flandern.rules import scoring
from tests.engine.flandern.table import BOX, TAKEN, areas, choose_all, kinds, match_at, moves, position

BLUE, YELLOW, GREEN, RED, GREY = range(5)
# The rulebook's Liège: blue has three districts, the others two each, with these masters printed on them.
LIEGE = {
    "L1": "blue",
    "S1": "blue",
    "S3": "blue",
    "L2": "yellow2",
    "M2": "yellow1",
    "M1": "red1",
    "S2": "red",
    "M3": "green1",
    "L3": "green",
    "M4": "grey",
    "L4": "grey",
    "S4": "church",
}


# --- T1: the order of play -----------------------------------------------------------------------------


def order_of(*choices: str, start: int) -> list[int]:
    told = choose_all(match_at(position(start=start, golden="influence")), *choices)
    shown = next(event for event in told if event.kind == "revealed")
    return [seat for seat, _, _ in shown.data["cards"]]


def test_more_cards_act_first_and_equal_numbers_clockwise_from_the_starting_player():
    # Blue, yellow, green, red sit clockwise; yellow starts.
    choices = ("choose gent with 1", "choose ieper", "choose leuven with 1", "choose luik with 2")
    assert order_of(*choices, start=YELLOW) == [RED, GREEN, BLUE, YELLOW]


def test_with_one_card_each_the_starting_player_is_first():
    assert order_of(*["choose pickup"] * 4, start=YELLOW) == [YELLOW, GREEN, RED, BLUE]


def test_influence_cards_that_were_played_are_gone():
    match = match_at(position(golden="pickup"))
    choose_all(match, "choose pickup with 2", *["choose pickup"] * 3)
    assert [seat.influence for seat in match.view(None).seats] == [1, 3, 3, 3]


# --- T2, T6, T7: what a town is worth --------------------------------------------------------------------


def test_the_rulebooks_liege_is_worth_sixteen():
    strength = {BLUE: (3, 0), YELLOW: (2, 3), RED: (2, 1), GREEN: (2, 1), GREY: (2, 1)}
    assert scoring.shares(16, strength, BOX) == {BLUE: 16, YELLOW: 8, RED: 0, GREEN: 0, GREY: 0}


def test_a_full_town_is_counted_with_its_centre():
    laid = {**LIEGE, "centre": "church cathedral", "M4": "grey1"}
    match = match_at(position(towns={"luik": {"area": 1, "laid": laid}}, golden="influence"))
    told = choose_all(match, *["choose pickup"] * 4)
    scored = next(event for event in told if event.kind == "scored")
    assert scored.data["value"] == 11 + 2 + 3
    points = {coat: got for coat, _, _, got in scored.data["guilds"]}
    assert points == {"blue": 16, "yellow": 8, "red": 0, "green": 0, "grey": 0}


@pytest.mark.parametrize(
    ("strengths", "points"),
    [
        ([(4, 0), (3, 1), (3, 0), (1, 0)], [15, 8, 4, 2]),
        ([(4, 1), (4, 1), (3, 0)], [8, 8, 4]),
        ([(1, 0)], [15]),
        ([(2, 0), (2, 0), (2, 0), (2, 0), (2, 0)], [0, 0, 0, 0, 0]),
    ],
)
def test_ranks_go_by_districts_then_masters_and_the_level_get_the_lowest(strengths, points):
    assert list(scoring.shares(15, dict(enumerate(strengths)), BOX).values()) == points


def test_building_sites_count_for_nothing_and_their_pieces_come_back():
    laid = TAKEN | {"L2": "red site"}
    match = match_at(position(towns={"brugge": {"area": 1, "laid": laid}}, golden="influence"))
    assert match.view(None).sites == 9
    told = choose_all(match, *["choose pickup"] * 4)
    scored = next(event for event in told if event.kind == "scored")
    assert (scored.data["value"], match.view(None).sites) == (12, 10)
    assert {coat: count for coat, count, _, _ in scored.data["guilds"]}["red"] == 2


# --- T3, T4, T8, T9: what a card allows -------------------------------------------------------------------


def test_a_town_card_is_for_the_own_guild_grey_and_the_church_in_that_town():
    match = match_at(position(start=YELLOW, golden="influence"))
    choose_all(match, "choose pickup", "choose leuven", "choose pickup", "choose pickup")
    coats = {move.split()[1].rstrip("012") if move.startswith("lay") else "church" for move in moves(match, YELLOW)}
    assert coats == {"yellow", "grey", "church"}
    with pytest.raises(IllegalMove, match="your Leuven card is for yellow, grey or church"):
        match.play(YELLOW, "lay blue L2")


def test_a_golden_master_of_the_round_still_counts_in_a_town_that_was_just_filled():
    laid = {space: words for space, words in LIEGE.items() if space != "S3"}
    match = match_at(position(start=BLUE, towns={"luik": {"area": 1, "laid": laid}}, golden="master", gone=["luik"]))
    choose_all(match, "choose luik", *["choose pickup"] * 3)
    match.play(BLUE, "lay blue S3")
    assert match.decision(BLUE).kind == "gold"
    told = match.play(BLUE, "gold luik M4")
    assert kinds(told)[:2] == ["master", "scored"]
    grey = next(row for row in told[1].data["guilds"] if row[0] == "grey")
    assert grey == ["grey", 2, 1, 0]


def test_without_a_piece_the_building_site_card_does_nothing_but_is_played():
    ten = {"L2": "grey site", "S2": "yellow site"}
    towns = {
        "brugge": {"area": 1, "laid": ten},
        "gent": {"area": 2, "laid": {"S2": "red site", "L2": "blue site"}},
        "ieper": {"area": 3, "laid": {"S3": "red site", "M2": "blue site"}},
        "leuven": {"area": 4, "laid": {"S1": "yellow site", "S2": "green site"}},
        "utrecht": {"area": 5, "laid": {"S3": "blue site", "L4": "green site"}},
    }
    match = match_at(position(towns=towns, golden="influence"))
    assert match.view(None).sites == 0
    told = choose_all(match, "choose site", *["choose pickup"] * 3)
    assert "idle" in kinds(told)
    assert "laid" not in kinds(told)
    assert BOX.card["site"] in match.view(None).seats[0].played


def test_the_first_district_goes_to_an_opening_of_the_centre_in_any_coat_but_its_own():
    match = match_at(position(towns=areas(brugge=1), start=YELLOW, golden="influence"))
    choose_all(match, "choose pickup", "choose brugge", "choose pickup", "choose pickup")
    lays = [move.split() for move in moves(match, YELLOW) if move.startswith("lay")]
    assert {words[2] for words in lays} == {"L2", "S2", "S3", "L3"}
    assert "blue" not in {words[1].rstrip("012") for words in lays}


# --- T10, T11: church districts with a form of their own ---------------------------------------------------


def test_church_c_adds_two_spaces_that_cannot_be_church():
    laid = {"L2": "yellow"}
    match = match_at(position(towns={"brugge": {"area": 1, "laid": laid}}, golden="influence"))
    choose_all(match, "choose brugge", *["choose pickup"] * 3)
    told = match.play(0, "church C L1 north")
    assert next(event for event in told if event.kind == "laid").data["new"] == ["S5", "S6"]
    town = match.view(None).towns[0]
    layout = town.layout(BOX)
    assert [layout.spaces[layout.number[name]].cells for name in ("S5", "S6")] == [((-1, 0),), ((-1, 1),)]
    choose_all(match, "choose pickup", "choose brugge", "choose pickup", "choose pickup")
    lays = [move for move in moves(match, 1) if "S5" in move or "S6" in move]
    assert lays
    assert not any("church" in move for move in lays)


def test_church_d_swallows_a_free_bordering_space():
    towns = {"leuven": {"area": 4, "laid": {"M4": "green"}}}
    match = match_at(position(towns=towns, golden="influence"))
    choose_all(match, "choose leuven", *["choose pickup"] * 3)
    assert sorted(move for move in moves(match, 0) if "over" in move) == [
        f"church D M3 over {space}" for space in ("S1", "S2", "S4")
    ]
    match.play(0, "church D M3 over S4")
    town = match.view(None).towns[3]
    assert len(town.free(BOX)) == 12 - 3
    assert scoring.value(town, BOX) == 1 + 1 + 2


# --- T5: the end ------------------------------------------------------------------------------------------


def test_all_who_have_most_influence_cards_at_the_end_get_three_points():
    seated = [{"influence": 2}, {"influence": 2}, {"influence": 1}]
    match = match_at(position(seated=seated, golden="pickup"))
    before = scoring.bonus(match._state, BOX)
    assert before == [3, 3, 0]
    for seat in match._state.seats:
        seat.influence = 0
    assert scoring.bonus(match._state, BOX) == [0, 0, 0]
