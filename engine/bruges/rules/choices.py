"""The choices that persons leave to their owner: which moves there are and what each does. Effects open them."""

from __future__ import annotations

from dataclasses import replace

from engine.agenda import NOTHING
from engine.bruges.data.board import load_board
from engine.bruges.rules import building, tasks
from engine.bruges.rules.context import Context
from engine.bruges.rules.draws import NONE
from engine.bruges.rules.effects import get_exchange, pay_exchange
from engine.bruges.rules.losses import GIVE, TAKE
from engine.bruges.state import COLOURS, SECTIONS
from engine.decisions import Move

CLIMB, STAY = Move(("climb",)), Move(("stay",))
REMOVE = tuple(Move(("remove", colour)) for colour in COLOURS)
DIG = tuple(Move(("dig", side)) for side in SECTIONS)
EXCHANGE = Move(("exchange",))


def _or_none(moves: tuple[Move, ...], optional: bool) -> tuple[Move, ...]:
    return (*moves, NONE) if moves and optional else moves


def _colour(move: Move) -> int:
    """The colour that a move names in its second word."""
    return COLOURS.index(move[1])


# --- workers from the supply, workers paid --------------------------------------------------------------


def take_moves(context: Context, task: tasks.Take) -> tuple[Move, ...]:
    return TAKE


def answer_take(context: Context, task: tasks.Take, move: Move) -> None:
    context.replace(task, *([replace(task, n=task.n - 1)] if task.n > 1 else []))
    context.gain_workers(task.seat, _colour(move), 1, task.person)


def pay_moves(context: Context, task: tasks.Pay) -> tuple[Move, ...]:
    """The colours of worker that may go; () when all must go."""
    workers = context.seat(task.seat).workers
    return _workers(workers) if sum(workers) > task.n else ()


def answer_pay(context: Context, task: tasks.Pay, move: Move) -> None:
    """One worker for an exchange, or all that are left; the last one brings what it is for."""
    workers = context.seat(task.seat).workers
    paid = [(_colour(move), 1)] if move else [(colour, held) for colour, held in enumerate(workers) if held]
    amount = sum(held for _, held in paid)
    context.replace(task, *([replace(task, n=task.n - amount)] if task.n > amount else []))
    for colour, held in paid:
        workers[colour] -= held
    words = {COLOURS[colour]: held for colour, held in paid}
    context.tell("paid", seat=task.seat, what="workers", amount=amount, workers=words, person=task.person)
    if task.n == amount:
        get_exchange(context, task.seat, task.person, task.effect)


def _workers(workers: list[int]) -> tuple[Move, ...]:
    return tuple(GIVE[colour] for colour in range(5) if workers[colour])


def mason_moves(context: Context, task: tasks.Mason) -> tuple[Move, ...]:
    return _workers(context.seat(task.seat).workers)


def answer_mason(context: Context, task: tasks.Mason, move: Move) -> None:
    """The worker, of whatever colour, that a house costs; the card was named before by its slot, unseen by others."""
    context.replace(task)
    if move:
        seat = context.seat(task.seat)
        seat.workers[_colour(move)] -= 1
        building.build_house(context, task.seat, seat.hand[task.slot])


# --- threats, canals, steps ------------------------------------------------------------------------------


def remove_moves(context: Context, task: tasks.Remove) -> tuple[Move, ...]:
    """The colours of marker that may go; () when all go."""
    threats = context.seat(task.seat).threats
    fitting = _fitting(threats, task.colour)
    return tuple(REMOVE[k] for k in fitting) if sum(threats[k] for k in fitting) > task.n else ()


def answer_remove(context: Context, task: tasks.Remove, move: Move) -> None:
    """One marker off and further ones to choose, or all that there are."""
    context.replace(task, *([replace(task, n=task.n - 1)] if task.n > 1 and move else []))
    threats = context.seat(task.seat).threats
    going = [_colour(move)] if move else [k for k in _fitting(threats, task.colour) for _ in range(threats[k])]
    for off in going:
        building.put_off(context, task.seat, off, person=task.person)


