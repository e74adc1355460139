"""What the engine promises of its speed and size; the speed beside others only where those are installed."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.bench import contenders, engine, fingerprint, listing, measuring

ROOT = Path(__file__).resolve().parents[2]
BESIDE = pytest.mark.skipif(
    bool(contenders.missing()), reason=f"installed by `make bench` alone: {', '.join(contenders.missing())}"
)


def missed(bars):
    return [f"{bar.name}: {bar.measured}" for bar in bars if not bar.met]


def test_a_late_position_is_small():
    assert missed(engine.size()) == []


def test_a_game_is_the_same_whatever_the_order_of_hashes():
    found = fingerprint.under_hash_seeds()
    assert len(found) == len(fingerprint.HASH_SEEDS)
    assert set(found.values()) == {fingerprint.fingerprint()}


def test_measured_neighbours_are_compared_with_each_other():
    assert measuring.ratio([2, 8, 30], [1, 2, 10]) == 3


def test_every_contender_takes_its_turn_before_the_first_plays_again():
    order: list[str] = []

    def play(name: str, rng: Random) -> int:
        order.append(name)
        return 100_000_000

    measured = measuring.rates({name: partial(play, name) for name in "ab"}, alternations=3, seconds=1e-9)
    assert [name for k, name in enumerate(order) if k == 0 or order[k - 1] != name] == ["a", "b"] * 3
    assert {name: len(rates) for name, rates in measured.items()} == {"a": 3, "b": 3}


@pytest.mark.long
@pytest.mark.parametrize("bench", ["mail", "reports"])
def test_what_letters_and_papers_cost_can_be_measured(bench: str) -> None:
    """Whether a bar is met is for a calm machine; here each is measured once."""
    command = [sys.executable, "-m", f"tests.bench.{bench}", "--quick"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert "Traceback" not in done.stderr, done.stderr
    assert len(re.findall(r"^(?:ok  |MISS) ", done.stdout, re.MULTILINE)) >= 2, done.stdout


@pytest.mark.long
def test_a_turn_on_a_telephone_can_be_measured(chromium: str) -> None:
    command = [sys.executable, "-m", "tests.bench.telephone", "--quick"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert "Traceback" not in done.stderr, done.stderr
    assert len(re.findall(r"^(?:ok  |MISS) ", done.stdout, re.MULTILINE)) == 2, done.stdout


@BESIDE
def test_the_engine_decides_faster_than_its_peers():
    assert missed(engine.speed()) == []


@BESIDE
def test_a_state_is_copied_as_cheaply_as_that_of_a_peer():
    assert missed(engine.copying()) == []


def test_flandern_lists_its_moves_at_least_half_as_fast_as_bruges():
    assert missed(listing.bars(("flandern",), alternations=3, seconds=0.15)) == []
