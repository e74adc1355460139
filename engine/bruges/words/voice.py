"""The words of Bruges for persons and goods, and the voice in which its players are told of them. Knows no rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from engine import wording
from engine.bruges.cards import shipped
from engine.bruges.notation import reads
from engine.wording import Voice, a, capital, listed, some

__all__ = ["Voice", "a", "amount", "capital", "harmless", "listed", "some", "the", "title", "voice_of"]


def voice_of(names: Sequence[str], reader: int | None) -> Voice:
    return Voice(tuple(harmless(name) for name in names), reader)


@cache
def harmless(name: str) -> str:
    """A player's name as it may stand in any sentence."""
    return wording.harmless(name, lambda line: reads(line, shipped()))


def title(person: str) -> str:
    """The name of a person by its id; deck files hold them in this form only."""
    return person.capitalize()


def the(person: str) -> str:
    return f"the {title(person)}"


def amount(what: str, number: int, workers: Mapping[str, int] | None = None) -> str:
    """ "2 guilders", "1 point", "a red worker and 2 blue workers"."""
    if what == "workers" and workers:
        return listed([some(n, f"{colour} worker") for colour, n in workers.items() if n])
    return some(number, what.removesuffix("s"))
