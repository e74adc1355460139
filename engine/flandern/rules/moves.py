"""The moves of each action as canonical texts, and back. The order of words is set here, for rules and notation alike.

lay blue M2            lay blue2 M2           lay grey1 S3 gent      church C L1 north      church D M3 over S4
finish gent L1         gold …                 gold gent S3           choose gent with 1     choose pickup
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.decisions import Move
from engine.flandern.data.box import CATHEDRAL, CHURCH, COATS, GREY, MASTER, PICKUP, SITE, Box
from engine.flandern.rules import building
from engine.flandern.rules.building import Lay
from engine.flandern.state import State

GOLD = "gold"
INFLUENCE_CARD = Move(("choose", "influence"))  # with two: turn up the next card of the guilds under influence
REOPEN = Move(("reconsider",))


Way = Lay | tuple[int, int]  # how a district is laid; or the town and space of a site, a cathedral, a master


class Action(NamedTuple):
    """The action that a card allows somebody.

    card   a town or SITE; of golden ones also CATHEDRAL and MASTER
    coats  that may be laid or completed; of MASTER those whose districts may take a piece
    gold   a golden card: its moves begin with `gold`
    """

    card: int
    coats: tuple[int, ...]
    gold: bool = False


def ways(state: State, box: Box, action: Action) -> dict[Move, Way]:
    """Every legal move of an action, in the order of towns and spaces, with what it does."""
    return {_text(state, box, action, way): way for way in each_way(state, box, action)}


def way_of(state: State, box: Box, action: Action, move: Move) -> Way:
    """The effect of a legal move of an action. LookupError for one that is not legal."""
    for way in each_way(state, box, action):
        at = way.space if isinstance(way, Lay) else way[1]
        town = way.town if isinstance(way, Lay) else way[0]
        if state.town(town).layout(box).spaces[at].name in move and _text(state, box, action, way) == move:
            return way
    raise LookupError(move.text)


def each_way(state: State, box: Box, action: Action) -> Iterator[Way]:
    """The ways of an action one after the other, for those who need not know all.

    A Lay, or (town, space) of a site to complete, for a cathedral or for a Guild Master piece.
    """
    if action.card in (CATHEDRAL, MASTER):
        yield from _targets(state, action)
    elif action.card == SITE:
        for number, _ in state.open_towns() if state.sites else ():
            yield from building.lays(state, box, number, action.coats)
    elif (town := state.towns[action.card]) is not None and not town.scored:
        yield from building.lays(state, box, action.card, action.coats)
        for space in building.sites(town, action.coats):
            yield action.card, space


def _text(state: State, box: Box, action: Action, way: Way) -> Move:
    """The canonical words of a way; the town only where the card leaves it open."""
    if isinstance(way, Lay):
        spaces = state.town(way.town).layout(box).spaces
        over = spaces[way.over].name if way.over >= 0 else ""
        town = box.town_id[way.town] if action.card == SITE else ""
        return _lay(action.gold, way.coat, way.figure, way.special, spaces[way.space].name, way.side, over, town)
    name = state.town(way[0]).layout(box).spaces[way[1]].name
    words = (box.town_id[way[0]], name)
    if action.card in (CATHEDRAL, MASTER):
        return Move((GOLD, *words))
    return Move((GOLD, "finish", *words) if action.gold else ("finish", *words))


@lru_cache(maxsize=8192)
def _lay(gold: bool, coat: int, figure: int, special: str, name: str, side: str, over: str, town: str) -> Move:
    words: tuple[str, ...]
    if special:
        words = ("church", special, name, *((side,) if side else ("over", over)))
    else:
        tile = COATS[coat] + (str(figure) if figure >= 0 else "")
        words = (tile, name) if gold else ("lay", tile, name)
    where = (town,) if town else ()
    return Move((GOLD, *words, *where) if gold else (*words, *where))


def _targets(state: State, action: Action) -> Iterator[tuple[int, int]]:
    """The places where a golden cathedral or Guild Master may be put."""
    if not (state.cathedrals if action.card == CATHEDRAL else state.masters):
        return
    for number, town in state.open_towns():
        for at, district in sorted(town.laid.items()):
            taken = action.card == CATHEDRAL and district.cathedral
            if district.part < 0 and district.coat in action.coats and not taken:
                yield number, at


def choices(hand: Sequence[int], influence: int, box: Box) -> list[Move]:
    """The sealed choices of a hand: a card, and how many influence cards with it."""
    return [choice(box, card, count) for card in hand for count in range(influence + 1)]


def choice(box: Box, card: int, count: int) -> Move:
    return _choose(box.cards[card], count)


@lru_cache(maxsize=256)
def _choose(card: str, count: int) -> Move:
    return Move(("choose", card, *(("with", str(count)) if count else ())))


def chosen(box: Box, move: Move) -> tuple[int, int]:
    """(card, influence cards) of a `choose` move."""
    return box.card[move[1]], int(move[3]) if len(move) > 2 else 0


def silver(card: int, guild: int) -> Action | None:
    """The action that a silver card allows the owner of a guild; None: the played cards come back."""
    return None if card == PICKUP else Action(card, (guild, GREY, CHURCH))


def golden(card: int, guild: int) -> Action | None:
    """The action that a golden card allows the starting player; None: it needs no choice."""
    if card == CATHEDRAL:
        return Action(card, (CHURCH,), gold=True)
    if card == MASTER:
        return Action(card, (guild, GREY), gold=True)
    return Action(card, (GREY, CHURCH), gold=True) if card <= SITE else None
