"""Why a well-formed move is not legal now, as a clause for the player. Reads a view, changes nothing."""

from __future__ import annotations

from engine.bruges import afterthoughts, building, passives, turns
from engine.bruges.cards import Cards
from engine.bruges.course import empty_houses
from engine.bruges.rules import CHOICES, card_turn, open_choice
from engine.bruges.state import COLOURS, SECTIONS, State
from engine.decisions import Move

CARD_VERBS = frozenset(turns.ACTIONS)


def why_not(view: State, cards: Cards, number: int, move: Move) -> str:
    """The reason, without the order's own words; "" when nothing stands against it."""
    matter = open_choice(view, number)
    if matter is None:
        return "nothing is asked of you at the moment"
    if move in CHOICES[matter[0]].moves(view, cards, matter):
        return ""
    if move.verb in (*CARD_VERBS, "use") and (missing := _not_there(view, cards, number, move)):
        return missing
    if matter[0] == "recruit" and move.verb == "recruit":
        return _why_not_recruit(view, cards, number, cards.number[move[1]], move[3], matter[2])
    if matter[0] == "draw" == move.verb:
        return _why_not_draw(view, move[1])
    if matter[0] != "turn":
        return f"first is asked: {CHOICES[matter[0]].prompt}"
    if move == afterthoughts.NO_CLIMB or afterthoughts.is_late_climb(view, number, move):
        played = matter[3] or card_turn(view) > 1
        return afterthoughts.why_not(view, number, move, played=played)
    if move.verb == "use":
        return _why_not_use(view, cards, number, cards.number[move[1]])
    if move.verb not in CARD_VERBS:
        return f"that is not asked now, but card {card_turn(view)}"
    if not matter[2]:
        return "your card is played"
    return _why_not_card(view, cards, number, move)


def _not_there(view: State, cards: Cards, number: int, move: Move) -> str:
    """That a card is not in hand, or a person not in play."""
    title = cards.title[cards.number[move[1]]]
    if move.verb == "use":
        return "" if cards.number[move[1]] in view.seats[number].persons() else f"the {title} is not in your houses"
    if cards.number[move[1]] in view.seats[number].hand:
        return ""
    if cards.number[move[1]] in view.seats[number].persons():
        return f"the {title} is in your house, not in your hand"
    return f"the {title} is not in your hand"


def _why_not_draw(view: State, pile: str) -> str:
    names = view.pile_names
    return f"the {pile} pile is empty" if pile in names else f"the piles are {', '.join(names[:-1])} and {names[-1]}"


def _why_not_card(view: State, cards: Cards, number: int, move: Move) -> str:
    card = cards.number[move[1]]
    colour = COLOURS[cards.colour[card]]
    if move.verb == "threat":
        return f"you have no {colour} threat"
    if move.verb == "house":
        return f"it takes a {colour} worker, you have none"
    if move.verb == "canal":
        return _why_not_canal(view, cards, number, card, move[2])
    if move.verb == "recruit":
        return _why_not_recruit(view, cards, number, card, move[3], 0)
    return "the rules do not allow it now"


def _why_not_canal(view: State, cards: Cards, number: int, card: int, side: str) -> str:
    space = building.next_space(view, number, SECTIONS.index(side))
    if space is None:
        return f"your {side} section is finished"
    price = building.card_price(view, cards, number, card, SECTIONS.index(side))
    if price is None:
        colour = COLOURS[cards.colour[card]]
        return f"the next space on the {side} is {COLOURS[space[0]]}, the {cards.title[card]} is {colour}"
    return building.too_dear(price, view.seats[number].guilders)


def _why_not_recruit(view: State, cards: Cards, number: int, card: int, house: str, less: int) -> str:
    seat = view.seats[number]
    if COLOURS.index(house) not in empty_houses(seat):
        return f"you have no empty {house} house"
    return building.too_dear(passives.recruit_price(view, cards, number, card, less), seat.guilders)


def _why_not_use(view: State, cards: Cards, number: int, person: int) -> str:
    title = cards.title[person]
    house = next(h for h in view.seats[number].houses if h.person == person)
    if cards.icon[person] == "arrow":
        return f"the {title} has worked already, on moving in"
    if not cards.usable[person]:
        return f"the {title} works without being told"
    if house.used:
        return f"the {title} has worked this round"
    colour = cards.worker[person]
    if colour is not None and not view.seats[number].workers[colour]:
        return f"the {title} takes a {COLOURS[colour]} worker, you have none"
    return f"there is nothing for the {title} to do now"
