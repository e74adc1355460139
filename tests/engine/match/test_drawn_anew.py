"""Chance drawn anew by a roll back: what nobody has seen lies in an order that does not follow from the one before."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from engine import Match
from engine.chance import Chance
from engine.match.export import export, replay
from engine.match.log import live
from engine.match.restoring import positions
from engine.refusals import UndoRefused
from engine.verify import verify
from tests.engine.any_game import KINDS, Kind, Moment, moments
from tests.engine.toy import at_turn, bid_all, new_match, play_out

EACH = pytest.mark.parametrize("kind", KINDS, ids=str)
LOOKS = 12  # moments of a game
DRAWS = 24  # orders in which the unseen is looked at: of two cards each is then somewhere else once, but for 1 in 2**23


def redrawn(kind: Kind, state: Any, number: int) -> Any:
    twin = kind.game.copy(state)
    kind.game.redraw(twin, Chance(number.to_bytes(32, "big"), branch=1))
    return twin


@cache
def looked_at(kind: Kind) -> tuple[Moment, ...]:
    found = moments(kind)
    return found[:: max(1, len(found) // LOOKS)]


def places(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every number of a dump with its place."""
    if isinstance(data, (dict, list)):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(value, (*path, key))
    else:
        yield path, data


def seen_by_nobody(kind: Kind, state: Any) -> set[tuple[str | int, ...]]:
    """The places where a state says something that no seat's view says."""
    game = kind.game
    whole = dict(places(game.dump(state)))
    known = [dict(places(game.dump(game.view(state, seat)))) for seat in (None, *range(kind.seats))]
    return {path for path, value in whole.items() if all(view.get(path) != value for view in known)}


@EACH
def test_no_seat_sees_anything_of_it(kind: Kind):
    for moment in looked_at(kind):
        new = redrawn(kind, moment.state, 1)
        for seat in (None, *range(kind.seats)):
            assert kind.game.view(new, seat) == kind.game.view(moment.state, seat)


@EACH
def test_the_new_order_has_nothing_to_do_with_the_one_before(kind: Kind):
    for moment in looked_at(kind):
        others = [redrawn(kind, moment.state, number) for number in (1, 2)]
        assert redrawn(kind, others[0], 3) == redrawn(kind, others[1], 3) == redrawn(kind, moment.state, 3)


@EACH
def test_everything_that_nobody_has_seen_is_drawn_anew(kind: Kind):
    moved: set[tuple[str | int, ...]] = set()
    stayed: dict[tuple[str | int, ...], int] = {}
    for moment in looked_at(kind):
        unseen = seen_by_nobody(kind, moment.state)
        dumps = [dict(places(kind.game.dump(redrawn(kind, moment.state, number)))) for number in range(DRAWS)]
        for path in unseen:
            several = len({dump.get(path) for dump in dumps}) > 1
            moved |= {path} if several else set()
            stayed[path] = stayed.get(path, 0) + (not several)
        assert all(path in unseen for path in dumps[0] if len({dump.get(path) for dump in dumps}) > 1)
    assert {path: times for path, times in stayed.items() if times and path not in moved} == {}


def test_cards_of_the_abandoned_game_do_not_come_again_in_their_order():
    match = play_out(at_turn(cards=0), 1, 1)
    unseen = list(match._state.deck)
    start = match.count - 1
    play_out(match, 5, 20)
    match.roll_back(start, anew=True)
    assert sorted(match._state.deck) == sorted(unseen)
    assert match._state.deck != unseen
    match.roll_back(start)
    assert match._state.deck == unseen, "as it was"


def test_what_comes_as_before_comes_from_where_the_match_has_gone_back_to():
    match = bid_all(new_match(rounds=2))
    first = match.count - 1
    match.roll_back(first, anew=True)
    second, drawn = match.count - 1, list(match._state.deck)
    play_out(match, 4, 3)
    match.roll_back(first)
    assert match.branch == 0
    play_out(match, 4, 3)
    match.roll_back(second)
    assert (match.branch, match._state.deck) == (1, drawn)
    match.roll_back(first, anew=True)
    assert match.branch == 2
    record = json.loads(json.dumps(export(play_out(match, 6), ("Anna", "Bea", "Chidi"))))
    assert any("drawn anew: 2." in line for line in verify(record))
    assert replay(record).head == match.head


def test_every_way_to_read_the_log_comes_to_the_same_position():
    match = bid_all(new_match(rounds=3))
    for number in range(6):
        play_out(match, number, 7)
        match.roll_back(match.count - 1 - number, anew=number % 2 == 0)
    now = match.position()
    assert Match.replay(match.header, match.history, secret=match.secret).position() == now
    for log in (match.history, live(match.history)):
        *_, (_, state) = positions(match.game, match.header, match.secret, log)
        if log is match.history:
            assert match.game.write_position(state) == now
    match.roll_back(match.count - 1)
    assert match.position() == now


def test_nothing_from_before_it_is_taken_back():
    match = at_turn()
    match.play(0, "use lamp")
    match.roll_back(match.count - 1, anew=True)
    with pytest.raises(UndoRefused, match="drawn anew"):
        match.undo(0)
    match.play(0, "use well")
    match.undo(0)
    assert match.branch == 1


def test_what_was_taken_back_after_it_leaves_the_order_drawn_anew():
    match = at_turn()
    match.roll_back(match.count - 1, anew=True)
    drawn = list(match._state.deck)
    match.play(0, "use lamp")
    match.undo(0)
    assert match._state.deck == drawn
    assert Match.replay(match.header, match.history, secret=match.secret).position() == match.position()


@EACH
def test_a_game_that_was_drawn_anew_at_many_moments_to_its_end_is_right_for_the_verifier(kind: Kind):
    options = {**kind.options, **({"piles": "five"} if kind.slug == "bruges" and kind.seats % 2 else {})}
    match = Match.start(kind.game, kind.seats, options, secret=bytes(32))
    for number in range(LOOKS):
        play_out(match, number, 12)
        if not match.over:
            match.roll_back(match.count - 2, anew=True)
    play_out(match, LOOKS)
    names = tuple(f"player {number}" for number in range(kind.seats))
    record = json.loads(json.dumps(export(match, names)))
    assert any(
        line.startswith(f"Roll backs after which chance was drawn anew: {match.branch}.") for line in verify(record)
    )
    assert match.branch >= LOOKS // 2
