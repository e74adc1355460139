"""Slips in JSON files: one value of another kind, a field left out. For tests of what reads such files."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

OTHERS = (None, True, -1, 1.5, 10**30, "", "x", [], [[]], {}, {"x": 1})


def with_another_value(file: Any, rng: Random) -> Iterator[Any]:
    """The file again and again, each time with another place in it that holds something else or nothing at all."""
    for place in _places(file):
        changed = copy.deepcopy(file)
        if rng.randrange(len(OTHERS) + 1):
            _inner(changed, place)[place[-1]] = rng.choice(OTHERS)
        else:
            del _inner(changed, place)[place[-1]]
        yield changed


def _places(node: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inside = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in inside:
        yield (*above, key)
        yield from _places(value, (*above, key))


def _inner(file: Any, place: tuple[Any, ...]) -> Any:
    for key in place[:-1]:
        file = file[key]
    return file