def _fitting(threats: list[int], colour: str) -> list[int]:
    """The colours of the markers held that an effect on this colour, or on any, puts off."""
    return [k for k in range(5) if threats[k] and colour in ("any", COLOURS[k])]


def ward_moves(context: Context, task: tasks.Ward) -> tuple[Move, ...]:
    threats = context.seat(task.seat).threats
    return tuple(REMOVE[colour] for colour in range(5) if threats[colour])


def answer_ward(context: Context, task: tasks.Ward, move: Move) -> None:
    """The marker, of whatever colour, that a card put away takes off."""
    context.replace(task)
    if move:
        building.put_off_by_card(context, task.seat, _colour(move), task.card)


def dig_moves(context: Context, task: tasks.Dig) -> tuple[Move, ...]:
    guilders = context.seat(task.seat).guilders
    prices = [_dig_price(context, task, section) for section in (0, 1)]
    moves = tuple(DIG[k] for k, price in enumerate(prices) if price is not None and price <= guilders)
    return _or_none(moves, task.optional)


def _dig_price(context: Context, task: tasks.Dig, section: int) -> int | None:
    return building.dig_price(context.state, context.cards, task.seat, section, task.factor)


def answer_dig(context: Context, task: tasks.Dig, move: Move) -> None:
    context.replace(task)
    if move in DIG:
        section = DIG.index(move)
        building.lay_token(context, task.seat, section, _dig_price(context, task, section) or 0, person=task.person)


def advance_moves(context: Context, task: tasks.Advance) -> tuple[Move, ...]:
    seat = context.seat(task.seat)
    return (CLIMB, STAY) if seat.step < load_board().top and seat.guilders >= task.price else ()


def answer_advance(context: Context, task: tasks.Advance, move: Move) -> None:
    context.replace(task)
    if move == CLIMB:
        building.step_up(context, task.seat, task.price, task.person)


def exchange_moves(context: Context, task: tasks.Exchange) -> tuple[Move, ...]:
    return (EXCHANGE, NONE)


def answer_exchange(context: Context, task: tasks.Exchange, move: Move) -> None:
    context.replace(task)
    if move == EXCHANGE:
        pay_exchange(context, task.seat, task.person, task.effect)


# --- hand cards ------------------------------------------------------------------------------------------


def discard_moves(context: Context, task: tasks.Discard) -> tuple[Move, ...]:
    """The cards that may go; () when all must go."""
    hand = [card for card in context.seat(task.seat).cards() if card >= 0]
    return tuple(context.cards.moves[card].discard for card in hand) if len(hand) > task.n else ()


def answer_discard(context: Context, task: tasks.Discard, move: Move) -> None:
    names = [move[1]] if move else [context.cards.name[card] for card in context.seat(task.seat).cards()]
    context.replace(task, *([replace(task, n=task.n - 1)] if task.n > 1 and move else []))
    for name in names:
        context.put_away(task.seat, context.cards.number[name])
    if names:
        context.tell("discarded", seat=task.seat, cards=names, person=task.person)


def settle_moves(context: Context, task: tasks.Settle) -> tuple[Move, ...]:
    hand = [card for card in context.seat(task.seat).cards() if card >= 0]
    return _or_none(tuple(context.cards.moves[card].settle for card in hand), task.optional)


def answer_settle(context: Context, task: tasks.Settle, move: Move) -> None:
    context.replace(task)
    if move not in (NOTHING, NONE):
        building.build_house(context, task.seat, context.cards.number[move[1]], task.person)


def recruit_moves(context: Context, task: tasks.Recruit) -> tuple[Move, ...]:
    state, cards = context.state, context.cards
    moves: list[Move] = []
    for card in state.seats[task.seat].cards():
        if card >= 0:
            colours = building.recruit_targets(state, cards, task.seat, card, task.discount)
            moves += (cards.moves[card].recruit[colour] for colour in colours)
    return _or_none(tuple(moves), task.optional)


def answer_recruit(context: Context, task: tasks.Recruit, move: Move) -> None:
    context.replace(task)
    if move not in (NOTHING, NONE):
        building.recruit(context, task.seat, context.cards.number[move[1]], COLOURS.index(move[3]), task.discount)
