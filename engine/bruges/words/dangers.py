"""The cost of the next threat of a colour to a seat, in words. Throws nothing, takes nothing."""

from __future__ import annotations

from engine.bruges.data.cards import Cards
from engine.bruges.rules import passives
from engine.bruges.rules.losses import INTRIGUE, PENALTIES
from engine.bruges.state import COLOURS, Seat, State
from engine.bruges.words.speech import say
from engine.bruges.words.vocabulary import amount, either, title, word


def danger(view: State, known: Cards, number: int, colour: int, *, of_dice: bool = False) -> str:
    """Tell what a third marker of a colour would cost.

    of_dice  where dice have been spoken of and not threats
    """
    name, called = PENALTIES[colour], word(COLOURS[colour])
    guard = passives.immune(view, known, number, name)
    if guard is not None:
        return _no_harm(called, title(guard), of_dice)
    cost = COSTS[name](view.seats[number]) or say("nothing now")
    if of_dice:
        return say(
            "A third {colour} threat would cost you {cost} ({penalty}).", colour=called, cost=cost, penalty=word(name)
        )
    return say("A third {colour} one would cost you {cost} ({penalty}).", colour=called, cost=cost, penalty=word(name))


def _no_harm(colour: str, guard: str, of_dice: bool) -> str:
    if of_dice:
        return say("A third {colour} threat would do no harm ({person}).", colour=colour, person=guard)
    return say("A third {colour} one would do no harm ({person}).", colour=colour, person=guard)


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
