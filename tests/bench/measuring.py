"""Measurements of speed and size: by processor time, medians of ratios between neighbours. Knows no bar."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random
from statistics import median
from time import process_time
from typing import Any

from engine import Match
from engine.bots import bots
from engine.bruges import GAME
from engine.chance import SECRET_BYTES
from tests.bench.contenders import Contender


@dataclass(frozen=True, slots=True)
class Bar:
    """Something measured against its bar."""

    name: str
    measured: str
    bar: str
    met: bool


def told(bars: Sequence[Bar]) -> int:
    """Print what was measured; returns the status to exit with, 0 when every bar is met."""
    print(f"\n{process_time():.0f} s of processor time")
    for bar in bars:
        print(f"{'ok  ' if bar.met else 'MISS'} {bar.name:50} {bar.measured:>20}  {bar.bar}")
    return 0 if all(bar.met for bar in bars) else 1


Rates = dict[str, list[float]]  # by contender, one for each alternation


def rates(contenders: Mapping[str, Contender], alternations: int, seconds: float) -> Rates:
    """Decisions per second of each, side by side: all take their turn before the first plays again."""
    rngs = {name: Random(name) for name in contenders}
    measured: Rates = {name: [] for name in contenders}
    for name in chain.from_iterable([contenders] * alternations):
        measured[name].append(_rate(contenders[name], rngs[name], seconds))
    return measured


def _rate(contender: Contender, rng: Random, seconds: float) -> float:
    begin = process_time()
    decisions = contender(rng)
    while (spent := process_time() - begin) < seconds:
        decisions += contender(rng)
    return decisions / spent


def ratio(ours: list[float], theirs: list[float]) -> float:
    """The median of the ratios, each of two measured one after the other."""
    return median(a / b for a, b in zip(ours, theirs, strict=True))


def cost(call: Callable[[], Any], times: int) -> float:
    """Seconds that one call takes."""
    begin = process_time()
    for _ in range(times):
        call()
    return (process_time() - begin) / times


def largest_position(seats: int, games: int) -> dict[str, int]:
    """Bytes of the largest late position as JSON: the state alone, and the match as the service keeps it."""
    sizes = {"state": 0, "match": 0}
    for number in range(games):
        match = played(seats, number, until=lambda match: match.round == 8)
        state, whole = match.dump()["state"], match.dump()
        sizes["state"] = max(sizes["state"], len(json.dumps(state).encode()))
        sizes["match"] = max(sizes["match"], len(json.dumps(whole).encode()))
    return sizes


def played(seats: int, seed: int, until: Callable[[Match], bool] = lambda match: False) -> Match:
    """A match of one greedy bot among random ones, played to its end or until something holds."""
    rng = Random(seed)
    match = Match.start(GAME, seats, secret=rng.randbytes(SECRET_BYTES), words=["rain"] * seats)
    while not match.over and not until(match):
        decision = match.decisions[0]
        bot = bots["greedy" if decision.seat == 0 else "random"]
        match.play(decision.seat, bot.choose(GAME, match.view(decision.seat), decision, rng))
    return match
