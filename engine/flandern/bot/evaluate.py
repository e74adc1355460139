"""The worth of a position for a seat: towns by who leads them and how full they are, and what is in the hand.

For bots. Weights were found by playing, not by theory.
"""

from __future__ import annotations

from engine.flandern.data.box import CHURCH, GREY, PICKUP, SITE, Box
from engine.flandern.rules import moves
from engine.flandern.rules.building import Lay, finish, lay
from engine.flandern.rules.moves import Action, Way
from engine.flandern.state import State, Town

CARD = 0.25  # an action card in hand
CARD_BACK = 0.2  # one that a pick-up would bring
INFLUENCE = 0.9  # an influence card in hand
PIECE = 0.35  # a Guild Master in a town where districts are level
UNFINISHED = 0.55  # of a district that is not completed yet


def evaluate(view: State, box: Box, seat: int) -> float:
    """Larger is better: the own prospects less the mean of the others'."""
    weights = _weights(view, seat)
    total = sum(_town(town, box, weights) for _, town in view.open_towns())
    for town in view.towns:
        if town is not None and town.scored:
            total += sum(weights[coat] * points for coat, points in enumerate(town.points))
    own = view.seats[seat]
    total += CARD * len(own.hand) + INFLUENCE * own.influence
    if view.phase == "choose" and own.choice and own.choice[0] >= 0:
        total += _expected(view, box, seat, weights)
    if view.card and seat == view.start:
        guild, card = view.card
        total += _best(view, box, Action(card, (guild, GREY, CHURCH)), weights)
    return total


def _weights(view: State, seat: int) -> list[float]:
    """The worth of a point of each coat to the seat."""
    others = 1.0 / max(1, len(view.seats) - 1)
    weights = [0.0] * (GREY + 1)
    for number, player in enumerate(view.seats):
        for coat in (player.guild, player.influenced):
            if coat >= 0:
                weights[coat] = 1.0 if number == seat else -others
    weights[GREY] = -0.05
    return weights


def _town(town: Town, box: Box, weights: list[float]) -> float:
    """A town as if its leads would last, surer the fuller it is."""
    strength: dict[int, float] = {}
    worth = 0.0
    filled = 0
    for district in town.laid.values():
        filled += 1
        if district.part >= 0:
            continue
        part = UNFINISHED if district.site else 1.0
        if district.coat > GREY:
            worth += part * (3 if district.cathedral else 2)
        else:
            worth += part
            masters = district.masters + district.pieces
            strength[district.coat] = strength.get(district.coat, 0.0) + part + PIECE * part * min(masters, 3) / 3
    left = len(town.layout(box).spaces) - filled - len(town.covered)
    surety = 0.35 + 0.65 * filled / (filled + left)
    worth += left * 0.6
    order = sorted(strength.items(), key=lambda item: -item[1])
    shares = (worth, worth / 2, 4.0, 2.0, 0.0)
    total = 0.0
    for place, (coat, own) in enumerate(order):
        ahead = own - order[place + 1][1] if place + 1 < len(order) else own
        total += weights[coat] * (shares[place] * surety * (0.7 + 0.3 * min(1.0, ahead)) + 0.4 * own)
    return total


def _expected(view: State, box: Box, seat: int, weights: list[float]) -> float:
    """The expected yield of the chosen card, if nobody comes before; played influence cards are gone."""
    own = view.seats[seat]
    card, count = own.choice
    cost = INFLUENCE * count + (0 if card == PICKUP else CARD)
    if count:
        return -cost  # what it is to act earlier is not looked at, so the card alone is better in any case
    if card == PICKUP:
        return CARD_BACK * len(own.played) * len(own.played) - cost
    action = moves.silver(card, own.guild)
    return (_best(view, box, action, weights) if action else 0.0) - cost


def _best(view: State, box: Box, action: Action, weights: list[float]) -> float:
    """The largest gain of an action, town by town."""
    gains: list[float] = []
    before: dict[int, float] = {}
    for way in moves.each_way(view, box, action):
        number = way.town if isinstance(way, Lay) else way[0]
        town = view.town(number)
        if number not in before:
            before[number] = _town(town, box, weights)
        gains.append(_town(_after(view, box, action, way), box, weights) - before[number])
    return max(gains, default=0.0)


def _after(view: State, box: Box, action: Action, way: Way) -> Town:
    """The town after a way was taken; the view stays as it is."""
    number = way.town if isinstance(way, Lay) else way[0]
    town = view.town(number).copy()
    if not isinstance(way, Lay):
        finish(town, way[1])
        return town
    towns, stock, sites = view.towns, view.stock[way.coat][:], view.sites
    view.towns = [town if at == number else other for at, other in enumerate(towns)]
    lay(view, box, way, site=action.card == SITE)
    view.towns, view.stock[way.coat], view.sites = towns, stock, sites
    return town
