"""The entry at which a rollback lands: never among choices that all make at once, which some may have read since."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import Match
from tests.engine.any_game import KINDS, Kind
from tests.engine.toy import bid_all, new_match, play_out

SEALED = [kind for kind in KINDS if kind.game.reopening is not None and kind.seats > 2]  # two do not choose at once


def nobody_has_chosen(match: Match) -> bool:
    """In a phase of sealed choices; true outside of one as well."""
    sealed = [decision for decision in match.decisions if decision.sealed]
    return not sealed or [decision.seat for decision in match.waiting] == [decision.seat for decision in sealed]


def went_back(match: Match, to: int, *, anew: bool = False) -> Match:
    again = Match.replay(match.header, match.history, secret=match._secret)
    again.roll_back(to, anew)
    return again


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6), st.data())
def test_after_a_roll_back_no_choice_of_a_sealed_phase_holds(seed: int, data: st.DataObject) -> None:
    match = new_match(3, seed)
    for step in range(4):
        play_out(match, seed + step, data.draw(st.integers(0, 12)))
        match.roll_back(data.draw(st.integers(0, match.count - 1)), anew=data.draw(st.booleans()))
        assert nobody_has_chosen(match)
    again = Match.replay(match.header, match.history, secret=match._secret)
    assert (again.head, again.dump()) == (match.head, match.dump())


@pytest.mark.parametrize("kind", SEALED, ids=str)
def test_so_it_is_at_every_entry_of_a_real_game(kind: Kind) -> None:
    match = Match.start(kind.game, kind.seats, kind.options, secret=bytes(32))
    play_out(match, 7, 60)
    landed = [went_back(match, to, anew=bool(to % 2)) for to in range(match.count)]
    assert all(map(nobody_has_chosen, landed))
    others = [to for to, again in enumerate(landed) if again.history[-1].to != to]
    assert others, "no entry of the game lies among its choices"
    assert all(any(decision.sealed for decision in landed[to].decisions) for to in others)


def test_who_goes_back_among_the_choices_comes_to_the_moment_before_the_first_of_them() -> None:
    match = new_match(3, 1)
    for seat, bid in ((1, "bid 0"), (0, "bid 1"), (1, "bid 2"), (2, "bid 0")):
        match.play(seat, bid)
    match.close(match.decisions[0].serial)
    assert [went_back(match, to).history[-1].to for to in range(match.count)] == [0, 0, 0, 0, 0, 5]


def test_the_branch_of_chance_that_a_phase_began_under_stays_behind_its_choices() -> None:
    match = bid_all(new_match(2, 1))
    match.roll_back(0, anew=True)
    begun = match.count - 1
    match.play(match.waiting[0].seat, "bid 1")
    match.roll_back(match.count - 1)
    assert (match.history[-1].to, match.branch) == (begun, 1)


def test_what_is_no_entry_is_refused() -> None:
    match = play_out(new_match(2, 1), moves=5)
    for to in (-1, match.count):
        with pytest.raises(engine.UndoRefused, match=f"no entry {to}"):
            match.roll_back(to)
