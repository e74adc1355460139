"""The voice in which players of Bruges are told of it. Knows no rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine import wording
from engine.bruges.data.cards import shipped
from engine.bruges.orders.notation import reads
from engine.wording import Voice


def voice_of(names: Sequence[str], reader: int | None) -> Voice:
    return Voice(tuple(harmless(name) for name in names), reader)


@cache
def harmless(name: str) -> str:
    """A player's name as it may stand in any sentence."""
    return wording.harmless(name, lambda line: reads(line, shipped()))
