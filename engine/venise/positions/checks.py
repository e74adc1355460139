"""The checks of what a position may not be although each of its values is right by itself. Changes nothing."""

from __future__ import annotations

from collections import Counter

from engine.agenda import SeatTask
from engine.positions.values import fail
from engine.venise.data.box import shipped
from engine.venise.data.hexagons import adjacency, connected
from engine.venise.rules import boards, setup, tasks
from engine.venise.rules.context import card_of
from engine.venise.rules.view import known_cards
from engine.venise.state import DECKS, GOODS, NOWHERE, TILES, Laid, State

BEFORE = (tasks.Place, tasks.Boat, tasks.Burgher)  # what seats do before the first turn


def check(state: State) -> None:
    """BadPosition unless the pieces can lie like this."""
    _map(state)
    for number in range(len(state.seats)):
        _seat(state, number, f"seat {number}")
    _cards(state)
    _agenda(state)


def _map(state: State) -> None:
    laid = [place for place in state.places if place is not None]
    if len(set(laid)) < len(laid):
        raise fail("tiles", "two lie on one place")
    if not connected(laid):
        raise fail("tiles", "each touches another along a side")
    if state.round and len(laid) < len(TILES):
        raise fail("tiles", "all nine lie before the first round")
    near = adjacency(tuple(state.places))
    for one, other in state.bridges:
        if other not in near[one]:
            raise fail("bridges", f"{TILES[one]} and {TILES[other]} are not side by side")
    box = list(shipped().bonuses)
    for value in state.bonuses:
        if value not in box:
            raise fail("bonuses", f"there is no such space of {value}")
        box.remove(value)
    if state.bonuses != sorted(state.bonuses, reverse=True):
        raise fail("bonuses", "the greatest stands first")


def _seat(state: State, number: int, place: str) -> None:
    seat, box = state.seats[number], shipped()
    if sum(seat.stock) > box.stock:
        raise fail(f"{place}, stock", f"has {box.stock} spaces")
    if len(state.placed(number)) >= box.dice:
        raise fail(f"{place}, dice", "one die at least stays in reserve")
    if number == state.active and _two_are_rolled(state, number) and len(state.placed(number)) > box.dice - 2:
        raise fail(f"{place}, dice", f"{box.dice - 2} at most lie on tiles while the two that were rolled are in hand")
    if len(state.bridges_of(number)) > box.bridges:
        raise fail(f"{place}, bridges", f"are {box.bridges} at most")
    if state.round and (seat.burgher == NOWHERE or state.boat == NOWHERE):
        raise fail(place, "Burghers and Boat have their places before the first round")
    for row, cards in enumerate(seat.rows):
        if len(cards) > box.row:
            raise fail(f"{place}, row{row + 1}", f"has {box.row} spaces")
        for laid in cards:
            _laid(laid, row, f"{place}, row{row + 1}, {card_of(laid).name}")
    effects = Counter(card_of(laid).effect for laid in seat.laid() if card_of(laid).permanent)
    if any(count > 1 for count in effects.values()):
        raise fail(place, "has two permanent Master Builders of one type")


def _two_are_rolled(state: State, number: int) -> bool:
    """Whether the dice of the turn lie rolled and neither has been used."""
    return bool(state.now.dice) and not state.now.moved and tasks.Roll(number) not in state.agenda


def _laid(laid: Laid, row: int, place: str) -> None:
    card = card_of(laid)
    rows = [0] if card.capacity else [1] if card.is_order else [0, 1]
    if row not in rows:
        raise fail(place, "does not lie in this row")
    if not laid.ready and (min(boards.lacking(laid)) < 0 or not any(boards.lacking(laid))):
        raise fail(place, "is paid for in full or beyond; say that it is ready instead")


def _cards(state: State) -> None:
    for deck, name in enumerate(DECKS):
        there = Counter(card for card in known_cards(state) if shipped().cards[card].deck == deck)
        wrong = there - Counter(setup.cards_for(deck, len(state.seats)))
        if wrong:
            card = shipped().cards[next(iter(wrong))].name
            raise fail("cards", f"there are too many of {card}")
        if any(shipped().cards[card].deck != deck for card in state.decks[deck]):
            raise fail(f"decks, {name}", "holds a card of another deck")
    wanted = sum(len(setup.cards_for(deck, len(state.seats))) for deck in range(len(DECKS)))
    if len(known_cards(state)) != wanted:
        raise fail("cards", f"are {len(known_cards(state))} in all; with so many seats there are {wanted}")
    if sum(state.doubles) > sum(shipped().cards[card].value == 2 for card in state.spent):
        raise fail("prices", f"have more cards of value 2 than were spent ({', '.join(GOODS)})")


def _agenda(state: State) -> None:
    if not state.agenda and not state.over:
        raise fail("agenda", "is empty though the game is not over")
    if not state.over:
        (_turn if state.round else _before)(state)
    for task in state.agenda:
        if isinstance(task, SeatTask) and not isinstance(task, BEFORE) and task.seat != state.active:
            raise fail(f"agenda, {task.name}", f"it is the turn of seat {state.active}")
        if isinstance(task, tasks.Turn) and not state.now.dice and tasks.Roll(task.seat) not in state.agenda:
            raise fail("now, dice", "the dice of a turn are wanted")
        if isinstance(task, tasks.Keep) and state.agenda.count(task) != len(state.seats[task.seat].pending):
            raise fail("agenda, keep", f"is wanted once for each list of cards pending for seat {task.seat}")
        if isinstance(task, tasks.Take) and not state.drawn:
            raise fail("drawn", "the cards to take from are wanted")
        late = isinstance(task, tasks.Sell | tasks.Finish) and type(state.agenda[-1]) is type(task)
        if late and not state.now.moved:
            raise fail("now, moved", "the die that was moved with is wanted")


def _before(state: State) -> None:
    """The tasks before the first round are the last ones of those with which a game begins."""
    left = setup.first_tasks(state)[-len(state.agenda) :]
    if state.agenda != left[::-1]:
        raise fail("agenda", "holds, before the first round, what is left of the placing, and the round at its end")
    if {number for number, seat in enumerate(state.seats) if seat.burgher == NOWHERE} != {
        task.seat for task in left if isinstance(task, tasks.Burgher)
    }:
        raise fail("agenda", "places, before the first round, each Burgher that has no place yet")
    if state.gifts:
        raise fail("gifts", "come only once a round has begun")


def _turn(state: State) -> None:
    """The tasks of a turn lie on its end: the next turn, below it what else is done in this one, then the turn."""
    agenda, end = state.agenda, [tasks.Next(), tasks.Finish(state.active), tasks.Turn(state.active)]
    if agenda in ([tasks.Round()], [tasks.Begin()]):
        return
    lie = [task for task in end if task in agenda]
    if lie != agenda[: len(lie)] or lie[:1] != end[:1] or any(agenda.count(task) > 1 for task in lie):
        raise fail("agenda", "ends in a turn with next, and before it finish and turn, each at most once")
    if any(isinstance(task, (*BEFORE, tasks.Round, tasks.Begin)) for task in agenda):
        raise fail("agenda", "holds in a turn nothing of another time")
