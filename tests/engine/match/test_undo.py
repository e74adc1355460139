"""Taking back: undo by a seat, roll back by an organiser; both are entries of the log."""

from __future__ import annotations

import pytest

from engine import Match, UndoRefused
from engine.match.log import live
from tests.engine.toy import asked, at_turn, bid_all, new_match, secret


def test_undo_takes_back_the_whole_turn_of_a_seat():
    match = at_turn()
    before = match.view(0)
    match.play(0, "use well", by="automatic")
    match.play(0, "take 2")
    match.play(0, "end", by="automatic")
    match.undo(0)
    assert match.view(0) == before
    assert asked(match, 0).kind == "turn"


def test_undo_appends_and_removes_nothing():
    match = at_turn()
    match.play(0, "take 2")
    count, newest = match.count, match.log[-1]
    entry = match.undo(0)
    assert (entry.kind, entry.seat, entry.to) == ("undo", 0, newest.number - 1)
    assert match.count == count + 1
    assert newest in match.log
    assert newest not in live(match.log)


def test_a_second_undo_takes_back_the_decision_before():
    match = at_turn()
    match.play(0, "take 2")
    match.undo(0)
    match.undo(0)
    assert asked(match, 0).kind == "offer"


def test_an_order_after_undo_needs_a_new_serial():
    match = at_turn()
    old = asked(match, 0).serial
    match.play(0, "take 2")
    match.undo(0)
    assert asked(match, 0).serial > old


def test_others_who_are_still_asked_the_same_keep_their_serial():
    match = at_turn()
    match.play(0, "hit")
    serial = asked(match, 2).serial
    match.play(1, "lose stone")
    match.undo(1)
    assert asked(match, 2).serial == serial


@pytest.mark.parametrize(
    ("orders", "reason"),
    [
        ([(0, "take 1"), (0, "end"), (1, "skip")], "somebody else"),
        ([(0, "draw")], "hidden"),
    ],
)
def test_undo_is_refused_with_the_reason(orders: list[tuple[int, str]], reason: str):
    match = at_turn()
    for seat, text in orders:
        match.play(seat, text)
    head = match.head
    with pytest.raises(UndoRefused, match=reason):
        match.undo(0)
    assert match.head == head


def test_undo_reaches_over_answers_that_rules_gave():
    match = at_turn()
    before = match.view(None)
    match.play(0, "hit")
    match.play(1, "lose stone", by="rule")
    match.play(2, "lose stone", by="default")
    match.undo(0)
    assert match.view(None) == before


def test_nothing_is_taken_back_once_sealed_choices_are_revealed():
    match = bid_all(new_match())
    with pytest.raises(UndoRefused, match="revealed"):
        match.undo(2)


def test_who_has_done_nothing_has_nothing_to_take_back():
    with pytest.raises(UndoRefused, match="no order of yours"):
        new_match().undo(1)


def test_undo_works_on_a_loaded_match_with_its_log():
    match = at_turn()
    before = match.view(0)
    match.play(0, "take 2")
    loaded = Match.load(match.dump(), secret=secret(), log=match.log)
    entry = loaded.undo(0)
    assert loaded.log == (entry,)
    assert loaded.view(0) == before


def test_a_roll_back_with_the_same_chance_brings_the_same_results():
    match = new_match()
    start = match.count - 1
    bid_all(match)
    points = [seat.points for seat in match.view(None).seats]
    match.roll_back(start)
    bid_all(match)
    assert [seat.points for seat in match.view(None).seats] == points


def test_after_a_roll_back_anew_nothing_is_dealt_again():
    results = set()
    match = new_match(4)
    start = match.count - 1
    for _ in range(12):
        bid_all(match)
        results.add(tuple(seat.points for seat in match.view(None).seats))
        match.roll_back(start, anew=True)
    assert match.branch == 12
    assert len(results) > 1


def test_a_roll_back_gives_every_decision_a_new_serial():
    match = new_match()
    serials = {decision.serial for decision in match.decisions}
    match.play(0, "bid 1")
    match.roll_back(0)
    assert serials.isdisjoint(decision.serial for decision in match.decisions)


def test_a_roll_back_to_nowhere_is_refused():
    with pytest.raises(UndoRefused, match="no entry 17"):
        new_match().roll_back(17)


def test_a_roll_back_brings_again_what_had_been_undone_after_it():
    match = at_turn()
    match.play(0, "take 2")
    to = match.count - 1
    before = match.view(0)
    match.undo(0)
    match.roll_back(to)
    assert match.view(0) == before
    assert live(match.log)[-1].number == to
    match.undo(0)
    assert asked(match, 0).kind == "turn"
    again = Match.replay(match.header, match.log, secret=secret())
    assert again.dump() == match.dump()
