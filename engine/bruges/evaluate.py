"""How good a position looks: points if the game ended now plus what the holdings are likely to become. For bots."""

from __future__ import annotations

from engine.bruges.cards import Cards
from engine.bruges.course import empty_houses
from engine.bruges.scoring import parts
from engine.bruges.state import GONE, State

GUILDER, WORKER, CARD, THREAT, SECOND_THREAT = 0.3, 0.35, 0.5, 0.4, 1.2
EMPTY_HOUSE, USE, PASSIVE = 0.8, 0.9, 0.8
ROUNDS = 8  # a game's usual length


def evaluate(view: State, cards: Cards, seat: int) -> float:
    """The seat's lead over the best of the others, in points that are there or to be expected."""
    worth = [_worth(view, cards, number) for number in range(len(view.seats))]
    if view.over:
        return _result(view, cards, seat)
    best = max(value for number, value in enumerate(worth) if number != seat)
    others = sum(value for number, value in enumerate(worth) if number != seat) / (len(worth) - 1)
    return worth[seat] - 0.2 * best - 0.2 * others


def _result(view: State, cards: Cards, seat: int) -> float:
    points = [sum(parts(view, cards, number)) + s.guilders / 1000 for number, s in enumerate(view.seats)]
    return points[seat] - max(value for number, value in enumerate(points) if number != seat)


def _worth(view: State, cards: Cards, number: int) -> float:
    seat = view.seats[number]
    left = max(0, (view.last or max(ROUNDS, view.round + 1)) - view.round)  # rounds still to come
    late = min(1.0, left / 3)  # what holdings are still good for
    held = sum(card != GONE for card in seat.hand)
    worth = sum(parts(view, cards, number)) + CARD * held
    # The purse above ten guilders waits for nothing in particular.
    worth += late * (GUILDER * min(seat.guilders, 10) + 0.1 * max(0, seat.guilders - 10))
    worth += late * WORKER * sum(min(workers, 3) for workers in seat.workers)
    worth -= sum((0, THREAT, SECOND_THREAT)[threats] for threats in seat.threats)
    worth += late * EMPTY_HOUSE * min(len(empty_houses(seat)), 2)
    worth += left * sum(_each_round(view, cards, number, person) for person in seat.persons())
    # A section on its way to the third space and the statue.
    return worth + late * sum((0, 0.9, 2.0, 0.7, 3.0, 0)[built] for built in seat.canals)


def _each_round(view: State, cards: Cards, number: int, person: int) -> float:
    """What a person in play brings in every round to come."""
    if cards.worker[person] is not None:
        return 0.5 * USE
    if cards.usable[person]:
        return USE
    return 0.4 * PASSIVE if cards.passive[person] else 0.0
