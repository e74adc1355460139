"""The time zones a person may choose from, in groups by part of the world."""

from __future__ import annotations

import zoneinfo
from functools import cache

Choices = list[tuple[str, list[tuple[str, str]]]]
PARTS = ("Europe", "America", "Asia", "Africa", "Australia", "Pacific", "Atlantic", "Indian", "Arctic", "Antarctica")


@cache
def zone_choices() -> Choices:
    """(part of the world, [(IANA name, name as read)]), UTC last."""
    names = sorted(zoneinfo.available_timezones())
    groups: Choices = []
    for part in PARTS:
        towns = [(name, town(name)) for name in names if name.startswith(part + "/")]
        groups.append((part, towns))
    groups.append(("Everywhere", [("UTC", "UTC")]))
    return groups


def town(name: str) -> str:
    """`America/Argentina/La_Rioja` as `La Rioja (Argentina)`."""
    _, *between, last = name.split("/")
    words = last.replace("_", " ")
    return f"{words} ({', '.join(between).replace('_', ' ')})" if between else words
