"""Rounds: whose turn comes, when the last round has come, the end of the game. Rulebook, part 2."""

from __future__ import annotations

from engine.venise.rules import boards, production, tasks
from engine.venise.rules.context import Context
from engine.venise.rules.scoring import ranking, totals
from engine.venise.state import DECKS, State

ORDER_DECK = DECKS.index("order")


def begin_round(context: Context, task: tasks.Round) -> None:
    """The end is looked for when the first player is about to begin: if it has come, this round is the last."""
    state = context.state
    state.round += 1
    state.turn = 0
    state.ending = end_reason(state)
    state.last = state.round if state.ending else 0
    state.undecided = state.round if not state.ending and _hangs_on_waiting_orders(state) else 0
    waiting = boards.pending_orders(state) if state.undecided else 0
    context.tell("round begins", round=state.round, first=state.first, ending=state.ending, waiting=waiting)
    context.push(tasks.Begin())


def end_reason(state: State) -> str:
    """The reason why the round that begins is the last; "" if it is not."""
    if any(not production.bridges_left(state, number) for number in range(len(state.seats))):
        return "bridges"
    if not orders_left(state):
        return "orders"
    if not state.bonuses:
        return "market"
    return "cap" if state.cap and state.round >= state.cap else ""


def _hangs_on_waiting_orders(state: State) -> bool:
    """Whether the deck of Orders is empty but for cards that wait to be kept, none of which must go back."""
    waiting = [cards for seat in state.seats for deck, cards in seat.pending if deck == ORDER_DECK]
    return not state.decks[ORDER_DECK] and all(len(cards) == 1 for cards in waiting)


def check_again(context: Context) -> None:
    """A waiting card has been answered: the round is the last if Orders had run out but for such cards, all now kept.

    Had each card been answered when it was drawn, as the rulebook has it, this would have shown when the round began.
    """
    state = context.state
    if state.undecided != state.round:
        return
    if state.decks[ORDER_DECK]:
        state.undecided = 0
    elif not boards.pending_orders(state):
        state.undecided, state.ending, state.last = 0, "orders", state.round
        context.tell("last round", round=state.round, ending=state.ending)


def orders_left(state: State) -> int:
    """Orders in the deck, with those that somebody has drawn but not kept yet."""
    return len(state.decks[1]) + boards.pending_orders(state)


def next_turn(context: Context, task: tasks.Next) -> None:
    state = context.state
    state.turn += 1
    if state.turn < len(state.seats):
        context.push(tasks.Begin())
        return
    state.turn = len(state.seats) - 1 if state.last else 0
    points = totals(state)
    state.totals.append(points)
    context.tell("round ends", round=state.round, totals=points[:])
    if state.last:
        state.over = True
        context.tell("game ends", totals=points[:], ranks=ranking(points))
    else:
        context.push(tasks.Round())
