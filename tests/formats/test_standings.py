"""League points, the standings and why somebody is ahead."""

from fractions import Fraction
from hashlib import sha256
from operator import attrgetter, itemgetter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.language.languages import speaking
from tournaments.formats.numbers import percent, plain
from tournaments.formats.standings import BadResult, Result, Share, league_points, put_last, standings
from tournaments.formats.tiebreaks import UnknownTieBreak, lot

CAST = ("Anna", "Bea", "Chidi", "Dora")


@pytest.mark.parametrize(
    ("ranks", "vector", "points"),
    [
        ([1, 2, 3, 4], [10, 6, 3, 1], [10, 6, 3, 1]),
        ([3, 1, 2], [6, 3, 1], [1, 6, 3]),
        ([1, 1, 3], [6, 3, 1], [Fraction(9, 2), Fraction(9, 2), 1]),
        ([1, 2, 2], [6, 3, 1], [6, 2, 2]),
        ([1, 1, 1], [6, 3, 1], [Fraction(10, 3)] * 3),
        ([2, 2, 1, 2], [10, 6, 3, 1], [Fraction(10, 3), Fraction(10, 3), 10, Fraction(10, 3)]),
        ([1, 2, 3], [3], [3, 0, 0]),
    ],
)
def test_places_earn_points_and_ties_share_them_exactly(ranks, vector, points):
    assert league_points(ranks, vector) == points


@pytest.mark.parametrize("ranks", [[1, 3, 3], [2, 2], [1, 2, 4], [0, 1]])
def test_ranks_that_leave_out_a_place_are_refused(ranks):
    with pytest.raises(BadResult):
        league_points(ranks, [6, 3, 1])


@given(st.lists(st.integers(0, 3), min_size=1, max_size=5))
def test_a_table_always_hands_out_the_same_sum(scores):
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    assert sum(league_points(ranks, [10, 6, 3, 1, 0])) == sum([10, 6, 3, 1, 0][: len(scores)])


def test_the_seat_that_the_stand_in_finished_can_be_put_last():
    result = put_last(Result(CAST, (50, 40, 30, 30), (1, 2, 3, 3)), [0])
    assert result.ranks == (4, 1, 2, 2)
    assert put_last(Result(CAST, (50, 40, 30, 20), (1, 2, 3, 4)), [0, 2]).ranks == (3, 1, 3, 2)


def test_points_decide_first_and_need_no_explanation():
    rows = standings([Result(("Anna", "Bea", "Chidi"), (40, 30, 20), (1, 2, 3))], [6, 3, 1])
    assert list(map(attrgetter("place", "player", "points"), rows)) == [(1, "Anna", 6), (2, "Bea", 3), (3, "Chidi", 1)]
    assert [row.decided_by for row in rows] == ["points", "points", ""]
    assert [row.explanation for row in rows] == ["", "", ""]


def test_wins_decide_between_equal_points():
    results = [
        Result(("Anna", "Bea", "Chidi"), (40, 30, 20), (1, 2, 3)),
        Result(("Anna", "Bea", "Dora"), (10, 30, 40), (3, 2, 1)),
    ]
    rows = standings(results, [5, 3, 1])
    assert [row.player for row in rows][:2] == ["Anna", "Bea"]
    assert rows[0].explanation == "ahead of Bea on wins, 1 to 0"


def test_what_decides_is_said_to_whoever_reads_it():
    results = [
        Result(("Anna", "Bea", "Chidi"), (40, 30, 20), (1, 2, 3)),
        Result(("Anna", "Bea", "Dora"), (10, 30, 40), (3, 2, 1)),
    ]
    row = standings(results, [5, 3, 1])[0]
    with speaking("de"):
        assert row.explanation == "vor Bea durch Siege, 1 zu 0"
    assert row.explanation == "ahead of Bea on wins, 1 to 0"


