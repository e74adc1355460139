"""Tables of Bruges set by position files, for tests of the rules: play texts, look at what is told."""

from __future__ import annotations

import json
from typing import Any

from engine.bruges import Bruges
from engine.bruges.data.persons import DEFAULT, read_deck
from engine.bruges.state import COLOURS, Seat
from engine.chance import Chance
from engine.decisions import Ask, Move
from engine.events import Event

PLAIN = Bruges()
SECRET = b"rules of bruges, tested by games"
THREES = dict.fromkeys(COLOURS, 3)
BARE = {"workers": {}, "guilders": 0, "points": 0}


def deck_where(**changes: dict[str, Any]) -> Bruges:
    """The game with the shipped deck in which some persons are others: `deck_where(queen={"effect": [...]})`."""
    data = json.loads(DEFAULT.read_text(encoding="utf-8"))
    for card in data["persons"]:
        card |= changes.get(card["id"], {})
    return Bruges(read_deck(json.dumps(data), "deck of a test"))


def club_file(**changes: dict[str, Any]) -> str:
    """A deck file of a club: every person has another name, every colour has become the next one."""
    data = json.loads(DEFAULT.read_text(encoding="utf-8"))
    for card in data["persons"]:
        card |= changes.get(card["id"], {})
        card["id"] += "us"
        card["name"] = card["id"].capitalize()
        card["colour"] = COLOURS[(COLOURS.index(card["colour"]) + 1) % 5]
    lines = ",\n".join(json.dumps(card) for card in data["persons"])
    return f'{{"about": "The cards of a club.", "persons": [\n{lines}\n]}}'


class Table:
    """A position being played. Seats are given as in a position file; dice are all 3 unless said otherwise."""

    def __init__(self, *seats: dict[str, Any], game: Bruges = PLAIN, **position: Any) -> None:
        self.game = game
        self.chance = Chance(SECRET)
        self.events: list[Event] = []
        self.state = game.read_position({"dice": THREES, **position, "seats": list(seats)})

    def ask(self, seat: int) -> Ask | None:
        return next((ask for ask in self.game.asks(self.state) if ask.seat == seat), None)

    def asked(self) -> dict[int, str]:
        """Kind of the open decision by seat."""
        return {ask.seat: ask.kind for ask in self.game.asks(self.state)}

    def texts(self, seat: int) -> list[str]:
        ask = self.ask(seat)
        return [move.text for move in ask.moves] if ask else []

    def play(self, seat: int, *texts: str) -> Table:
        """Play canonical texts, each of which must be legal; `events` are those of the last one."""
        for text in texts:
            assert text in self.texts(seat), (text, self.texts(seat))
            self.events = self.game.play(self.state, seat, Move.of(text), self.chance)
        return self

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The events of a kind that the last move told."""
        return [event.data for event in self.events if event.kind == kind]

    def seat(self, number: int) -> Seat:
        return self.state.seats[number]

    def hand(self, number: int) -> list[str]:
        return [self.name(card) for card in self.seat(number).cards()]

    def persons(self, number: int) -> list[str]:
        return [self.name(card) for card in self.seat(number).persons()]

    def discarded(self) -> list[str]:
        return [self.name(card) for card in self.state.discard]

    def name(self, card: int) -> str:
        return self.game.cards.name[card]


def house(colour: str, person: str | None = None, **more: Any) -> dict[str, Any]:
    """A house for a position; its face-down card is any of that colour."""
    return {"colour": colour, "person": person, **more}


def laurels() -> list[str]:
    """The persons of the shipped deck who do nothing before the final scoring."""
    cards = PLAIN.cards
    return [name for name, icon in zip(cards.name, cards.icon, strict=True) if icon == "laurel"]
