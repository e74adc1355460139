"""Writes position files: a state as JSON values with the words of the game. See docs/positions/venise.md.

`reader` reads them, `layout` holds the form. Most of what is as at the beginning of a game is left out.
"""

from __future__ import annotations

from engine.events import Json
from engine.venise.positions.layout import table_layout
from engine.venise.state import GOODS, TILES, State


def write_position(state: State) -> dict[str, Json]:
    """Everything, hidden cards too; `read_position` gives the same state again."""
    written = table_layout(len(state.seats)).write(state)
    written["agenda"].reverse()  # in the file the next task comes first
    for number, seat in enumerate(written["seats"]):
        dice = {TILES[tile]: value for tile, value in state.placed(number).items()}
        bridges = [[TILES[one], TILES[other]] for one, other in state.bridges_of(number)]
        seat.update({name: pieces for name, pieces in (("dice", dice), ("bridges", bridges)) if pieces})
    prices = zip(GOODS, state.singles, state.doubles, strict=True)
    return {
        "game": "venise",
        **written,
        "prices": {goods: [ones, twos] for goods, ones, twos in prices if ones or twos},
    }
