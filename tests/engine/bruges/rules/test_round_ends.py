"""Majorities, the end of a round and the end of the game, one sentence each."""

from __future__ import annotations

from tests.engine.bruges.table import BARE, THREES, Table, house, laurels


def test_a_turned_marker_stays_when_another_seat_gets_ahead_and_turns_its_own():
    table = Table({"step": 1, "markers": ["reputation"]}, {"step": 3}, phase="majorities", extra=None, last=1)
    assert [seat.markers[0] for seat in table.state.seats] == [True, True]


def test_a_turned_marker_stays_when_fire_and_plague_take_what_it_was_for():
    lost, kept, *_ = laurels()
    struck = {"threats": {"red": 2, "brown": 2}, "houses": [house("red", lost)], "canals": {"left": 1}}
    ahead = {"houses": [house("blue", kept)], "canals": {"left": 1}}
    table = Table({**struck, "markers": ["people", "canal"]}, ahead, phase="dice", dice=THREES | {"red": 5, "brown": 5})
    table.play(0, "fire first", "lose canal left")
    assert (table.persons(0), table.seat(0).canals, table.state.round) == ([], [0, 0], 2)
    assert [seat.markers for seat in table.state.seats] == [[False, True, True]] * 2


def test_the_next_seat_begins_the_next_round():
    table = Table({"hand": ["mayor"]}, {}, {}, start=0)
    table.play(0, "workers mayor")
    assert (table.state.round, table.state.start) == (2, 1)


def test_the_game_ends_with_its_last_round_and_keeps_the_points_of_every_round():
    table = Table({"hand": ["mayor"]}, {}, round=3, extra=None, last=3, totals=[[1, 2], [3, 4]])
    table.play(0, "workers mayor")
    assert table.game.over(table.state)
    assert table.game.asks(table.state) == ()
    sheet = table.game.scoresheet(table.state)
    assert sheet.by_round == ((1, 2), (3, 4), sheet.totals)
    assert table.told("game ends")[0]["totals"] == list(sheet.totals)


def test_a_tie_goes_to_the_fuller_purse_and_then_the_victory_is_shared():
    poorer = Table(
        {**BARE, "guilders": 3, "points": 9},
        {**BARE, "guilders": 7, "points": 9},
        phase="majorities",
        extra=None,
        last=1,
    )
    sheet = poorer.game.scoresheet(poorer.state)
    assert sheet.ranks == (2, 1)
    assert sheet.decided == "Two seats have 9 points; more guilders decide, 7 to 3."
    equal = Table({**BARE, "points": 9}, {**BARE, "points": 9}, {**BARE}, phase="majorities", extra=None, last=1)
    sheet = equal.game.scoresheet(equal.state)
    assert sheet.ranks == (1, 1, 3)
    assert sheet.decided == "Two seats have 9 points and 0 guilders each and share the victory."
