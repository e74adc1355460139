"""The rules of the games and everything around them that knows no post: import it, play, test, analyse.

    import engine
    match = engine.Match.start(engine.games["bruges"], seats=3, secret=secrets.token_bytes(32))

Standard library only; no clock, no network, no files but a game's own data.
"""

from __future__ import annotations

from engine.chance import Chance, commitment
from engine.decisions import Ask, Decision, Group, Move
from engine.events import Event
from engine.game import Game, Rule, Scoresheet
from engine.match.log import Entry
from engine.match.match import Match
from engine.refusals import (
    AmbiguousOrder,
    BadDeck,
    BadOption,
    BadPosition,
    BadRulebook,
    BrokenRecord,
    EngineError,
    GameOver,
    IllegalMove,
    NothingAsked,
    NotYourDecision,
    Refusal,
    StaleDecision,
    UndoRefused,
    UnreadableOrder,
    UnsupportedRules,
)
from engine.registry import games

__all__ = [
    "AmbiguousOrder",
    "Ask",
    "BadDeck",
    "BadOption",
    "BadPosition",
    "BadRulebook",
    "BrokenRecord",
    "Chance",
    "Decision",
    "EngineError",
    "Entry",
    "Event",
    "Game",
    "GameOver",
    "Group",
    "IllegalMove",
    "Match",
    "Move",
    "NotYourDecision",
    "NothingAsked",
    "Refusal",
    "Rule",
    "Scoresheet",
    "StaleDecision",
    "UndoRefused",
    "UnreadableOrder",
    "UnsupportedRules",
    "commitment",
    "games",
]
