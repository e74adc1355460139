"""The worth of a town and who gets it; the end of the game; the scoresheet. Changes only what scoring changes."""

from __future__ import annotations

from engine.flandern.data.box import CHURCH, GREY, Box
from engine.flandern.state import State, Town
from engine.flandern.words.speech import say
from engine.game import Scoresheet

RANKS = 5


def value(town: Town, box: Box) -> int:
    """The worth of first place: completed districts, those of the church more, most with a cathedral."""
    worth = 0
    for district in town.laid.values():
        if district.site or district.part >= 0:
            continue
        kind = "guild" if district.coat != CHURCH else "cathedral" if district.cathedral else "church"
        worth += box.points[kind]
    return worth


def strengths(town: Town) -> dict[int, tuple[int, int]]:
    """Coat -> (completed districts, Guild Masters on them) of every guild that has a completed district."""
    found: dict[int, tuple[int, int]] = {}
    for district in town.laid.values():
        if district.coat != CHURCH and not district.site:
            count, masters = found.get(district.coat, (0, 0))
            found[district.coat] = (count + 1, masters + district.masters + district.pieces)
    return found


def shares(worth: int, strength: dict[int, tuple[int, int]], box: Box) -> dict[int, int]:
    """Coat -> points. Guilds that are equal in districts and masters get the points of the lowest rank they fill."""
    by_rank = (worth, -(-worth // 2), box.points["third"], box.points["fourth"], 0)
    order = sorted(strength.values(), reverse=True)
    lowest = {own: len(order) - 1 - order[::-1].index(own) for own in order}
    return {coat: by_rank[lowest[own]] for coat, own in strength.items()}


def score(town: Town, box: Box) -> int:
    """Close a town; returns how many building-site pieces go back to the stock."""
    town.value = value(town, box)
    got = shares(town.value, strengths(town), box)
    town.points = [got.get(coat, 0) for coat in range(GREY + 1)]
    return sum(district.site and district.part < 0 for district in town.laid.values())


def bonus(state: State, box: Box) -> list[int]:
    """Points for the most influence cards; nobody gets them who has none."""
    most = max(seat.influence for seat in state.seats)
    fits = not state.pair and most > 0
    return [box.points["influence"] if fits and seat.influence == most else 0 for seat in state.seats]


def finished(state: State, box: Box) -> State:
    """The table as if the game ended now: all towns scored, influence cards counted."""
    if state.over:
        return state
    end = state.copy()
    for _, town in end.open_towns():
        score(town, box)
    end.bonus = bonus(end, box)
    return end


def totals(state: State, box: Box) -> list[int]:
    """Points per seat if the game ended now."""
    end = finished(state, box)
    points = end.points()
    own = [_of_coat(points, seat.guild) + _of_coat(points, seat.influenced) for seat in end.seats]
    return [sum(pair) for pair in zip(own, end.bonus, strict=True)]


def _of_coat(points: list[int], coat: int) -> int:
    return points[coat] if coat >= 0 else 0


def scoresheet(state: State, box: Box) -> Scoresheet:
    """A row for each town in the game; for two, the guild under influence apart; else the influence cards."""
    end = finished(state, box)
    rows = [
        (box.town_name[number], tuple(_of_coat(town.points, seat.guild) for seat in end.seats))
        for number, town in enumerate(end.towns)
        if town is not None
    ]
    if state.pair:
        points = end.points()
        rows.append((say("guild under influence"), tuple(_of_coat(points, seat.influenced) for seat in end.seats)))
    else:
        rows.append((say("most influence cards"), tuple(end.bonus)))
    sums = tuple(sum(row[seat] for _, row in rows) for seat in range(len(end.seats)))
    ranks = tuple(1 + sum(other > own for other in sums) for own in sums)
    tied = len(set(sums)) < len(sums)
    return Scoresheet(
        tuple(rows),
        sums,
        ("", (0,) * len(sums)),
        ranks,
        say("Equal points share the place: the rules know no tie-break.") if tied else "",
        tuple(tuple(row) for row in state.totals),
    )
