"""The choices that persons leave to their owner: which moves there are and what each does. Effects open them."""

from __future__ import annotations

from engine.bruges.data.board import load_board
from engine.bruges.data.cards import Cards
from engine.bruges.rules import building
from engine.bruges.rules.context import Course
from engine.bruges.rules.draws import NONE
from engine.bruges.rules.effects import get_exchange, pay_exchange
from engine.bruges.rules.losses import GIVE, TAKE
from engine.bruges.state import COLOURS, SECTIONS, Matter, State
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


def take_moves(state: State, cards: Cards, matter: Matter) -> tuple[Move, ...]:
    return TAKE


def answer_take(course: Course, index: int, matter: Matter, move: Move | None) -> None:
    _, number, n, person = matter
    course.replace(index, *([("take", number, n - 1, person)] if n > 1 else []))
    if move is not None:
        course.gain_workers(number, _colour(move), 1, person)


def pay_moves(state: State, cards: Cards, matter: Matter) -> tuple[Move, ...]:
    """The colours of worker that may go; () when all must go."""
    workers = state.seats[matter[1]].workers
    return _workers(workers) if sum(workers) > matter[2] else ()


def answer_pay(course: Course, index: int, matter: Matter, move: Move | None) -> None:
    """One worker for an exchange, or all that are left; the last one brings what it is for."""
    _, number, n, person, place = matter
    workers = course.seat(number).workers
    paid = [(colour, held) for colour, held in enumerate(workers) if held]
    if move is not None:
        paid = [(_colour(move), 1)]
    amount = sum(held for _, held in paid)
    course.replace(index, *([("pay", number, n - amount, person, place)] if n > amount else []))
    for colour, held in paid:
        workers[colour] -= held
    words = {COLOURS[colour]: held for colour, held in paid}
    course.tell("paid", seat=number, what="workers", amount=amount, workers=words, person=person)
    if n == amount:
        get_exchange(course, number, person, place)


def _workers(workers: list[int]) -> tuple[Move, ...]:
    return tuple(GIVE[colour] for colour in range(5) if workers[colour])


def mason_moves(state: State, cards: Cards, matter: Matter) -> tuple[Move, ...]:
    return _workers(state.seats[matter[1]].workers)


def answer_mason(course: Course, index: int, matter: Matter, move: Move | None) -> None:
    """The worker, of whatever colour, that a house costs; the card was named before by its slot, unseen by others."""
    _, number, slot = matter
    course.replace(index)
    if move is not None:
        course.seat(number).workers[_colour(move)] -= 1
        building.build_house(course, number, course.seat(number).hand[slot])


# --- threats, canals, steps ------------------------------------------------------------------------------


def remove_moves(state: State, cards: Cards, matter: Matter) -> tuple[Move, ...]:
    """The colours of marker that may go; () when all go."""
    _, number, n, colour, _ = matter
    threats = state.seats[number].threats
    fitting = _fitting(threats, colour)
    return tuple(REMOVE[k] for k in fitting) if sum(threats[k] for k in fitting) > n else ()


def answer_remove(course: Course, index: int, matter: Matter, move: Move | None) -> None:
    """One marker off and further ones to choose, or all that there are."""
    _, number, n, colour, person = matter
    course.replace(index, *([("remove", number, n - 1, colour, person)] if n > 1 and move else []))
    threats = course.seat(number).threats
    going = [k for k in _fitting(threats, colour) for _ in range(threats[k])] if move is None else [_colour(move)]
    for off in going:
        building.put_off(course, number, off, person=person)


def _fitting(threats: list[int], colour: str) -> list[int]:
    """The colours of the markers held that an effect on this colour, or on any, puts off."""
    return [k for k in range(5) if threats[k] and colour in ("any", COLOURS[k])]


def ward_moves(state: State, cards: Cards, matter: Matter) -> tuple[Move, ...]:
    threats = state.seats[matter[1]].threats
    return tuple(REMOVE[colour] for colour in range(5) if threats[colour])


