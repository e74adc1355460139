"""The names of persons in other languages; in English their ids are their names. Knows no deck but ours."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from engine.bruges.data.persons import load_deck
from engine.language.languages import ENGLISH, spoken
from engine.refusals import BadDeck

FOLDER = Path(__file__).parents[1] / "data"


def name(person: str) -> str:
    """The name of the person with this id in the language that is spoken; for one of another deck, its id."""
    language = spoken()
    called = None if language == ENGLISH else names(language).get(person)
    return called or person.capitalize()


@cache
def names(language: str) -> Mapping[str, str]:
    """Id -> name, for every person of our own deck. BadDeck when the file of that language is wrong."""
    file = FOLDER / f"names.{language}.json"
    return read_names(file.read_text(encoding="utf-8"), file.name, load_deck().by_id)


def read_names(text: str, source: str, persons: Iterable[str]) -> Mapping[str, str]:
    """The names in `text`, exactly one for each of these persons and no two alike; `source` names it in errors."""
    pairs = json.loads(text, object_pairs_hook=list)
    for problem, wrong in (
        ("stands twice", _twice(person for person, _ in pairs)),
        ("is nobody of the deck", sorted({person for person, _ in pairs} - set(persons))),
        ("has no name", sorted(set(persons) - {person for person, _ in pairs})),
        ("is what two are called", _twice(called for _, called in pairs)),
        ("is not one word", [called for _, called in pairs if not called.isalpha()]),
    ):
        if wrong:
            raise BadDeck(f"{source}: {wrong[0]!r} {problem}")
    return dict(pairs)


def _twice(words: Iterable[str]) -> list[str]:
    return [word for word, times in Counter(words).items() if times > 1]
