"""The parts of a sentence between signs and joints, of which clauses are made. Reads no orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.orders.talk import lexicon
from engine.orders.talk.lexicon import Use
from engine.orders.talk.meaning import SAYS_NOTHING
from engine.orders.talk.vocabulary import Item

_SIGNS = frozenset(":,-<>|~()[]*=")  # between parts of a sentence
_NOTHING = frozenset("\"'")
EITHER_SIGN = "/"
_GOES_ON = ("then", "and then", "after that", "and after that", "dann", "und dann", "danach", "und danach")


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a sentence between signs or joints.

    joint  the one in front of it
    aside  whether it is in brackets
    sign   the sign behind it
    """

    items: tuple[Item, ...]
    joint: Item | None = None
    aside: bool = False
    sign: str = ""

    @property
    def labels(self) -> bool:
        """Whether it is a name, or has a colon behind it, and the game knows nothing of it."""
        if self.sign == ":" and self.items[-1].text in lexicon.words("later"):
            return True
        unknown = {item.use for item in self.items if item.text[0].isalnum()} - {*SAYS_NOTHING, Use.SAID, Use.COUNT}
        return bool(unknown) and (self.sign == ":" or (len(self.items) == 1 and unknown == {None}))

    @property
    def points(self) -> bool:
        """Whether it says nothing but that what stands elsewhere is meant: "this one"."""
        said = " ".join(item.text for item in self.items if item.use is not Use.COURTESY)
        if not said or self.aside or any(item.use not in SAYS_NOTHING for item in self.items):
            return False
        there = lexicon.words("pointing")
        chosen = any(item.value == lexicon.CHOOSING for item in self.items)  # "I take it"
        return said in there or any((chosen or " " in words) and f" {words} " in f" {said} " for words in there)

    @property
    def text(self) -> str:
        return " ".join(item.text for item in self.items)


def begun(items: Sequence[Item]) -> list[Item]:
    """The parts of a sentence without the reason that its first word seems to announce: "But 22"."""
    if items and items[0].text in lexicon.words("opening") and not (items[1:] and items[1].text[0].isalnum()):
        items = items[1:]  # "Right, 22"
    at = next((at for at, item in enumerate(items) if item.use is not Use.COURTESY and item.text != ","), len(items))
    return [item for number, item in enumerate(items) if number != at or item.use is not Use.REASON]


def segments(items: Sequence[Item]) -> Iterator[Segment]:
    """The parts of a sentence between signs and joints."""
    found, joint, aside = list[Item](), None, False
    for item in items:
        sign = item.text if item.use is None else ""
        if sign in _NOTHING:
            continue
        if not (sign in _SIGNS or sign == EITHER_SIGN or item.use in (Use.THEN, Use.OR)):
            found.append(item)
            continue
        if found and joint is not None and all(one.use is Use.COURTESY for one in found):
            found = []  # "or, for whatever reason, …"
        if found:
            yield Segment(tuple(found), joint, aside, sign)
            found, joint = [], None
        if sign == EITHER_SIGN or not sign:
            then = joint is not None and joint.use is Use.OR and item.use is Use.THEN  # "if not, then"
            joint = Item(item.text, Use.OR) if sign else joint if then else item
        aside = sign == "(" or (aside and sign != ")")
    if found:
        yield Segment(tuple(found), joint, aside)


def reasons_apart(items: Sequence[Item]) -> tuple[list[Item], list[Item]]:
    """The parts of a sentence and those of its reasons, which end with the sentence or before "…, and then"."""
    said, reasons, in_reason = list[Item](), list[Item](), False
    for before, item in zip([None, *items], items, strict=False):
        goes_on = before is not None and before.text == "," and item.use is Use.THEN and item.text in _GOES_ON
        in_reason = (in_reason and not goes_on) or item.use is Use.REASON
        (reasons if in_reason else said).append(item)
    return said, reasons


def without_rest(items: Sequence[Item]) -> list[Item]:
    """The parts of a sentence without what it says of the rest, which it leaves for later: "…, the rest tonight"."""
    for at, item in enumerate(items):
        behind = items[at + 1 :]
        tells = item.text in lexicon.words("rest") and at and not items[at - 1].text[0].isalnum()
        if tells and not any(one.use in (Use.SAID, Use.COUNT, Use.REVISE, Use.OPEN) for one in behind):
            return list(items[:at])
    return list(items)
