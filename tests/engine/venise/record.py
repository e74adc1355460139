"""Records finished games as readable text: `python -m tests.engine.venise.record`. Replayed by `test_recorded_games`.

A file has a head (seats, secret, options), one line a move ("2 move 4 gold": seat and text) and the result. A change of
the rules must show here. Only what is missing is recorded: remove a file to have it made anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from engine.chance import Chance
from engine.decisions import Ask, Move
from engine.events import Event, Json
from engine.venise import GAME
from engine.venise.state import State

FOLDER = Path(__file__).parent / "games"
Options = dict[str, Json]
Wanted = Callable[[list[Event], State], bool]
EAGER = {  # by kind, what is rather done than the rest, so that a game comes to its end in the way that is wanted
    "bridges": ("bridge", "pay", "recall"),
    "orders": ("produce", "take", "keep", "lay"),
    "market": ("sell", "produce", "take", "keep", "lay"),
    "cap": (),
}
SHUNNED = {"bridges": (), "orders": ("bridge", "sell"), "market": ("bridge",), "cap": ("bridge", "sell", "produce")}
GOALS = {"orders": ("order", "order", "workshop", "wool", "flax"), "market": ("market", "order", "workshop", "gold")}


def secret_of(seed: int) -> bytes:
    return seed.to_bytes(32, "big")


def choose(ask: Ask, ending: str, rng: Random) -> Move:
    """A move as a hasty player makes it who wants the game to end in a certain way."""
    moves = [move for move in ask.moves if move.verb not in SHUNNED[ending]]
    eager = [move for move in moves if move.verb in EAGER[ending]]
    goal = rng.choice(GOALS.get(ending, ("",)))
    wanted = eager or [move for move in moves if move.verb == "move" and move[2] == goal and move[-1] != "idle"]
    return rng.choice(wanted if wanted and rng.random() < 0.8 else moves)


def record(seed: int, seats: int, ending: str, options: Options) -> tuple[list[str], list[Event], State]:
    """A whole game from a seed: the lines of its moves, all events, the final state."""
    rng, chance = Random(seed), Chance(secret_of(seed))
    state, told = GAME.start(seats, options, chance)
    lines = []
    while asks := GAME.asks(state):
        ask = rng.choice(asks)
        move = choose(ask, ending, rng)
        lines.append(f"{ask.seat} {move.text}")
        told += GAME.play(state, ask.seat, move, chance)
    return lines, told, state


def _ends(why: str) -> Wanted:
    return lambda told, state: state.ending == why


def _shared(told: list[Event], state: State) -> bool:
    return GAME.scoresheet(state).ranks.count(1) > 1


def _undone(told: list[Event], state: State) -> bool:
    """Somebody had five bridges during a round and lost one before the first player's next turn."""
    built = [event for event in told if event.kind in ("bridge", "round begins")]
    counts = [0] * len(state.seats)
    five = False
    for event in built:
        if event.kind == "round begins":
            if five and not event.data["ending"]:
                return True
            five = False
            continue
        counts[event.data["seat"]] += 1
        if event.data["torn"] is not None:
            counts[event.data["torn"]] -= 1
        five = five or max(counts) == 5
    return False


WANTED: dict[str, tuple[int, str, Options, Wanted]] = {
    "two_seats_bridges": (2, "bridges", {"layout": "default"}, _ends("bridges")),
    "two_seats_market": (2, "market", {"layout": "canal", "round_cap": 0}, _ends("market")),
    "two_seats_orders": (2, "orders", {"layout": "lake", "round_cap": 0}, _ends("orders")),
    "two_seats_cap": (2, "cap", {"layout": "star", "round_cap": 40}, _ends("cap")),
    "three_seats_bridges": (3, "bridges", {"layout": "old_town"}, _ends("bridges")),
    "three_seats_market": (3, "market", {"layout": "default", "round_cap": 0}, _ends("market")),
    "four_seats_orders": (4, "orders", {"layout": "canal", "round_cap": 0}, _ends("orders")),
    "four_seats_market_free_placement": (4, "market", {"layout": "free", "round_cap": 0}, _ends("market")),
    "three_seats_bridges_free_placement": (3, "bridges", {"layout": "free"}, _ends("bridges")),
    "two_seats_shared_victory": (2, "cap", {"layout": "canal", "round_cap": 40}, _shared),
    "four_seats_five_bridges_undone": (4, "bridges", {"layout": "old_town"}, _undone),
}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in WANTED:
        if not file_of(name).exists():
            find(name)


def file_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def find(name: str) -> None:
    """Play games until one ends as wanted, and write it down."""
    seats, ending, options, wanted = WANTED[name]
    for seed in range(1, 20_000):
        lines, told, state = record(seed, seats, ending, options)
        if wanted(told, state):
            file_of(name).write_text("\n".join(written(seats, seed, options, lines, state)) + "\n", encoding="utf-8")
            return


def written(seats: int, seed: int, options: Options, lines: list[str], state: State) -> list[str]:
    """The lines of a recorded game."""
    sheet = GAME.scoresheet(state)
    head = [f"seats {seats}", f"secret {secret_of(seed).hex()}"]
    head += [f"{option} {choice}" for option, choice in options.items()]
    tail = [f"= rounds {state.round}", f"= ended by {state.ending}", f"= totals {' '.join(map(str, sheet.totals))}"]
    tail += [f"= {name} {' '.join(map(str, row))}" for name, row in sheet.rows]
    tail.append(f"= ranks {' '.join(map(str, sheet.ranks))}")
    return [*head, *lines, *tail]


if __name__ == "__main__":
    main()
