"""The checks of a box file: every field, every number, every area. Names the first thing that is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from engine.data.plain_text import check_texts, check_unlike
from engine.flandern.data.maps import CELLS, LONG, SHAPES, check_area
from engine.refusals import BadDeck

FIELDS = (
    *("box", "towns", "guild_districts", "church_districts", "church_specials", "pieces"),
    *("influence", "golden", "scoring", "areas"),
)
OPTIONAL = ("note",)
COATS = ("blue", "yellow", "green", "red", "grey", "church")
CARDS = ("site", "pickup", "cathedral", "master", "influence")
PIECES = ("sites", "cathedrals", "masters", "covers")
SCORING = ("guild", "church", "cathedral", "third", "fourth", "influence")
TOWNS = AREAS = 6
GUILD, CHURCH, GOLDEN = 15, 9, 28  # districts of a guild, plain ones of the church, golden cards in both piles
TAKEN = (*COATS, *CARDS, "centre", "north", "east", "south", "west", "lay", "choose", "gold", "finish", "over", "with")


def check_box(file: Any, source: str) -> None:
    """BadDeck names the place and what is wrong there."""
    check_texts(file, source)
    whole = _object(file, source, FIELDS, OPTIONAL)
    _words(whole["box"], f"{source}, box")
    if not isinstance(whole.get("note", ""), str):
        raise BadDeck(f"{source}, note: is no text")
    _check_towns(whole["towns"], f"{source}, towns")
    _check_districts(whole, source)
    _check_specials(whole["church_specials"], f"{source}, church_specials")
    _counts(whole["pieces"], f"{source}, pieces", PIECES)
    _counts(whole["scoring"], f"{source}, scoring", SCORING)
    _number(whole["influence"], f"{source}, influence", 0, 9)
    towns = [town["id"] for town in whole["towns"]]
    for name, pile in _object(whole["golden"], f"{source}, golden", ("A", "B")).items():
        _check_pile(pile, f"{source}, golden {name}", (*towns, *CARDS))
    _total((count for pile in whole["golden"].values() for count in pile.values()), f"{source}, golden", GOLDEN)
    areas = whole["areas"]
    if not isinstance(areas, list) or len(areas) != AREAS:
        raise BadDeck(f"{source}, areas: must be {AREAS}")
    for number, area in enumerate(areas, 1):
        place = f"{source}, area {number}"
        if _object(area, place, ("id", "rows", "borders"))["id"] != str(number):
            raise BadDeck(f"{place}, field id: is {area['id']!r}, not '{number}'; areas stand in order")
        check_area(area["rows"], area["borders"], place)


def _object(value: Any, place: str, fields: tuple[str, ...], optional: tuple[str, ...] = ()) -> Mapping[str, Any]:
    """An object that has these fields and no other."""
    if not isinstance(value, dict):
        raise BadDeck(f"{place}: is no object")
    for name in (*fields, *value):
        if name not in value:
            raise BadDeck(f"{place}, field {name}: is missing")
        if name not in (*fields, *optional):
            raise BadDeck(f"{place}, field {name}: is not known")
    return value


def _number(value: Any, place: str, low: int, high: int) -> None:
    if type(value) is not int or not low <= value <= high:
        raise BadDeck(f"{place}: is {value!r}, not a whole number from {low} to {high}")


def _counts(value: Any, place: str, fields: tuple[str, ...]) -> None:
    for name, count in _object(value, place, fields).items():
        _number(count, f"{place}, field {name}", 0, 99)


def _total(counts: Iterable[int], place: str, wanted: int) -> None:
    if sum(found := list(counts)) != wanted:
        raise BadDeck(f"{place}: are {sum(found)} in all, {wanted} are wanted")


def _words(value: Any, place: str) -> None:
    if not isinstance(value, str) or not 0 < len(value) <= 60:
        raise BadDeck(f"{place}: is {value!r}, not a name of at most 60 letters")


def _check_towns(value: Any, place: str) -> None:
    """Six towns, one of each coat, with ids that no other word of an order begins like."""
    if not isinstance(value, list) or len(value) != TOWNS:
        raise BadDeck(f"{place}: must be {TOWNS}")
    for number, town in enumerate(value, 1):
        own = _object(town, f"{place}, town {number}", ("id", "name", "coat"))
        if not isinstance(own["id"], str) or not re.fullmatch(r"[a-z]{3,12}", own["id"]):
            raise BadDeck(f"{place}, town {number}, field id: is {own['id']!r}, not 3 to 12 small letters")
        if any(word.startswith(own["id"][:3]) for word in TAKEN):
            raise BadDeck(f"{place}, town {number}, field id: {own['id']!r} begins like a word of our orders")
        _words(own["name"], f"{place}, town {number}, field name")
        if own["coat"] not in COATS:
            raise BadDeck(f"{place}, town {number}, field coat: is {own['coat']!r}, not one of {', '.join(COATS)}")
    if sorted(town["coat"] for town in value) != sorted(COATS):
        raise BadDeck(f"{place}: the coats of the centres are {', '.join(COATS)}, one each")
    if len({town["id"][:3] for town in value}) < TOWNS:
        raise BadDeck(f"{place}: two ids begin with the same three letters")
    check_unlike((town["name"] for town in value), f"{place}, field name")


def _check_districts(whole: Mapping[str, Any], source: str) -> None:
    for shape, counts in _object(whole["guild_districts"], f"{source}, guild_districts", SHAPES).items():
        place = f"{source}, guild_districts {shape}"
        if not isinstance(counts, list) or len(counts) != 3:
            raise BadDeck(f"{place}: must be three numbers, of districts with 0, 1 and 2 printed masters")
        for count in counts:
            _number(count, place, 0, 15)
    _total(
        (count for counts in whole["guild_districts"].values() for count in counts), f"{source}, guild_districts", GUILD
    )
    _counts(whole["church_districts"], f"{source}, church_districts", SHAPES)
    _total(whole["church_districts"].values(), f"{source}, church_districts", CHURCH)


def _check_specials(value: Any, place: str) -> None:
    """A special grows by spaces that lie side by side across a long side of its base, or swallows a space S."""
    for kind, special in _object(value, place, ("A", "B", "C", "D")).items():
        own = _object(special, f"{place} {kind}", ("base", "creates", "removes"))
        if own["base"] not in SHAPES:
            raise BadDeck(f"{place} {kind}, base: is {own['base']!r}, not one of {', '.join(SHAPES)}")
        creates, removes = own["creates"], own["removes"]
        if not isinstance(creates, list) or any(shape not in SHAPES[:2] for shape in creates):
            raise BadDeck(f"{place} {kind}, creates: is {creates!r}, not a list of S and M")
        if removes not in ([], ["S"]) or bool(removes) == bool(creates):
            raise BadDeck(f"{place} {kind}: either creates spaces, or removes one S")
        length = LONG[SHAPES.index(own["base"])]
        if creates and sum(CELLS[SHAPES.index(shape)] for shape in creates) != length:
            raise BadDeck(f"{place} {kind}, creates: does not fill the long side of {own['base']}, {length} cells")


def _check_pile(pile: Any, place: str, known: tuple[str, ...]) -> None:
    if not isinstance(pile, dict):
        raise BadDeck(f"{place}: is no object")
    for name, count in pile.items():
        if name not in known:
            raise BadDeck(f"{place}: {name} is no golden card; there are {', '.join(known)}")
        _number(count, f"{place}, {name}", 0, 28)
