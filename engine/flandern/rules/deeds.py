"""The effects of a chosen action on the table: districts, sites, cathedrals, masters, cards. Asks nothing."""

from __future__ import annotations

from dataclasses import replace

from engine.flandern.data.box import CATHEDRAL, COATS, MASTER, SITE
from engine.flandern.rules import building
from engine.flandern.rules.building import Lay
from engine.flandern.rules.context import Context
from engine.flandern.rules.moves import Action, Way


def carry_out(context: Context, seat: int, action: Action, way: Way) -> None:
    """Do one of the ways that `moves.ways` gives."""
    if isinstance(way, Lay):
        _lay(context, seat, action, way)
    else:
        town, space = way
        deed = {CATHEDRAL: _cathedral, MASTER: _master}.get(action.card, _finish)
        deed(context, seat, action, town, space)
    context.state.moved = context.state.pair


def _lay(context: Context, seat: int, action: Action, way: Lay) -> None:
    before = len(context.state.town(way.town).layout(context.box).spaces)
    site = action.card == SITE
    building.lay(context.state, context.box, way, site=site)
    spaces = context.state.town(way.town).layout(context.box).spaces
    context.tell(
        "laid",
        seat=seat,
        gold=action.gold,
        coat=COATS[way.coat],
        masters=way.masters,
        special=way.special,
        town=way.town,
        name=context.box.town_name[way.town],
        space=spaces[way.space].name,
        site=site,
        over=spaces[way.over].name if way.over >= 0 else "",
        new=[space.name for space in spaces[before:]],
    )


def _finish(context: Context, seat: int, action: Action, town: int, space: int) -> None:
    building.finish(context.state.town(town), space)
    context.state.sites += 1
    _tell(context, "finished", seat, action, town, space)


def _cathedral(context: Context, seat: int, action: Action, town: int, space: int) -> None:
    laid = context.state.town(town).laid
    laid[space] = replace(laid[space], cathedral=True)
    context.state.cathedrals -= 1
    _tell(context, "cathedral", seat, action, town, space)


def _master(context: Context, seat: int, action: Action, town: int, space: int) -> None:
    laid = context.state.town(town).laid
    laid[space] = replace(laid[space], pieces=laid[space].pieces + 1)
    context.state.masters -= 1
    _tell(context, "master", seat, action, town, space)


def _tell(context: Context, kind: str, seat: int, action: Action, town: int, space: int) -> None:
    district = context.state.town(town).laid[space]
    context.tell(
        kind,
        seat=seat,
        gold=action.gold,
        coat=COATS[district.coat],
        town=town,
        name=context.box.town_name[town],
        space=context.space(town, space),
    )


def pick_up(context: Context, seat: int, *, gold: bool = False) -> None:
    """Take the whole played row back; the card played last is in it."""
    own = context.seat(seat)
    back, own.played = own.played, []
    own.hand = sorted([*own.hand, *back])
    context.tell("picked up", seat=seat, gold=gold, cards=[context.box.card_name(card) for card in sorted(back)])
