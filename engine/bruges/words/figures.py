"""The numbers named in `data/rules.txt`, taken from where the rules of play have them. Changes nothing."""

from __future__ import annotations

from engine.bruges.data import persons
from engine.bruges.data.board import load_board
from engine.bruges.rules import building, losses, passives, phases, rules, scoring, turns
from engine.bruges.state import SPACES, TURNS, Seat
from engine.bruges.words.speech import say
from engine.language.wording import listed


def figures() -> dict[str, object]:
    """Name -> what is written for it; lists as "1, 2 and 3"."""
    board, seat = load_board(), Seat()
    return {
        "cards": persons.CARDS,
        "cards of a colour": persons.PER_COLOUR,
        "stacks": rules.STACKS,
        "hand": passives.HAND,
        "start points": seat.points,
        "start guilders": seat.guilders,
        "start workers": seat.workers[0],
        "plays": TURNS,
        "workers": turns.WORKERS,
        "danger": say("{one} or {other}", one=phases.DANGER, other=phases.DANGER + 1),
        "third": losses.THIRD,
        "intrigue": losses.INTRIGUE,
        "spaces": SPACES,
        "prices": _listed(board.prices),
        "statues": _listed(board.statues),
        "statues of a seat": building.STATUES,
        "steps": _listed(board.reputation[1:]),
        "top": board.top,
        "marker": scoring.MARKER,
        "third space": scoring.THIRD_SPACE,
    }


def _listed(numbers: tuple[int, ...]) -> str:
    return listed([str(number) for number in numbers])
