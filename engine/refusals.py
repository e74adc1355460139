"""Every way the engine says no. Two families: the player's slip and a broken or foreign record.

EngineError
├── Refusal                 the player asked for something that cannot be done; nothing has changed
│   ├── UnreadableOrder     the words are no order of this game
│   │   └── GoneNumber      a number of something that is no longer there
│   ├── AmbiguousOrder      the words fit more than one order
│   ├── IllegalMove         an order of this game, but not allowed now
│   ├── NotYourDecision     nothing is asked of this seat now
│   ├── StaleDecision       the question was another one, and it is over
│   ├── UndoRefused         somebody acted on it, or something hidden was seen
│   └── GameOver            the match has ended
├── BadOption               the match cannot be started with these seats or options
├── BadPosition             a position file says something impossible
├── BadDeck                 a data file (deck, map) is wrong; names the card and the field
├── BadRulebook             the file with a game's rules in words is missing or wrong; names the line
├── UnsupportedRules        a record of a rules version that this engine does not play
├── NothingAsked            a game whose rules have stopped in the middle: nobody is asked, and it is not over
└── BrokenRecord            a log whose chain, receipts or replay do not agree

Checks are made in this order: over, not yours, stale, unreadable, ambiguous, illegal.
"""

from __future__ import annotations


class EngineError(Exception):
    """Base of everything the engine raises on purpose."""


class Refusal(EngineError):
    """An order that was not carried out. `str()` is one sentence for the player.

    text     what was asked, as it was written
    reason   why not, a clause or sentence without the order's own words
    nearest  canonical texts of up to three legal moves that are most like it
    """

    def __init__(self, text: str, reason: str, nearest: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.text = text
        self.reason = reason
        self.nearest = nearest


class UnreadableOrder(Refusal):
    """The words are no order of this game."""


class GoneNumber(UnreadableOrder):
    """A number that stood for something until it was played: as one of several choices it is passed over."""


class AmbiguousOrder(Refusal):
    """The words fit more than one order; `nearest` lists them."""


class IllegalMove(Refusal):
    """An order of this game that the rules do not allow now."""


class NotYourDecision(Refusal):
    """Nothing is asked of this seat at the moment."""


class StaleDecision(Refusal):
    """The decision with that serial is no longer open."""


class UndoRefused(Refusal):
    """The move can no longer be taken back."""


class GameOver(Refusal):
    """The match has ended; no move can be made."""


class BadOption(EngineError):
    """Seats or options that this game does not offer."""


class BadPosition(EngineError):
    """A position that cannot be; the message names the place."""


class BadDeck(EngineError):
    """A data file that breaks a constraint; the message names card and field."""


class BadRulebook(EngineError):
    """The file with a game's rules in words is missing or wrong. The message names file and line."""


class UnsupportedRules(EngineError):
    """A record made under a rules version that is not played here."""


class NothingAsked(EngineError):
    """A move after which nobody is asked anything although the game is not over: a fault in the game's rules.

    Raised by the move itself, so that whoever keeps matches still has the position before it, in which somebody is
    asked. A match that was kept in such a position is loaded without complaint: it can be looked at and rolled back.
    """

    def __init__(self, game: str, number: int) -> None:
        super().__init__(
            f"{game}, round {number}: nobody is asked anything, and the game is not over: a fault in its rules. "
            "The move was not made. Report it with the record; roll the game back, or rule how it ends."
        )


class BrokenRecord(EngineError):
    """A log that does not hold together; the message names the entry."""
