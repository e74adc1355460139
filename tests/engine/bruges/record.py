"""Records finished games as readable text: `python -m tests.engine.bruges.record`. Replayed by `test_recorded_games`.

A file has a head (seats, secret), one line a move ("2 house servant": seat and text) and the result. The deck they
are played with lies beside them, so that a new shipped deck leaves them alone; a change of the rules must show here.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from engine.bruges import GAME, Bruges
from engine.bruges.persons import DEFAULT, load_deck
from engine.bruges.state import State
from engine.chance import Chance
from engine.decisions import Ask, Decision, Move
from engine.events import Event

FOLDER = Path(__file__).parent / "games"
DECK = FOLDER / "deck.json"
RULES = {rule.topic: rule.text for rule in GAME.default_rules}
EAGER = ("recruit", "house", "canal", "use")  # what is rather played than the rest, so that much happens


def secret_of(seed: int) -> bytes:
    return seed.to_bytes(32, "big")


def choose(game: Bruges, state: State, ask: Ask, rng: Random) -> Move:
    """A move as a hasty player makes it: standing orders first, then mostly what builds."""
    decision = Decision(ask.seat, ask.kind, 1, ask.moves, ask.prompt, ask.sealed, ask.passing, ask.unasked)
    if rng.random() < 0.8:
        move = game.prefer(game.view(state, ask.seat), decision, RULES)
        if move is not None:
            return move
    eager = [move for move in ask.moves if move.verb in EAGER]
    return rng.choice(eager if eager and rng.random() < 0.7 else ask.moves)


def record(game: Bruges, seed: int, seats: int) -> tuple[list[str], list[Event], State]:
    """A whole game from a seed: the lines of its moves, all events, the final state."""
    rng, chance = Random(seed), Chance(secret_of(seed))
    state, told = game.start(seats, {}, chance)
    lines = []
    while asks := game.asks(state):
        ask = rng.choice(asks)
        move = choose(game, state, ask, rng)
        lines.append(f"{ask.seat} {move.text}")
        told += game.play(state, ask.seat, move, chance)
    return lines, told, state


def _ended(told: list[Event]) -> Event:
    return next(event for event in told if event.kind == "pile ended" and event.data["by"] == "extra")


def _while_drawing(told: list[Event], state: State) -> bool:
    return told[told.index(_ended(told)) - 1].data["person"] is None


def _while_playing(told: list[Event], state: State) -> bool:
    return not _while_drawing(told, state)


def _tied(told: list[Event], state: State) -> bool:
    sheet = GAME.scoresheet(state)
    return "more guilders decide" in sheet.decided and sheet.totals.count(max(sheet.totals)) > 1


def _shared(told: list[Event], state: State) -> bool:
    return GAME.scoresheet(state).ranks.count(1) > 1


def _split(told: list[Event], state: State) -> bool:
    return any(event.kind == "pile ended" and event.data["by"] == "split" for event in told)


def _statues(told: list[Event], state: State) -> bool:
    return sum(event.kind == "statue" for event in told) > 1


WANTED: dict[str, tuple[int, Callable[[list[Event], State], bool]]] = {
    "two_seats_last_round_while_drawing": (2, _while_drawing),
    "two_seats_last_round_while_playing": (2, _while_playing),
    "three_seats_last_round_while_drawing": (3, _while_drawing),
    "three_seats_last_round_while_playing": (3, _while_playing),
    "four_seats_last_round_while_drawing": (4, _while_drawing),
    "four_seats_last_round_while_playing": (4, _while_playing),
    "three_seats_pile_split": (3, _split),
    "four_seats_statues": (4, _statues),
    "two_seats_tie_by_guilders": (2, _tied),
    "two_seats_shared_victory": (2, _shared),
}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    DECK.write_text(DEFAULT.read_text(encoding="utf-8"), encoding="utf-8")
    game = Bruges(load_deck(DECK))
    for name, (seats, wanted) in WANTED.items():
        for seed in range(1, 20_000):
            lines, told, state = record(game, seed, seats)
            if wanted(told, state):
                write(name, seats, seed, lines, state)
                break


def write(name: str, seats: int, seed: int, lines: list[str], state: State) -> None:
    sheet = GAME.scoresheet(state)
    head = [f"seats {seats}", f"secret {secret_of(seed).hex()}"]
    tail = [f"= rounds {state.round}", f"= totals {' '.join(map(str, sheet.totals))}"]
    tail.append(f"= ranks {' '.join(map(str, sheet.ranks))}")
    (FOLDER / f"{name}.txt").write_text("\n".join([*head, *lines, *tail]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
