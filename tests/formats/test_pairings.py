"""Cyclic schedules: what every player may count on."""

import json
from collections import Counter
from itertools import combinations

import pytest

from tournaments.formats import pairings
from tournaments.formats.pairings import NoSchedule, cyclic, fairness

LARGE = (21, 40, 41, 80, 81, 140, 141, 200)  # the ends of what the blocks of large leagues serve
LEAGUES = [(players, seats) for seats in (2, 3, 4) for players in (*range(seats + 1, 21), *LARGE)]


@pytest.mark.parametrize(("players", "seats"), LEAGUES)
def test_everybody_plays_as_many_games_as_there_are_seats_and_sits_once_in_each(players, seats):
    tables = cyclic(players, seats)
    assert len(tables) == players
    for seat in range(seats):
        assert sorted(table[seat] for table in tables) == list(range(players))


@pytest.mark.parametrize(("players", "seats"), LEAGUES)
def test_nobody_sits_twice_at_one_table_and_nobody_is_invented(players, seats):
    for table in cyclic(players, seats):
        assert len(set(table)) == seats
        assert set(table) <= set(range(players))


@pytest.mark.parametrize(("players", "seats"), LEAGUES)
def test_two_players_meet_as_often_as_any_other_two_give_or_take_once(players, seats):
    low, high = fairness(cyclic(players, seats), players).meetings
    assert high - low <= 1
    assert low * players * (players - 1) <= seats * (seats - 1) * players <= high * players * (players - 1)


@pytest.mark.parametrize(("players", "seats"), LEAGUES)
def test_nobody_has_the_same_left_neighbour_twice_but_in_three_known_leagues(players, seats):
    twice = {(7, 4), (4, 3), (5, 3)}
    assert fairness(cyclic(players, seats), players).neighbours == (2 if (players, seats) in twice else 1)


@pytest.mark.parametrize(
    ("players", "seats", "meetings"),
    [(5, 4, (3, 3)), (6, 4, (2, 3)), (7, 4, (2, 2)), (12, 4, (1, 2)), (13, 4, (1, 1)), (20, 4, (0, 1)), (7, 3, (1, 1))],
)
def test_the_meetings_are_those_that_were_measured(players, seats, meetings):
    assert fairness(cyclic(players, seats), players).meetings == meetings


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_a_large_league_nobody_meets_anybody_twice(seats):
    for players in range(21, 201):
        pairs = Counter(frozenset(pair) for table in cyclic(players, seats) for pair in combinations(table, 2))
        assert set(pairs.values()) == {1}, players


@pytest.mark.parametrize(("players", "seats", "apart"), [(40, 4, 2), (80, 4, 3), (200, 4, 4), (40, 3, 4), (200, 3, 9)])
def test_in_a_large_league_few_games_lie_between_any_two_players(players, seats, apart):
    met: dict[int, set[int]] = {player: set() for player in range(players)}
    for table in cyclic(players, seats):
        for player in table:
            met[player].update(table)
    reached, steps = {0}, 0
    while len(reached) < players:
        reached, steps = set().union(*(met[player] for player in reached)), steps + 1
        assert steps <= apart
    assert steps == apart


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_as_many_players_as_seats_make_one_table(seats):
    assert cyclic(seats, seats) == [tuple(range(seats))]
    assert fairness(cyclic(seats, seats), seats).sentence == "One table: everybody plays one game with everybody else."


@pytest.mark.parametrize(("players", "seats"), [(2, 3), (201, 4), (0, 2), (9, 7), (1, 1), (-3, 3)])
def test_a_league_that_no_block_covers_is_refused_by_name(players, seats):
    with pytest.raises(NoSchedule, match=str(players)):
        cyclic(players, seats)


def test_fairness_is_told_in_one_sentence():
    assert fairness(cyclic(6, 3), 6).sentence == (
        "Everybody plays 3 games, meets everybody once or twice and sits once in each seat."
    )
    assert fairness(cyclic(13, 4), 13).sentence == (
        "Everybody plays 4 games, meets everybody once and sits once in each seat."
    )
    assert fairness(cyclic(16, 4), 16).sentence == (
        "Everybody plays 4 games, meets 12 others once and sits once in each seat."
    )


def test_fairness_counts_an_unfair_schedule_too():
    figures = fairness([(0, 1, 2), (0, 1, 3)], 4)
    assert (figures.games, figures.meetings, figures.seats, figures.neighbours) == ((1, 2), (0, 2), (0, 2), 2)
    assert (
        figures.sentence
        == "Everybody plays 1 to 2 games, meets everybody at most twice and sits at most twice in each seat."
    )


def test_the_two_seat_ring_lets_everybody_begin_once():
    tables = cyclic(5, 2)
    assert Counter(first for first, _ in tables) == Counter(range(5))
    assert len({frozenset(table) for table in tables}) == 5


def test_a_wrong_block_in_the_file_is_named(tmp_path, monkeypatch):
    wrong = tmp_path / "base_blocks.json"
    wrong.write_text(json.dumps({"3": [{"from": 4, "to": 5, "block": [0, 1, 4]}]}))
    monkeypatch.setattr(pairings, "BLOCKS", wrong)
    with pytest.raises(ValueError, match=r"\(0, 1, 4\)"):
        pairings._blocks.__wrapped__()
