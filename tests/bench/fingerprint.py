"""Plays a few games from fixed seeds and prints what came out: `python -m tests.bench.fingerprint`. Judges nothing.

Equal in every process, whatever PYTHONHASHSEED it has.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys

from tests.bench.measuring import played

HASH_SEEDS = ("0", "1", "4242", "random")


def fingerprint() -> str:
    """One digest over the logs, positions and results of a game for every number of seats."""
    matches = [played(seats, seed=seats) for seats in (2, 3, 4)]
    told = [(match.head, match.dump(), match.position(), match.scoresheet().totals) for match in matches]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def under_hash_seeds() -> dict[str, str]:
    """The results of `fingerprint` in processes of their own, by hash seed."""
    return {seed: _elsewhere(seed) for seed in HASH_SEEDS}


def _elsewhere(seed: str) -> str:
    command = [sys.executable, "-m", "tests.bench.fingerprint"]
    result = subprocess.run(
        command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
    )
    return result.stdout.strip()


if __name__ == "__main__":
    print(fingerprint())
