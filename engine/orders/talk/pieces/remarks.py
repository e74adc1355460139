"""Remarks beside an order that name things of the game and change nothing: prices, praise, what is not meant."""

from __future__ import annotations

from collections.abc import Sequence

from engine.orders.talk import lexicon
from engine.orders.talk.lexicon import Use
from engine.orders.talk.meaning import SAYS_NOTHING, Meaning
from engine.orders.talk.vocabulary import Item

_NOT = ("not", "nicht")
_IS = ("is", "are", "ist", "sind")
_NAMED = (Use.SAID, Use.COUNT)


def is_beside(meaning: Meaning, items: Sequence[Item], done: Sequence[str]) -> bool:
    """Whether a part of a sentence is such a remark behind these orders."""
    return _excludes(meaning, items, done) or _praises(meaning, items) or _gains(meaning, items, done)


def is_price(meaning: Meaning, items: Sequence[Item]) -> bool:
    """Whether words only say what is paid: "I'll pay the 4"."""
    pays = any(item.text.split()[-1] in lexicon.words("prices") for item in items)
    counts = [item for item in items if item.use is Use.COUNT]
    named = {item.value for item in items if item.use is Use.SAID}
    return pays and len(counts) == 1 and named <= meaning.verbs and all(_is_idle(item) for item in items)


def _excludes(meaning: Meaning, items: Sequence[Item], done: Sequence[str]) -> bool:
    """Whether words say of other things that they are not meant: "not the D", behind an order without one."""
    first = next((item for item in items if item.use is not Use.COURTESY), None)
    if first is None or first.text not in _NOT or not all(map(_is_idle, items[items.index(first) + 1 :])):
        return False
    named = [item for item in items if item.use in _NAMED]
    return bool(named) and not any(meaning.says_of([item], done) for item in named)


def _praises(meaning: Meaning, items: Sequence[Item]) -> bool:
    """Whether words tell that what an order costs or brings is worth it: "5 guilders are fine"."""
    told = [item for item in items if item.use is Use.TELLING]
    if not told or any(item.text not in _IS for item in told):
        return False
    rest = [item for item in items if item not in told]
    if not all(map(_is_idle, rest)) or any(item.text.split()[0] in lexicon.words("correction") for item in rest):
        return False
    return all(item.value in meaning.verbs for item in rest if item.use is Use.SAID)


def _gains(meaning: Meaning, items: Sequence[Item], done: Sequence[str]) -> bool:
    """Whether words tell how much an order brings: "take six", behind it, but not "only six"."""
    words = {word for item in items for word in item.text.split()}
    counts = [item for item in items if item.use is Use.COUNT]
    if len(counts) != 1 or not words & lexicon.words("gaining") or words & lexicon.words("limits"):
        return False
    said = [item for item in items if item.use is Use.SAID]
    return all(map(_is_idle, items)) and not meaning.by_number(counts[0]) and meaning.says_of(said, done)


def _is_idle(item: Item) -> bool:
    return item.use in (*_NAMED, Use.COMMON, *SAYS_NOTHING) or not item.text[0].isalnum()
