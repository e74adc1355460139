"""An edition of a game: the version of its rules and the deck with which a match is played to its end."""

from __future__ import annotations

from copy import copy
from typing import ClassVar, Self

from engine.events import Json
from engine.language.speech import say
from engine.refusals import BadDeck, UnsupportedRules


class Edition:
    """A game under one version of its rules, with one deck.

    rules    the version, of the class the newest
    earlier  versions before the newest that are still played here
    """

    name: ClassVar[str]
    rules: int
    earlier: ClassVar[tuple[int, ...]] = ()

    def under(self, rules: int) -> Self:
        """This game under one version of its rules: `self.rules` is what methods ask where versions differ.

        What has no game at hand asks the state, into which `start` writes what it needs. UnsupportedRules: not played.
        """
        if rules == self.rules:
            return self
        newest = type(self).rules
        if rules not in (newest, *self.earlier):
            raise UnsupportedRules(f"{self.name} is played here under rules {newest}, this is a match under {rules}")
        game = copy(self)
        game.rules = rules
        return game

    @property
    def deck(self) -> Json:
        """The cards, or what else of the game may be of one's own, as JSON values. None: there is but one set."""
        return None

    @property
    def deck_digest(self) -> str:
        """SHA-256 of the canonical deck, which a match pins; "" where there is but one set."""
        return ""

    def with_deck(self, text: str, source: str) -> Self:
        """This game with the deck of a file, known here while it is used. BadDeck names line, card and field."""
        raise BadDeck(f"{source}: {self.name} is not played with decks of one's own")

    def of_deck(self, digest: str) -> Self:
        """This game with the deck of that digest. BadDeck if it is not known in this process."""
        raise BadDeck(f"{self.name} is not played with decks of one's own")

    @property
    def deck_holds(self) -> str:
        """The content of the lists of a deck."""
        return say("cards")
