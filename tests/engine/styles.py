"""Players of several styles for random games of all games: what each of them likes to do, by the words of its moves.

A style is a list of likings, (pattern, chance): the first whose chance comes up and that fits some of the moves
decides, and any of those that fit is chosen. Where none does, it is any move of any verb, so that where there are many
ways of one kind they drown nothing. What one bot never does, another does all the time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from random import Random
from typing import Any

from engine.bots import bots
from engine.decisions import Ask, Decision, Move
from engine.game import Game
from engine.match.match import Match

Likings = tuple[tuple[str, float], ...]

UNIFORM, GREEDY = "any move", "greedy"  # all moves equally likely; the bot of the house, shown a few of them
SHOWN = 5  # moves to the greedy one at a time, so that a game ends soon
ALIKE = 0.4  # how often all at a table have one style
UNASKED = 0.15  # how often what is possible without being asked is done

STYLES: dict[str, dict[str, Likings]] = {
    "flandern": {
        "one influence card a round": ((r"^choose (?!pickup)\w+ with 1$", 1.0), (r"^choose (?!pickup)\w+$", 1.0)),
        "builds sites and cathedrals": ((r"^choose site", 0.9), (r"church", 0.6), (r"^(gold )?finish", 0.5)),
        "spends everything": ((r"with [2-9]$", 0.9), (r"with 1$", 0.9), (r"[12] [SML]\d", 0.7)),
        "hoards": ((r"^choose pickup$", 0.85), (r"^choose \w+$", 0.95)),
        "fills towns": ((r"^choose [a-z]+$", 0.9), (r"^lay", 0.7)),
    },
    "bruges": {
        "one step a round": ((r"^climb$", 0.95), (r"^(guilders|recruit)", 0.5)),
        "builds": ((r"^(house|canal)", 0.7), (r"^recruit", 0.7)),
        "spends everything": (
            (r"^climb$", 0.9),
            (r"^recruit", 0.8),
            (r"^use", 0.7),
            (r"^canal", 0.6),
            (r"^threat", 0.3),
        ),
        "hoards": ((r"^(stay|no)", 0.9), (r"^(guilders|workers)", 0.9)),
        "uses persons": ((r"^use", 0.9), (r"^recruit", 0.9), (r"^house", 0.5)),
    },
    "venise": {
        "one card a turn": ((r"^use", 0.9), (r"^end$", 0.5)),
        "builds": ((r"^(put|bridge|produce)", 0.85), (r"^take", 0.8)),
        "spends everything": ((r"^(pay|sell|discard)", 0.8), (r"^(put|bridge|use|produce)", 0.8)),
        "hoards": ((r"^none$", 0.7), (r"^end$", 0.6), (r"^lay", 0.9)),
        "travels": ((r"^move", 0.8), (r"^sell", 0.8), (r"^take", 0.8)),
    },
}


def names(slug: str) -> tuple[str, ...]:
    """All styles of a game; of one that has none of its own, those that know no words."""
    return (UNIFORM, GREEDY, *STYLES.get(slug, ()), "any verb")


def seated(slug: str, seats: int, rng: Random) -> tuple[str, ...]:
    """The styles of a table: mixed, or the same for all, as some things come about only when everybody does them."""
    if rng.random() < ALIKE:
        return (rng.choice(names(slug)),) * seats
    known = names(slug)
    return tuple(rng.sample(known, seats) if len(known) >= seats else rng.choices(known, k=seats))


def choose(
    game: Game[Any], style: str, asked: Ask | Decision, rng: Random, view: Callable[[], Any] | None = None
) -> Move:
    """The answer of a player of that style. `view`: what the seat sees, for the greedy one; without it any move."""
    if asked.unasked and rng.random() < UNASKED:
        return rng.choice(asked.unasked)
    if style == UNIFORM or len(asked.moves) == 1:
        return rng.choice(asked.moves)
    if style == GREEDY and view is not None:
        return _greedy(game, asked, rng, view())
    for pattern, chance in STYLES.get(game.slug, {}).get(style, ()):
        if rng.random() < chance and (fitting := _fitting(pattern, asked.moves)):
            return rng.choice(fitting)
    verb = rng.choice(sorted({move.verb for move in asked.moves}))
    return rng.choice([move for move in asked.moves if move.verb == verb])


def answer(match: Match, seated: Sequence[str], decision: Decision, rng: Random) -> str:
    """The answer of the seat that is asked, at a match."""
    return choose(match.game, seated[decision.seat], decision, rng, partial(match.view, decision.seat)).text


def _greedy(game: Game[Any], asked: Ask | Decision, rng: Random, view: Any) -> Move:
    """The best of a few moves by the game's own evaluation."""
    few = tuple(rng.sample(asked.moves, min(SHOWN, len(asked.moves))))
    if isinstance(asked, Decision):
        decision = replace(asked, moves=few)
    else:
        decision = Decision(asked.seat, asked.kind, 1, few, asked.prompt, asked.sealed, asked.passing, asked.unasked)
    return bots["greedy"].choose(game, view, decision, rng)


def _fitting(pattern: str, moves: Sequence[Move]) -> list[Move]:
    found = _compiled(pattern)
    return [move for move in moves if found.search(move.text)]


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
