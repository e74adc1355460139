"""Position files made up at random, full of persons, threats and empty piles: what a game seldom comes to by itself."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.engine.bruges.oracle.cards import COLOURS, colour, deck, icon

Pos = dict[str, Any]


def crowded(rng: Random) -> Pos:
    """Any table of two to four seats in the fifth round, at the beginning of a phase."""
    number = rng.randint(2, 4)
    stock = sorted(deck())
    rng.shuffle(stock)
    tracks = rng.sample(range(4), number)
    statues = [7, 6, 5, 4, 3, 2]
    seats = [seat_of(rng, stock, track, statues) for track in tracks]
    entered = rng.random() < 0.5
    piles = [rng.randint(1, 8), rng.randint(1, 8)]
    if entered and rng.random() < 0.2:
        piles = [0, rng.randint(0, 1)]
    phase = rng.choice(["draw", "dice", "dice", "cards", "cards", "cards", "majorities"])
    return {
        "game": "bruges",
        "steps": rng.choice(["rule", "card"]),
        "round": 5,
        "start": rng.randrange(number),
        "phase": phase,
        "turn": 4 * number if phase == "majorities" else 0,
        "dice": {name: rng.choice([1, 2, 3, 5, 6]) for name in COLOURS},
        "seats": seats,
        "statues": statues,
        "piles": {"left": take(stock, piles[0]), "right": take(stock, piles[1])},
        "extra": None if entered else take(stock, rng.randint(1, 12)),
        "last": 5 + (phase in ("cards", "majorities") and rng.random() < 0.5) if entered else 0,
        "discard": stock,
        "veiled": {},
        "totals": [],
        "over": False,
    }


def take(stock: list[str], number: int) -> list[str]:
    taken, stock[:] = stock[:number], stock[number:]
    return taken


def seat_of(rng: Random, stock: list[str], track: int, statues: list[int]) -> Pos:
    canals = {"left": rng.randint(0, 5), "right": rng.choice([0, 3, 4, 4, 5])}
    crowned = [section for section, built in canals.items() if built == 5 or (built and rng.random() < 0.3)]
    hand = take(stock, rng.randint(0, 6))
    return {
        "points": rng.randint(0, 9),
        "guilders": rng.randint(0, 14),
        "workers": some(rng),
        "threats": some(rng),
        "step": rng.randint(0, 8),
        "hand": hand,
        "public": [card for card in hand if rng.random() < 0.2],
        "houses": [house_of(rng, stock) for _ in range(rng.randint(0, 10))],
        "canals": canals,
        "statues": [statues.pop(0) for _ in crowned if statues],
        "crowned": crowned,
        "markers": [what for what in ("reputation", "people", "canal") if rng.random() < 0.2],
        "climbed": False,
        "unseen": 0,
        "track": track,
    }


def some(rng: Random) -> dict[str, int]:
    return {name: rng.choice([1, 2, 2]) for name in COLOURS if rng.random() < 0.8}


def house_of(rng: Random, stock: list[str]) -> Pos:
    [card] = take(stock, 1)
    if rng.random() < 0.4:
        return {"colour": colour(card), "card": card}
    [person] = take(stock, 1)
    used = icon(person) == "arrow" or (icon(person) in ("worker", "once") and rng.random() < 0.3)
    return {"colour": colour(card), "card": card, "person": person, "used": used}
