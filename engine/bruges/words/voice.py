"""The voice in which players of Bruges are told of it. Knows no rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.bruges.data.cards import shipped
from engine.bruges.orders.parser import reads
from engine.language.wording import Voice
from engine.orders import harmless as shared


def voice_of(names: Sequence[str], reader: int | None) -> Voice:
    return Voice(tuple(harmless(name) for name in names), reader)


@cache
def harmless(name: str) -> str:
    """A player's name, safe in any sentence."""
    return shared.harmless(name, lambda line: reads(line, shipped()))
