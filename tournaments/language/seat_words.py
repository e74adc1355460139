"""The words for a seat beside its player's name, in letters of every language: its number, or a colour."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import engine
from engine.game import Game
from engine.language.languages import LANGUAGES, speaking, to_say
from tournaments.language import likeness
from tournaments.language.speech import say

SEAT = to_say("seat {number}")
LONGEST = 100  # characters of a name with the words for a seat: longer ones are nobody's, and cost time
# Between commas: all at a table, or several of them, in whatever case. A language may have more or fewer than English.
SEVERAL = to_say(
    "all, all of you, all of them, all others, all the others, all other players, everybody, everybody else, everyone, "
    "everyone else, each, every other player, the others, others, other players, the other players, the rest, rest, "
    "the table, table, both, both others, the other two, you all, them, them all"
)


def of(game: Game[Any], number: int) -> set[str]:
    """All that a seat is called."""
    found = _of_game(game, number)
    for language in LANGUAGES:
        with speaking(language):
            found.add(say(SEAT, number=number + 1))
    return found


def split(words: str) -> tuple[str, int] | None:
    """The name before the words for a seat, as in `Anna (seat 2)` or `Anna, 2`, and the number of the seat.

    None where no number ends the words, or where they are too long. The name is "" where nothing comes before it.
    """
    if len(words) > LONGEST:
        return None
    for said in (*_in_every_language(), r"(?<![0-9])(?P<number>[0-9]{1,3})"):
        found = re.fullmatch(rf"(.*?)[\W_]*{said}[\W_]*", likeness.seen(words), re.IGNORECASE)
        if found is not None:
            return found[1], int(found["number"]) - 1
    return None


def are_several(words: str) -> bool:
    """Whether the words mean all at a table or several of them, in some language."""
    return bool(likeness.bearing(words, [(form, form) for form in _several()]))


@cache
def _several() -> tuple[str, ...]:
    forms = []
    for language in LANGUAGES:
        with speaking(language):
            forms += say(SEVERAL).split(", ")
    return tuple(forms)


@cache
def _in_every_language() -> tuple[str, ...]:
    """Patterns for a seat by its number."""
    said = []
    for language in LANGUAGES:
        with speaking(language):
            before, behind = map(re.escape, say(SEAT, number="\0").split("\0"))
            said.append(rf"\b{before}(?P<number>[0-9]{{1,3}}){behind}")
    return tuple(said)


@cache
def of_all_games() -> frozenset[str]:
    """The words that seats have in one game or another; numbers are none."""
    games = engine.games.values()
    return frozenset(word for game in games for number in range(game.seats[1]) for word in _of_game(game, number))


def _of_game(game: Game[Any], number: int) -> set[str]:
    found = set()
    for language in LANGUAGES:
        with speaking(language):
            found.add(game.seat_word(number))
    return found - {""}
