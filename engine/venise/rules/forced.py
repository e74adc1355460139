"""The moves that the rules make for a seat unasked, because nothing else is possible. Orders for it count as done.

A record names the seat, the kind of the choice and the only move. The records of a turn are kept until another seat
plays in a turn of its own: orders that come behind the turn in one letter find them still.
"""

from __future__ import annotations

from engine.decisions import Move
from engine.venise.data.box import shipped
from engine.venise.rules.boards import find
from engine.venise.rules.tasks import Gift
from engine.venise.state import State

BRIDGE_POINTS = "bridge points"


def note(state: State, number: int, kind: str, move: Move) -> None:
    """Remember a move that the rules have made for a seat."""
    state.forced.append((number, kind, move.text))


def forget(state: State, number: int) -> None:
    """A seat plays: forgotten is what others were spared in turns that are over, and it itself beside such turns."""
    own = (number, state.active)
    state.forced = [
        (seat, kind, text)
        for seat, kind, text in state.forced
        if seat in own and not (kind == Gift.name and seat == number == state.active)
    ]


def forget_turn(state: State, number: int) -> None:
    """A turn of the seat begins: what stays is only of cubes beside another's turn, whose laying let it begin."""
    state.forced = [record for record in state.forced if record[0] != number or record[1] == Gift.name]


def by_itself(view: State, number: int) -> tuple[tuple[str, Move], ...]:
    """The kinds of the choices and the moves."""
    return tuple((kind, Move.of(text)) for seat, kind, text in view.forced if seat == number)


def already(move: Move, view: State, number: int) -> bool:
    """Whether a move of the seat is part of what has been done for it, or asks for what works without being told."""
    made = [other for _, other in by_itself(view, number)]
    match move.verb:
        case "lay":
            return any(other.verb == "lay" for other in made)
        case "put":
            laid = (int(other[1]) for other in made if other.verb == "put" and other[2:] == move[2:])
            return 0 < int(move[1]) <= sum(laid)
        case "move":
            return any(other[:3] == move[:3] and ("idle" in other) == ("idle" in move) for other in made)
        case "use":
            return len(move) == 2 and _works_without_words(view, number, move[1])
    return move in made


def _works_without_words(view: State, number: int, name: str) -> bool:
    seat = view.seats[number]
    found = find(seat, name)
    is_paid = found is not None and seat.rows[found[0]][found[1]].ready
    return is_paid and shipped().cards[shipped().number[name]].effect == BRIDGE_POINTS
