"""Single values of position files: taken if they are of their kind, else refused with their place. Knows no rules."""

from __future__ import annotations

from collections.abc import Container, Sequence
from reprlib import Repr

from engine.events import Json
from engine.refusals import BadPosition

_SHORT = Repr()  # whatever a file contains, a message about it stays short
_SHORT.maxlevel, _SHORT.maxstring, _SHORT.maxlist, _SHORT.maxdict = 2, 60, 8, 4


def fail(place: str, fault: str) -> BadPosition:
    return BadPosition(f"{place}: {fault}")


def shown(value: Json) -> str:
    """A value, short enough for a message."""
    return _SHORT.repr(value)


def mapping(value: Json, place: str) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise fail(place, "is no object")
    return value


def fields(value: Json, known: Container[str], place: str) -> dict[str, Json]:
    """An object that has no fields but the known ones."""
    for field in mapping(value, place):
        if field not in known:
            raise fail(place, f"has no field {shown(field)}")
    return dict(value)


def listed(value: Json, place: str) -> list[Json]:
    if not isinstance(value, list):
        raise fail(place, f"is {shown(value)}, not a list")
    return value


def whole(value: Json, place: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise fail(place, f"is {shown(value)}, not a whole number from {low} to {high}")
    return value


def one_of(value: Json, place: str, known: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in known:
        raise fail(place, f"is {shown(value)}, not one of {', '.join(known)}")
    return value
