"""A match: decisions and serials, moves and refusals, snapshots and replay."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import (
    AmbiguousOrder,
    BadOption,
    BrokenRecord,
    Entry,
    GameOver,
    IllegalMove,
    Match,
    Move,
    NothingAsked,
    NotYourDecision,
    StaleDecision,
    UnreadableOrder,
    UnsupportedRules,
)
from engine.match.log import told
from tests.engine.toy import GAME, Pebbles, asked, at_turn, bid_all, new_match, play_out, secret


def as_json(match: Match) -> str:
    return json.dumps(match.dump(), sort_keys=True)


def through_json(log: tuple[Entry, ...]) -> list[Entry]:
    return [Entry.from_json(json.loads(json.dumps(entry.to_json()))) for entry in log]


def test_several_seats_decide_at_once_and_each_has_a_serial_of_its_own():
    match = new_match()
    assert [(d.seat, d.kind, d.serial, d.sealed) for d in match.decisions] == [
        (0, "bid", 1, True),
        (1, "bid", 2, True),
        (2, "bid", 3, True),
    ]


def test_a_sealed_choice_may_be_replaced_until_it_is_closed():
    match = new_match()
    match.play(1, "bid 0")
    match.play(1, "bid 2")
    assert asked(match, 1).sealed
    assert [d.seat for d in match.waiting] == [0, 2]
    bid_all(match, (0, 2, 1))
    assert told(match.log, None)[-1].data == {"bids": [0, 2, 1]}


def test_sealed_choices_are_not_closed_before_everybody_has_chosen():
    match = new_match()
    match.play(1, "bid 0")
    with pytest.raises(IllegalMove, match="not every seat"):
        match.close(1)


def test_a_sealed_choice_is_hidden_from_the_others_and_from_the_public_log():
    match = new_match()
    match.play(1, "bid 2")
    assert match.view(0).bids == [None, -1, None]
    assert match.view(1).bids == [None, 2, None]
    assert "bid 2" not in json.dumps(match.log[-1].public_json())


def test_a_turn_keeps_its_serial_while_it_goes_on_and_another_turn_gets_a_new_one():
    match = at_turn()
    turn = asked(match, 0)
    match.play(0, "use lamp")
    assert asked(match, 0).serial == turn.serial
    match.play(0, "take 1")
    match.play(0, "end")
    assert asked(match, 1).serial > turn.serial


def test_a_turn_that_others_interrupt_goes_on_under_its_serial():
    match = at_turn()
    turn = asked(match, 0)
    match.play(0, "hit")
    assert [(d.seat, d.kind) for d in match.decisions] == [(1, "loss"), (2, "loss")]
    match.play(2, "lose stone")
    match.play(1, "lose stone")
    assert (asked(match, 0).kind, asked(match, 0).serial) == ("turn", turn.serial)


def test_out_of_turn_decisions_are_taken_in_any_order():
    match = at_turn()
    match.play(0, "hit")
    other = match.copy()
    for seat in (1, 2):
        match.play(seat, "lose stone")
    for seat in (2, 1):
        other.play(seat, "lose stone")
    assert match.view(None) == other.view(None)


def test_refusals_are_made_in_their_order():
    match = at_turn()
    stale = asked(match, 0).serial - 1
    over = play_out(new_match())
    with pytest.raises(GameOver):
        over.play(1, "nonsense", serial=0)
    with pytest.raises(NotYourDecision):
        match.play(1, "nonsense", serial=stale)
    with pytest.raises(StaleDecision):
        match.play(0, "nonsense", serial=stale)
    with pytest.raises(UnreadableOrder):
        match.play(0, "nonsense")
    with pytest.raises(AmbiguousOrder):
        match.play(0, "show mag")
    with pytest.raises(IllegalMove):
        match.play(0, "end")


def test_an_illegal_move_says_why_and_what_is_near():
    match = at_turn()
    held = match.view(0).seats[0].hand
    missing = next(name for at, name in enumerate(("ant", "bee", "cat", "dog")) if at not in held)
    with pytest.raises(IllegalMove) as refusal:
        match.play(0, f"SHOW {missing}!")
    assert refusal.value.reason == f"you do not hold the {missing}"
    assert len(refusal.value.nearest) == 3
    assert refusal.value.nearest[0].startswith("show ")


def test_a_refused_move_changes_nothing():
    match = at_turn()
    before = as_json(match)
    for text in ("end", "nonsense", "take 9"):
        with pytest.raises(engine.Refusal):
            match.play(0, text)
    assert as_json(match) == before


def test_text_and_move_are_the_same_order():
    typed, chosen = at_turn(), at_turn()
    typed.play(0, "• Táke  ２.")
    chosen.play(0, Move.of("take 2"))
    assert typed.head == chosen.head


def test_moves_are_made_on_somebodys_word():
    with pytest.raises(ValueError, match="not by the cat"):
        new_match().play(0, "bid 1", by="the cat")


def test_a_snapshot_holds_neither_log_nor_secret_and_goes_on_like_the_match():
    match = play_out(new_match(), moves=14)
    data = json.loads(as_json(match))
    assert match.secret.hex() not in as_json(match)
    again = Match.load(data, secret=secret())
    assert again.log == ()
    assert again.decisions == match.decisions
    assert play_out(again, 5).head == play_out(match, 5).head


@settings(deadline=None, max_examples=25)
@given(st.integers(2, 4), st.integers(0, 10**6), st.integers(0, 60))
def test_dump_load_and_replay_agree_after_any_moves(seats: int, seed: int, moves: int):
    match = play_out(new_match(seats, seed), seed, moves)
    again = Match.replay(match.header, through_json(match.log), secret=secret(seed))
    assert as_json(again) == as_json(match)
    assert as_json(Match.load(json.loads(as_json(match)), secret=secret(seed))) == as_json(match)
    assert [e.to_json() for e in again.log] == [e.to_json() for e in match.log]


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10**6), st.data())
def test_replay_reproduces_undos_and_roll_backs(seed: int, data: st.DataObject):
    match = new_match(3, seed)
    for step in range(6):
        play_out(match, seed + step, data.draw(st.integers(0, 9)))
        if data.draw(st.booleans()):
            match.roll_back(data.draw(st.integers(0, match.count - 1)), anew=data.draw(st.booleans()))
        else:
            for seat in range(3):
                try:
                    match.undo(seat)
                except engine.UndoRefused:
                    continue
    again = Match.replay(match.header, through_json(match.log), secret=secret(seed))
    assert as_json(again) == as_json(match)


@pytest.mark.parametrize("number", [0, 1, 5, 9])
def test_replay_names_the_entry_that_does_not_fit(number: int):
    match = play_out(new_match(), moves=12)
    raw = [entry.to_json() for entry in match.log]
    raw[number]["by"] = "organiser"
    with pytest.raises(BrokenRecord, match=f"entry {number} "):
        Match.replay(match.header, [Entry.from_json(entry) for entry in raw], secret=secret())


def test_replay_of_nothing_is_no_record():
    with pytest.raises(BrokenRecord, match="no entry 0"):
        Match.replay(new_match().header, [], secret=secret())


def test_another_rules_version_is_refused_by_name():
    data = new_match().dump()
    data["header"] = {**data["header"], "rules": 99}
    with pytest.raises(UnsupportedRules, match="Pebbles is played here under rules 3, this is a match under 99"):
        Match.load(data, secret=secret())


def test_a_game_that_is_not_here_is_refused_by_name():
    data = new_match().dump()
    data["header"] = {**data["header"], "game": "whist"}
    with pytest.raises(UnsupportedRules, match="whist"):
        Match.load(data, secret=secret())


def test_a_secret_that_was_not_committed_to_is_refused():
    with pytest.raises(BrokenRecord, match="committed"):
        Match.load(new_match().dump(), secret=secret(2))


def test_a_log_of_another_match_is_refused():
    match = play_out(new_match(), moves=5)
    with pytest.raises(BrokenRecord, match="another"):
        Match.load(match.dump(), secret=secret(), log=match.log[:-1])


@pytest.mark.parametrize(
    ("seats", "options", "said"),
    [(5, {}, "2 to 4 seats"), (3, {"colour": 1}, "no option colour"), (3, {"rounds": 7}, "cannot be 7")],
)
def test_a_match_that_the_game_does_not_offer_is_refused(seats: int, options: dict[str, int], said: str):
    with pytest.raises(BadOption, match=said):
        Match.start(GAME, seats, options, secret=secret())


def test_the_header_fixes_all_that_is_fixed_at_the_start():
    header = new_match().header
    assert header["options"] == {"rounds": 3, "cards": 2}
    assert header["words"] == ["tulip", "", "rain"]
    assert header["commitment"] == engine.commitment(secret())


def test_a_match_can_begin_with_a_position_and_be_replayed():
    position = at_turn().position()
    match = Match.start(GAME, 3, secret=secret(), position=position)
    match.play(0, "take 3")
    assert Match.replay(match.header, match.log, secret=secret()).head == match.head


def test_a_setup_that_leaves_nothing_open_is_over():
    position = at_turn().position()
    position["state"]["phase"] = "over"
    match = Match.start(GAME, 3, secret=secret(), position=position)
    assert match.over
    assert match.decisions == ()


def test_a_copy_is_for_trying_and_leaves_the_match_alone():
    match = at_turn()
    before = as_json(match)
    trial = match.copy()
    trial.play(0, "draw")
    assert trial.log[0].number == match.count
    assert as_json(match) == before


def test_the_same_game_is_played_whatever_the_order_of_reading():
    match = play_out(new_match(), 7)
    assert match.over
    assert match.scoresheet().totals == tuple(seat.points for seat in match.view(None).seats)
    assert match.round == 3


def test_a_late_move_costs_no_more_than_an_early_one():
    early = new_match(3, rounds=400)
    late = Match.load(play_out(new_match(3, rounds=400), 3, 4000).dump(), secret=secret())

    def seconds(match: Match) -> float:
        took = []
        for start in range(5):
            begin = time.process_time()
            play_out(match, start, 60)
            took.append(time.process_time() - begin)
        return min(took)

    assert seconds(late) < 3 * seconds(early) + 0.01


def test_everybody_learns_from_events_and_nobody_from_hidden_ones():
    match = new_match()
    assert [event.kind for event in told(match.log, None)] == ["begins"]
    assert [event.data["seat"] for event in told(match.log, 1) if event.kind == "hand"] == [1]


@pytest.fixture
def fault(monkeypatch):
    """Put a fault into the rules of Pebbles: when the first turn of a game begins nobody is asked anything."""
    asks = Pebbles.asks
    return lambda: monkeypatch.setattr(
        Pebbles, "asks", lambda game, state: () if state.phase == "turn" else asks(game, state)
    )


def test_a_match_in_which_nobody_is_asked_and_that_is_not_over_is_an_error_of_its_own(fault):
    match = bid_all(new_match())
    before = json.loads(as_json(match))
    fault()
    with pytest.raises(NothingAsked, match=r"Pebbles, round 1: nobody is asked anything"):
        match.play(0, "skip")
    assert not match.over, "it has not ended"
    kept = Match.load(before, secret=secret())
    assert [decision.seat for decision in kept.decisions] == [0], "whoever keeps matches still asks the same seat"


def test_a_match_that_was_kept_so_is_loaded_and_can_be_rolled_back(fault):
    match = at_turn()
    fault()
    kept = Match.load(json.loads(as_json(match)), secret=secret(), log=match.log)
    assert (kept.decisions, kept.over) == ((), False)
    kept.roll_back(4)
    assert [decision.kind for decision in kept.decisions] == ["offer"]
