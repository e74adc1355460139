"""The last step of a round or a turn: cover dead spaces, score full towns; and the end of the game."""

from __future__ import annotations

from engine.flandern.data.box import COATS, Box
from engine.flandern.rules import building, scoring
from engine.flandern.rules.context import Context
from engine.flandern.state import State, Town


def settle(context: Context) -> None:
    """Cover what can never be built on, then score every town without a free space."""
    state, box = context.state, context.box
    for number, town in state.open_towns():
        alive = building.alive(state, box, town)
        _cover(context, number, town, [space for space in town.free(box) if not alive >> space & 1])
    for number, town in state.open_towns():
        if not town.free(box):
            _score(context, number, town)
    state.totals.append(scoring.totals(state, box))


def _cover(context: Context, number: int, town: Town, spaces: list[int]) -> None:
    if spaces:
        town.covered = sorted([*town.covered, *spaces])
        names = [context.space(number, space) for space in spaces]
        context.tell("covered", town=number, name=context.box.town_name[number], spaces=names)


def _score(context: Context, number: int, town: Town) -> None:
    """Give a town's points; its cards are of no use any more and leave the game."""
    state = context.state
    state.sites += scoring.score(town, context.box)
    for seat in state.seats:
        seat.hand = [card for card in seat.hand if card != number]
        seat.played = [card for card in seat.played if card != number]
    strength = scoring.strengths(town)
    order = sorted(strength, key=lambda coat: (-strength[coat][0], -strength[coat][1], coat))
    got = [[COATS[coat], *strength[coat], town.points[coat]] for coat in order]
    context.tell("scored", town=number, name=context.box.town_name[number], value=town.value, guilds=got)


def free(state: State, box: Box) -> list[tuple[int, int]]:
    """(town, space) of every free space of the towns that are not scored."""
    return [(number, space) for number, town in state.open_towns() for space in town.free(box)]


def end(context: Context) -> None:
    """Cover what is free, score every town, count the influence cards."""
    state, box = context.state, context.box
    for number, town in state.open_towns():
        _cover(context, number, town, town.free(box))
        _score(context, number, town)
    state.bonus = scoring.bonus(state, box)
    for seat, points in enumerate(state.bonus):
        if points:
            context.tell("most influence", seat=seat, points=points, cards=state.seats[seat].influence)
    state.phase, state.order = "over", []
    state.totals[-1:] = [scoring.totals(state, box)]
    context.tell("ends", totals=state.totals[-1])
