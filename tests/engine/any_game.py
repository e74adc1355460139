"""Random games of any game, moment by moment, for tests of what all of them have in common."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from random import Random
from typing import Any

import engine
from engine.chance import Chance
from engine.decisions import Ask, Decision
from engine.events import Event
from tests.engine import styles

NAMES = ("Anna", "Bea", "Chidi", "Dora")
LOOKED_AT = 40  # moments of a game, spread over the whole of it


@dataclass(frozen=True)
class Kind:
    """A game of so many, with options drawn for them."""

    slug: str
    seats: int

    def __str__(self) -> str:
        return f"{self.slug}, {self.seats} seats"

    @property
    def game(self) -> engine.Game[Any]:
        return engine.games[self.slug]

    @property
    def options(self) -> dict[str, Any]:
        rng = Random(str(self))
        return {option.name: rng.choice(option.choices) for option in self.game.options}


# Not those that other tests have registered for themselves in the same process.
SHIPPED = {slug: game for slug, game in engine.games.released().items() if type(game).__module__.startswith("engine.")}
KINDS = [Kind(slug, seats) for slug, game in SHIPPED.items() for seats in range(game.seats[0], game.seats[1] + 1)]


@dataclass(frozen=True)
class Moment:
    """A state, what is asked in it, and what has happened since the moment before."""

    state: Any
    asks: tuple[Ask, ...]
    told: tuple[Event, ...]


def decided(ask: Ask) -> Decision:
    return Decision(ask.seat, ask.kind, 1, ask.moves, ask.prompt, ask.sealed, ask.passing, ask.unasked)


def played(kind: Kind, rng: Random) -> Iterator[Moment]:
    """Every moment of a game of random moves by players of mixed styles."""
    seated = styles.seated(kind.slug, kind.seats, rng)
    game, chance = kind.game, Chance(rng.randbytes(32))
    state, told = game.start(kind.seats, kind.options, chance)
    while not game.over(state):
        asks = game.asks(state)
        yield Moment(state, asks, tuple(told))
        waiting = [ask for ask in asks if not (ask.sealed and ask.seat in game.chosen(state))]
        if not waiting:
            told = game.close(state, chance)
            continue
        ask = rng.choice(waiting)
        move = styles.choose(game, seated[ask.seat], ask, rng, partial(game.view, state, ask.seat))
        told = game.play(state, ask.seat, move, chance)
    yield Moment(state, (), tuple(told))


@cache
def moments(kind: Kind) -> tuple[Moment, ...]:
    """Some moments of one game, the last one among them; the same in every test."""
    rng = Random(f"moments of {kind}")
    kept: list[Moment] = []
    every = 1
    for number, moment in enumerate(played(kind, rng)):
        if moment.asks and number % every == 0:
            kept.append(Moment(kind.game.copy(moment.state), moment.asks, moment.told))
        if len(kept) == 2 * LOOKED_AT:
            kept, every = kept[::2], 2 * every
        last = moment
    return (*kept, Moment(kind.game.copy(last.state), (), last.told))
