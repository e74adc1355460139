"""The names that players go by: what none may be, and that two of one name never sit in the same league."""

from __future__ import annotations

import re
import unicodedata

import engine
from engine import orders
from tournaments.actions.refusals import BadSettings, NameTaken
from tournaments.models import Entry, League, Player

NAMELESS = "former player"
# What letters and pages call those who have no name of their own.
_OF_THE_SERVICE = re.compile(
    rf"{NAMELESS}|(?:a |the )?stand-?in(?: \d+)?|(?:a |the )?bot|nobody|everybody|organi[sz]er"
)
_JOINERS = "\u200c\u200d"  # belong to the spelling of some scripts


def clean(name: str) -> str:
    """The name with single spaces; BadSettings when letters could not tell it from an order or from the service."""
    name = " ".join(name.split())
    if not name:
        raise BadSettings("A name cannot be blank.")
    if any(unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co") and sign not in _JOINERS for sign in name):
        raise BadSettings("A name cannot hold invisible characters.")
    if not any(sign.isalpha() for sign in name):
        raise BadSettings("A name needs a letter of some alphabet.")
    if any(orders.reads(game, name) for game in engine.games.values()):
        raise BadSettings(f"“{name}” reads like an order. Choose another name.")
    if _OF_THE_SERVICE.fullmatch(name.casefold()):
        raise BadSettings(f"“{name}” is what we call somebody else. Choose another name.")
    return name


def refuse_taken(league: League, player: Player, name: str) -> None:
    """NameTaken when somebody else of that name is in the league. The league's row must be locked."""
    others = league.entries.exclude(state=Entry.State.LEFT).exclude(player=player).select_related("player")
    if any(other.player.name.casefold() == name.casefold() != NAMELESS for other in others):
        raise NameTaken(f"Somebody called {name} is in {league} already. Choose another name.")