def answer_ward(course: Course, index: int, matter: Matter, move: Move | None) -> None:
    """The marker, of whatever colour, that a card put away takes off."""
    _, number, card = matter
    course.replace(index)
    if move is not None:
        building.put_off_by_card(course, number, _colour(move), card)


def dig_moves(state: State, cards: Cards, matter: Matter) -> tuple[Move, ...]:
    _, number, factor, optional, _ = matter
    guilders = state.seats[number].guilders
    prices = [building.dig_price(state, cards, number, section, factor) for section in (0, 1)]
    moves = tuple(DIG[k] for k, price in enumerate(prices) if price is not None and price <= guilders)
    return _or_none(moves, optional)


def answer_dig(course: Course, index: int, matter: Matter, move: Move | None) -> None:
    _, number, factor, _, person = matter
    course.replace(index)
    if move is not None and move != NONE:
        section = DIG.index(move)
        price = building.dig_price(course.state, course.cards, number, section, factor) or 0
        building.lay_token(course, number, section, price, person=person)


def advance_moves(state: State, cards: Cards, matter: Matter) -> tuple[Move, ...]:
    seat = state.seats[matter[1]]
    return (CLIMB, STAY) if seat.step < load_board().top and seat.guilders >= matter[2] else ()


def answer_advance(course: Course, index: int, matter: Matter, move: Move | None) -> None:
    _, number, price, person = matter
    course.replace(index)
    if move == CLIMB:
        building.step_up(course, number, price, person)


def exchange_moves(state: State, cards: Cards, matter: Matter) -> tuple[Move, ...]:
    return (EXCHANGE, NONE)


def answer_exchange(course: Course, index: int, matter: Matter, move: Move | None) -> None:
    _, number, place, person = matter
    course.replace(index)
    if move == EXCHANGE:
        pay_exchange(course, number, person, place)


# --- hand cards ------------------------------------------------------------------------------------------


def discard_moves(state: State, cards: Cards, matter: Matter) -> tuple[Move, ...]:
    """The cards that may go; () when all must go."""
    hand = [card for card in state.seats[matter[1]].cards() if card >= 0]
    return tuple(cards.moves[card].discard for card in hand) if len(hand) > matter[2] else ()


def answer_discard(course: Course, index: int, matter: Matter, move: Move | None) -> None:
    _, number, n, person = matter
    names = [course.cards.name[card] for card in course.seat(number).cards()] if move is None else [move[1]]
    course.replace(index, *([("discard", number, n - 1, person)] if n > 1 and move else []))
    for name in names:
        course.put_away(number, course.cards.number[name])
    if names:
        course.tell("discarded", seat=number, cards=names, person=person)


def settle_moves(state: State, cards: Cards, matter: Matter) -> tuple[Move, ...]:
    hand = [card for card in state.seats[matter[1]].cards() if card >= 0]
    return _or_none(tuple(cards.moves[card].settle for card in hand), matter[2])


def answer_settle(course: Course, index: int, matter: Matter, move: Move | None) -> None:
    _, number, _, person = matter
    course.replace(index)
    if move is not None and move != NONE:
        building.build_house(course, number, course.cards.number[move[1]], person)


def recruit_moves(state: State, cards: Cards, matter: Matter) -> tuple[Move, ...]:
    _, number, less, optional, _ = matter
    moves: list[Move] = []
    for card in state.seats[number].cards():
        if card >= 0:
            colours = building.recruit_targets(state, cards, number, card, less)
            moves += (cards.moves[card].recruit[colour] for colour in colours)
    return _or_none(tuple(moves), optional)


def answer_recruit(course: Course, index: int, matter: Matter, move: Move | None) -> None:
    _, number, less, _, _ = matter
    course.replace(index)
    if move is not None and move != NONE:
        building.recruit(course, number, course.cards.number[move[1]], COLOURS.index(move[3]), less)
