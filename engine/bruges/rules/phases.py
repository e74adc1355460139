"""A round and its four phases: what happens without anybody's choice, and who is asked next.

Matters: ("round",), ("refill", k), ("dice",), ("deal",), ("climbs", k), ("turns",), ("majorities",), and the choices
("climb", seat, price). k counts seats from the start player.
"""

from __future__ import annotations

from engine.bruges.data.board import load_board
from engine.bruges.data.cards import Cards
from engine.bruges.rules import afterthoughts, losses, passives
from engine.bruges.rules.choices import CLIMB, STAY
from engine.bruges.rules.context import Course
from engine.bruges.rules.scoring import ranking, totals
from engine.bruges.state import COLOURS, GONE, MAJORITIES, TURNS, House, Matter, State
from engine.decisions import Move

DANGER = 5  # a die from here on brings a threat


def begin_round(course: Course, matter: Matter) -> None:
    state = course.state
    state.round += 1
    state.turn = 0
    state.phase = 1
    for seat in state.seats:
        seat.climbed, seat.unsettled = False, []
    last = state.last == state.round
    course.tell("round begins", round=state.round, start=state.start, last=last)
    course.push(("refill", 0), ("dice",), ("deal",), ("climbs", 0), ("turns",), ("majorities",))


# --- 1 draw ----------------------------------------------------------------------------------------------


def refill(course: Course, matter: Matter) -> None:
    """The k-th seat from the start player fills its hand; what a person only allows may be left out."""
    state, k = course.state, matter[1]
    if k == len(state.seats):
        return
    number = state.seat_after(k)
    missing = passives.hand_limit(state, course.cards, number) - len(state.seats[number].cards())
    extra = passives.hand_limit(state, course.cards, number) - passives.HAND
    course.push(("refill", k + 1))
    if missing > 0 and any(state.piles):
        course.push(("draw", number, missing, min(missing, extra), ""))


# --- 2 dice ----------------------------------------------------------------------------------------------


def throw(course: Course, matter: Matter) -> None:
    state = course.state
    state.phase = 2
    state.dice = [course.chance.die(f"round {state.round} {colour} die") for colour in COLOURS]


def deal(course: Course, matter: Matter) -> None:
    """Tell the dice, deal the threats in player order, resolve penalties as they happen."""
    state = course.state
    state.phase = 2
    course.tell("dice", dice={colour: state.dice[k] for k, colour in enumerate(COLOURS)})
    colours = [colour for colour in range(5) if state.dice[colour] >= DANGER]
    if not colours:
        return
    course.tell("threats", colours=[COLOURS[colour] for colour in colours])
    matters: list[Matter] = []
    for number in state.order():
        struck = [colour for colour in colours if losses.add_threat(course, number, colour)]
        matters += losses.strike(course, number, struck, None, "")
    course.push(*matters)


def climbs(course: Course, matter: Matter) -> None:
    """The k-th seat from the start player may climb; nobody may without a die that shows 1 or 2."""
    state, k = course.state, matter[1]
    price = passives.round_price(state)
    if k == 0:
        course.tell("climb price", price=price)
    if price is None or k == len(state.seats):
        return
    course.push(("climbs", k + 1))
    number = state.seat_after(k)
    seat = state.seats[number]
    own = passives.step_price(state, course.cards, number, price)
    if seat.step >= load_board().top:
        course.tell("stayed", seat=number, why="top")
    elif seat.guilders < own:
        course.tell("stayed", seat=number, why="guilders")
    else:
        course.push(("climb", number, own))


def climb_moves(state: State, cards: Cards, matter: Matter) -> tuple[Move, ...]:
    return (CLIMB, STAY)


def answer_climb(course: Course, index: int, matter: Matter, move: Move | None) -> None:
    _, number, price = matter
    course.replace(index)
    for_now = move in afterthoughts.FOR_NOW
    if move is not None and move.verb == CLIMB.verb:
        afterthoughts.climb(course, number, price, for_now=for_now)
    elif for_now:
        afterthoughts.leave_open(course, number, price)
        course.tell("stayed", seat=number, why="choice", for_now=True)
    else:
        course.tell("stayed", seat=number, why="choice")


# --- 3 cards ---------------------------------------------------------------------------------------------


def turns(course: Course, matter: Matter) -> None:
    """The next seat takes a turn, until everybody has taken four."""
    state = course.state
    state.phase = 3
    if state.turn < TURNS * len(state.seats):
        number = state.seat_after(state.turn)
        course.push(("turn", number, 1, False), ("turns",))


# --- 4 majorities ------------------------------------------------------------------------------------------


def majorities(course: Course, matter: Matter) -> None:
    state = course.state
    state.phase = 4
    for kind, what in enumerate(MAJORITIES):
        values = majority_values(state, what)
        ahead = strictly_ahead(values)
        turned = ahead is not None and not state.seats[ahead].markers[kind]
        if ahead is not None:
            state.seats[ahead].markers[kind] = True
        course.tell("majority", what=what, seat=ahead, values=values, turned=turned)
    _end_round(course)


def majority_values(state: State, what: str) -> list[int]:
    """What each seat has of the thing that a majority compares."""
    if what == "reputation":
        return [seat.step for seat in state.seats]
    if what == "people":
        return [len(seat.persons()) for seat in state.seats]
    return [sum(seat.canals) for seat in state.seats]


def strictly_ahead(values: list[int]) -> int | None:
    """The seat with more than every other; None when the first are equal."""
    best = max(values)
    return values.index(best) if values.count(best) == 1 else None


def _end_round(course: Course) -> None:
    state, cards = course.state, course.cards
    points = totals(state, cards)
    state.totals.append(points)
    course.tell("round ends", round=state.round, totals=points[:])
    for seat in state.seats:
        seat.hand = [card for card in seat.hand if card != GONE]
        seat.houses = [_rested(cards, house) for house in seat.houses]
    if state.last and state.round >= state.last:
        _end_game(course)
        return
    state.start = state.seat_after(1)
    course.push(("round",))


def _rested(cards: Cards, house: House) -> House:
    """A house whose person is ready again; arrow persons have fired for good."""
    if house.used and house.person is not None and cards.usable[house.person]:
        return House(house.colour, house.card, house.person)
    return house


def _end_game(course: Course) -> None:
    state = course.state
    state.over = True
    points = totals(state, course.cards)
    ranks = ranking(points, [seat.guilders for seat in state.seats])
    course.tell("game ends", totals=points, ranks=ranks)
