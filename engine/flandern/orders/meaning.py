"""The legal move that an order means at the decision it has come to: what it omits is what the card makes plain."""

from __future__ import annotations

from engine.decisions import Decision, Move
from engine.flandern.data.box import COATS, Box
from engine.flandern.orders.parser import Said, understood
from engine.flandern.rules.building import Lay
from engine.flandern.rules.moves import Action, Way, ways
from engine.flandern.state import State


def as_now(move: Move, view: State, box: Box, decision: Decision, action: Action | None) -> Move:
    """The move of the decision that these words mean; the same words where none or several fit."""
    if move in decision.moves:
        return move
    if decision.kind == "setup":
        found = [legal for legal in decision.moves if legal[:2] == move[:2]]
    else:
        found = [] if action is None else meant(move, view, box, action)
    return found[0] if len(found) == 1 else move


def meant(move: Move, view: State, box: Box, action: Action) -> list[Move]:
    """The legal moves of an action that an order can mean."""
    deed, gold, said = understood(move, box)
    if gold != action.gold:
        return []
    found = ways(view, box, action)
    return [
        legal for legal, way in found.items() if (deed == "lay") == isinstance(way, Lay) and _fits(said, way, view, box)
    ]


def _fits(said: Said, way: Way, view: State, box: Box) -> bool:
    """Whether everything said is so, and what is left unsaid can be."""
    whole = whole_of(way, view, box)
    if any(getattr(said, name) != getattr(whole, name) for name in said.given()):
        return False
    if not isinstance(way, Lay) or said.special:
        return said.special == whole.special
    return not way.special and (said.figure >= 0 or way.figure < 0)


def whole_of(way: Way, view: State, box: Box) -> Said:
    """A way with every word that could be said of it."""
    if not isinstance(way, Lay):
        town, space = way
        return Said(space=view.town(town).layout(box).spaces[space].name, town=box.town_id[town])
    spaces = view.town(way.town).layout(box).spaces
    over = spaces[way.over].name if way.over >= 0 else ""
    coat, town_id = COATS[way.coat], box.town_id[way.town]
    return Said(coat, way.masters, way.special, spaces[way.space].name, over, way.side, town_id)
