"""The question and the effect of a move, in a few words for the seat concerned. Decides nothing, plays nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.bruges.data import cards
from engine.bruges.data.cards import Cards
from engine.bruges.rules import afterthoughts, building, passives, tasks
from engine.bruges.rules.rules import AGENDA, card_turn
from engine.bruges.rules.turns import WORKERS, guilders_for
from engine.bruges.state import COLOURS, SECTIONS, TURNS, State
from engine.bruges.words import effect_texts, speech
from engine.bruges.words.vocabulary import amount, for_price, side, title, word, workers
from engine.bruges.words.voice import voice_of
from engine.decisions import Decision, Move
from engine.language.languages import to_say

HEADLINES = {
    "draw": to_say("Draw a card"),
    "penalties": to_say("Fire or plague first?"),
    "fire": to_say("Lose something to fire"),
    "plague": to_say("Lose a person to the plague"),
    "workers": to_say("Which worker must go?"),
    "canal": to_say("Which canal token must go?"),
    "threat": to_say("Which threat must come?"),
    "take": to_say("Which worker comes?"),
    "pay": to_say("Which worker pays?"),
    "mason": to_say("Which worker builds?"),
    "remove": to_say("Which threat goes?"),
    "ward": to_say("Which threat goes?"),
    "dig": to_say("Where to dig?"),
    "exchange": to_say("Exchange or not?"),
    "discard": to_say("Which card goes?"),
    "settle": to_say("Build with which card?"),
    "recruit": to_say("Who moves in?"),
}


def headline(view: State, decision: Decision) -> str:
    """The question: "Your card 2 of 4", "Lose something to fire"."""
    if decision.kind == "turn":
        if decision.passing:
            return speech.say("Anything more at card {card} of {cards}?", card=card_turn(view), cards=TURNS)
        return speech.say("Your card {card} of {cards}", card=card_turn(view), cards=TURNS)
    if decision.kind in ("climb", "advance"):
        return speech.say("A step up for {price}?", price=step_price(view, decision.seat))
    return speech.say(HEADLINES[decision.kind])


def course(view: State, decision: Decision, names: Sequence[str]) -> str:
    """Tell which players come before and after a card turn: "Chidi has played, Bea comes after you."."""
    if decision.kind != "turn":
        return ""
    known, order = voice_of(names, decision.seat).names, view.order()
    place, last = order.index(decision.seat), view.turn == TURNS * len(order) - 1
    before, after = known[order[place - 1]], known[order[(place + 1) % len(order)]]
    if view.turn == 0:
        return speech.say("You start the round, {after} comes after you.", after=after)
    if last:
        return speech.say("{before} has played; your card is the last one of the round.", before=before)
    if before == after:
        return speech.say("{before} has played.", before=before)
    return speech.say("{before} has played, {after} comes after you.", before=before, after=after)


def say(move: Move, view: State, seat: int) -> str:
    """The effect of a move, a clause to its player: "the Lawyer takes a purple threat off you, 1 point"."""
    return SAYERS[move.verb](move, view, cards.of(view.deck), seat)


def step_price(view: State, seat: int) -> int:
    """The price to the seat of the step that it is offered, or that a step would have in this round."""
    task = AGENDA.open_to(view, seat)
    if isinstance(task, tasks.Climb | tasks.Advance):
        return task.price
    unsettled = afterthoughts.price(view, seat)
    if unsettled is not None:
        return unsettled
    return passives.step_price(view, cards.of(view.deck), seat, passives.round_price(view) or 0)


# --- cards ----------------------------------------------------------------------------------------------


def _workers(move: Move, view: State, known: Cards, seat: int) -> str:
    number = WORKERS + passives.plus(view, known, seat, "workers")
    brought = workers(number, _colour(move[1], known))
    return speech.say("the {person} brings {what}", person=title(move[1]), what=brought)


def _guilders(move: Move, view: State, known: Cards, seat: int) -> str:
    card = known.number[move[1]]
    brought = guilders_for(view, known, seat, card)
    person, what = title(move[1]), amount("guilders", brought)
    if view.dice[known.colour[card]] != brought:
        return speech.say("the {person} brings {what}", person=person, what=what)
    colour = word(_colour(move[1], known))
    return speech.say("the {person} brings {what} ({colour} die)", person=person, what=what, colour=colour)


def _threat(move: Move, view: State, known: Cards, seat: int) -> str:
    if passives.any_colour(view, known, seat, "threat"):
        return speech.say("the {person} takes a threat off you, 1 point", person=title(move[1]))
    colour = word(_colour(move[1], known))
    return speech.say("the {person} takes a {colour} threat off you, 1 point", person=title(move[1]), colour=colour)


def _canal(move: Move, view: State, known: Cards, seat: int) -> str:
    price = building.card_price(view, known, seat, known.number[move[1]], SECTIONS.index(move[2]))
    person, place = title(move[1]), side(move[2])
    if price is None:
        return speech.say("the {person} digs on the {side:!left|right}", person=person, side=place)
    paid = for_price(price)
    return speech.say("the {person} digs on the {side:!left|right} {price}", person=person, side=place, price=paid)


def _house(move: Move, view: State, known: Cards, seat: int) -> str:
    colour = word(_colour(move[1], known))
    return speech.say("the {person} becomes a {colour} house", person=title(move[1]), colour=colour)


def _recruit(move: Move, view: State, known: Cards, seat: int) -> str:
    task = AGENDA.open_to(view, seat)
    less = task.discount if isinstance(task, tasks.Recruit) else 0
    price = passives.recruit_price(view, known, seat, known.number[move[1]], less)
    return speech.say(
        "the {person} moves into your {colour} house {price}",
        person=title(move[1]),
        colour=word(move[3]),
        price=for_price(price),
    )


def _use(move: Move, view: State, known: Cards, seat: int) -> str:
    return speech.say("the {person} works: {what}", person=title(move[1]), what=work(known, known.number[move[1]]))


def work(known: Cards, card: int) -> str:
    """The effect and cost of using a person: "1 point and 2 guilders, for 1 yellow worker"."""
    person = known.deck.persons[card]
    if person.worker is None:
        return effect_texts.clause(person.effects)
    colour = word(COLOURS[person.worker])
    return speech.say("{what}, for 1 {colour} worker", what=effect_texts.clause(person.effects), colour=colour)


def _colour(name: str, known: Cards) -> str:
    return COLOURS[known.colour[known.number[name]]]


# --- steps, piles, losses ---------------------------------------------------------------------------------


def _climb(move: Move, view: State, known: Cards, seat: int) -> str:
    return speech.say("one step up {price}", price=for_price(step_price(view, seat)))


def _no(move: Move, view: State, known: Cards, seat: int) -> str:
    price = step_price(view, seat)
    if not price:
        return speech.say("back down a step")
    return speech.say("back down a step, {n:guilder|guilders} back", n=price)


def _lose(move: Move, view: State, known: Cards, seat: int) -> str:
    if move[1] == "canal" or move[-1] == "empty":
        return loss(move)
    if isinstance(AGENDA.open_to(view, seat), tasks.Plague):
        return speech.say("the {person}; the house stays", person=title(move[1]))
    return speech.say("the house with the {person}, who comes back to your hand", person=title(move[1]))


def loss(move: Move) -> str:
    """The thing that the fire takes by this move, and nothing more."""
    if move[1] == "canal":
        return speech.say("the outermost canal token on the {side:!left|right}", side=side(move[2]))
    if move[-1] == "empty":
        return speech.say("the empty {colour} house", colour=word(move[1]))
    return speech.say("the house with the {person}", person=title(move[1]))


def _draw(move: Move, view: State, known: Cards, seat: int) -> str:
    if move[1] in SECTIONS:
        return speech.say("a card from the {side:!left|right} pile", side=side(move[1]))
    return speech.say("a card from the {colour} pile", colour=word(move[1]))


def _take(move: Move, view: State, known: Cards, seat: int) -> str:
    if isinstance(AGENDA.open_to(view, seat), tasks.Threat):
        return speech.say("a {colour} threat for you", colour=word(move[1]))
    return speech.say("a {colour} worker for you", colour=word(move[1]))


def _dig(move: Move, view: State, known: Cards, seat: int) -> str:
    task = AGENDA.open_to(view, seat)
    factor = task.factor if isinstance(task, tasks.Dig) else 1
    price = building.dig_price(view, known, seat, SECTIONS.index(move[1]), factor)
    if price is None:
        return speech.say("a canal space on the {side:!left|right}", side=side(move[1]))
    return speech.say("a canal space on the {side:!left|right} {price}", side=side(move[1]), price=for_price(price))


def _exchange(move: Move, view: State, known: Cards, seat: int) -> str:
    task = AGENDA.open_to(view, seat)
    if not isinstance(task, tasks.Exchange):
        return speech.say("the exchange is made")
    return effect_texts.clause(known.deck.person(task.person).effects)


Sayer = Callable[[Move, State, Cards, int], str]
SAYERS: Mapping[str, Sayer] = {
    "workers": _workers,
    "guilders": _guilders,
    "threat": _threat,
    "canal": _canal,
    "house": _house,
    "recruit": _recruit,
    "use": _use,
    "end": lambda move, view, known, seat: speech.say("nothing more with this card"),
    "climb": _climb,
    "no": _no,
    "stay": lambda move, view, known, seat: speech.say("no step up"),
    "lose": _lose,
    "draw": _draw,
    "fire": lambda move, view, known, seat: speech.say("first the fire, then the plague"),
    "plague": lambda move, view, known, seat: speech.say("first the plague, then the fire"),
    "take": _take,
    "give": lambda move, view, known, seat: speech.say("a {colour} worker of yours", colour=word(move[1])),
    "remove": lambda move, view, known, seat: speech.say("a {colour} threat off you, 1 point", colour=word(move[1])),
    "dig": _dig,
    "exchange": _exchange,
    "discard": lambda move, view, known, seat: speech.say("the {person} is put away", person=title(move[1])),
    "settle": _house,
    "none": lambda move, view, known, seat: speech.say("nothing of these"),
}