def test_second_places_decide_where_points_and_wins_are_level():
    def game(winner, second, third, fourth):
        return Result((winner, second, third, fourth), (40, 30, 20, 10), (1, 2, 3, 4))

    results = [
        *(game("x", "Anna", "y", "z") for _ in range(3)),
        *(game("x", "Bea", "y", "z") for _ in range(2)),
        game("x", "y", "Bea", "z"),
        game("x", "y", "Bea", "z"),
    ]
    rows = {row.player: row for row in standings(results, [9, 4, 2, 0])}
    assert rows["Anna"].points == rows["Bea"].points == 12
    assert rows["Anna"].explanation == "ahead of Bea on second places, 3 to 2"


def test_the_share_of_the_winners_score_comes_next():
    results = [
        Result(("x", "Anna"), (100, 80), (1, 2)),
        Result(("x", "Bea"), (50, 30), (1, 2)),
    ]
    rows = {row.player: row for row in standings(results, [5, 2])}
    assert rows["Anna"].explanation == "ahead of Bea on the share of the winner's score, 80.0 % to 60.0 %"
    assert rows["Bea"].values["share"] == Fraction(3, 5)


def test_a_shared_win_counts_half_a_win_and_half_a_second_place():
    row = standings([Result(("Anna", "Bea", "Chidi"), (40, 40, 20), (1, 1, 3))], [6, 3, 1])[0]
    assert (row.values["wins"], row.values["seconds"], row.shown["points"]) == (Fraction(1, 2), Fraction(1, 2), "4 1/2")


def test_the_lot_is_reproducible_from_the_published_seed():
    results = [Result(("Anna", "Bea"), (40, 40), (1, 1))]
    rows = standings(results, [5, 2], lot_seed="beacon 77")
    by_hand = sorted(("Anna", "Bea"), key=lambda name: sha256(f"beacon 77:{name}".encode()).digest(), reverse=True)
    assert [row.player for row in rows] == by_hand
    assert rows[0].explanation == f"ahead of {by_hand[1]} by lot"
    assert [row.place for row in rows] == [1, 2]
    assert lot("Anna", "beacon 77") != lot("Anna", "beacon 78")


# printf 'beacon 77:Anna' | sha256sum, and the same with Bea: an old league can be checked without this code.
LOTS_77 = {
    "Anna": 0xF8D9DDFE40FBFAB64E4A449FAA0CB42C92CDEA4042D8BCCEDED73EEBF3304643,
    "Bea": 0xAB88D2F22FFC63B18CD68E68498294FE6468080F42312B4C77593C9BA8BBB126,
}


def test_the_lot_is_the_published_fraction_and_the_greater_one_goes_ahead():
    assert {name: lot(name, "beacon 77") * 2**256 for name in LOTS_77} == LOTS_77
    rows = standings([Result(("Bea", "Anna"), (40, 40), (1, 1))], [5, 2], lot_seed="beacon 77")
    assert [(row.player, row.values["lot"], row.decided_by) for row in rows] == [
        ("Anna", Fraction(LOTS_77["Anna"], 2**256), "lot"),
        ("Bea", Fraction(LOTS_77["Bea"], 2**256), ""),
    ]


def test_without_a_lot_players_may_share_a_place():
    results = [Result(("Anna", "Bea", "Chidi"), (40, 40, 20), (1, 1, 3))]
    rows = standings(results, [6, 3, 1], ["points", "wins"])
    assert [row.place for row in rows] == [1, 1, 3]
    assert rows[0].explanation == "level with Bea"


def test_the_chain_is_followed_in_the_order_that_was_announced():
    results = [
        Result(("Anna", "x"), (10, 9), (1, 2)),
        Result(("Anna", "y"), (1, 100), (2, 1)),
        Result(("Bea", "x"), (99, 100), (2, 1)),
        Result(("Bea", "y"), (99, 100), (2, 1)),
    ]
    assert standings(results, [4, 2], ["share"])[2].values.keys() == {"points", "share"}
    by_wins = [row.player for row in standings(results, [2, 1, 0], ["wins", "share"]) if row.player in CAST]
    assert by_wins == ["Anna", "Bea"]


