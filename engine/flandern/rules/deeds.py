"""What an action does to the table once it is chosen: districts, sites, cathedrals, masters, cards. Asks nothing."""

from __future__ import annotations

from dataclasses import replace

from engine.flandern.data.box import CATHEDRAL, COATS, MASTER, SITE
from engine.flandern.rules import building
from engine.flandern.rules.building import Lay
from engine.flandern.rules.context import Course
from engine.flandern.rules.moves import Action, Way


def carry_out(course: Course, seat: int, action: Action, way: Way) -> None:
    """Do one of the ways that `moves.ways` gives."""
    if isinstance(way, Lay):
        _lay(course, seat, action, way)
    else:
        town, space = way
        deed = {CATHEDRAL: _cathedral, MASTER: _master}.get(action.card, _finish)
        deed(course, seat, action, town, space)
    course.state.moved = course.state.pair


def _lay(course: Course, seat: int, action: Action, way: Lay) -> None:
    before = len(course.state.town(way.town).layout(course.box).spaces)
    site = action.card == SITE
    building.lay(course.state, course.box, way, site=site)
    spaces = course.state.town(way.town).layout(course.box).spaces
    course.tell(
        "laid",
        seat=seat,
        gold=action.gold,
        coat=COATS[way.coat],
        masters=way.masters,
        special=way.special,
        town=way.town,
        name=course.box.town_name[way.town],
        space=spaces[way.space].name,
        site=site,
        over=spaces[way.over].name if way.over >= 0 else "",
        new=[space.name for space in spaces[before:]],
    )


def _finish(course: Course, seat: int, action: Action, town: int, space: int) -> None:
    building.finish(course.state.town(town), space)
    course.state.sites += 1
    _tell(course, "finished", seat, action, town, space)


def _cathedral(course: Course, seat: int, action: Action, town: int, space: int) -> None:
    laid = course.state.town(town).laid
    laid[space] = replace(laid[space], cathedral=True)
    course.state.cathedrals -= 1
    _tell(course, "cathedral", seat, action, town, space)


def _master(course: Course, seat: int, action: Action, town: int, space: int) -> None:
    laid = course.state.town(town).laid
    laid[space] = replace(laid[space], pieces=laid[space].pieces + 1)
    course.state.masters -= 1
    _tell(course, "master", seat, action, town, space)


def _tell(course: Course, kind: str, seat: int, action: Action, town: int, space: int) -> None:
    district = course.state.town(town).laid[space]
    course.tell(
        kind,
        seat=seat,
        gold=action.gold,
        coat=COATS[district.coat],
        town=town,
        name=course.box.town_name[town],
        space=course.space(town, space),
    )


def pick_up(course: Course, seat: int, *, gold: bool = False) -> None:
    """Take the whole played row back; the card played last is in it."""
    own = course.seat(seat)
    back, own.played = own.played, []
    own.hand = sorted([*own.hand, *back])
    course.tell("picked up", seat=seat, gold=gold, cards=[course.box.card_name(card) for card in sorted(back)])
