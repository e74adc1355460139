"""The persons: reads and checks a deck file. What a person does is carried out elsewhere."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.bruges.data.vocabulary import ATTACKS, GROUPS, ICONS, PRICES, check_effect, kinds_for
from engine.bruges.state import COLOURS
from engine.data.deck_files import read_json
from engine.data.plain_text import check_texts
from engine.language.typed import EVERYDAY
from engine.match.log import canonical, digest
from engine.refusals import BadDeck

DEFAULT = Path(__file__).parent / "persons.json"
FIELDS = ("id", "name", "colour", "price", "group", "icon", "effect")
ID = re.compile(r'"id"\s*:')
CARDS, PER_COLOUR, PER_GROUP = 165, 33, 15
# Words that begin an order or answer one. A person called like that, or beginning so, could not be told from it.
VERBS = """
    workers guilders threat house canal recruit use end climb stay draw lose take give remove dig discard settle none
    exchange hold never always forget also yes help rules status board undo orders standings tell fire plague left
    right empty cheapest most then pass colour price
"""
WORDS = ("go", "no", "in", "if", "or", "and", "any", "ask", "say", "log")  # too short: only the whole word is barred
ATTESTED_PAIRS = frozenset({("prince", "princess")})  # both printed; the exact name wins over the beginning


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing a person does: `kind` from the vocabulary, `args` its fields ("then" holds a tuple of Effects)."""

    kind: str
    args: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.args[name]

    def get(self, name: str, default: Any = None) -> Any:
        return self.args.get(name, default)


@dataclass(frozen=True, slots=True)
class Person:
    """One card. `colour` is an index into COLOURS; `icon` "arrow", "worker:<colour>", "once", "improves", ..."""

    id: str
    name: str
    colour: int
    price: int
    group: str
    icon: str
    effects: tuple[Effect, ...]

    @property
    def points(self) -> int:
        return self.price // 3

    @property
    def worker(self) -> int | None:
        """The colour of the worker it costs to activate this person, if it costs one."""
        return COLOURS.index(self.icon[7:]) if self.icon.startswith("worker:") else None

    @property
    def usable(self) -> bool:
        """Works once a round when told to, for a worker or for nothing."""
        return self.icon == "once" or self.worker is not None


@dataclass(frozen=True, slots=True)
class Deck:
    """persons[card number], `by_id` from id to card number; `digest` tells decks apart in records.

    text   the canonical JSON of the deck, without notes; the digest is its SHA-256
    whole  of a deck that is a part of another one: the digest of that; else ""
    """

    persons: tuple[Person, ...]
    digest: str
    by_id: Mapping[str, int]
    text: str
    whole: str = ""

    @property
    def file(self) -> dict[str, Any]:
        """The deck as JSON values, the caller's own."""
        values: dict[str, Any] = json.loads(self.text)
        return values

    def __getitem__(self, card: int) -> Person:
        return self.persons[card]

    def person(self, name: str) -> Person:
        """The person with that id."""
        return self.persons[self.by_id[name]]


def load_deck(path: Path | str | None = None) -> Deck:
    """The deck in that file (our own by default), completely checked. BadDeck names file, line, card and field."""
    return _load(DEFAULT if path is None else Path(path))


@cache
def _load(path: Path) -> Deck:
    return read_deck(path.read_text(encoding="utf-8"), path.name)


def read_deck(text: str, source: str) -> Deck:
    """The deck written in `text`; `source` names it in errors."""
    data = read_json(text, source)
    cards = data.get("persons") if isinstance(data, dict) else None
    if not isinstance(cards, list):
        raise BadDeck(f"{source}, line 1: no object with a list 'persons'")
    check_texts({name: value for name, value in data.items() if name != "persons"}, source)
    if len(cards) != CARDS:
        raise BadDeck(f"{source}: the number of cards is {len(cards)}, must be {CARDS}")
    places = [f"{source}, {place}" for place in _places(text, cards)]
    for card, place in zip(cards, places, strict=True):
        check_texts(card, place)
        _check_card(card, place)
    _check_names([card["id"] for card in cards], places)
    _check_numbers(cards, source)
    return make_deck(cards)


def make_deck(cards: Sequence[dict[str, Any]], whole: str = "") -> Deck:
    """A deck of cards that have been checked."""
    persons = tuple(_person(card) for card in cards)
    file = {"persons": list(cards)}
    by_id = {person.id: number for number, person in enumerate(persons)}
    return Deck(persons, digest(file), by_id, canonical(file).decode(), whole)


def _places(text: str, cards: Sequence[Any]) -> list[str]:
    """The place of each card in the file, for errors: its line (if every card has an id) and what it is called."""
    lines = [f"line {number}, " for number, line in enumerate(text.split("\n"), 1) for _ in ID.findall(line)]
    if len(lines) != len(cards):
        lines = [""] * len(cards)
    ids = [_shown(card.get("id")) if isinstance(card, dict) else None for card in cards]
    return [f"{line}card {n} ({name})" for n, (line, name) in enumerate(zip(lines, ids, strict=True), 1)]


