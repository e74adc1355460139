"""The orders that are offered for words which are no order: those that are nearest by what they say, not by letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from engine.language import typed
from engine.orders.talk.lexicon import Use
from engine.orders.talk.meaning import SAYS_NOTHING, Meaning
from engine.orders.talk.vocabulary import Item

MOST = 3  # for a clause, and for a line
_OF_ORDERS = (Use.SAID, Use.COUNT)


def near(meaning: Meaning, items: Sequence[Item]) -> tuple[str, ...]:
    """The order that the beginning of a clause reads as, then the orders of which most is said, the nearest first."""
    if not typed.may_suggest():
        return ()
    said = [item for item in items if item.use in _OF_ORDERS]
    if not any(item.use is Use.SAID for item in said) and not all(
        item.use in (*_OF_ORDERS, *SAYS_NOTHING) for item in items
    ):
        said = []  # a number among other words may be of anything
    begins = _order(meaning, list(takewhile(lambda item: item.use in (*_OF_ORDERS, *SAYS_NOTHING), items)))
    parts = [frozenset((item.value,)) for item in said]
    parts += [begun for item in items if item.use is None and (begun := meaning.vocabulary.begun(item.text))]
    parts = parts or list(meaning.vocabulary.within(items))
    found = [*filter(None, (begins, _for_later(meaning, said))), *_ranked(meaning, parts, said)]
    if not found and any(item.use is Use.SAID for item in said):
        found = list(meaning.usual_ones())
    return tuple(dict.fromkeys(found))[:MOST]


def of_line(meaning: Meaning, line: str, clauses: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The orders offered for a line: the nearest to all of it, then those to its clauses, the first of each first."""
    whole = near(meaning, meaning.items(line)) if len(clauses) > 1 else ()
    firsts = (offers[0] for offers in clauses if offers)
    return tuple(dict.fromkeys([*whole[: MOST - 1], *firsts, *(order for offers in clauses for order in offers)]))[
        :MOST
    ]


def _order(meaning: Meaning, items: Sequence[Item]) -> str:
    return meaning.find(items) or meaning.translated(items)


def _for_later(meaning: Meaning, said: Sequence[Item]) -> str:
    """The order that is said, if it is of a kind that is not asked now: then nothing else is nearer."""
    found = meaning.translated(said)
    return "" if any(found.partition(" ")[0] == known.move.verb for known in meaning.known) else found


def _ranked(meaning: Meaning, parts: Sequence[frozenset[str]], said: Sequence[Item]) -> Iterator[str]:
    coded = {code for item in said if (code := meaning.by_number(item))}
    values = frozenset[str]().union(*parts)
    ranked = list[tuple[int, int, int, str]]()
    for at, known in enumerate(meaning.known):
        text = known.move.text
        hits = sum(not known.tags.isdisjoint(part) for part in parts) + 2 * (text in coded)
        if hits:
            ranked.append((-hits, len(known.need - values), at, text))
    yield from (text for *_, text in sorted(ranked)[:MOST])
