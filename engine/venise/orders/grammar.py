"""The form of orders: which words may stand behind each verb. Knows no position and means nothing by itself.

Two readers use it: the strict one (`notation.reads`) wants whole words or sure beginnings and nothing else; the
forgiving one (`notation.read`) fills in what may be left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from engine.language.typed import complete, surely
from engine.venise.data.box import shipped
from engine.venise.data.hexagons import place_of
from engine.venise.rules.cubes import WHERE
from engine.venise.state import GOODS, MATERIALS, ROWS, TILES

# Each verb with the forms that may stand behind it; a word in capitals is a kind of word, another stands for itself.
FORMS: dict[str, tuple[str, ...]] = {
    "move": (
        "DIE TILE",
        "DIE TILE idle",
        "DIE TILE boat TILE",
        "DIE TILE boat TILE idle",
    ),
    "bridge": ("TILE DIE back", "TILE TILE back"),
    "produce": ("", "WORKSHOP", "WORKSHOP VALUE"),
    "take": ("WORKSHOP", "WORKSHOP ROW", "GOODS VALUE", "GOODS VALUE ROW", "BUILDER", "BUILDER ROW", "none"),
    "keep": ("WORKSHOP", "WORKSHOP ROW", "GOODS VALUE", "GOODS VALUE ROW", "BUILDER", "BUILDER ROW", "none"),
    "none": ("",),
    "sell": (
        "GOODS",
        "GOODS up",
        "GOODS down",
        "GOODS down 2",
        "GOODS lower 2",
        "all GOODS",
        "all GOODS lower 2",
        "COUNT GOODS",
        "COUNT GOODS lower 2",
        "COUNT GOODS up",
        "COUNT GOODS down",
        "none",
    ),
    "put": ("COUNT MATERIAL CARD", "COUNT MATERIAL stock"),
    "lay": ("", "WHERE", "WHERE WHERE", "WHERE WHERE WHERE"),
    "discard": ("COUNT MATERIAL",),
    "pay": ("COUNT MATERIAL", "COUNT MATERIAL COUNT MATERIAL", "COUNT MATERIAL COUNT MATERIAL COUNT MATERIAL"),
    "use": (
        "BUILDER",
        "BUILDER up",
        "BUILDER down",
        "BUILDER GOODS",
        "BUILDER GOODS lower 2",
        "BUILDER COUNT MATERIAL",
        "BUILDER COUNT MATERIAL COUNT MATERIAL",
        "BUILDER COUNT MATERIAL COUNT MATERIAL COUNT MATERIAL",
    ),
    "recall": ("TILE",),
    "place": ("TILE CELL",),
    "boat": ("TILE",),
    "burgher": ("TILE",),
    "end": ("",),
}
VERBS = tuple(FORMS)
LITTLE = frozenset({"on", "in", "with", "to", "at", "from", "into", ">"})  # the last as in rules about cubes
DIGITS = {"DIE": range(1, 7), "VALUE": range(1, 3), "COUNT": range(1, 16)}


@cache
def choices(kind: str) -> tuple[str, ...]:
    """The words that a kind of word can be; () for numbers and cells."""
    cards = shipped().cards
    return {
        "TILE": TILES,
        "GOODS": GOODS,
        "MATERIAL": MATERIALS,
        "ROW": ROWS,
        "WHERE": WHERE,
        "WORKSHOP": tuple(card.name for card in cards if card.capacity),
        "BUILDER": tuple(card.name for card in cards if card.deck == 2),
        "CARD": tuple(card.name for card in cards if any(card.cost)),
    }.get(kind, ())


def fits(words: Sequence[str], find: Callable[[str, str], str | None]) -> Iterator[tuple[str, ...]]:
    """The canonical words of every form of the verb `words[0]` that the rest fits; `find(word, kind)` reads one."""
    for form in FORMS[words[0]]:
        kinds = form.split()
        if len(kinds) == len(words) - 1:
            found = [find(word, kind) for word, kind in zip(words[1:], kinds, strict=True)]
            if None not in found:
                yield (words[0], *(word for word in found if word))


def exactly(word: str, kind: str) -> str | None:
    """A word of a strict line: whole, or the sure beginning of one of its kind."""
    return _number_or_cell(word, kind) or surely(word, choices(kind) or (kind,))


def perhaps(word: str, kind: str) -> str | None:
    """A word of the player's own: whole, or the beginning of just one of its kind."""
    plain = _number_or_cell(word, kind)
    if plain:
        return plain
    found = complete(word, choices(kind) or (kind,))
    return found[0] if len(found) == 1 else None


def _number_or_cell(word: str, kind: str) -> str | None:
    if kind in DIGITS:
        return word if word.isdecimal() and int(word) in DIGITS[kind] and word == str(int(word)) else None
    if kind == "CELL":
        return word if place_of(word) else None
    return word if word == kind else None
