"""A match round by round, played again from its log."""

from __future__ import annotations

import pytest

from engine import Match
from engine.bruges import GAME
from engine.match.chronicle import chronicle
from engine.match.export import export, replay
from engine.match.log import told
from engine.match.restoring import positions
from engine.refusals import BrokenRecord
from tests.engine.bruges.matches import FIVE, FOUR, TIE, match
from tests.engine.toy import GAME as PEBBLES

SECRET = b"a chronicle is told round by ..."


@pytest.mark.parametrize("name", [TIE, FIVE, FOUR])
def test_the_points_after_each_round_are_those_the_game_kept(name: str) -> None:
    played = match(name)
    totals = tuple(played.game.scoresheet(chapter.state).totals for chapter in chronicle(played))
    assert totals == played.scoresheet().by_round


@pytest.mark.parametrize("name", [TIE, FIVE])
def test_every_event_is_told_once_and_in_its_round(name: str) -> None:
    played = match(name)
    chapters = chronicle(played)
    events = [event for chapter in chapters for entry in chapter.entries for event in entry.events]
    assert events == [event for entry in played.history for event in entry.events]
    for chapter in chapters:
        begun = [
            event.data["round"] for entry in chapter.entries for event in entry.events if event.kind == "round begins"
        ]
        assert begun == [chapter.round]


def test_the_last_position_is_the_present_one_and_the_match_is_left_alone() -> None:
    played = match(TIE)
    before = played.dump()
    assert played.game.dump(chronicle(played)[-1].state) == before["state"]
    assert played.dump() == before


def test_a_running_match_ends_with_the_round_that_is_played() -> None:
    running = Match.start(GAME, 2, secret=SECRET)
    while running.round < 3:
        decision = running.decisions[0]
        running.play(decision.seat, decision.moves[0])
    chapters = chronicle(running)
    assert [chapter.round for chapter in chapters] == [1, 2, 3]
    assert chapters[-1].state == running._state


def test_what_was_taken_back_is_left_out() -> None:
    running = Match.start(PEBBLES, 2, secret=SECRET)
    for seat in (0, 1):
        running.play(seat, "bid 1")
    running.close(running.decisions[0].serial)
    seat = running.decisions[0].seat
    running.play(seat, "skip")
    running.play(running.decisions[0].seat, "take 1")
    running.undo(seat)
    running.play(running.decisions[0].seat, "take 2")
    (chapter,) = chronicle(running)
    kinds = [event.data.get("stones") for event in told(chapter.entries, None) if event.kind == "took"]
    assert kinds == [2]
    assert chapter.state == running._state


def test_a_chronicle_needs_the_whole_log() -> None:
    played = match(TIE)
    with pytest.raises(BrokenRecord):
        chronicle(Match.load(played.dump(), secret=played.secret))


def test_a_match_from_its_export_tells_the_same() -> None:
    played = match(TIE)
    again = replay(export(played, ["Anna", "Bea"]))
    assert [chapter.entries for chapter in chronicle(again)] == [chapter.entries for chapter in chronicle(played)]


def test_every_position_is_the_one_the_match_was_in_what_was_taken_back_as_well() -> None:
    running = Match.start(PEBBLES, 2, secret=SECRET)
    for seat in (0, 1):
        running.play(seat, "bid 1")
    running.close(running.decisions[0].serial)
    seat = running.decisions[0].seat
    running.play(seat, "skip")
    running.undo(seat)
    running.play(seat, "skip")
    running.play(running.decisions[0].seat, "take 1")
    running.roll_back(0, anew=True)
    running.play(0, "bid 2")
    log, secret = running.log, running.secret
    walked = [PEBBLES.dump(state) for _, state in positions(PEBBLES, running.header, secret, log)]
    assert walked == [PEBBLES.dump(then._state) for then in Match.steps(running.header, log, secret=secret)]
    assert len(walked) == len(log) == 10
