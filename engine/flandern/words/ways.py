"""The ways to carry out a card in words: which pieces go where, what a way does to the points. Plays nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.flandern.data.box import CATHEDRAL, MASTER, SITE, Box
from engine.flandern.rules import moves, scoring
from engine.flandern.rules.building import Lay
from engine.flandern.rules.moves import Action, Way
from engine.flandern.state import District, State, Town
from engine.flandern.words import names as naming
from engine.flandern.words.speech import say
from engine.flandern.words.voice import listed


def town_of(way: Way) -> int:
    return way.town if isinstance(way, Lay) else way[0]


def space_of(way: Way) -> int:
    return way.space if isinstance(way, Lay) else way[1]


# --- which pieces where ----------------------------------------------------------------------------------


def takes(view: State, box: Box, action: Action) -> dict[int, list[str]]:
    """The pieces that each town takes, with their spaces: ["blue, grey or church on M1 or M3", "church B on M1"]."""
    by_town: dict[int, list[Way]] = {}
    for way in moves.each_way(view, box, action):
        by_town.setdefault(town_of(way), []).append(way)
    return {number: _takes(view.town(number), box, found) for number, found in by_town.items()}


def _takes(town: Town, box: Box, found: Sequence[Way]) -> list[str]:
    spaces = town.layout(box).spaces
    by_piece: dict[str, dict[str, None]] = {}
    finishes: list[str] = []
    for way in found:
        name = spaces[space_of(way)].name
        if isinstance(way, Lay):
            by_piece.setdefault(_piece(way), {})[name] = None
        else:
            finishes.append(name)
    together: dict[tuple[str, ...], list[str]] = {}
    for piece, names in by_piece.items():
        together.setdefault(tuple(names), []).append(piece)
    parts = [say("{pieces} on {spaces}", pieces=_or(pieces), spaces=_or(names)) for names, pieces in together.items()]
    if finishes:
        parts.append(say("a site to complete on {spaces}", spaces=_or(finishes)))
    return parts


def _piece(way: Lay) -> str:
    coat = naming.coat_of(way.coat)
    return say("church {kind}", kind=way.special) if way.special else coat


def _or(words: Sequence[str]) -> str:
    return listed(words, say("or"))


# --- what a way does -------------------------------------------------------------------------------------


def effect(view: State, box: Box, action: Action, way: Way, seat: int) -> str:
    """Behind a deed: the coat that it is about where it does not say so, and what it does to the seat's points."""
    return _of_what(view, way) + _then(view, box, action, way, seat)


def _of_what(view: State, way: Way) -> str:
    if isinstance(way, Lay):
        return ""
    return f" ({naming.coat_of(view.town(town_of(way)).laid[space_of(way)].coat)})"


def _then(view: State, box: Box, action: Action, way: Way, seat: int) -> str:
    """The points that the town would bring if it were scored then: ": 9 points for you, now 8"; "" where they stay."""
    if action.card == SITE:
        return ""
    before = view.town(town_of(way))
    now, then = (_points(view, box, town, seat) for town in (before, _after(before, action, way)))
    return say(": {then:point|points} for you, now {now}", then=then, now=now) if now != then else ""


def _points(view: State, box: Box, town: Town, seat: int) -> int:
    own = view.seats[seat]
    points = scoring.shares(scoring.value(town, box), scoring.strengths(town), box)
    return points.get(own.guild, 0) + points.get(own.influenced, 0)


def _after(town: Town, action: Action, way: Way) -> Town:
    """The town as it would be; only its districts, not what grows beside it."""
    twin, at = town.copy(), space_of(way)
    if isinstance(way, Lay):
        twin.laid[at] = District(way.coat, way.masters, special=way.special)
    elif action.card == CATHEDRAL:
        twin.laid[at] = replace(twin.laid[at], cathedral=True)
    elif action.card == MASTER:
        twin.laid[at] = replace(twin.laid[at], pieces=twin.laid[at].pieces + 1)
    else:
        twin.laid[at] = replace(twin.laid[at], site=False)
    return twin
