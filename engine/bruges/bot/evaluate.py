"""The worth of a position: points if the game ended now plus what the holdings are likely to become. For bots."""

from __future__ import annotations

from engine.agenda import SeatTask
from engine.bruges.bot import prospects
from engine.bruges.bot.prospects import CARD, EXTRA_CARD, GUILDER, HOUSE, MARKER, OFF, WORKER
from engine.bruges.data.cards import Cards
from engine.bruges.rules import tasks
from engine.bruges.rules.context import empty_houses
from engine.bruges.rules.phases import majority_values
from engine.bruges.rules.scoring import parts
from engine.bruges.state import GONE, MAJORITIES, SPACES, TURNS, Seat, State

EMPTY_HOUSES = (0.0, 0.8, 1.3, 1.5)
THREATS = (0.0, 0.15, 0.6)
WORKERS = (0.0, 0.55, 1.0, 1.25, 1.4, 1.5)
CANAL = (0.0, 0.9, 2.0, 1.0, 3.0, 0.0)  # a section on its way to the third space and to the statue
AHEAD, LEVEL = 1.8, 0.6  # in a majority that the seat has not turned yet
PURSE = 12  # guilders beyond wait for nothing in particular
DRAWN = 4.2  # cards a seat draws in a round


def evaluate(view: State, cards: Cards, seat: int) -> float:
    """The seat's lead over the best of the others, in points that are there or to be expected."""
    if view.over:
        return _result(view, cards, seat)
    worth = _worths(view, cards)
    own = worth.pop(seat)
    return own - 0.2 * max(worth) - 0.2 * sum(worth) / len(worth)


def _result(view: State, cards: Cards, seat: int) -> float:
    points = [sum(parts(view, cards, number)) + s.guilders / 1000 for number, s in enumerate(view.seats)]
    return points[seat] - max(value for number, value in enumerate(points) if number != seat)


def _worths(view: State, cards: Cards) -> list[float]:
    """The worth of all that each seat has and may expect."""
    left = rounds_left(view)
    worth = [_worth(view, cards, number, left) for number in range(len(view.seats))]
    for kind, what in enumerate(MAJORITIES):
        _add_majority(view, kind, majority_values(view, what), worth)
    for task in view.agenda:
        if isinstance(task, SeatTask):
            worth[task.seat] += pending(view, cards, task)
    return worth


def rounds_left(view: State) -> float:
    """The number of rounds to be played after this one, judged by the cards that are left to draw."""
    if view.last:
        return max(0, view.last - view.round)
    return 0.5 + sum(map(len, view.piles)) / (DRAWN * len(view.seats))


def turns_left(view: State, number: int) -> int:
    """The number of cards that a seat may still play in this round."""
    if view.phase != 3:
        return TURNS
    seats = len(view.seats)
    place = (number - view.start) % seats
    return TURNS - (view.turn + seats - 1 - place) // seats


def _worth(view: State, cards: Cards, number: int, left: float) -> float:
    seat = view.seats[number]
    turns = turns_left(view, number) + TURNS * left
    worth = sum(parts(view, cards, number)) + _persons(view, cards, number, left)
    worth += min(1.0, turns / (2 * TURNS)) * _holdings(seat)
    worth -= min(1.0, left) * sum([THREATS[threats] for threats in seat.threats])
    for built in seat.canals:
        if SPACES - built <= turns:
            worth += min(1.0, turns / TURNS) * CANAL[built]
    return worth


def _holdings(seat: Seat) -> float:
    """The worth of all that a seat has in hand for the rounds to come."""
    held = len(seat.hand) - seat.hand.count(GONE)
    purse = GUILDER * min(seat.guilders, PURSE) + 0.1 * max(0, seat.guilders - PURSE)
    workers = sum([WORKERS[min(workers, 5)] for workers in seat.workers])
    return purse + workers + CARD * held + EMPTY_HOUSES[min(len(empty_houses(seat)), 3)]


def _persons(view: State, cards: Cards, number: int, left: float) -> float:
    """The worth of the persons in play: in the rounds to come and, where they can still be used, in this one."""
    worth = 0.0
    for house in view.seats[number].houses:
        if house.person is not None:
            rounds = left + 0.8 if cards.usable[house.person] and not house.used else left
            worth += rounds * prospects.of_round(view, cards, number, house.person)
    return worth


def _add_majority(view: State, kind: int, values: list[int], worth: list[float]) -> None:
    most = max(values)
    alone = values.count(most) == 1
    for number, seat in enumerate(view.seats):
        if values[number] == most and not seat.markers[kind]:
            worth[number] += AHEAD if alone else LEVEL


# --- what is about to happen -----------------------------------------------------------------------------


def pending(view: State, cards: Cards, task: SeatTask) -> float:
    """The worth of a task to its seat; of a person at work, of its effects that have not been carried out yet."""
    match task:
        case tasks.Turn():
            return EXTRA_CARD * task.still
        case tasks.Do():
            return prospects.of_effects(view, cards, task.seat, cards.active[cards.number[task.person]][task.effect :])
        case tasks.Draw():
            return CARD * task.n if task.person else 0.0
        case tasks.Take():
            return WORKER * task.n
        case tasks.Remove():
            return OFF * min(task.n, sum(view.seats[task.seat].threats))
        case tasks.Ward():
            return OFF
        case tasks.Mason() | tasks.Settle():
            return HOUSE
        case tasks.Recruit():
            return prospects.of_recruit(task.discount)
        case tasks.Advance():
            return prospects.of_step(task.price)
        case tasks.Dig():
            return prospects.of_dig(task.factor)
        case tasks.Discard():
            return -0.6 * CARD * task.n
        case tasks.Workers():
            return -WORKER * task.n
        case tasks.Threat():
            return -MARKER
        case tasks.Canal():
            return -prospects.UNITS["canal"]
        case tasks.Fire() | tasks.Plague():
            return -prospects.PENALTY
    return 0.0
