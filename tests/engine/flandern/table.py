"""Tables of Flandern for tests: positions written by hand, random games, and what is on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

from engine import Match
from engine.chance import Chance
from engine.decisions import Ask, Move
from engine.events import Event
from engine.flandern import GAME
from engine.flandern.data.box import shipped
from engine.flandern.state import State
from engine.orders.api import to_close
from tests.engine import styles

BOX = shipped()
SECRET = bytes(32)
ORDER = ("brugge", "gent", "ieper", "leuven", "utrecht", "luik")
# A town on area 1 of which every space is taken, as the rules allow it.
TAKEN = {
    "L1": "yellow",
    "L2": "red",
    "L3": "green",
    "L4": "grey",
    "M1": "green",
    "M2": "red",
    "M3": "red",
    "M4": "grey",
    "S1": "yellow",
    "S2": "grey",
    "S3": "yellow",
    "S4": "blue",
}
Look = Callable[[State, tuple[Ask, ...]], object]


def areas(**given: int) -> dict[str, dict[str, Any]]:
    """Towns on these areas; the others follow in order."""
    free = [area for area in range(1, 7) if area not in given.values()]
    return {name: {"area": given.get(name) or free.pop(0)} for name in ORDER}


def position(seats: int = 4, towns: dict[str, Any] | None = None, **rest: Any) -> dict[str, Any]:
    """A position file; towns that are not named lie on the areas left over."""
    seated = rest.pop("seated", [{} for _ in range(seats)])
    return {"game": "flandern", "seats": seated, "towns": towns or {}, **rest}


def match_at(data: dict[str, Any]) -> Match:
    return Match.start(GAME, len(data["seats"]), secret=SECRET, position=data)


def choose_all(match: Match, *choices: str) -> list[Event]:
    """Every seat makes its sealed choice, then all are revealed."""
    for seat, words in enumerate(choices):
        match.play(seat, words)
    return close(match)


def close(match: Match) -> list[Event]:
    serial = to_close(match)
    assert serial is not None
    return match.close(serial)


def moves(match: Match, seat: int) -> list[str]:
    decision = match.decision(seat)
    return [] if decision is None else [move.text for move in decision.moves]


def kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]


def play_out(
    seats: int,
    seed: int,
    look: Look = lambda state, asks: None,
    choose: Callable[[Ask, Random], Move] | None = None,
    seated: Sequence[str] = (),
    **options: Any,
) -> tuple[State, list[Event]]:
    """A whole game of random moves by players of these styles, or of any, unless `choose` moves for all.

    `look` sees every state before its moves, and the last one.
    """
    rng, chance = Random(seed), Chance(Random(seed).randbytes(32))
    seated = seated or styles.seated(GAME.slug, seats, rng)
    state, told = GAME.start(seats, options, chance)
    while not GAME.over(state):
        asks = GAME.asks(state)
        look(state, asks)
        chosen = GAME.chosen(state)
        waiting = [ask for ask in asks if not (ask.sealed and ask.seat in chosen)]
        if not waiting:
            told += GAME.close(state, chance)
            continue
        ask = rng.choice(asks if rng.random() < 0.05 else waiting)
        view = partial(GAME.view, state, ask.seat)
        move = choose(ask, rng) if choose else styles.choose(GAME, seated[ask.seat], ask, rng, view)
        told += GAME.play(state, ask.seat, move, chance)
    look(state, ())
    return state, told
