"""Position files: writes a state as one, with the names of cards. The reader is `reader`.

A position file is JSON that sets up any situation by hand: see there for what may be left out.
"""

from __future__ import annotations

from typing import Any

from engine.bruges.data.cards import Cards
from engine.bruges.state import COLOURS, GONE, MAJORITIES, SECTIONS, House, Seat, State
from engine.refusals import BadPosition

PHASES = ("draw", "dice", "cards", "majorities")
PLAYED = "-"  # a hand slot whose card has been played
Json = Any


def write_position(state: State, cards: Cards) -> dict[str, Json]:
    """The position file of a state (not of a view: there cards are hidden)."""
    if state.viewer is not None or any(card < 0 for pile in state.piles for card in pile):
        raise BadPosition("a view hides cards; only a state can be written")
    names = cards.name
    owners = dict(state.veiled)
    return {
        "game": "bruges",
        "deck": cards.deck.whole or cards.digest,
        "persons": "friendly" if cards.deck.whole else "all",
        "steps": "card" if state.late_steps else "rule",
        "round": state.round,
        "start": state.start,
        "phase": PHASES[state.phase - 1],
        "turn": state.turn,
        "last": state.last,
        "over": state.over,
        "dice": _colours(state.dice),
        "seats": [_write_seat(seat, track, names) for seat, track in zip(state.seats, state.tracks, strict=True)],
        "statues": state.statues[:],
        "piles": _piles(state, names),
        "extra": None if state.extra is None else [names[card] for card in state.extra],
        "discard": [names[card] for card in state.discard],
        "veiled": {names[card]: owner for card, owner in owners.items()},
        "agenda": [task.dump() for task in state.agenda],
        "totals": [list(row) for row in state.totals],
    }


def _piles(state: State, names: list[str]) -> dict[str, list[str]]:
    piles = zip(state.pile_names, state.piles, strict=True)
    return {pile: [names[card] for card in cards] for pile, cards in piles}


def _colours(values: list[int]) -> dict[str, int]:
    return {colour: value for colour, value in zip(COLOURS, values, strict=True) if value}


def _write_seat(seat: Seat, track: int, names: list[str]) -> dict[str, Json]:
    return {
        "points": seat.points,
        "guilders": seat.guilders,
        "workers": _colours(seat.workers),
        "threats": _colours(seat.threats),
        "step": seat.step,
        "hand": [PLAYED if card == GONE else names[card] for card in seat.hand],
        "public": [names[card] for card in seat.public],
        "unseen": seat.unseen,
        "houses": [_write_house(house, names) for house in seat.houses],
        "canals": dict(zip(SECTIONS, seat.canals, strict=True)),
        "statues": seat.statues[:],
        "crowned": [side for side, crowned in zip(SECTIONS, seat.crowned, strict=True) if crowned],
        "markers": [what for what, turned in zip(MAJORITIES, seat.markers, strict=True) if turned],
        "climbed": seat.climbed,
        "unsettled": seat.unsettled[:],
        "track": track,
    }


def _write_house(house: House, names: list[str]) -> dict[str, Json]:
    written: dict[str, Json] = {"colour": COLOURS[house.colour], "card": names[house.card]}
    if house.person is not None:
        written |= {"person": names[house.person], "used": house.used}
    return written
