"""Words that leave an order unsure, or take it back: denials, conditions, corrections, what others do, later times.

Reads the parts of one sentence, and whether orders stand before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine.orders.talk import lexicon
from engine.orders.talk.lexicon import Use
from engine.orders.talk.vocabulary import Item

_OF_DENIALS = (Use.DENIAL, Use.TELLING, Use.FILLER, Use.COURTESY, Use.THEN)
_BRIEF = 6  # parts of a sentence that is about one order alone
_TOO = ("too", "zu")
_UNSURE = (Use.DOUBT, Use.CONDITION)
_ARROWS = [["-", ">"], ["=", ">"]]
_OWNER = 3  # letters that a name in the genitive has at least
_CONTRAST = ("but", "aber", "allerdings", "however", "though")


def takes_back(items: Sequence[Item]) -> bool:
    """Whether a sentence anywhere behind orders takes them back."""
    words = [item.text for item in items if item.text[0].isalnum()]
    halts = len(words) == 1 and words[0] in lexicon.words("halting")
    return halts or any(item.use is Use.REVISE for item in items) or denies(items) or _leaves_open(items)


def changes(items: Sequence[Item], *, number: bool, asks: bool) -> bool:
    """Whether a sentence right behind orders puts one in their place, or makes them depend on something.

    number  whether it names an order by its number
    """
    uses = {item.use for item in items}
    if [item.text for item in items[:2]] in _ARROWS:
        return bool(uses & {Use.SAID, Use.COUNT})
    if number and len(items) <= _BRIEF and (asks or not uses.isdisjoint((Use.DENIAL, *_UNSURE))):
        return True
    corrects = _first_word(items, every=True) in lexicon.words("correction")
    if is_anothers(items):
        return True
    return _first_use(items) is Use.CONDITION or (corrects and bool(uses & {Use.SAID, Use.COUNT}))


def denies(items: Sequence[Item]) -> bool:
    """Whether words say no, and nothing else: "not yet"."""
    said = [item for item in items if item.text[0].isalnum()]
    return any(item.use is Use.DENIAL for item in said) and all(item.use in _OF_DENIALS for item in said)


def _leaves_open(items: Sequence[Item]) -> bool:
    """Whether words only say that there is another choice: "or", alone on a line between orders, "or not"."""
    uses = {item.use for item in items if item.text[0].isalnum()} - {Use.COURTESY}
    return Use.OR in uses and uses <= {Use.OR, Use.DENIAL}


def is_unsure(items: Sequence[Item], *, ordered: bool) -> bool:
    """Whether what a sentence says is no order: it is left open, tells of others, or is for another time.

    ordered  whether orders stand before it
    """
    if any(item.use in _UNSURE for item in items):
        return True
    if any(one.text in _TOO and other.use is Use.COMMON for one, other in pairwise(items)):
        return True  # "too greedy"
    if not ordered and _first_use(items) is Use.OR and _first_word(items) in lexicon.words("conditional"):
        return True  # "if that fails" of nothing
    first, last = _first_word(items), next((item for item in reversed(items) if item.text[0].isalnum()), None)
    if _is_of_all(items) or is_anothers(items):
        return True
    later = first in lexicon.words("later") and not ordered
    ends_later = len(items) > 1 and last is not None and last.text.split()[-1] in lexicon.words("later")
    return later or ends_later or first in lexicon.words("others") or first in lexicon.words("inverted")


def is_anothers(items: Sequence[Item]) -> bool:
    """Whether words say that a plan is somebody's: "that's Bea's plan"."""
    said = [item.text for item in items if item.text[0].isalnum()]
    return len(said) > 1 and said[-1] in lexicon.words("plans") and any(map(_is_owner, said[-3:-1]))


def _is_owner(text: str) -> bool:
    """Whether a word may be a name in the genitive, in either language."""
    return " " not in text and (text.endswith(("'s", "s'")) or (text.endswith("s") and len(text) > _OWNER))


def _is_of_all(items: Sequence[Item]) -> bool:
    """Whether a sentence tells what all of them do: "Everybody takes …", but not "Everybody, …"."""
    at = next((at for at, item in enumerate(items) if item.text[0].isalnum()), len(items))
    if at + 1 >= len(items) or items[at].text.split()[0] not in lexicon.words("others"):
        return False
    behind = items[at + 1]
    return behind.text[0].isalnum() and behind.use not in (Use.COURTESY, Use.COUNT, Use.SAID)


def limits(items: Sequence[Item]) -> bool:
    """Whether the reason behind an order takes some of it back: "but not before Bea"."""
    if not items or items[0].text not in _CONTRAST:
        return any(item.use is Use.CONDITION for item in items)
    rest = items[1:]
    known = {Use.DENIAL, Use.REVISE, Use.OPEN, Use.COUNT, *_UNSURE}
    return any(item.use in known or item.text.split()[0] in lexicon.words("limits") for item in rest)


def _first_use(items: Sequence[Item]) -> Use | None:
    return next((item.use for item in items if item.use is not Use.COURTESY and item.text[0].isalnum()), None)


def _first_word(items: Sequence[Item], *, every: bool = False) -> str:
    """The first word that is no courtesy, or of `every` one the very first."""
    words = (item.text for item in items if item.text[0].isalnum() and (every or item.use is not Use.COURTESY))
    return next(words, "").partition(" ")[0]
