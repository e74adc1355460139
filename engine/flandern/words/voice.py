"""The words of Flandern for districts, and the voice in which its players are told of them. Knows no rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.flandern.data.box import CHURCH, COATS, shipped
from engine.flandern.orders.parser import reads
from engine.flandern.words import names as naming
from engine.flandern.words.speech import say
from engine.language.wording import Voice, capital, listed
from engine.orders import harmless as shared

__all__ = ["Voice", "capital", "district", "harmless", "listed", "voice_of"]


def voice_of(names: Sequence[str], reader: int | None) -> Voice:
    return Voice(tuple(harmless(name) for name in names), reader)


@cache
def harmless(name: str) -> str:
    """A player's name, safe in any sentence."""
    return shared.harmless(name, lambda line: reads(line, shipped()))


def district(coat: str, masters: int = 0, special: str = "") -> str:
    """ "a blue district with 2 masters", "church district B"."""
    if coat != COATS[CHURCH]:
        return say("a {coat} district{masters}", coat=naming.coat(coat), masters=naming.with_masters(masters))
    return say("church district {kind}", kind=special) if special else say("a church district")
