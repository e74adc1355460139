"""Rounds: whose turn comes, when the last round has come, the end of the game. Rulebook, part 2.

Matters: ("round",) before the first player's turn; ("next",) after every turn.
"""

from __future__ import annotations

from engine.venise import boards, works
from engine.venise.course import Course
from engine.venise.scoring import ranking, totals
from engine.venise.state import Matter, State


def begin_round(course: Course, matter: Matter) -> None:
    """The end is looked for when the first player is about to begin: if it has come, this round is the last."""
    state = course.state
    state.round += 1
    state.turn = 0
    state.ending = end_reason(state)
    state.last = state.round if state.ending else 0
    course.tell("round begins", round=state.round, first=state.first, ending=state.ending)
    course.push(("begin",))


def end_reason(state: State) -> str:
    """Why the round that begins is the last; "" if it is not."""
    if any(not works.bridges_left(state, number) for number in range(len(state.seats))):
        return "bridges"
    if not orders_left(state):
        return "orders"
    if not state.bonuses:
        return "market"
    return "cap" if state.cap and state.round >= state.cap else ""


def orders_left(state: State) -> int:
    """Orders in the deck, with those that somebody has drawn but not kept yet."""
    return len(state.decks[1]) + boards.pending_orders(state)


def next_turn(course: Course, matter: Matter) -> None:
    state = course.state
    state.turn += 1
    if state.turn < len(state.seats):
        course.push(("begin",))
        return
    state.turn = len(state.seats) - 1 if state.last else 0
    points = totals(state)
    state.totals.append(points)
    course.tell("round ends", round=state.round, totals=points[:])
    if state.last:
        state.over = True
        course.tell("game ends", totals=points[:], ranks=ranking(points))
    else:
        course.push(("round",))
