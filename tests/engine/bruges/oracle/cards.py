"""What is printed on the cards and the board, as the oracle reads it: dictionaries from the data files. No rules."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import engine

COLOURS = ("blue", "brown", "purple", "red", "yellow")
FOLDER = Path(engine.__file__).parent / "bruges" / "data"


PERSONS: dict[str, dict[str, Any]] = {}


def lay_out(file: dict[str, Any]) -> None:
    """Play with the persons of this deck file until another one is laid out."""
    PERSONS.clear()
    PERSONS.update({person["id"]: person for person in file["persons"]})


def shipped() -> dict[str, Any]:
    return json.loads((FOLDER / "persons.json").read_text())


def deck() -> dict[str, dict[str, Any]]:
    return PERSONS


@cache
def board() -> dict[str, Any]:
    return json.loads((FOLDER / "board.json").read_text())


def colour(card: str) -> str:
    return deck()[card]["colour"]


def icon(card: str) -> str:
    return deck()[card]["icon"].partition(":")[0]


def effects(card: str) -> list[dict[str, Any]]:
    return deck()[card]["effect"]
