"""The spaces where districts may be laid, the effect of a church district with a form of its own, and dead spaces.

The rules of the town alone (rulebook, "Building rules for districts" and step 6); whose turn it is, is not asked here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.flandern.data.box import CHURCH, SPECIALS, Box
from engine.flandern.data.maps import SHAPES, Layout, S
from engine.flandern.state import District, State, Town

MASTERS = 3  # kinds of a guild's districts of one shape: with 0, 1 or 2 printed masters


class Lay(NamedTuple):
    """One way to lay a district.

    figure   printed masters as the order names them; -1 where it names none: a plain district, or one of the church
    masters  printed masters of the district meant
    special  "A" to "D"; with `side` across which it grows or the space `over` that it swallows
    """

    town: int
    space: int
    coat: int
    figure: int = -1
    masters: int = 0
    special: str = ""
    side: str = ""
    over: int = -1


def masks(town: Town) -> tuple[int, list[int], int]:
    """(laid spaces, laid spaces of each coat, taken spaces: laid or covered), as masks."""
    by_coat = [0] * 6
    for number, district in town.laid.items():
        by_coat[district.coat] |= 1 << number
    laid = taken = by_coat[0] | by_coat[1] | by_coat[2] | by_coat[3] | by_coat[4] | by_coat[5]
    for number in town.covered:
        taken |= 1 << number
    return laid, by_coat, taken


def lays(state: State, box: Box, number: int, coats: Sequence[int]) -> Iterator[Lay]:
    """Every way to lay a district of these coats in a town, space by space."""
    town = state.town(number)
    layout = town.layout(box)
    laid, by_coat, taken = masks(town)
    for at, space in enumerate(layout.spaces):
        if taken >> at & 1 or not space.long & laid:
            continue
        for coat in coats:
            if space.borders & by_coat[coat]:
                continue
            if coat == CHURCH:
                yield from _churches(state.stock[CHURCH], box, number, layout, at, by_coat[CHURCH], taken)
            else:
                yield from _guilds(state.stock[coat], number, at, coat, space.shape)


def _guilds(stock: Sequence[int], town: int, at: int, coat: int, shape: int) -> Iterator[Lay]:
    """A plain district needs no figure; one with masters does, also when no plain one is left."""
    for masters in range(MASTERS):
        if stock[shape * MASTERS + masters]:
            yield Lay(town, at, coat, masters or -1, masters)


def _churches(
    stock: Sequence[int], box: Box, town: int, layout: Layout, at: int, churches: int, taken: int
) -> Iterator[Lay]:
    space = layout.spaces[at]
    if stock[space.shape]:
        yield Lay(town, at, CHURCH)
    for place, kind in enumerate(SPECIALS):
        special = box.specials[place]
        if special.base != space.shape or not stock[len(SHAPES) + place]:
            continue
        if special.removes:
            for other, small in enumerate(layout.spaces):
                reachable = space.borders >> other & 1 and not taken >> other & 1
                if reachable and small.shape == S and not small.borders & churches:
                    yield Lay(town, at, CHURCH, special=kind, over=other)
        else:
            for side in space.walls:
                yield Lay(town, at, CHURCH, special=kind, side=side)


def lay(state: State, box: Box, way: Lay, *, site: bool) -> None:
    """Lay a district and let it change the town if it does."""
    town, stock = state.town(way.town), state.stock[way.coat]
    shape = town.layout(box).spaces[way.space].shape
    if way.coat != CHURCH:
        stock[shape * MASTERS + way.masters] -= 1
    elif way.special:
        stock[len(SHAPES) + SPECIALS.index(way.special)] -= 1
    else:
        stock[shape] -= 1
    district = District(way.coat, way.masters, site, way.special)
    town.laid[way.space] = district
    if way.over >= 0:
        town.laid[way.over] = replace(district, part=way.space)
    if way.side:
        town.added.append((way.space, way.side, box.specials[SPECIALS.index(way.special)].creates))
    state.sites -= site


def finish(town: Town, space: int) -> None:
    """Take the building-site piece off a district, and off the part of it that lies on a swallowed space."""
    for number, district in town.laid.items():
        if number == space or district.part == space:
            town.laid[number] = replace(district, site=False)


def sites(town: Town, coats: Sequence[int]) -> list[int]:
    """The building sites of these coats."""
    return [
        number
        for number, district in sorted(town.laid.items())
        if district.site and district.part < 0 and district.coat in coats
    ]


def has_shape(state: State, coat: int, shape: int, box: Box) -> bool:
    """Whether a coat has a district of that shape left; the specials of the church count for their base."""
    stock = state.stock[coat]
    if not stock:
        return False
    if coat != CHURCH:
        return any(stock[shape * MASTERS : (shape + 1) * MASTERS])
    specials = (stock[len(SHAPES) + k] for k, special in enumerate(box.specials) if special.base == shape)
    return stock[shape] > 0 or any(specials)


def fitting(state: State, box: Box, town: Town, coats: Iterable[int]) -> int:
    """The mask of free spaces that shape, stock and neighbours still leave to one of these coats, reached or not."""
    _, by_coat, taken = masks(town)
    left = [(coat, [has_shape(state, coat, shape, box) for shape in range(3)]) for coat in coats]
    found = 0
    for number, space in enumerate(town.layout(box).spaces):
        free = not taken >> number & 1
        if free and any(has[space.shape] and not space.borders & by_coat[coat] for coat, has in left):
            found |= 1 << number
    return found


def alive(state: State, box: Box, town: Town) -> int:
    """The mask of free spaces on which a district of some coat in the game may yet be laid, now or after others."""
    spaces, hopeful = town.layout(box).spaces, fitting(state, box, town, state.coats())
    reached, before = masks(town)[0], 0
    while reached != before:
        before = reached
        for number, space in enumerate(spaces):
            if hopeful >> number & 1 and space.long & reached:
                reached |= 1 << number
    return reached & hopeful
