"""The cost of the next threat of a colour to a seat, in words. Throws nothing, takes nothing."""

from __future__ import annotations

from engine.bruges.data.cards import Cards
from engine.bruges.rules import passives
from engine.bruges.rules.losses import INTRIGUE, PENALTIES
from engine.bruges.state import COLOURS, Seat, State
from engine.bruges.words.speech import say
from engine.bruges.words.vocabulary import amount, either, title, word


def danger(view: State, known: Cards, number: int, colour: int) -> str:
    """Tell what a third marker of a colour would cost."""
    name, called = PENALTIES[colour], word(COLOURS[colour])
    guard = passives.immune(view, known, number, name)
    if guard is not None:
        return say("A third {colour} threat would do no harm ({person}).", colour=called, person=title(guard))
    cost = COSTS[name](view.seats[number]) or say("nothing now")
    return say(
        "A third {colour} threat would cost you {cost} ({penalty}).", colour=called, cost=cost, penalty=word(name)
    )


def _burns(seat: Seat) -> str:
    houses = [say("a house")] if seat.houses else []
    return either([*houses, say("a canal token")] if any(seat.canals) else houses)


# Penalty -> what it takes of a seat; "" when there is nothing to take.
COSTS = {
    "flood": lambda seat: say("all your workers") if any(seat.workers) else "",
    "raid": lambda seat: say("all your guilders") if seat.guilders else "",
    "intrigue": lambda seat: amount("points", min(INTRIGUE, seat.points)) if seat.points else "",
    "plague": lambda seat: say("a person") if seat.persons() else "",
    "fire": _burns,
}
