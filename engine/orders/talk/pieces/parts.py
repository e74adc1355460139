"""Parts of a line with what they mean, and whether all of their words are known. Reads no orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.orders.talk import lexicon
from engine.orders.talk.lexicon import CHOOSING, DOING, NAMING, Use
from engine.orders.talk.meaning import SAYS_NOTHING
from engine.orders.talk.vocabulary import Item


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a line and what it means.

    moves    the order, by its choices; () for talk
    near     orders that may be meant by talk that names things of the game
    meant    whether it is talk that names things of the game
    known    whether all of its words are, so that it was meant as an order
    choice   whether it is for the case that the order before it is not possible
    revises  whether it takes back, or puts in question, what stands elsewhere in the letter
    numbered  whether it is an order by its number, which names nothing of the game
    parts    of talk: how many words of orders and numbers it has
    labels   whether it is talk that may say whose, or for when, an order behind it is: "Bea:"
    denies   whether it is talk that says no
    """

    text: str
    moves: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    meant: bool = False
    known: bool = False
    choice: bool = False
    revises: bool = False
    numbered: bool = False
    parts: int = 0
    labels: bool = False
    denies: bool = False


def may_be_order(items: Sequence[Item]) -> bool:
    """Whether all parts are known, and a number alone does not stand behind words that make it another's: "at 22"."""
    if not is_known(items, *[Use.COMMON] * (sum(item.use in (Use.SAID, Use.COUNT) for item in items) > 1)):
        return False
    if any(one.use is Use.COUNT and _is_counted(other) for one, other in pairwise(items)):
        return False  # "in Gent with 2 friends"
    named = any(item.use is Use.SAID for item in items)
    return named or all(item.use is not Use.FILLER or item.value in (CHOOSING, DOING, NAMING) for item in items)


def _is_counted(item: Item) -> bool:
    """Whether a part is something of which there may be several, other than things of the game."""
    return item.use is Use.COMMON or item.text in lexicon.words("units")


def is_known(items: Sequence[Item], *others: Use) -> bool:
    return all(item.use in (Use.SAID, Use.COUNT, *SAYS_NOTHING, *others) for item in items)
