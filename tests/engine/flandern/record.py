"""Records finished games as readable text: `python -m tests.engine.flandern.record`. Replayed by `test_recorded_games`.

A file has a head (seats, secret, options), one line a move ("2 choose gent": seat and text), "close" where sealed
choices were revealed, and the result. The box they are played with lies beside them, so that another shipped box
leaves them alone; a change of the rules must show here. Only what is missing is recorded: remove a file to have it
made anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from engine.chance import Chance
from engine.decisions import Ask, Move
from engine.events import Event
from engine.flandern import GAME, Flandern
from engine.flandern.data.box import read_box, shipped
from engine.flandern.state import State

FOLDER = Path(__file__).parent / "games"
BOX = FOLDER / "box.json"
Options = dict[str, Any]
Wanted = Callable[[list[Event], State], bool]
Choose = Callable[[Ask, Random], Move]


def secret_of(seed: int) -> bytes:
    return seed.to_bytes(32, "big")


def any_move(ask: Ask, rng: Random) -> Move:
    return rng.choice(ask.moves)


def busy(ask: Ask, rng: Random) -> Move:
    """A move that builds, where there is one: games end by full towns."""
    useful = [move for move in ask.moves if "pickup" not in move and "with" not in move]
    return rng.choice(useful or list(ask.moves))


def lazy(ask: Ask, rng: Random) -> Move:
    """The pick-up card whenever it may be played: games end by the clock."""
    idle = [move for move in ask.moves if move.text == "choose pickup"]
    return idle[0] if idle else rng.choice(ask.moves)


def record(
    game: Flandern, seed: int, seats: int, options: Options, choose: Choose
) -> tuple[list[str], list[Event], State]:
    """A whole game from a seed: the lines of its moves, all events, the final state."""
    rng, chance = Random(seed), Chance(secret_of(seed))
    state, told = game.start(seats, options, chance)
    lines = []
    while asks := game.asks(state):
        chosen = game.chosen(state)
        waiting = [ask for ask in asks if not (ask.sealed and ask.seat in chosen)]
        if not waiting:
            lines.append("close")
            told += game.close(state, chance)
            continue
        ask = rng.choice(waiting)
        move = choose(ask, rng)
        lines.append(f"{ask.seat} {move.text}")
        told += game.play(state, ask.seat, move, chance)
    return lines, told, state


# --- the ways to end -----------------------------------------------------------------------------------------


def covered_in_the_end(told: list[Event]) -> int:
    """The number of spaces still free when the last round was over: those covered after the last golden card."""
    last = max(at for at, event in enumerate(told) if event.kind in ("round begins", "laid", "finished", "idle"))
    return sum(len(event.data["spaces"]) for event in told[last:] if event.kind == "covered")


def _full(told: list[Event], state: State) -> bool:
    return bool(state.pile) and covered_in_the_end(told) == 0


def _one_space(told: list[Event], state: State) -> bool:
    return bool(state.pile) and covered_in_the_end(told) == 1


def _golden(told: list[Event], state: State) -> bool:
    return not state.pile and covered_in_the_end(told) > 1


def _shared(told: list[Event], state: State) -> bool:
    return GAME.scoresheet(state).ranks.count(1) > 1


def _stalled(told: list[Event], state: State) -> bool:
    return any(event.kind == "stalled" for event in told)


def _nothing_free(told: list[Event], state: State) -> bool:
    return not _stalled(told, state) and covered_in_the_end(told) == 0


def _only_influenced(told: list[Event], state: State) -> bool:
    return not _stalled(told, state) and covered_in_the_end(told) > 0


LOTS, CHOOSE = {"setup": "lots"}, {"setup": "choose"}
WANTED: dict[str, tuple[int, Options, Choose, Wanted]] = {
    "four_seats_all_full": (4, LOTS, busy, _full),
    "four_seats_one_space_left": (4, CHOOSE, busy, _one_space),
    "four_seats_golden_pile": (4, LOTS, lazy, _golden),
    "four_seats_shared_victory": (4, LOTS, any_move, _shared),
    "three_seats_all_full": (3, CHOOSE, busy, _full),
    "three_seats_one_space_left": (3, LOTS, busy, _one_space),
    "three_seats_golden_pile": (3, LOTS, any_move, _golden),
    "two_seats_nothing_free": (2, LOTS, any_move, _nothing_free),
    "two_seats_only_influenced": (2, LOTS, any_move, _only_influenced),
    "two_seats_stalled": (2, {"setup": "choose", "stall": 6}, lazy, _stalled),
    "two_seats_shared_victory": (2, CHOOSE, any_move, _shared),
}


def text_of(seats: int, seed: int, options: Options, lines: list[str], state: State) -> str:
    sheet = GAME.scoresheet(state)
    head = [
        f"seats {seats}",
        f"secret {secret_of(seed).hex()}",
        *(f"{name} {value}" for name, value in options.items()),
    ]
    result = [f"= rounds {state.round}", f"= totals {_row(sheet.totals)}", f"= ranks {_row(sheet.ranks)}"]
    return "\n".join([*head, *lines, *result]) + "\n"


def _row(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    if not BOX.exists():
        BOX.write_text(json.dumps(shipped().file, indent=1), encoding="utf-8")
    game = Flandern(read_box(BOX.read_text(encoding="utf-8"), BOX.name))
    for name, (seats, options, choose, wanted) in WANTED.items():
        path = FOLDER / f"{name}.txt"
        if path.exists():
            continue
        for seed in range(3000):
            lines, told, state = record(game, seed, seats, options, choose)
            if wanted(told, state):
                path.write_text(text_of(seats, seed, options, lines, state), encoding="utf-8")
                break
        else:
            raise SystemExit(f"no game among 3000 ends as {name} wants")


if __name__ == "__main__":
    main()
