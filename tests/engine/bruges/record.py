"""Records finished games as readable text: `python -m tests.engine.bruges.record`. Replayed by `test_recorded_games`.

A file has a head (seats, secret, options), one line a move ("2 house servant": seat and text) and the result. The deck
they are played with lies beside them, so that a new shipped deck leaves them alone; a change of the rules must show
here. Only what is missing is recorded: remove a file to have it made anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from engine.bruges import GAME, Bruges
from engine.bruges.data.persons import DEFAULT, load_deck
from engine.bruges.state import State
from engine.chance import Chance
from engine.decisions import Ask, Decision, Move
from engine.events import Event

FOLDER = Path(__file__).parent / "games"
DECK = FOLDER / "deck.json"
RULES = {rule.topic: rule.text for rule in GAME.default_rules}
Options = dict[str, str]
Wanted = Callable[[list[Event], State], bool]
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


def record(game: Bruges, seed: int, seats: int, options: Options) -> tuple[list[str], list[Event], State]:
    """A whole game from a seed: the lines of its moves, all events, the final state."""
    rng, chance = Random(seed), Chance(secret_of(seed))
    state, told = game.start(seats, options, chance)
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


def _missed_a_colour(told: list[Event], state: State) -> bool:
    """One of five piles ended at least two rounds before the extra pile came."""
    kinds = [event for event in told if event.kind in ("round begins", "pile ended")]
    first = next(k for k, event in enumerate(kinds) if event.kind == "pile ended")
    rounds = kinds[first : kinds.index(_ended(told))]
    return sum(event.kind == "round begins" for event in rounds) > 1


def _colour_gone(told: list[Event], state: State) -> bool:
    """One of the five piles that the extra pile made ended too."""
    after = told[told.index(_ended(told)) + 1 :]
    return any(event.kind == "pile ended" for event in after)


PLAIN: Options = {}
FIVE = {"piles": "five"}
FRIENDLY = {"persons": "friendly"}
BOTH = {**FRIENDLY, **FIVE}

WANTED: dict[str, tuple[int, Options, Wanted]] = {
    "two_seats_last_round_while_drawing": (2, PLAIN, _while_drawing),
    "two_seats_last_round_while_playing": (2, PLAIN, _while_playing),
    "three_seats_last_round_while_drawing": (3, PLAIN, _while_drawing),
    "three_seats_last_round_while_playing": (3, PLAIN, _while_playing),
    "four_seats_last_round_while_drawing": (4, PLAIN, _while_drawing),
    "four_seats_last_round_while_playing": (4, PLAIN, _while_playing),
    "three_seats_pile_split": (3, PLAIN, _split),
    "four_seats_statues": (4, PLAIN, _statues),
    "two_seats_tie_by_guilders": (2, PLAIN, _tied),
    "two_seats_shared_victory": (2, PLAIN, _shared),
    "five_piles_two_seats_last_round_while_drawing": (2, FIVE, _while_drawing),
    "five_piles_two_seats_last_round_while_playing": (2, FIVE, _while_playing),
    "five_piles_three_seats_last_round_while_drawing": (3, FIVE, _while_drawing),
    "five_piles_three_seats_last_round_while_playing": (3, FIVE, _while_playing),
    "five_piles_four_seats_last_round_while_drawing": (4, FIVE, _while_drawing),
    "five_piles_four_seats_last_round_while_playing": (4, FIVE, _while_playing),
    "five_piles_three_seats_a_colour_ends_early": (3, FIVE, _missed_a_colour),
    "five_piles_four_seats_a_colour_ends_twice": (4, FIVE, _colour_gone),
    "five_piles_two_seats_tie_by_guilders": (2, FIVE, _tied),
    "five_piles_two_seats_shared_victory": (2, FIVE, _shared),
    "friendly_two_seats_last_round_while_drawing": (2, FRIENDLY, _while_drawing),
    "friendly_three_seats_last_round_while_playing": (3, FRIENDLY, _while_playing),
    "friendly_four_seats_pile_split": (4, FRIENDLY, _split),
    "friendly_two_seats_tie_by_guilders": (2, FRIENDLY, _tied),
    "friendly_two_seats_shared_victory": (2, FRIENDLY, _shared),
    "friendly_five_piles_two_seats_last_round_while_playing": (2, BOTH, _while_playing),
    "friendly_five_piles_three_seats_last_round_while_drawing": (3, BOTH, _while_drawing),
    "friendly_five_piles_four_seats_statues": (4, BOTH, _statues),
}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    if not DECK.exists():
        DECK.write_text(DEFAULT.read_text(encoding="utf-8"), encoding="utf-8")
    game = Bruges(load_deck(DECK))
    for name in WANTED:
        if not file_of(name).exists():
            find(game, name)


def file_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def find(game: Bruges, name: str) -> None:
    """Play games until one ends as wanted, and write it down."""
    seats, options, wanted = WANTED[name]
    for seed in range(1, 20_000):
        lines, told, state = record(game, seed, seats, options)
        if wanted(told, state):
            file_of(name).write_text("\n".join(written(seats, seed, options, lines, state)) + "\n", encoding="utf-8")
            return


def written(seats: int, seed: int, options: Options, lines: list[str], state: State) -> list[str]:
    """The lines of a recorded game."""
    sheet = GAME.scoresheet(state)
    head = [f"seats {seats}", f"secret {secret_of(seed).hex()}"]
    head += [f"{option} {choice}" for option, choice in options.items()]
    tail = [f"= rounds {state.round}", f"= totals {' '.join(map(str, sheet.totals))}"]
    tail.append(f"= ranks {' '.join(map(str, sheet.ranks))}")
    return [*head, *lines, *tail]


if __name__ == "__main__":
    main()
