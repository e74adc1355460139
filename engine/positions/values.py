"""Single values of position files: taken if they are of their kind, else refused with their place. Knows no rules."""

from __future__ import annotations

from collections.abc import Sequence
from reprlib import Repr
from typing import Any

from engine.refusals import BadPosition

Json = Any

_SHORT = Repr()  # whatever stands in a file, a message about it stays short
_SHORT.maxlevel, _SHORT.maxstring, _SHORT.maxlist, _SHORT.maxdict = 2, 60, 8, 4


def fail(place: str, fault: str) -> BadPosition:
    return BadPosition(f"{place}: {fault}")


def shown(value: Json) -> str:
    """A value as it can stand in a message."""
    return _SHORT.repr(value)


def fields(value: Json, known: Sequence[str], place: str) -> dict[str, Json]:
    """An object that has no fields but the known ones."""
    if not isinstance(value, dict):
        raise fail(place, "is no object")
    for field in value:
        if field not in known:
            raise fail(place, f"has no field {shown(field)}")
    return value


def listed(value: Json, place: str) -> list[Json]:
    if not isinstance(value, list):
        raise fail(place, f"is {shown(value)}, not a list")
    return value


def whole(value: Json, place: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise fail(place, f"is {shown(value)}, not a whole number from {low} to {high}")
    return value


def wholes(value: Json, place: str, low: int = 0, high: int = 999) -> list[int]:
    return [whole(number, place, low, high) for number in listed(value, place)]


def flag(value: Json, place: str) -> bool:
    if not isinstance(value, bool):
        raise fail(place, f"is {shown(value)}, not true or false")
    return value


def one_of(value: Json, place: str, known: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in known:
        raise fail(place, f"is {shown(value)}, not one of {', '.join(known)}")
    return value


def ticked(value: Json, place: str, known: Sequence[str]) -> list[bool]:
    """Tell which of the known words a list holds, each at most once."""
    words = [one_of(word, place, known) for word in listed(value, place)]
    if len(set(words)) < len(words):
        raise fail(place, "names one twice")
    return [word in words for word in known]


def counted(value: Json, place: str, known: Sequence[str], most: int) -> list[int]:
    """{"red": 2} -> a number for each known word; those left out are 0."""
    given = fields(value, known, place)
    return [whole(given.get(word, 0), place, 0, most) for word in known]
