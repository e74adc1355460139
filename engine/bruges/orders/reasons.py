"""The reasons why a well-formed move is not legal now, as clauses for the player. Reads a view, changes nothing."""

from __future__ import annotations

from engine.bruges.data.cards import Cards
from engine.bruges.rules import afterthoughts, building, passives, turns
from engine.bruges.rules.context import Context, empty_houses
from engine.bruges.rules.rules import AGENDA, card_turn
from engine.bruges.rules.tasks import Draw, Recruit, Turn
from engine.bruges.state import COLOURS, SECTIONS, State
from engine.bruges.words.speech import say
from engine.bruges.words.vocabulary import side, title, word
from engine.decisions import Move
from engine.language.wording import listed

CARD_VERBS = frozenset(turns.ACTIONS)


def why_not(view: State, cards: Cards, number: int, move: Move) -> str:
    """The reason, without the order's own words; "" when the move is legal."""
    task, context = AGENDA.open_to(view, number), Context(view, cards)
    if task is None:
        return say("nothing is asked of you at the moment")
    if move in AGENDA.moves(context, task):
        return ""
    if move.verb in (*CARD_VERBS, "use") and (missing := _not_there(view, cards, number, move)):
        return missing
    if isinstance(task, Recruit) and move.verb == "recruit":
        return _why_not_recruit(view, cards, number, cards.number[move[1]], move[3], task.discount)
    if isinstance(task, Draw) and move.verb == "draw":
        return _why_not_draw(view, move[1])
    if not isinstance(task, Turn):
        return say("first is asked: {asked}", asked=say(AGENDA.prompt(context, task)))
    if move == afterthoughts.NO_CLIMB or afterthoughts.is_late_climb(view, number, move):
        played = task.played or card_turn(view) > 1
        return afterthoughts.why_not(view, number, move, played=played)
    if move.verb == "use":
        return _why_not_use(view, cards, number, cards.number[move[1]])
    if move.verb not in CARD_VERBS:
        return say("that is not asked now, but card {number}", number=card_turn(view))
    if not task.still:
        return say("your card is played")
    return _why_not_card(view, cards, number, move)


def _not_there(view: State, cards: Cards, number: int, move: Move) -> str:
    """That a card is not in hand, or a person not in play."""
    card, seat, person = cards.number[move[1]], view.seats[number], title(move[1])
    if move.verb == "use":
        return "" if card in seat.persons() else say("the {person} is not in your houses", person=person)
    if card in seat.hand:
        return ""
    if card in seat.persons():
        return say("the {person} is in your house, not in your hand", person=person)
    return say("the {person} is not in your hand", person=person)


def _why_not_draw(view: State, pile: str) -> str:
    if pile not in view.pile_names:
        return say("the piles are {piles}", piles=listed(view.pile_names))
    if pile in SECTIONS:
        return say("the {side:!left|right} pile is empty", side=side(pile))
    return say("the {colour} pile is empty", colour=word(pile))


def _why_not_card(view: State, cards: Cards, number: int, move: Move) -> str:
    card = cards.number[move[1]]
    colour = word(COLOURS[cards.colour[card]])
    if move.verb == "threat":
        return say("you have no {colour} threat", colour=colour)
    if move.verb == "house":
        return say("it takes a {colour} worker, you have none", colour=colour)
    if move.verb == "canal":
        return _why_not_canal(view, cards, number, card, move[2])
    if move.verb == "recruit":
        return _why_not_recruit(view, cards, number, card, move[3], 0)
    return say("the rules do not allow it now")


def _why_not_canal(view: State, cards: Cards, number: int, card: int, section: str) -> str:
    space = building.next_space(view, number, SECTIONS.index(section))
    if space is None:
        return say("your {side:!left|right} section is finished", side=side(section))
    price = building.card_price(view, cards, number, card, SECTIONS.index(section))
    if price is None:
        return say(
            "the next space on the {side:!left|right} is {wanted}, the {person} is {colour}",
            side=side(section),
            wanted=word(COLOURS[space[0]]),
            person=title(cards.name[card]),
            colour=word(COLOURS[cards.colour[card]]),
        )
    return building.too_dear(price, view.seats[number].guilders)


def _why_not_recruit(view: State, cards: Cards, number: int, card: int, house: str, less: int) -> str:
    seat = view.seats[number]
    if COLOURS.index(house) not in empty_houses(seat):
        return say("you have no empty {colour} house", colour=word(house))
    return building.too_dear(passives.recruit_price(view, cards, number, card, less), seat.guilders)


def _why_not_use(view: State, cards: Cards, number: int, person: int) -> str:
    called = title(cards.name[person])
    house = next(h for h in view.seats[number].houses if h.person == person)
    if cards.icon[person] == "arrow":
        return say("the {person} has worked already, on moving in", person=called)
    if not cards.usable[person]:
        return say("the {person} works without being told", person=called)
    if house.used:
        return say("the {person} has worked this round", person=called)
    colour = cards.worker[person]
    if colour is not None and not view.seats[number].workers[colour]:
        wanted = word(COLOURS[colour])
        return say("the {person} takes a {colour} worker, you have none", person=called, colour=wanted)
    return say("there is nothing for the {person} to do now", person=called)
