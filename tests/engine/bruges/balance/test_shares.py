"""Shares with their intervals, against values that others publish."""

from __future__ import annotations

import pytest

from tests.campaign.balance.shares import Share, deviations, share


def test_deviations_are_those_of_the_tables():
    assert deviations(0.95) == pytest.approx(1.95996, abs=1e-5)
    assert deviations(0.99) == pytest.approx(2.57583, abs=1e-5)
    # Two at once: each at 97.5 %.
    assert deviations(0.95, 2) == pytest.approx(2.24140, abs=1e-5)


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [
        # Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_an_interval_is_the_published_one(part: int, whole: int, low: float, high: float):
    found = share(part, whole)
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


def test_many_comparisons_widen_the_interval():
    alone, among_many = share(30, 100), share(30, 100, comparisons=165)
    assert among_many.low < alone.low < 0.3 < alone.high < among_many.high


def test_a_share_of_nothing_may_be_anything():
    nothing = share(0, 0)
    assert (nothing.value, nothing.low, nothing.high) == (0, 0, 1)
    assert not nothing.beyond(0.25, 0.12)


def test_a_share_is_beyond_only_with_its_whole_interval():
    assert Share(60, 100, low=0.45, high=0.7).beyond(0.25, 0.12)
    assert not Share(60, 100, low=0.36, high=0.7).beyond(0.25, 0.12)
    assert Share(2, 100, low=0.0, high=0.12).beyond(0.25, 0.12)
    assert not Share(2, 100, low=0.0, high=0.14).beyond(0.25, 0.12)
