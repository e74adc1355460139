"""Our engine beside python-chess and catanatron, in one process: `python -m tests.bench.engine` (or `make bench`).

Prints a table and ends with status 1 when a bar is missed. The peers are installed for this alone.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random
from statistics import median

from tests.bench import contenders, measuring
from tests.bench.fingerprint import under_hash_seeds
from tests.bench.measuring import Bar

FASTER = 1.5  # times as many decisions per second as each peer
LARGEST = 12_000  # bytes of a position
ALTERNATIONS, SECONDS = 15, 0.4
OURS = {"Bruges, 3 seats": contenders.bruges(3), "Bruges, 4 seats": contenders.bruges(4)}
PEERS = {"python-chess": contenders.chess, "catanatron": contenders.catan}
BESIDES = {"Bruges, 4 seats, with its log": contenders.match(4)}


def speed() -> Iterator[Bar]:
    """Random decisions with their legal moves per second of processor time."""
    rates = measuring.rates({**OURS, **PEERS, **BESIDES}, ALTERNATIONS, SECONDS)
    for name, measured in rates.items():
        print(f"{name:32} {median(measured):10,.0f} decisions a second")
    for ours in OURS:
        for peer in PEERS:
            times = measuring.ratio(rates[ours], rates[peer])
            yield Bar(f"{ours} : {peer}", f"{times:.2f}", f">= {FASTER}", times >= FASTER)


def copying() -> Iterator[Bar]:
    """Copies of a position from the middle of a game against those of a state of Catan, the cheaper of its two."""
    rng = Random(1)
    state, game = contenders.halfway(4, rng), contenders.catan_halfway(rng)
    pairs = [(measuring.cost(state.copy, 2000), measuring.cost(game.state.copy, 500)) for _ in range(ALTERNATIONS)]
    part = measuring.ratio(*(list(costs) for costs in zip(*pairs, strict=True)))
    micro = " : ".join(f"{1e6 * median(costs):.0f}" for costs in zip(*pairs, strict=True))
    yield Bar("copy of a state : catanatron", f"{part:.2f} ({micro} µs)", "<= 1", part <= 1)


def size() -> Iterator[Bar]:
    for name, largest in measuring.largest_position(seats=4, games=5).items():
        yield Bar(f"late position as JSON, {name}", f"{largest:,} bytes", f"<= {LARGEST:,}", largest <= LARGEST)


def sameness() -> Iterator[Bar]:
    found = under_hash_seeds()
    alike = len(set(found.values())) == 1
    yield Bar("same game under hash seeds", ", ".join(found), "all alike", alike)


def main() -> int:
    """The status to exit with: 0 when every bar is met, 2 without the peers."""
    if absent := contenders.missing():
        print(f"not installed: {', '.join(absent)}; `make bench` installs them in an environment of their own")
        return 2
    bars = [*speed(), *copying(), *size(), *sameness()]
    return measuring.told(bars)


if __name__ == "__main__":
    sys.exit(main())
