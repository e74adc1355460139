"""The time zones a person may choose from, in groups by part of the world."""

from __future__ import annotations

import zoneinfo
from functools import cache

from engine.language.languages import to_say
from tournaments.language.speech import say

Towns = list[tuple[str, str]]
PARTS = {
    "Europe": to_say("Europe"),
    "America": to_say("America"),
    "Asia": to_say("Asia"),
    "Africa": to_say("Africa"),
    "Australia": to_say("Australia"),
    "Pacific": to_say("Pacific"),
    "Atlantic": to_say("Atlantic"),
    "Indian": to_say("Indian"),
    "Arctic": to_say("Arctic"),
    "Antarctica": to_say("Antarctica"),
}


def zone_choices() -> list[tuple[str, Towns]]:
    """(part of the world, [(IANA name, name as read)]), UTC last."""
    groups = [(say(PARTS[part]), towns) for part, towns in _towns().items()]
    return [*groups, (say("Everywhere"), [("UTC", "UTC")])]


@cache
def _towns() -> dict[str, Towns]:
    """The towns of each part of the world; their names are those of the time zones in every language."""
    names = sorted(zoneinfo.available_timezones())
    return {part: [(name, town(name)) for name in names if name.startswith(part + "/")] for part in PARTS}


def town(name: str) -> str:
    """`America/Argentina/La_Rioja` as `La Rioja (Argentina)`."""
    _, *between, last = name.split("/")
    words = last.replace("_", " ")
    return f"{words} ({', '.join(between).replace('_', ' ')})" if between else words
