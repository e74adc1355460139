"""The voice in which players of Bruges are told of it, with the words that it uses. Knows no rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine import wording
from engine.bruges.cards import shipped
from engine.bruges.notation import reads
from engine.bruges.terms import (
    amount,
    either,
    for_price,
    named,
    owner_of,
    side,
    the,
    title,
    title_to_order,
    word,
    workers,
)
from engine.wording import Voice, a, capital, listed, some

__all__ = [
    "Voice",
    "a",
    "amount",
    "capital",
    "either",
    "for_price",
    "harmless",
    "listed",
    "named",
    "owner_of",
    "side",
    "some",
    "the",
    "title",
    "title_to_order",
    "voice_of",
    "word",
    "workers",
]


def voice_of(names: Sequence[str], reader: int | None) -> Voice:
    return Voice(tuple(harmless(name) for name in names), reader)


@cache
def harmless(name: str) -> str:
    """A player's name as it may stand in any sentence."""
    return wording.harmless(name, lambda line: reads(line, shipped()))
