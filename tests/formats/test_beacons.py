"""Rounds of a public source: which one a draw waits for, and what passes for an answer."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.beacons import BadAnswer, Chain, read_chain, read_value

SIGNATURE = "ab" * 48
VALUE = {"round": 7, "signature": SIGNATURE, "randomness": hashlib.sha256(bytes.fromhex(SIGNATURE)).hexdigest()}
INFO = {"genesis_time": 1_692_803_367, "period": 3}


@given(st.integers(1, 2**40), st.integers(1, 600), st.integers(0, 2**41))
def test_the_round_that_is_waited_for_is_the_first_that_comes_out_then_or_later(
    genesis: int, period: int, moment: int
) -> None:
    chain = Chain(genesis, period)
    number = chain.round_from(moment)
    assert chain.out_at(number) >= moment
    assert number == 1 or chain.out_at(number - 1) < moment


def test_a_round_of_the_chain_that_there_is_comes_out_when_its_operators_say() -> None:
    assert Chain(1_595_431_050, 30).out_at(1) == 1_595_431_050
    assert Chain(1_692_803_367, 3).round_from(1_692_803_367) == 1
    assert Chain(1_692_803_367, 3).round_from(1_692_803_368) == 2


@pytest.mark.parametrize(
    "info",
    [
        None,
        [],
        "x",
        {},
        {**INFO, "period": 0},
        {**INFO, "period": 601},
        {**INFO, "period": True},
        {**INFO, "period": 3.5},
        {**INFO, "genesis_time": "1"},
        {**INFO, "genesis_time": -1},
        {**INFO, "genesis_time": 2**60},
    ],
)
def test_what_describes_no_chain_is_refused(info: Any) -> None:
    with pytest.raises(BadAnswer):
        read_chain(info)
    assert read_chain({**INFO, "hash": "more"}) == Chain(1_692_803_367, 3)


@pytest.mark.parametrize(
    "answer",
    [
        None,
        [VALUE],
        {},
        {**VALUE, "round": 8},
        {**VALUE, "round": "7"},
        {**VALUE, "randomness": "00" * 32},
        {**VALUE, "randomness": ""},
        {**VALUE, "signature": "zz" * 48},
        {**VALUE, "signature": "ab" * 600},
        {**VALUE, "signature": None},
    ],
)
def test_what_is_not_the_value_of_the_round_is_refused(answer: Any) -> None:
    with pytest.raises(BadAnswer):
        read_value(answer, 7)
    assert read_value({**VALUE, "previous_signature": "cd"}, 7) == {
        name: VALUE[name] for name in ("randomness", "signature")
    }
