"""The checks beyond single fields of a position file: what is impossible in a state as a whole. Changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

from engine.bruges.data.board import load_board
from engine.bruges.data.cards import Cards
from engine.bruges.rules.scoring import totals
from engine.bruges.rules.tasks import Draw, Round
from engine.bruges.state import COLOURS, GONE, TURNS, Seat, State
from engine.refusals import BadPosition


def check_state(state: State, cards: Cards) -> None:
    """BadPosition names what cannot be."""
    for fault in _impossible(state, cards):
        raise BadPosition(fault)


def _impossible(state: State, cards: Cards) -> Iterator[str]:
    for number, seat in enumerate(state.seats):
        for fault in _of_seat(state, number, seat):
            yield f"seat {number}: {fault}"
    yield from _of_statues(state)
    yield from _of_piles(state)
    yield from _of_time(state)
    yield from _of_end(state, cards)


def _of_seat(state: State, number: int, seat: Seat) -> Iterator[str]:
    if len(seat.statues) > sum(seat.crowned):
        yield "more statues than finished sections"
    if seat.climbed and not seat.step:
        yield "has gone up in this round, but stands on step 0"
    if state.phase == 1 and (seat.climbed or seat.unsettled):
        yield "cannot have gone up while cards are still drawn"
    fresh = seat.hand[len(seat.hand) - seat.unseen :]
    if any(card == GONE or card in seat.public for card in fresh):
        yield "cards just drawn are not played, and nobody has seen them"
    if seat.unseen and not (state.agenda and isinstance(asked := state.agenda[-1], Draw) and asked.seat == number):
        yield "has cards that were just drawn, but draws no more"


def _of_statues(state: State) -> Iterator[str]:
    """They are taken from the dearest on, and each is somewhere."""
    known = list(load_board().statues)
    taken = sorted((value for seat in state.seats for value in seat.statues), reverse=True)
    if taken + state.statues != known:
        yield "statues: must be those that no seat has, the dearest first; the seats have the dearest of all"
    if any(seat.statues != sorted(seat.statues, reverse=True) for seat in state.seats):
        yield "statues: a seat has taken a dearer one after a cheaper one"


def _of_piles(state: State) -> Iterator[str]:
    five = state.pile_names == COLOURS
    if state.extra == []:
        yield "extra: is empty; write null when it is in play"
    if state.extra is not None and not (any(state.piles) if five else all(state.piles)):
        yield "piles: a pile is empty, so the extra pile would be in play"
    if state.extra is None and not five and not all(state.piles) and max(map(len, state.piles)) > 1:
        yield "piles: a pile is empty, so half of the other one would be there"
    if state.extra is None and not state.last:
        yield "last: the extra pile is in play, so the last round must be named"
    if state.extra is not None and state.last:
        yield "last: is not known before the extra pile is in play"


def _of_time(state: State) -> Iterator[str]:
    turns = TURNS * len(state.seats)
    if any(state.dice) and not all(state.dice):
        yield "dice: some are thrown and some are not"
    if state.phase > 1 and not all(state.dice):
        yield "dice: must be named once they are thrown"
    if state.last and state.round > state.last:
        yield "round: is after the last"
    if state.last > state.round + (state.phase > 2):
        yield "last: with the extra pile in play it is this round, or the next one while cards are played"
    if state.phase < 3 and state.turn:
        yield "turn: no turn is taken before the cards are played"
    if state.phase == 4 and state.turn != turns:
        yield f"turn: all {turns} are taken before the majorities"


def _of_end(state: State, cards: Cards) -> Iterator[str]:
    ended = state.over or state.agenda == [Round()]
    if any(len(row) != len(state.seats) for row in state.totals):
        yield "totals: a row has one number for each seat"
    elif len(state.totals) > state.round - (not ended):
        yield "totals: are of more rounds than have been played"
    elif state.over and (not state.totals or state.totals[-1] != totals(state, cards)):
        yield f"totals: the last row of a game that is over is its result, {totals(state, cards)}"
    if state.over and (state.phase != 4 or state.round != state.last):
        yield "over: a game is over after the majorities of its last round"
    if not state.over and state.agenda == [Round()] and state.last == state.round:
        yield "agenda: no round comes after the last"
