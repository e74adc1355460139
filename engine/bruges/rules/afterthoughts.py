"""The step up of a round once more: what a rule answered may be taken back or made up for before the first card.

A seat that was not asked itself (a standing order or a default answered) has the price of that moment in
`Seat.unsettled`. Steps are decided in turn order (rulebook, phase 2), so as soon as another seat acts the step is
settled; a league may let it be open until the seat's own first card, or passing. Who could not pay then cannot climb
later. No choice of its own is opened here: the moves are among those of the turn.
"""

from __future__ import annotations

from engine.bruges.data.board import load_board
from engine.bruges.rules import building
from engine.bruges.rules.choices import CLIMB
from engine.bruges.rules.context import Context
from engine.bruges.state import Seat, State
from engine.bruges.words.speech import say
from engine.decisions import Move

CLIMB_FOR_NOW, STAY_FOR_NOW = Move.of("climb for now"), Move.of("stay for now")
FOR_NOW = (CLIMB_FOR_NOW, STAY_FOR_NOW)
NO_CLIMB = Move.of("no climb")


# --- leaving it open -------------------------------------------------------------------------------------


def climb(context: Context, number: int, price: int, *, for_now: bool) -> None:
    """Take the step; for now: remember its price and what persons bring with it, so that it can be taken back."""
    seat = context.seat(number)
    seat.climbed = True
    before = _holdings(seat)
    building.step_up(context, number, price, for_now=for_now)
    if for_now:
        brought = [now - then for now, then in zip(_holdings(seat), before, strict=True)]
        brought[1] += price
        seat.unsettled = [price, *brought]


def leave_open(context: Context, number: int, price: int) -> None:
    """The step was not taken, but not by the seat's own word; it may be made up for at this price."""
    context.seat(number).unsettled = [price]


def settle_others(state: State, number: int) -> None:
    """The seat acts: what the others left open is settled, unless steps may be changed with the first card."""
    if not state.late_steps:
        for other in state.others(number):
            state.seats[other].unsettled = []


def _holdings(seat: Seat) -> list[int]:
    return [seat.points, seat.guilders, *seat.workers]


# --- coming back to it -----------------------------------------------------------------------------------


def price(state: State, number: int) -> int | None:
    """The price that the seat paid for the step of this round, or would have paid, while that is not settled."""
    unsettled = state.seats[number].unsettled
    return unsettled[0] if unsettled else None


def moves(state: State, number: int) -> tuple[Move, ...]:
    """`no climb` or `climb`, if that is possible now."""
    seat = state.seats[number]
    if not seat.unsettled:
        return ()
    if seat.climbed:
        return (NO_CLIMB,) if _can_give_back(seat) else ()
    return (CLIMB,) if seat.step < load_board().top and seat.unsettled[0] <= seat.guilders else ()


def why_not(state: State, number: int, move: Move, *, played: bool = False) -> str:
    """The reason why the seat cannot take its step back (`no climb`) or make up for it (a late `climb`); "" if it can.

    played: whether it has played a card in this round
    """
    seat = state.seats[number]
    if move == NO_CLIMB and not seat.climbed:
        return say("you have not gone up a step in this round")
    if not seat.unsettled:
        return _since(played=played)
    if seat.climbed:
        return "" if _can_give_back(seat) else say("you no longer have what the step brought you")
    if seat.step >= load_board().top:
        return say("you stand on the top step")
    return building.too_dear(seat.unsettled[0], seat.guilders)


def _since(*, played: bool) -> str:
    """The reason why a step is settled."""
    if played:
        return say("you have played a card since")
    return say("that was your own order, or another seat has acted since")


def _can_give_back(seat: Seat) -> bool:
    cost, points, guilders, *workers = seat.unsettled
    enough = all(has >= gave for has, gave in zip(seat.workers, workers, strict=True))
    return enough and seat.points >= points and seat.guilders + cost >= guilders


def answer(context: Context, number: int, move: Move) -> None:
    """Take the step back, with all that it brought, or take it after all; then it is settled."""
    seat = context.seat(number)
    if move == CLIMB:
        cost = seat.unsettled[0]
        seat.unsettled = []
        climb(context, number, cost, for_now=False)
        return
    cost, points, guilders, *workers = seat.unsettled
    seat.unsettled, seat.climbed = [], False
    seat.step -= 1
    seat.points -= points
    seat.guilders += cost - guilders
    seat.workers = [has - gave for has, gave in zip(seat.workers, workers, strict=True)]
    context.tell("climb taken back", seat=number, step=seat.step, refund=cost, more=any((points, guilders, *workers)))


def is_late_climb(state: State, number: int, move: Move) -> bool:
    """Whether a move ordered at a turn is a `climb` about the round that runs, not about one to come."""
    seat = state.seats[number]
    return move == CLIMB and bool(seat.unsettled) and not seat.climbed
