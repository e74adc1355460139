"""Slips in JSON files: one value of another kind, a field left out. For tests of what reads such files."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

OTHERS: tuple[Any, ...] = (None, True, -1, 1.5, 10**30, "", "x", [], [[]], {}, {"x": 1})


def with_another_value(file: Any, rng: Random) -> Iterator[Any]:
    """The file again and again, each time with another place in it that holds something else or nothing at all."""
    for _, changed in slips(file, rng):
        yield changed


def slips(file: Any, rng: Random) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """The same with the place that was changed: its keys and numbers, from the outermost in."""
    for place in _places(file):
        changed = copy.deepcopy(file)
        if rng.randrange(len(OTHERS) + 1):
            _inner(changed, place)[place[-1]] = rng.choice(OTHERS)
        else:
            del _inner(changed, place)[place[-1]]
        yield place, changed


def names_its_place(said: str, place: tuple[Any, ...]) -> bool:
    """Whether the words of a refusal name a field on the way to the place, in the plural or not, or the word there."""
    return any(step.rstrip("s") in said for step in place if isinstance(step, str)) or said.startswith("x: ")


def _places(node: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inside = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in inside:
        yield (*above, key)
        yield from _places(value, (*above, key))


def _inner(file: Any, place: tuple[Any, ...]) -> Any:
    for key in place[:-1]:
        file = file[key]
    return file
