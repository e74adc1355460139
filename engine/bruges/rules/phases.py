"""A round and its four phases: what happens without anybody's choice, and who is asked next."""

from __future__ import annotations

from engine.agenda import Task
from engine.bruges.data.board import load_board
from engine.bruges.data.cards import Cards
from engine.bruges.rules import afterthoughts, losses, passives, tasks
from engine.bruges.rules.choices import CLIMB, STAY
from engine.bruges.rules.context import Context
from engine.bruges.rules.scoring import ranking, totals
from engine.bruges.state import COLOURS, GONE, MAJORITIES, TURNS, House, State
from engine.decisions import Move

DANGER = 5  # a die from here on brings a threat


def begin_round(context: Context, task: tasks.Round) -> None:
    state = context.state
    state.round += 1
    state.turn = 0
    state.phase = 1
    for seat in state.seats:
        seat.climbed, seat.unsettled = False, []
    last = state.last == state.round
    context.tell("round begins", round=state.round, start=state.start, last=last)
    context.push(*of_round())


def of_round() -> tuple[Task, ...]:
    """The parts of a round, in their order."""
    return tasks.Refill(0), tasks.Dice(), tasks.Deal(), tasks.Climbs(0), tasks.Turns(), tasks.Majorities()


# --- 1 draw ----------------------------------------------------------------------------------------------


def refill(context: Context, task: tasks.Refill) -> None:
    """The k-th seat from the start player fills its hand; what a person only allows may be left out."""
    state, k = context.state, task.k
    if k == len(state.seats):
        return
    number = state.seat_after(k)
    missing = passives.hand_limit(state, context.cards, number) - len(state.seats[number].cards())
    extra = passives.hand_limit(state, context.cards, number) - passives.HAND
    context.push(tasks.Refill(k + 1))
    if missing > 0 and any(state.piles):
        context.push(tasks.Draw(number, missing, min(missing, extra), ""))


# --- 2 dice ----------------------------------------------------------------------------------------------


def throw(context: Context, task: tasks.Dice) -> None:
    state = context.state
    state.phase = 2
    state.dice = [context.chance.die(f"round {state.round} {colour} die") for colour in COLOURS]


def deal(context: Context, task: tasks.Deal) -> None:
    """Tell the dice, deal the threats in player order, resolve penalties as they happen."""
    state = context.state
    state.phase = 2
    context.tell("dice", dice={colour: state.dice[k] for k, colour in enumerate(COLOURS)})
    colours = [colour for colour in range(5) if state.dice[colour] >= DANGER]
    if not colours:
        return
    context.tell("threats", colours=[COLOURS[colour] for colour in colours])
    lost: list[tasks.Loss] = []
    for number in state.order():
        struck = [colour for colour in colours if losses.add_threat(context, number, colour)]
        lost += losses.strike(context, number, struck, None, "")
    context.push(*lost)


def climbs(context: Context, task: tasks.Climbs) -> None:
    """The k-th seat from the start player may climb; nobody may without a die that shows 1 or 2."""
    state, k = context.state, task.k
    price = passives.round_price(state)
    if k == 0:
        context.tell("climb price", price=price)
    if price is None or k == len(state.seats):
        return
    context.push(tasks.Climbs(k + 1))
    number = state.seat_after(k)
    seat = state.seats[number]
    own = passives.step_price(state, context.cards, number, price)
    if seat.step >= load_board().top:
        context.tell("stayed", seat=number, why="top")
    elif seat.guilders < own:
        context.tell("stayed", seat=number, why="guilders")
    else:
        context.push(tasks.Climb(number, own))


def climb_moves(context: Context, task: tasks.Climb) -> tuple[Move, ...]:
    return (CLIMB, STAY)


def answer_climb(context: Context, task: tasks.Climb, move: Move) -> None:
    context.replace(task)
    for_now = move in afterthoughts.FOR_NOW
    if move.verb == CLIMB.verb:
        afterthoughts.climb(context, task.seat, task.price, for_now=for_now)
    elif for_now:
        afterthoughts.leave_open(context, task.seat, task.price)
        context.tell("stayed", seat=task.seat, why="choice", for_now=True)
    else:
        context.tell("stayed", seat=task.seat, why="choice")


# --- 3 cards ---------------------------------------------------------------------------------------------


def turns(context: Context, task: tasks.Turns) -> None:
    """The next seat takes a turn, until everybody has taken four."""
    state = context.state
    state.phase = 3
    if state.turn < TURNS * len(state.seats):
        number = state.seat_after(state.turn)
        context.push(tasks.Turn(number, 1, False), task)


# --- 4 majorities ------------------------------------------------------------------------------------------


def majorities(context: Context, task: tasks.Majorities) -> None:
    state = context.state
    state.phase = 4
    for kind, what in enumerate(MAJORITIES):
        values = majority_values(state, what)
        ahead = strictly_ahead(values)
        turned = ahead is not None and not state.seats[ahead].markers[kind]
        if ahead is not None:
            state.seats[ahead].markers[kind] = True
        context.tell("majority", what=what, seat=ahead, values=values, turned=turned)
    _end_round(context)


def majority_values(state: State, what: str) -> list[int]:
    """The amount that each seat has of the thing that a majority compares."""
    if what == "reputation":
        return [seat.step for seat in state.seats]
    if what == "people":
        return [len(seat.persons()) for seat in state.seats]
    return [sum(seat.canals) for seat in state.seats]


def strictly_ahead(values: list[int]) -> int | None:
    """The seat with more than every other; None when the first are equal."""
    best = max(values)
    return values.index(best) if values.count(best) == 1 else None


def _end_round(context: Context) -> None:
    state, cards = context.state, context.cards
    points = totals(state, cards)
    state.totals.append(points)
    context.tell("round ends", round=state.round, totals=points[:])
    for seat in state.seats:
        seat.hand = [card for card in seat.hand if card != GONE]
        seat.houses = [_rested(cards, house) for house in seat.houses]
    if state.last and state.round >= state.last:
        _end_game(context)
        return
    state.start = state.seat_after(1)
    context.push(tasks.Round())


def _rested(cards: Cards, house: House) -> House:
    """A house whose person is ready again; arrow persons have fired for good."""
    if house.used and house.person is not None and cards.usable[house.person]:
        return House(house.colour, house.card, house.person)
    return house


def _end_game(context: Context) -> None:
    state = context.state
    state.over = True
    points = totals(state, context.cards)
    ranks = ranking(points, [seat.guilders for seat in state.seats])
    context.tell("game ends", totals=points, ranks=ranks)
