"""Canals, houses, persons moving in, reputation steps and threat markers put away: what actions and persons share."""

from __future__ import annotations

from engine.bruges.data.board import load_board
from engine.bruges.data.cards import Cards
from engine.bruges.data.persons import Effect
from engine.bruges.rules import passives, tasks
from engine.bruges.rules.context import Context, empty_houses
from engine.bruges.rules.scoring import count
from engine.bruges.state import COLOURS, SECTIONS, SPACES, House, State
from engine.bruges.words.speech import say

STATUES = 2  # at most, per seat


# --- canals ----------------------------------------------------------------------------------------


def next_space(state: State, number: int, section: int) -> tuple[int, int] | None:
    """(colour, printed price) of the next space of a section; None when it is finished."""
    built = state.seats[number].canals[section]
    if built == SPACES:
        return None
    board = load_board()
    return board.canals[state.tracks[number]][section][built], board.prices[built]


def dig_price(state: State, cards: Cards, number: int, section: int, factor: int) -> int | None:
    """The price of the next space without a card; None when the section is finished."""
    space = next_space(state, number, section)
    return None if space is None else passives.canal_price(state, cards, number, space[1] * factor)


def card_price(state: State, cards: Cards, number: int, card: int, section: int) -> int | None:
    """The price of the next space with this card; None when the section is finished or the colour does not fit."""
    space = next_space(state, number, section)
    if space is None:
        return None
    if space[0] != cards.colour[card] and not passives.any_colour(state, cards, number, "canal"):
        return None
    return passives.canal_price(state, cards, number, space[1])


def lay_token(
    context: Context, number: int, section: int, paid: int, card: str | None = None, person: str | None = None
) -> None:
    """Pay and place the token; finishing a section for the first time takes the topmost statue at once."""
    seat = context.seat(number)
    seat.guilders -= paid
    seat.canals[section] += 1
    space = seat.canals[section]
    context.tell("canal", seat=number, card=card, section=SECTIONS[section], space=space, paid=paid, person=person)
    if space == SPACES and not seat.crowned[section]:
        seat.crowned[section] = True
        if context.state.statues and len(seat.statues) < STATUES:
            seat.statues.append(context.state.statues.pop(0))
            context.tell("statue", seat=number, value=seat.statues[-1])
    happened(context, number, "canal")


# --- houses and persons ------------------------------------------------------------------------------


def build_house(context: Context, number: int, card: int, person: str | None = None) -> None:
    """Lay a hand card face down; the worker has been paid."""
    context.settle(number, card)
    context.tell("house", seat=number, colour=COLOURS[context.cards.colour[card]], person=person)
    context.tell_only(number, "house card", seat=number, card=context.cards.name[card])
    happened(context, number, "house")


def recruit_targets(state: State, cards: Cards, number: int, card: int, less: int = 0) -> list[int]:
    """The colours of empty houses that a person may move into; none when it is too dear."""
    seat = state.seats[number]
    if not (houses := empty_houses(seat)):
        return []
    return houses if passives.recruit_price(state, cards, number, card, less) <= seat.guilders else []


def recruit(context: Context, number: int, card: int, colour: int, less: int = 0) -> None:
    """A hand card moves into the oldest empty house of a colour; an arrow person fires at once."""
    state, cards = context.state, context.cards
    seat = state.seats[number]
    paid = passives.recruit_price(state, cards, number, card, less)
    helpers = seat.persons()
    seat.guilders -= paid
    context.leave_hand(number, card)
    place = next(k for k, h in enumerate(seat.houses) if h.person is None and h.colour == colour)
    arrow = cards.icon[card] == "arrow"
    seat.houses[place] = House(colour, seat.houses[place].card, card, used=arrow)
    name = cards.name[card]
    context.tell("recruit", seat=number, card=name, house=COLOURS[colour], paid=paid)
    happened(context, number, "recruit", helpers)
    if arrow:
        context.tell("fired", seat=number, person=name)
        context.push(tasks.Do(number, name, 0))


# --- reputation and threats ---------------------------------------------------------------------------


def step_up(context: Context, number: int, paid: int, person: str | None = None, *, for_now: bool = False) -> None:
    """One step up. `for_now`: not by the seat's own word, which is told."""
    seat = context.seat(number)
    seat.guilders -= paid
    seat.step += 1
    more = {"for_now": True} if for_now else {}
    context.tell("climbed", seat=number, step=seat.step, paid=paid, person=person, **more)
    happened(context, number, "climb")


def too_dear(price: int, purse: int) -> str:
    """The reason why something cannot be paid, as a clause; "" if it can."""
    return "" if price <= purse else say("costs {n:guilder|guilders}, you have {purse}", n=price, purse=purse)


def put_off(context: Context, number: int, colour: int, card: str | None = None, person: str | None = None) -> None:
    """One threat marker goes back by choice: 1 point."""
    seat = context.seat(number)
    seat.threats[colour] -= 1
    seat.points += 1
    context.tell("threat off", seat=number, card=card, colour=COLOURS[colour], person=person)
    happened(context, number, "threat")


def put_off_by_card(context: Context, number: int, colour: int, card: str) -> None:
    """One marker for a card put away; persons may add points to that."""
    put_off(context, number, colour, card)
    for person, effect in context.cards.passives(context.seat(number).persons(), "improve"):
        if effect["action"] == "threat":
            context.gain(number, "points", effect.get("plus", 0), context.cards.name[person])


# --- situations ------------------------------------------------------------------------------------


def happened(context: Context, number: int, event: str, persons: list[int] | None = None) -> None:
    """Persons of the seat that profit from an event of its own; a person just recruited not from its own coming."""
    cards = context.cards
    helpers = context.seat(number).persons() if persons is None else persons
    for person, effect in cards.passives(helpers, "on"):
        if effect["event"] == event:
            for given in effect["then"]:
                give(context, number, cards.name[person], given)


def give(context: Context, number: int, person: str, effect: Effect) -> None:
    """Carry out an effect that needs no choice: gain, gain_per, gain_workers of one colour."""
    get = effect.get
    if effect.kind == "gain":
        context.gain(number, get("what"), get("n"), person)
    elif effect.kind == "gain_per":
        amount = get("n") * count(context.state, context.cards, number, get("per"))
        context.gain(number, get("what"), min(amount, get("most", amount)), person)
    else:
        context.gain_workers(number, COLOURS.index(get("colour")), get("n"), person)
