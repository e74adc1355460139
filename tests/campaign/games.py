"""Whole games of mixed styles against the second models of the rules: `python -m tests.campaign.games`.

Each game has players of styles drawn for them, options and a number of seats drawn too; after every move the engine and
the second model are compared. What differs is printed with the number that plays the same game again:
`python -m tests.campaign.games --game flandern --first 4711 --games 1`. With `--letters` the players write whole
letters (`tests/engine/orders/by_letter.py`), and the second model plays what is made of them.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from random import Random
from signal import SIGTERM, default_int_handler, signal
from time import monotonic, process_time
from traceback import format_exception_only
from typing import Any

import engine
from tests.engine import styles
from tests.engine.bruges.oracle import lockstep as bruges
from tests.engine.flandern.oracle import lockstep as flandern
from tests.engine.orders import by_letter
from tests.engine.venise.oracle import lockstep as venise

MODELS: dict[str, Callable[[engine.Match], Any]] = {
    "bruges": bruges.Lockstep, "flandern": flandern.Lockstep, "venise": venise.Lockstep,
}  # fmt: skip
AT_ONCE = 5  # games that a process is given at a time
MOST = 20_000  # moves of a game; far more than any has
SHORT = {"round_cap": 40}  # of the options of Venise; its games have no other end in sight when nobody builds


@dataclass
class Played:
    """The outcome of some games of one kind.

    faults  (number of the game, what is wrong)
    points  style -> points of all its seats, seats -> how many there were of them
    done    how often each first word was played; of letters, how many of their lines became what
    """

    games: int = 0
    moves: int = 0
    rounds: int = 0
    seconds: float = 0.0
    faults: list[tuple[int, str]] = field(default_factory=list)
    points: Counter[str] = field(default_factory=Counter)
    seats: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)

    def add(self, other: Played) -> None:
        for name in ("games", "moves", "rounds", "seconds", "faults", "points", "seats", "done"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


def play(slug: str, number: int, letters: bool = False) -> Played:
    """The game with that number to its end, in lockstep with the second model, move by move or by whole letters."""
    begun, found, rng = process_time(), Played(1), Random(f"{slug} {number}")
    game = engine.games[slug]
    seats = rng.randint(*game.seats)
    options = {option.name: rng.choice(option.choices) for option in game.options} | SHORT
    options = {option.name: options[option.name] for option in game.options}
    seated, secret = styles.seated(slug, seats, rng), rng.randbytes(32)
    try:
        match = engine.Match.start(game, seats, options, secret=secret)
        both = MODELS[slug](match)
        if letters:
            match = engine.Match.start(game, seats, options, secret=secret)
            _by_letters(by_letter.Table(both, match, seated, rng), found)
        else:
            _by_moves(both, seated, rng, found)
        if not match.over:
            found.faults.append((number, f"not over after {found.moves} moves"))
        found.rounds = match.round
        for style, points in zip(seated, match.scoresheet().totals, strict=True):
            found.points[style] += points
            found.seats[style] += 1
    except Exception as error:  # whatever goes wrong in one game is a finding, and the others go on
        found.faults.append((number, "".join(format_exception_only(error)).strip()))
    found.seconds = process_time() - begun
    return found


def _by_moves(both: Any, seated: Sequence[str], rng: Random, found: Played) -> None:
    while not both.match.over and found.moves < MOST:
        found.done[_step(both, seated, rng)] += 1
        found.moves += 1


def _by_letters(table: by_letter.Table, found: Played) -> None:
    while not table.match.over and found.moves < MOST:
        table.step()
        found.moves = table.match.count
    found.done += table.done


def _step(both: Any, seated: Sequence[str], rng: Random) -> str:
    """A move of anybody by the style of the seat; its first word."""
    if isinstance(both, flandern.Lockstep):
        flandern.styled_step(both, rng, seated)
    else:
        decision = rng.choice(both.match.decisions)
        both.move(decision.seat, styles.answer(both.match, seated, decision, rng))
    return str(both.moves[-1].partition(": ")[2] or both.moves[-1]).split()[0]


def _some(task: tuple[str, int, int, bool]) -> tuple[str, Played]:
    slug, first, games, letters = task
    found = Played()
    for number in range(first, first + games):
        found.add(play(slug, number, letters))
    return slug, found


def main(slugs: Sequence[str], games: int, first: int, processes: int, letters: bool = False) -> int:
    """Play so many games of each and print what came of them; 1 if anything was wrong.

    Who breaks it off reads what came of those that were played until then.
    """
    tasks = [
        (slug, first + at, min(AT_ONCE, games - at), letters) for at in range(0, games, AT_ONCE) for slug in slugs
    ]  # fmt: skip
    found = {slug: Played() for slug in slugs}
    begun = monotonic()
    signal(SIGTERM, default_int_handler)
    with get_context("spawn").Pool(processes) as pool, suppress(KeyboardInterrupt):
        for slug, played in pool.imap_unordered(_some, tasks):
            found[slug].add(played)
            for number, fault in played.faults:
                print(f"{slug}, game {number}: {fault}\n", flush=True)
    for slug, played in found.items():
        _tell(slug, played)
    wrong = sum(len(played.faults) for played in found.values())
    fewest = min(played.games for played in found.values())
    print(f"\n{fewest} games of each in {monotonic() - begun:.0f} s, {wrong or 'nothing'} wrong")
    return 1 if wrong else 0


def _tell(slug: str, played: Played) -> None:
    rounds = played.rounds / max(1, played.games)
    print(f"\n{slug}: {played.games} games, {played.moves} moves, {rounds:.1f} rounds a game,")
    print(f"  {played.seconds:.0f} s of CPU, {len(played.faults) or 'nothing'} wrong")
    print("  done:", ", ".join(f"{verb} {count}" for verb, count in played.done.most_common()))
    means = sorted(
        ((played.points[style] / count, style, count) for style, count in played.seats.items()), reverse=True
    )
    for mean, style, count in means:
        print(f"  {mean:6.1f} points: {style} ({count} seats)")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=sorted(MODELS), help="only these (all)")
    parser.add_argument("--games", type=int, default=200, help="of each (200)")
    parser.add_argument("--first", type=int, default=1, help="number of the first game (1)")
    parser.add_argument("--processes", type=int, default=2, help="side by side (2)")
    parser.add_argument("--letters", action="store_true", help="by whole letters instead of single moves")
    given = parser.parse_args()
    sys.exit(main(given.game or sorted(MODELS), given.games, given.first, given.processes, given.letters))
