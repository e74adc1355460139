"""The checks beyond single fields of a position file: what is impossible in a state as a whole. Changes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.flandern.data.box import COATS, GUILDS, PICKUP, SITE, SPECIALS, Box
from engine.flandern.data.maps import S
from engine.flandern.state import State, Town
from engine.refusals import BadPosition


def check(state: State, box: Box) -> None:
    """BadPosition names what cannot be."""
    for fault in _impossible(state, box):
        raise BadPosition(fault)


def _impossible(state: State, box: Box) -> Iterator[str]:
    for coat, left in enumerate(state.stock):
        if any(count < 0 for count in left):
            yield f"towns: more {COATS[coat]} districts of a kind are laid than there are"
    for number, town in enumerate(state.towns):
        if town is not None:
            for fault in _of_town(town, box):
                yield f"towns, {box.town_id[number]}: {fault}"
    if min(state.sites, state.cathedrals, state.masters) < 0:
        yield "towns: more building sites, cathedrals or Guild Masters stand there than there are"
    for number in range(len(state.seats)):
        for fault in _of_seat(state, box, number):
            yield f"seat {number}: {fault}"
    yield from _of_time(state)
    if state.pair and state.phase != "setup":
        yield from _of_cards(state)


def _of_town(town: Town, box: Box) -> Iterator[str]:
    spaces = town.layout(box).spaces
    for at, district in town.laid.items():
        for other, neighbour in town.laid.items():
            same_tile = district.part == other or neighbour.part == at
            if at < other and spaces[at].borders >> other & 1 and not same_tile and neighbour.coat == district.coat:
                yield f"two {COATS[district.coat]} districts border, {spaces[at].name} and {spaces[other].name}"
        if district.special and district.part < 0:
            yield from _of_special(town, box, at)
    if town.scored and town.free(box):
        yield "is scored, but has free spaces"


def _of_special(town: Town, box: Box, at: int) -> Iterator[str]:
    """A church district with a form of its own lies on its shape and has done its work."""
    district, spaces = town.laid[at], town.layout(box).spaces
    special = box.specials[SPECIALS.index(district.special)]
    parts = [other for other, part in town.laid.items() if part.part == at]
    if spaces[at].shape != special.base:
        yield f"church {district.special} cannot lie on {spaces[at].name}"
    if special.removes and not (len(parts) == 1 and spaces[parts[0]].shape == S and spaces[at].borders >> parts[0] & 1):
        yield f"church {district.special} on {spaces[at].name} must lie over a bordering space S too"
    if special.creates and at not in (base for base, _, _ in town.added):
        yield f"church {district.special} on {spaces[at].name} must name the side across which the town grows"


def _of_seat(state: State, box: Box, number: int) -> Iterator[str]:
    seat = state.seats[number]
    towns = [town for town, own in enumerate(state.towns) if own is not None and not own.scored]
    if state.phase != "setup" and sorted([*seat.hand, *seat.played]) != sorted([*towns, SITE, PICKUP]):
        yield "each card of an open town, the building site and the pick-up are in the hand or played, once"
    acts_with_it = state.phase == "act" and number in state.order and seat.choice[:1] == (PICKUP,)
    if state.phase not in ("setup", "over") and PICKUP in seat.played and not acts_with_it:
        yield "the pick-up card is in the hand but while it is carried out: it brings itself back too"
    if seat.choice and state.phase == "choose" and (seat.choice[0] not in seat.hand or seat.choice[1] > seat.influence):
        yield "has chosen what it does not hold"
    if state.phase in ("act", "gold") and not state.pair and not seat.choice:
        yield f"has chosen nothing, but the phase is {state.phase}"
    if (
        seat.choice
        and state.phase == "act"
        and number in state.order
        and seat.choice[0] not in (*seat.played, *_closed(state))
    ):
        yield "has not laid its chosen card into the played row"
    if state.pair and state.phase != "setup" and seat.influenced in (-1, *(own.guild for own in state.seats)):
        yield "has no guild under influence"


def _of_cards(state: State) -> Iterator[str]:
    """The cards of the guilds under influence are all there, so the deck has no end, and no action is done twice."""
    own, there = {seat.guild for seat in state.seats}, Counter(map(tuple, state.deck + state.discards))
    others = [guild for guild in range(GUILDS) if guild not in own]
    must = {(guild, card) for guild in others for card in (*(town for town, _ in state.open_towns()), SITE)}
    may = must | {(guild, card) for guild in others for card in _closed(state)}
    if there.total() > len(there) or not must <= there.keys() <= may:
        yield "deck: with the discards it is all cards of the guilds under influence, once, but for scored towns"
    if len(set(state.done)) < len(state.done):
        yield "done: names an action twice"


def _closed(state: State) -> list[int]:
    return [number for number, town in enumerate(state.towns) if town is not None and town.scored]


def _of_time(state: State) -> Iterator[str]:
    wrong = ("gold", "choose") if state.pair else ("turn",)
    if state.phase in wrong:
        yield f"phase: {state.phase} is none of the game for so many seats"
    if len(set(state.order)) < len(state.order):
        yield "order: names a seat twice"
    if state.phase in ("choose", "gold", "turn", "over") and state.order:
        yield f"order: nobody is waiting to act in the phase {state.phase}"
    if state.pair and (state.phase == "act") != bool(state.card):
        yield "card: is there while an action is carried out, and only then"
    if len({seat.influenced for seat in state.seats}) < len(state.seats) and state.pair and state.phase != "setup":
        yield "seats: both have the same guild under influence"
    if state.phase == "over" and any(town is not None and not town.scored for town in state.towns):
        yield "towns: a game is over when all are scored"
    if any(len(row) != len(state.seats) for row in state.totals):
        yield "totals: a row has one number for each seat"
