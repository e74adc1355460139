"""The time zones a person may choose from: the towns that people choose first, and all others by name."""

from __future__ import annotations

import zoneinfo
from functools import cache
from operator import itemgetter
from pathlib import Path

from engine.language.languages import spoken, to_say
from engine.language.normal_form import normal_form
from tournaments.language.speech import say

Towns = list[tuple[str, str]]
FIRST = Path(__file__).parent / "data" / "towns.txt"
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


class NoZone(ValueError):
    """A file of towns names no time zone of this machine."""


def first_towns() -> list[tuple[str, Towns]]:
    """(part of the world, [(IANA name, name as read)]) of the towns that people choose first, UTC last."""
    parts: dict[str, Towns] = {}
    for name in _first():
        parts.setdefault(name.partition("/")[0], []).append((name, town(name)))
    groups = [(say(PARTS[part]), sorted(towns, key=itemgetter(1))) for part, towns in parts.items()]
    return [*groups, (say("Everywhere"), [("UTC", "UTC")])]


def every_town() -> list[str]:
    """The names of all towns that can be typed, in the reader's language."""
    return list(_every_town(spoken()))


@cache  # for each language, in which `town` speaks
def _every_town(language: str) -> tuple[str, ...]:
    return tuple(sorted({town(name) for name in _places()}))


def named(words: str) -> str:
    """The IANA name of the time zone that is typed, or whose town is, in capitals or not, with or without accents.

    "" where there is none, and where there are several.
    """
    return words if words in _known() else _names(spoken()).get(_plain(words), "")


@cache
def _names(language: str) -> dict[str, str]:
    towns: dict[str, set[str]] = {}
    for name in _places():
        for words in (name.rpartition("/")[2], town(name)):
            towns.setdefault(_plain(words), set()).add(name)
    by_town = {words: names.pop() for words, names in towns.items() if len(names) == 1}
    return by_town | {_plain(name): name for name in sorted(_known())}


def _plain(words: str) -> str:
    return "".join(letter for letter in normal_form("NFKD", words).casefold() if letter.isalnum())


@cache
def _first() -> tuple[str, ...]:
    lines = FIRST.read_text(encoding="utf-8").splitlines()
    names = tuple(line for line in lines if line and not line.startswith("#"))
    if unknown := set(names) - zoneinfo.available_timezones():
        raise NoZone(f"{FIRST.name} names {', '.join(sorted(unknown))}, which are no time zones here: install tzdata")
    return names


@cache
def _known() -> frozenset[str]:
    """The zones that a person may have: of places, UTC and hours from it. Others are files of this machine alone."""
    by_hours = {name for name in zoneinfo.available_timezones() if name.startswith("Etc/")}
    return frozenset({*_places(), "UTC"} | by_hours)


@cache
def _places() -> tuple[str, ...]:
    return tuple(sorted(name for name in zoneinfo.available_timezones() if name.partition("/")[0] in PARTS))


def town(name: str) -> str:
    """`America/Argentina/La_Rioja` as `La Rioja (Argentina)`, `Europe/Vienna` in German as `Wien`."""
    _, *between, last = name.split("/")
    words = say(last.replace("_", " "))
    return f"{words} ({', '.join(between).replace('_', ' ')})" if between else words
