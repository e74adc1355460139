"""Position files: writes a state as one, in the words of the game. The reader is `reader`, the form `layout`.

A position file is JSON that sets up any situation by hand: see there for what may be left out.
"""

from __future__ import annotations

from engine.events import Json
from engine.flandern.data.box import Box
from engine.flandern.positions.layout import table_layout
from engine.flandern.positions.towns import TownForm
from engine.flandern.state import UNKNOWN, State
from engine.refusals import BadPosition


def write_position(state: State, box: Box) -> dict[str, Json]:
    """The position file of a state (not of a view: there cards are hidden)."""
    if state.viewer is not None or UNKNOWN in (*state.pile, state.golden):
        raise BadPosition("a view hides cards; only a state can be written")
    towns = {box.town_id[n]: TownForm(box, n).write(town) for n, town in enumerate(state.towns) if town is not None}
    return {"game": "flandern", "box": box.digest, "towns": towns} | table_layout(box, len(state.seats)).write(state)