def test_an_unknown_tie_break_is_named():
    with pytest.raises(UnknownTieBreak, match="coin"):
        standings([], [6, 3, 1], ["points", "coin"])


def test_entrants_without_a_game_stand_in_the_table_too():
    rows = standings([], [6, 3, 1], ["points"], players=[7, 8], names={7: "Anna", 8: "Bea"})
    assert list(map(attrgetter("place", "games", "points"), rows)) == [(1, 0, 0), (1, 0, 0)]
    assert rows[0].explanation == ""


def test_a_table_where_nobody_scored_is_no_division_by_zero():
    rows = standings([Result(("Anna", "Bea"), (0, -3), (1, 2))], [5, 2])
    assert [row.values["share"] for row in rows] == [1, 0]


@given(st.permutations(range(6)), st.text(max_size=8))
def test_standings_do_not_depend_on_the_order_of_the_results(order, seed):
    results = [Result((t % 4, (t + 1) % 4, (t + 2) % 4), (30, 20 - t % 2, 19), (1, 2 + t % 2 * 0, 3)) for t in range(6)]
    shuffled = [results[index] for index in order]
    assert standings(shuffled, [6, 3, 1], lot_seed=seed) == standings(results, [6, 3, 1], lot_seed=seed)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Fraction(16), "16"),
        (Fraction(13, 2), "6 1/2"),
        (Fraction(1, 3), "1/3"),
        (Fraction(-7, 3), "-2 1/3"),
        (Fraction(0), "0"),
    ],
)
def test_fractions_are_written_as_people_write_them(number, text):
    assert plain(number) == text


def test_shares_are_written_in_percent():
    assert percent(Fraction(2, 3)) == "66.7 %"


def test_before_the_first_game_nobody_is_ahead_of_anybody():
    rows = standings([], [6, 3, 1], lot_seed="x", players=CAST)
    assert [(row.place, row.decided_by, row.explanation) for row in rows] == [(1, "", "")] * len(CAST)


def test_the_lot_is_not_drawn_for_who_has_not_played_yet():
    rows = standings(
        [Result(("Anna", "Bea"), (0, 0), (1, 2))], [0, 0], ["lot"], "x", players=("Anna", "Bea", "Chidi", "Dora")
    )
    assert [row.place for row in rows] == [1, 2, 3, 3]
    assert rows[2].explanation == ""


def test_who_is_disqualified_is_left_out_while_the_games_count_for_the_others():
    result = Result(("Anna", "Bea", "Chidi"), (40, 30, 20), (1, 2, 3))
    rows = standings([result], [6, 3, 1], without={"Anna"}, players=("Dora",))
    assert list(map(attrgetter("place", "player", "points"), rows)) == [(1, "Bea", 3), (2, "Chidi", 1), (3, "Dora", 0)]


def test_who_has_lost_games_that_are_void_stands_as_if_all_had_been_played():
    results = [Result(("Anna", "Bea"), (40, 30), (1, 2)), Result(("Chidi", "Anna"), (40, 30), (1, 2))]
    alone, weighted = standings(results, [5, 2]), standings(results, [5, 2], shares={"Chidi": Share(1, 2)})
    assert list(map(attrgetter("player", "points"), alone)) == [("Anna", 7), ("Chidi", 5), ("Bea", 2)]
    assert list(map(attrgetter("player", "points"), weighted)) == [("Chidi", 10), ("Anna", 7), ("Bea", 2)]
    assert itemgetter("wins", "share")(weighted[0].values) == (2, 1)
    assert weighted[0].explanation == "1 of 2 games count, so points and places are multiplied by 2"


def test_who_has_no_game_left_that_counts_has_no_points():
    rows = standings([], [5, 2], players=["Anna"], shares={"Anna": Share(0, 2)})
    assert list(map(attrgetter("points", "place"), rows)) == [(0, 1)]