def _shown(name: Any) -> Any:
    """A name with escapes for what cannot be shown: messages show it before it is checked."""
    return repr(name)[1:-1] if isinstance(name, str) else name


def _check_card(card: Any, place: str) -> None:
    if not isinstance(card, dict):
        raise BadDeck(f"{place}: is no object")
    for name in (*FIELDS, *card):
        if name not in card:
            raise BadDeck(f"{place}, field {name}: is missing")
        if name not in FIELDS:
            raise BadDeck(f"{place}, field {name}: is not known")
    _check_values(card, place)
    kinds = kinds_for(card["icon"])
    if not isinstance(card["effect"], list) or not card["effect"]:
        raise BadDeck(f"{place}, field effect: is {card['effect']!r}, not a list of effects")
    for index, effect in enumerate(card["effect"]):
        check_effect(effect, kinds, f"{place}, field effect[{index}]")


def _check_values(card: dict[str, Any], place: str) -> None:
    if not isinstance(card["id"], str) or not re.fullmatch(r"[a-z]{3,20}", card["id"]):
        raise BadDeck(f"{place}, field id: is {card['id']!r}, not one word of 3 to 20 small letters")
    if not isinstance(card["name"], str) or card["name"] != card["id"].capitalize():
        raise BadDeck(f"{place}, field name: is {card['name']!r}, not the id with a capital first letter")
    allowed = {"colour": COLOURS, "price": PRICES, "group": GROUPS, "icon": ICONS}
    for name, choices in allowed.items():
        value = card[name]
        if isinstance(value, bool) or not isinstance(value, (int, str)) or value not in choices:
            raise BadDeck(f"{place}, field {name}: is {value!r}, not one of {', '.join(map(str, choices))}")


def _check_names(ids: Sequence[str], places: Sequence[str]) -> None:
    """Every name must be told from every other and from the words of orders by how it begins."""
    if ids and (twice := Counter(ids).most_common(1)[0])[1] > 1:
        raise BadDeck(f"{places[len(ids) - 1 - ids[::-1].index(twice[0])]}, field id: stands twice")
    for name, place in zip(ids, places, strict=True):
        for word in (*VERBS.split(), *COLOURS):
            if name.startswith(word):
                raise BadDeck(f"{place}, field id: begins with the word {word!r} of our orders")
        if name in EVERYDAY:
            raise BadDeck(f"{place}, field id: {name!r} is an everyday word; no order could be told from a sentence")
        if name in WORDS:
            raise BadDeck(f"{place}, field id: is the word {name!r} of our orders")
        for other in ids:
            if other != name and name.startswith(other) and (other, name) not in ATTESTED_PAIRS:
                raise BadDeck(f"{place}, field id: begins with another person's name, {other!r}")


def _check_numbers(cards: Sequence[dict[str, Any]], source: str) -> None:
    for field, choices, number in (("colour", COLOURS, PER_COLOUR), ("group", GROUPS, PER_GROUP)):
        counted = Counter(card[field] for card in cards)
        for choice in choices:
            if counted[choice] != number:
                raise BadDeck(f"{source}, field {field}: {counted[choice]} cards are {choice}, must be {number}")


def _person(card: dict[str, Any]) -> Person:
    effects = tuple(_effect(effect) for effect in card["effect"])
    colour = COLOURS.index(card["colour"])
    return Person(card["id"], card["name"], colour, card["price"], card["group"], card["icon"], effects)


def _effect(data: dict[str, Any]) -> Effect:
    args = {name: value for name, value in data.items() if name != "kind"}
    if "then" in args:
        args["then"] = tuple(_effect(inner) for inner in args["then"])
    return Effect(data["kind"], args)


# --- the friendly deck -------------------------------------------------------------------------------------


def friendly(deck: Deck) -> Deck:
    """The deck without whoever takes from other players or threatens them, and without mere guards against that."""
    cards = [card for card, person in zip(deck.file["persons"], deck.persons, strict=True) if not _fights(person)]
    return make_deck(cards, whole=deck.digest) if len(cards) < len(deck.persons) else deck


def _fights(person: Person) -> bool:
    """Whether a person attacks, or does nothing but ward attacks off."""
    effects = list(_all(person.effects))
    return any(effect.kind in ATTACKS for effect in effects) or all(effect.get("to") == "attacks" for effect in effects)


def _all(effects: Sequence[Effect]) -> Iterator[Effect]:
    """Effects with those inside them."""
    for effect in effects:
        yield effect
        yield from _all(effect.get("then", ()))
