"""Moves as letters tell them, typed back: a line that is this from its first word to its last means the move."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from engine.decisions import Decision
from engine.game import Game
from engine.language import typed
from engine.language.languages import LANGUAGES, speaking

_WORD = re.compile(r"[^\W_]+")
_FEWEST_LETTERS = 3


class TypedBack:
    """The moves of a decision by what a seat's letters say of them, in every language."""

    def __init__(self, game: Game[Any], view: Any, decision: Decision | None, seat: int) -> None:
        self._game, self._view, self._decision, self._seat = game, view, decision, seat

    def move(self, line: str) -> str:
        """The text of the move that a line tells; "" if it tells none, or what is said of several."""
        plain = _plain(line)
        return self._told.get(plain, "") if sum(map(str.isalpha, plain)) >= _FEWEST_LETTERS else ""

    @cached_property
    def _told(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for language in LANGUAGES:
            with speaking(language):
                for move in self._decision.moves if self._decision else ():
                    told = _plain(self._game.say(move, self._view, self._seat))
                    found[told] = move.text if found.get(told, move.text) == move.text else ""
        return found


def _plain(text: str) -> str:
    """The words and numbers of a text, without signs: what is left of it however a program shows it."""
    return " ".join(_WORD.findall(typed.spelt_plainly(text)))
