"""The view of a seat: blanks a state's hidden cards, and deals them at random again for a bot's "what if"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from engine.chance import Chance
from engine.flandern.data.box import GUILDS, SITE, Box
from engine.flandern.state import UNKNOWN, State


def view(state: State, viewer: int | None) -> State:
    """The state as a seat sees it (None: as everybody does).

    Hidden are the piles, the golden card from all but the starting player until it is its time, and the sealed
    choices of others until they are revealed. Hands are not: every card came and went face up.
    """
    seen = state.copy()
    seen.viewer = viewer
    seen.pile = [UNKNOWN] * len(state.pile)
    seen.deck = [[UNKNOWN, UNKNOWN] for _ in state.deck]
    if state.golden >= 0 and viewer != state.start and state.phase != "gold":
        seen.golden = UNKNOWN
    if state.phase == "choose":
        for number, seat in enumerate(seen.seats):
            if seat.choice and number != viewer:
                seat.choice = (UNKNOWN, UNKNOWN)
    return seen


def imagine(seen: State, box: Box, rng: Random) -> State:
    """A full state that gives this view."""
    state = seen.copy()
    state.viewer = None
    for seat in state.seats:
        if seat.choice and seat.choice[0] == UNKNOWN:
            seat.choice = (rng.choice(seat.hand), rng.randint(0, seat.influence))
    if state.pair:
        state.deck = _influence_cards(state, rng)
    else:
        _golden_cards(state, box, rng)
    return state


def redraw(state: State, box: Box, chance: Chance) -> None:
    """Put the cards that nobody has seen in a new order: influence cards, golden ones within each of their piles."""
    deck = sorted(state.deck)
    state.deck = [deck[place] for place in chance.shuffle("unseen influence cards", len(deck))]
    second = min(len(_in_play(state, box)[1]), len(state.pile))  # cards of pile B, below those of pile A
    below, above = sorted(state.pile[:second]), sorted(state.pile[second:])
    state.pile = [below[place] for place in chance.shuffle("unseen golden cards, pile B", len(below))]
    state.pile += [above[place] for place in chance.shuffle("unseen golden cards, pile A", len(above))]


def _in_play(state: State, box: Box) -> list[list[int]]:
    """The golden cards of piles A and B, without those of towns that are not in this game."""
    return [
        [card for card in cards if card >= SITE or state.towns[card] is not None or state.phase == "setup"]
        for cards in box.golden
    ]


def _golden_cards(state: State, box: Box, rng: Random) -> None:
    """Cards come off pile A first, so it is known from which pile each of those that are gone came."""
    drawn = [*state.gone, *([state.golden] if state.golden >= 0 else [])]
    unseen = len(state.pile) + (state.golden == UNKNOWN)
    hidden: list[int] = []
    for own in _in_play(state, box):
        known, drawn = drawn[: len(own)], drawn[len(own) :]
        left = list((Counter(own) - Counter(known)).elements())
        rng.shuffle(left)
        hidden += left
    hidden = hidden[:unseen]
    if state.golden == UNKNOWN:
        state.golden, hidden = hidden[0], hidden[1:]
    state.pile = hidden[::-1]


def _influence_cards(state: State, rng: Random) -> list[list[int]]:
    """The cards of the guilds under influence that lie in nobody's sight: those of open towns among them."""
    own = {seat.guild for seat in state.seats}
    shown = Counter((guild, card) for guild, card in state.discards)
    left = _rest(state, [guild for guild in range(GUILDS) if guild not in own], shown)
    rng.shuffle(left)
    return left[: len(state.deck)]


def _rest(state: State, guilds: Sequence[int], shown: Counter[tuple[int, int]]) -> list[list[int]]:
    """Cards of open towns first in line: of scored towns some have left the game, nobody has to know which."""
    towns = [number for number, town in enumerate(state.towns) if town is not None]
    closed = {number for number in towns if state.town(number).scored}
    cards = [(guild, card) for guild in guilds for card in (*towns, SITE)]
    hidden = list((Counter(cards) - shown).elements())
    certain = [list(pair) for pair in hidden if pair[1] not in closed]
    perhaps = [list(pair) for pair in hidden if pair[1] in closed]
    return [*certain, *perhaps][: len(state.deck)]
