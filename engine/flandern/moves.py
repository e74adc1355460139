"""The moves of each action as canonical texts, and back. One order of words stands here, for rules and notation alike.

lay blue M2            lay blue2 M2           lay grey1 S3 gent      church C L1 north      church D M3 over S4
finish gent L1         gold …                 gold gent S3           choose gent with 1     choose pickup
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.decisions import Move
from engine.flandern import building
from engine.flandern.box import CATHEDRAL, CHURCH, COATS, GREY, MASTER, PICKUP, SITE, Box
from engine.flandern.building import Lay
from engine.flandern.state import State

GOLD = "gold"
INFLUENCE_CARD = Move(("choose", "influence"))  # with two: turn up the next card of the guilds under influence
REOPEN = Move(("reconsider",))


Way = Lay | tuple[int, int]  # how a district is laid; or the town and space of a site, a cathedral, a master


class Action(NamedTuple):
    """What a card lets somebody do.

    card   a town or SITE; of golden ones also CATHEDRAL and MASTER
    coats  that may be laid or completed; of MASTER those whose districts a piece may stand on
    gold   a golden card: its moves begin with `gold`
    """

    card: int
    coats: tuple[int, ...]
    gold: bool = False


def ways(state: State, box: Box, action: Action) -> dict[Move, Way]:
    """Every legal move of an action, in the order of towns and spaces, with what it does.

    A Lay, or (town, space) of a site to complete, for a cathedral or for a Guild Master piece.
    """
    found: dict[Move, Way] = {}
    if action.card in (CATHEDRAL, MASTER):
        return {_named(box, state, town, at): (town, at) for town, at in _targets(state, action)}
    if action.card == SITE:
        if state.sites:
            for number, _ in state.open_towns():
                for way in building.lays(state, box, number, action.coats):
                    found[lay_text(state, box, way, town=True, gold=action.gold)] = way
        return found
    town = state.towns[action.card]
    if town is None or town.scored:
        return found
    for way in building.lays(state, box, action.card, action.coats):
        found[lay_text(state, box, way, town=False, gold=action.gold)] = way
    for space in building.sites(town, action.coats):
        text = ("finish", box.town_id[action.card], town.layout(box).spaces[space].name)
        found[Move((GOLD, *text) if action.gold else text)] = (action.card, space)
    return found


def _targets(state: State, action: Action) -> Iterator[tuple[int, int]]:
    """Where a golden cathedral or Guild Master may stand."""
    if not (state.cathedrals if action.card == CATHEDRAL else state.masters):
        return
    for number, town in state.open_towns():
        for at, district in sorted(town.laid.items()):
            taken = action.card == CATHEDRAL and district.cathedral
            if district.part < 0 and district.coat in action.coats and not taken:
                yield number, at


def _named(box: Box, state: State, town: int, at: int) -> Move:
    return Move((GOLD, box.town_id[town], state.town(town).layout(box).spaces[at].name))


def lay_text(state: State, box: Box, way: Lay, *, town: bool, gold: bool) -> Move:
    """The words of a way to lay a district; the town only where the card leaves it open."""
    spaces = state.town(way.town).layout(box).spaces
    name = spaces[way.space].name
    words: tuple[str, ...]
    if way.special:
        behind = (way.side,) if way.side else ("over", spaces[way.over].name)
        words = ("church", way.special, name, *behind)
    else:
        coat = COATS[way.coat] + (str(way.figure) if way.figure >= 0 else "")
        words = (coat, name) if gold else ("lay", coat, name)
    where = (box.town_id[way.town],) if town else ()
    return Move((GOLD, *words, *where) if gold else (*words, *where))


def choices(hand: Sequence[int], influence: int, box: Box) -> list[Move]:
    """The sealed choices of a hand: a card, and how many influence cards with it."""
    return [choice(box, card, count) for card in hand for count in range(influence + 1)]


def choice(box: Box, card: int, count: int) -> Move:
    return Move(("choose", box.cards[card], *(("with", str(count)) if count else ())))


def chosen(box: Box, move: Move) -> tuple[int, int]:
    """(card, influence cards) of a `choose` move."""
    return box.card[move[1]], int(move[3]) if len(move) > 2 else 0


def silver(card: int, guild: int) -> Action | None:
    """What a silver card lets the owner of a guild do; None: the played cards come back."""
    return None if card == PICKUP else Action(card, (guild, GREY, CHURCH))


def golden(card: int, guild: int) -> Action | None:
    """What a golden card lets the starting player do; None: it needs no choice."""
    if card == CATHEDRAL:
        return Action(card, (CHURCH,), gold=True)
    if card == MASTER:
        return Action(card, (guild, GREY), gold=True)
    return Action(card, (GREY, CHURCH), gold=True) if card <= SITE else None
