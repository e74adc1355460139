"""Texts of data files that a club may bring: each is one line that every letter, page and database can hold."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

from engine.language.typed import normalise
from engine.refusals import BadDeck


def check_texts(data: Any, source: str) -> None:
    """BadDeck names the place of the first text, a key included, with a line break or an invisible character."""
    for place, text in _texts(data, source):
        if any(_breaks_or_hides(character) for character in text):
            raise BadDeck(f"{place}: is {text!a}, not one line of text without invisible characters")


def check_unlike(names: Iterable[str], place: str) -> None:
    """BadDeck where a reader or an order cannot tell two names apart."""
    seen: dict[str, str] = {}
    for name in names:
        if not (plain := normalise(name)):
            raise BadDeck(f"{place}: {name!r} is no name")
        if plain in seen:
            raise BadDeck(f"{place}: {name!r} is like {seen[plain]!r}; each has a name of its own")
        seen[plain] = name


def _texts(value: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield f"{place}, a field", key
            yield from _texts(one, f"{place}, {key}")
    elif isinstance(value, list):
        for number, one in enumerate(value, 1):
            yield from _texts(one, f"{place} {number}")


def _breaks_or_hides(character: str) -> bool:
    """Control and format characters, halves of characters, private ones, and separators of lines."""
    category = unicodedata.category(character)
    return category.startswith("C") or category in ("Zl", "Zp")
