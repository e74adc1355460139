"""Every text of a data file that a club may bring can be put in letters, on pages and in a database."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.bruges.data import persons
from engine.flandern.data.box import read_box as read_flandern
from engine.venise.data.box import read_box as read_venise

DATA = Path(engine.__file__).parent
READERS: dict[str, Callable[[Any], Any]] = {
    "bruges/data/persons.json": lambda file: persons.read_deck(json.dumps(file), "file"),
    "flandern/data/box.json": lambda file: read_flandern(json.dumps(file), "file"),
    "venise/data/game.json": lambda file: read_venise(file, "file"),
}
BAD = ("\x00", "\ud800", "\n", "\r", "\t", "\x85", "\u2028", "\u2029", "\u200b", "\u202e", "\u2066", "\ufeff", "\ue000")


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every text of a file: one of each list, since all in it are of one form."""
    if isinstance(value, str):
        yield way
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from places(one, (*way, key))
    elif isinstance(value, list) and value:
        yield from places(value[-1], (*way, len(value) - 1))


def put(file: Any, way: tuple[Any, ...], text: str) -> Any:
    changed = deepcopy(file)
    at = changed
    for step in way[:-1]:
        at = at[step]
    at[way[-1]] = text
    return changed


@pytest.mark.parametrize("name", READERS)
def test_no_text_of_a_file_breaks_a_line_or_hides_something(name: str) -> None:
    file = json.loads((DATA / name).read_text(encoding="utf-8"))
    READERS[name](file)
    found = list(places(file))
    assert found
    for at, way in enumerate(found):
        for bad in BAD if at == 0 else BAD[at % len(BAD) : at % len(BAD) + 2]:
            with pytest.raises(engine.BadDeck, match="not one line of text without invisible"):
                READERS[name](put(file, way, f"Gent{bad}Brugge"))


@pytest.mark.parametrize("like", ["BRUGGE", "Brugg\u00e9", "\uff22rugge"])
def test_no_two_towns_of_a_box_have_names_that_are_alike(like: str) -> None:
    file = json.loads((DATA / "flandern/data/box.json").read_text(encoding="utf-8"))
    file["towns"][0]["name"], file["towns"][1]["name"] = "Brugge", like
    with pytest.raises(engine.BadDeck, match=r"towns, field name: .* is like 'Brugge'"):
        read_flandern(json.dumps(file), "file")
