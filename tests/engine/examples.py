"""The positions that the pictures in the rules show: `python -m tests.engine.examples` plays and writes them anew.

Bots play, so what stands on the table is what a game brings about. Needed only when the form of positions changes, or
the box of a game.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import engine
from engine.bots import bots
from engine.orders import api
from engine.positions import files

SEATS = 3
MIDDLE = {"bruges": 6, "flandern": 16, "venise": 14}  # the round of the first position; Flandern's has one full town


def played(slug: str) -> list[Any]:
    """The states of a game in its middle, at a turn, and at its end."""
    match, rng = engine.Match.start(engine.games[slug], SEATS, {}, secret=bytes([SEATS]) * 32), Random(7)
    middle = []
    while not match.over:
        serial = api.to_close(match)
        if serial is not None:
            match.close(serial)
            continue
        decision = match.waiting[0]
        move = bots["greedy"].choose(match.game, match.view(decision.seat), decision, rng)
        match.play(decision.seat, move.text)
        if match.round == MIDDLE[slug] and decision.kind in ("turn", "choose"):
            middle.append(match.position())
    return [middle[1], match.position()]


def main() -> None:
    for slug in MIDDLE:
        positions = [{"game": slug, **position} for position in played(slug)]
        for position in positions:
            files.read(position)
        path = Path(engine.__file__).parent / slug / "data" / "example.json"
        path.write_text(json.dumps(positions, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
