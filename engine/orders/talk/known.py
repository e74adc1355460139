"""The moves that are possible now, with what can be said of each: its own words, and those of letters about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.decisions import Decision, Move
from engine.game import Game
from engine.language import typed
from engine.language.languages import LANGUAGES, speaking, spoken
from engine.orders.talk import lexicon
from engine.orders.talk.lexicon import Lexicon, Use
from engine.orders.talk.vocabulary import SPLIT, WORD

MOST_MOVES = 400  # that are looked at
NONE = "0"  # said of a move that leaves out what another one takes


@dataclass(frozen=True, slots=True)
class Known:
    """A move and what can be said of it. `need`: what has to be said, or must be the same for all that fit."""

    move: Move
    need: frozenset[str]
    tags: frozenset[str]


def known_moves(game: Game[Any], view: Any, decision: Decision, seat: int) -> list[Known]:
    """The moves of a decision of the seat."""
    moves = decision.moves[:MOST_MOVES]
    words = frozenset(word.lower() for move in decision.moves for word in move)
    joining, bare = _Joining(game), {tuple(move[:-2]) for move in decision.moves if move[-1].isdecimal()}
    found = [_known(game, view, seat, move, words, joining) for move in moves]
    return [replace(one, tags=one.tags | {NONE}) if tuple(one.move) in bare else one for one in found]


def _known(game: Game[Any], view: Any, seat: int, move: Move, words: frozenset[str], joining: _Joining) -> Known:
    own = {part for word in move[1:] for part in _parts(word, words) if not joining.is_word(part)}
    tags = {move.verb, *own, *(NONE for word in own if f"{word}1" in words)}
    for language in LANGUAGES:
        with speaking(language):
            said = game.say(move, view, seat)
        tags |= set(_told(said, lexicon.of(game.spoken.phrases, language)))
    return Known(move, frozenset(own), frozenset(tags))


class _Joining:
    """The words of orders that may be left out, since they only join others."""

    def __init__(self, game: Game[Any]) -> None:
        folder = game.spoken.phrases
        self._named = frozenset(phrase.value for phrase in lexicon.of_game(folder)) if folder else frozenset[str]()
        self._little, self._everyday = game.little, lexicon.of(None, spoken())

    def is_word(self, word: str) -> bool:
        if word in self._named:
            return False
        found = self._everyday.find([word])
        return word in self._little or (found is not None and found[0].use is Use.FILLER)


def _parts(word: str, words: frozenset[str]) -> tuple[str, ...]:
    """A word of an order, and what it is made of where that is a word of its own: "grey2" says grey and 2."""
    small = word.lower()
    split = SPLIT.fullmatch(small)
    return (split[1], split[2]) if split and split[1] in words else (small,)


def _told(text: str, plain: Lexicon) -> Iterator[str]:
    """The words of a sentence about a move, read as those of a clause are."""
    words = WORD.findall(typed.spelt_plainly(text))
    at = 0
    while at < len(words):
        phrase, count = plain.find(words[at : at + 9]) or (None, 1)
        if phrase is None and words[at][0].isalnum():
            yield words[at]
        elif phrase is not None and phrase.use in (Use.SAID, Use.COUNT):
            yield phrase.value
        at += count
