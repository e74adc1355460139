"""Orders that are said in several parts: of two sentences, or a deed once for several things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.orders.talk.lexicon import Use
from engine.orders.talk.meaning import Meaning
from engine.orders.talk.pieces.parts import Clause, may_be_order
from engine.orders.talk.pieces.segments import Segment
from engine.orders.talk.vocabulary import without_names

_SHARING = 3  # parts of a sentence that say a deed and what several do it with


def amended(meaning: Meaning, before: Clause, sentence: str) -> Clause | None:
    """The order before a sentence with what that says more of it: "Yellow on L4. With a master."; None for others."""
    if before.revises or not (len(before.moves) == 1 or (not before.moves and before.known and before.meant)):
        return None
    items = [item for item in without_names(meaning.items(sentence)) if item.text[0].isalnum()]
    if not any(item.use in (Use.SAID, Use.COUNT) for item in items) or not may_be_order(items):
        return None
    if meaning.find(items) or meaning.translated(items):
        return None
    together = [*meaning.items(before.text), *items]
    longer = meaning.find(together) or meaning.translated(together)
    first = before.moves[0] if before.moves else ""
    more = longer != first and _bare(first) <= _bare(longer)
    return replace(before, text=f"{before.text}. {sentence.strip()}", moves=(longer,)) if longer and more else None


def _bare(move: str) -> set[str]:
    """The words of an order without their figures: "grey2" is grey with 2."""
    return {word.rstrip("0123456789") or word for word in move.split()}


def announces(meaning: Meaning, before: Clause, said: Sequence[Clause]) -> bool:
    """Whether words before an order only tell a part of it: "Time to dig! Left, with the heiress"."""
    if before.moves or not before.known or before.revises or len(said) != 1 or not said[0].moves:
        return False
    return meaning.says_of(meaning.items(before.text), said[0].moves)


def shared(meaning: Meaning, segments: Sequence[Segment]) -> Iterator[Clause]:
    """The orders of a deed that is said once for several things behind it: "threats off: Marquis and Sergeant"."""
    if len(segments) < _SHARING:
        return
    first, *others = segments
    deed = any(item.value in meaning.verbs for item in first.items if item.use is Use.SAID)
    if not deed or any(segment.joint and segment.joint.use is Use.OR for segment in others):
        return
    each = [[*first.items, *segment.items] for segment in others]
    moves = [meaning.find(items) if may_be_order(items) else "" for items in each]
    if all(moves) and len(set(moves)) == len(moves) and not meaning.find(first.items):
        yield from (Clause(segment.text, (move,)) for segment, move in zip(others, moves, strict=True))
