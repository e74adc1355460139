"""Looking ahead for a plan: what comes when the others do nothing, and what can never be again. No rules of its own."""

from __future__ import annotations

from engine.bruges.data.cards import Cards
from engine.bruges.rules.context import Context
from engine.bruges.rules.rules import AGENDA
from engine.bruges.rules.tasks import Climb, Turn
from engine.bruges.rules.turns import ACTIONS
from engine.bruges.state import TURNS, State
from engine.bruges.words.speech import say
from engine.bruges.words.vocabulary import title
from engine.decisions import Move

NAMING_CARDS = frozenset({*ACTIONS, "use", "discard", "settle"})


def alone(state: State, cards: Cards, number: int) -> bool:
    """Let the others pass their turns and stay on their steps until the seat is asked, within the round.

    False when the round ends before, or another has to choose something else first.
    """
    context = Context(state, cards)
    while asked := AGENDA.open_tasks(state):
        if any(task.seat == number for task in asked):
            return True
        if not isinstance(asked[0], Turn | Climb):
            return False
        context.replace(asked[0])
        if isinstance(asked[0], Turn):
            state.turn += 1
            if state.turn == TURNS * len(state.seats):
                return False
        AGENDA.run(context)
    return False


def never(view: State, cards: Cards, number: int, move: Move) -> str:
    """The reason why a move with a card or person cannot come again: it is on the discard pile or with another seat."""
    if move.verb not in NAMING_CARDS:
        return ""
    card, person = cards.number[move[1]], title(move[1])
    if card in view.discard:
        return say("the {person} lies on the discard pile", person=person)
    if any(card in view.seats[other].persons() for other in view.others(number)):
        return say("the {person} lives with another player", person=person)
    if any(card == house.card for house in view.seats[number].houses):
        return say("the {person} lies face down as one of your houses", person=person)
    return ""
