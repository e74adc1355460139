"""Reads position files: any situation of a game, written by hand or from a state. Checks everything, changes nothing.

What may be left out has the value of the set-up. Cards named nowhere fill, in deck order, the houses without a
card, the piles that are given as numbers and then those not given at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.agenda import Task
from engine.bruges.data.board import load_board
from engine.bruges.data.cards import Cards
from engine.bruges.positions.agenda import check_agenda
from engine.bruges.positions.cards import Stock, lay_out, pile_names
from engine.bruges.positions.checks import check_state
from engine.bruges.positions.layout import PHASES, table_layout
from engine.bruges.rules.phases import of_round
from engine.bruges.rules.variants import PERSONS, STEPS, cards_for
from engine.bruges.state import COLOURS, SPACES, TURNS, Seat, State
from engine.events import Json
from engine.positions.values import fail, fields, listed, mapping, one_of, shown, whole
from engine.refusals import BadOption


def read_position(data: Json, cards: Cards) -> State:
    """The state of a position file. BadPosition names the place and what is impossible there."""
    n = len(rows := listed(mapping(data, "position").get("seats"), "seats"))
    if not 2 <= n <= 4:
        raise fail("seats", "must be two to four")
    cards = _deck(data, cards)
    stock = Stock(cards)
    fields(data.get("piles", {}), pile_names(data), "piles")
    # Cards named anywhere are taken before any pile is filled with the rest.
    given = table_layout(stock, n).given(data, "")
    for number, seat in enumerate(given["seats"]):
        _complete(seat, f"seat {number}")
    phase = given.get("phase", PHASES.index("cards") + 1)
    usual = {
        "round": 1,
        "phase": phase,
        "turn": TURNS * n if phase == 4 else 0,
        "statues": _statues_left(given["seats"]),
        "agenda": [] if given.get("over") else _rest_of_round(phase),
    }
    state = State(**usual | given | _table(data, rows, cards))
    lay_out(data, stock, state)
    state.veiled = _veiled(data, state, cards)
    check_state(state, cards)
    check_agenda(state, cards)
    return state


def _deck(data: Json, cards: Cards) -> Cards:
    """The cards in play: those of the deck that the file may name, without those that its variant leaves out."""
    if data.get("game", "bruges") != "bruges":
        raise fail("game", f"is {shown(data['game'])}, not bruges")
    if data.get("deck", cards.digest) != cards.digest:
        raise fail("deck", "is another deck than the one in use")
    one_of(data.get("persons", "all"), "persons", [str(choice) for choice in PERSONS.choices])
    try:
        return cards_for(cards, data)
    except BadOption as error:
        raise fail("persons", str(error)) from error


def _table(data: Json, rows: Sequence[Json], cards: Cards) -> dict[str, Any]:
    """The fields of the state that have another shape in the file; the cards are still to be laid out."""
    tracks = [whole(row.get("track", k), f"seat {k}, track", 0, 3) for k, row in enumerate(rows)]
    if len(set(tracks)) < len(tracks):
        raise fail("seats", "two have the same track")
    steps = one_of(data.get("steps", "rule"), "steps", [str(choice) for choice in STEPS.choices])
    piles: dict[str, Any] = {"piles": [], "extra": None, "discard": []}
    return piles | {"deck": cards.digest, "tracks": tracks, "late_steps": steps == "card"}


def _complete(seat: Seat, place: str) -> None:
    """Crown the sections that are full; refuse what does not fit the hand or the step of the seat."""
    seat.crowned = [full == SPACES or was for full, was in zip(seat.canals, seat.crowned, strict=True)]
    if not set(seat.public) <= set(seat.hand):
        raise fail(f"{place}, public", "names a card that is not in the hand")
    if len(set(seat.public)) < len(seat.public):
        raise fail(f"{place}, public", "names one twice")
    if seat.unseen > len(seat.hand):
        raise fail(f"{place}, unseen", "is more than there are cards in the hand")
    # A step that may still be taken back (price and what it brought) or made up for (price).
    wanted = 3 + len(COLOURS) if seat.climbed else 1
    if len(seat.unsettled) not in (0, wanted):
        raise fail(f"{place}, unsettled", f"must be empty or {wanted} numbers")


def _statues_left(seats: Sequence[Seat]) -> list[int]:
    """The statues that no seat has."""
    taken = Counter(value for seat in seats for value in seat.statues)
    return sorted((Counter(load_board().statues) - taken).elements(), reverse=True)


def _rest_of_round(phase: int) -> list[Task]:
    """The matters to be done in a round from a phase on; the dice of the file are those that have just been thrown."""
    return [*reversed(of_round())][: {1: 6, 2: 4, 3: 2, 4: 1}[phase]]


def _veiled(data: Json, state: State, cards: Cards) -> list[tuple[int, int]]:
    names = [cards.name[card] for card in state.discard]
    given = fields(data.get("veiled", {}), names, "veiled")
    owners = {cards.number[name]: whole(owner, "veiled", 0, len(state.seats) - 1) for name, owner in given.items()}
    return [(card, owners[card]) for card in state.discard if card in owners]
