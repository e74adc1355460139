"""Games that bots play among themselves, each from a seed of its own, on as many processors as there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from random import Random

from engine.bots import bots
from engine.bruges import Bruges
from engine.bruges.data.persons import Deck
from engine.chance import SECRET_BYTES, Chance
from engine.decisions import Decision

AT_ONCE = 5  # games that a process is handed together


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game.

    first   the seat that began the first round
    ranks   1 for each winner, by seat
    owners  (person, seat) of everybody who was recruited at least once by a seat
    """

    first: int
    rounds: int
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    owners: frozenset[tuple[str, int]]

    @property
    def winners(self) -> list[int]:
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1]


def play(deck: Deck, players: Sequence[str], seed: str) -> Played:
    """One game between the bots of these names, a seat each; the same for the same seed."""
    game, rng = Bruges(deck), Random(seed)
    chance = Chance(rng.randbytes(SECRET_BYTES))
    state, _ = game.start(len(players), {}, chance)
    first, owners = state.start, set[tuple[str, int]]()
    while asks := game.asks(state):
        ask = asks[0]
        decision = Decision(ask.seat, ask.kind, 1, ask.moves, ask.prompt, passing=ask.passing)
        move = bots[players[ask.seat]].choose(game, game.view(state, ask.seat), decision, rng)
        told = game.play(state, ask.seat, move, chance)
        owners.update((event.data["card"], event.data["seat"]) for event in told if event.kind == "recruit")
    sheet = game.scoresheet(state)
    return Played(first, state.round, sheet.totals, sheet.ranks, frozenset(owners))


def games(deck: Deck, players: Sequence[str], number: int, seed: int, processes: int) -> Iterator[Played]:
    """That many games in the order of their seeds, whatever the number of processes; the bots change seats in turn."""
    one = partial(_numbered, deck, tuple(players), seed)
    if processes == 1:
        yield from map(one, range(number))
        return
    with get_context("spawn").Pool(processes) as pool:
        yield from pool.imap(one, range(number), chunksize=AT_ONCE)


def _numbered(deck: Deck, players: tuple[str, ...], seed: int, number: int) -> Played:
    turned = number % len(players)
    return play(deck, players[-turned:] + players[:-turned] if turned else players, f"{seed} {number}")
