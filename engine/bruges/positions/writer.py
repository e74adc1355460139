"""Position files: writes a state as one, with the names of cards. The reader is `reader`, the form `layout`.

A position file is JSON that sets up any situation by hand: see there for what may be left out.
"""

from __future__ import annotations

from engine.bruges.data.cards import Cards
from engine.bruges.positions.cards import Stock
from engine.bruges.positions.layout import table_layout
from engine.bruges.state import State
from engine.events import Json
from engine.refusals import BadPosition


def write_position(state: State, cards: Cards) -> dict[str, Json]:
    """The position file of a state (not of a view: there cards are hidden)."""
    if state.viewer is not None or any(card < 0 for pile in state.piles for card in pile):
        raise BadPosition("a view hides cards; only a state can be written")
    names = cards.name
    written = table_layout(Stock(cards), len(state.seats)).write(state)
    for seat, track in zip(written["seats"], state.tracks, strict=True):
        seat["track"] = track
    piles = zip(state.pile_names, state.piles, strict=True)
    return {
        "game": "bruges",
        "deck": cards.deck.whole or cards.digest,
        "persons": "friendly" if cards.deck.whole else "all",
        "steps": "card" if state.late_steps else "rule",
        **written,
        "piles": {pile: [names[card] for card in there] for pile, there in piles},
        "extra": None if state.extra is None else [names[card] for card in state.extra],
        "discard": [names[card] for card in state.discard],
        "veiled": {names[card]: owner for card, owner in state.veiled},
    }
