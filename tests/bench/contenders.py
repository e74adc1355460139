"""Random play to the end in our engine and in two others, and positions of theirs to copy. Measures nothing.

A contender plays one whole game with every decision drawn from its legal moves and tells how many there were.
Only this file may import the peers, which are no part of what is shipped: GPL, installed by `make bench` alone.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from typing import Any

from engine import Match
from engine.bruges import GAME
from engine.bruges.state import State
from engine.chance import SECRET_BYTES, Chance

PEERS = ("chess", "catanatron")
Contender = Callable[[Random], int]


def missing() -> list[str]:
    """The peers that are not installed here."""
    return [name for name in PEERS if find_spec(name) is None]


# --- ours ----------------------------------------------------------------------------------------


def bruges(seats: int) -> Contender:
    """Bruges through the interface of a game: `asks` with every legal move, then `play`."""

    def play(rng: Random) -> int:
        chance = Chance(rng.randbytes(SECRET_BYTES))
        state, _ = GAME.start(seats, {}, chance)
        decisions = 0
        while asks := GAME.asks(state):
            moves = asks[0].moves
            GAME.play(state, asks[0].seat, moves[int(rng.random() * len(moves))], chance)
            decisions += 1
        return decisions

    return play


def match(seats: int) -> Contender:
    """Bruges with its log: every decision an entry, chained by hash."""

    def play(rng: Random) -> int:
        running = Match.start(GAME, seats, secret=rng.randbytes(SECRET_BYTES))
        while not running.over:
            decision = running.decisions[0]
            running.play(decision.seat, decision.moves[int(rng.random() * len(decision.moves))])
        return running.count - 1

    return play


def halfway(seats: int, rng: Random) -> State:
    """A position of Bruges from the middle of a game."""
    chance = Chance(rng.randbytes(SECRET_BYTES))
    state, _ = GAME.start(seats, {}, chance)
    while state.round < 5:
        ask = GAME.asks(state)[0]
        GAME.play(state, ask.seat, ask.moves[int(rng.random() * len(ask.moves))], chance)
    return state


# --- the peers -----------------------------------------------------------------------------------


def chess(rng: Random) -> int:
    from chess import Board

    board = Board()
    decisions = 0
    while not board.is_game_over():
        moves = list(board.legal_moves)
        board.push(moves[int(rng.random() * len(moves))])
        decisions += 1
    return decisions


def catan(rng: Random) -> int:
    from catanatron.game import TURNS_LIMIT

    game = _catan(rng)
    decisions = 0
    while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
        game.play_tick()
        decisions += 1
    return decisions


def catan_halfway(rng: Random) -> Any:
    """A game of Catan after 150 decisions, about a third of the way: everybody has built, the log is still short."""
    game = _catan(rng)
    for _ in range(150):
        game.play_tick()
    return game


def _catan(rng: Random) -> Any:
    from catanatron import Color, Game, RandomPlayer

    return Game([RandomPlayer(colour) for colour in Color], seed=rng.randrange(1, 1 << 32))
