"""What the numbers of a letter mean: equal stamps, equal meanings; words need none."""

from __future__ import annotations

import pytest

import engine
from engine.orders import api, numbers
from engine.orders.numbers import Numbers
from tests.engine.toy import GAME, bid_all

OTHER_MENU = Numbers(menu=False)


def begun() -> engine.Match:
    return engine.Match.start(GAME, 2, secret=bytes(32))


def told(match: engine.Match, *lines: str, how: Numbers) -> list[tuple[str, str]]:
    seat = match.waiting[0].seat
    account = api.apply_letter(match, {}, seat, lines, serial=None, numbers=how)
    return [(line.state, line.words) for line in account.lines]


def at_an_offer() -> tuple[engine.Match, int]:
    """A match behind its sealed bids, and the seat that is asked."""
    match = bid_all(begun())
    return match, match.waiting[0].seat


def test_the_stamp_is_the_same_as_long_as_the_menu_is_and_again_after_taking_back() -> None:
    match, seat = at_an_offer()
    before = numbers.stamp(match, seat)
    assert 0 < before < 2**31
    match.play(seat, "skip")
    assert numbers.stamp(match, seat) != before
    match.undo(seat)
    assert numbers.stamp(match, seat) == before


@pytest.mark.parametrize("anew", [False, True], ids=["as before", "drawn anew"])
def test_codes_of_before_a_roll_back_do_not_count_in_the_same_round_as_other_things_may_be_drawn_in_it(
    anew: bool,
) -> None:
    match, seat = at_an_offer()
    before = numbers.stamp(match, seat)
    match.play(seat, "skip")
    again = numbers.stamp(match, seat)
    assert numbers.compared(before, again, same_question=False, ask=False).codes
    match.roll_back(match.count - 2, anew)
    assert match.decision(seat) is not None
    assert not numbers.compared(before, numbers.stamp(match, seat), same_question=False, ask=False).codes
    loaded = engine.Match.load(match.dump(), secret=bytes(32))
    assert numbers.stamp(loaded, seat) == numbers.stamp(match, seat)
    assert engine.Match.replay(match.header, match.history, secret=bytes(32)).dump() == match.dump()


def test_any_stamp_tells_whether_the_table_was_taken_back_since_and_whether_it_shows_numbers() -> None:
    match, seat = at_an_offer()
    stamp = numbers.stamp(match, seat)
    nothing = numbers.unnumbered(stamp)
    assert (numbers.shows_none(stamp), numbers.shows_none(nothing), numbers.shows_none(0)) == (False, True, True)
    assert [numbers.is_void(one, match) for one in (stamp, nothing, 0)] == [False, False, False]
    match.play(seat, "skip")
    match.roll_back(match.count - 2)
    assert [numbers.is_void(one, match) for one in (stamp, nothing, 0)] == [True, True, False]


@pytest.mark.parametrize(
    "number", ["1", "[1]", "the 1", "Number one, please.", "also 1", "1 anyway", "1 / 2", "1, 2", "9"]
)
def test_however_it_is_written_a_number_of_another_menu_is_not_read(number: str) -> None:
    assert {state for state, _ in told(begun(), number, how=OTHER_MENU)} == {"stale"}


def test_words_count_whatever_the_numbers_meant() -> None:
    match = begun()
    order = match.waiting[0].moves[1].text
    assert told(match, order, how=Numbers(menu=False, codes=False)) != [("stale", "")]
    assert told(begun(), "2", how=numbers.ALL) == told(begun(), order, how=numbers.ALL)
