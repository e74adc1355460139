"""Tables of La Venise du Nord set by position files, for tests of the rules: play texts, look at what is told."""

from __future__ import annotations

from typing import Any

from engine.chance import Chance
from engine.decisions import Ask, Decision, Move
from engine.events import Event
from engine.venise import GAME
from engine.venise.rules.context import card_of
from engine.venise.state import GOODS, MATERIALS, TILES, Seat

SECRET = b"rules of venise, tested by games"


def decided(ask: Ask) -> Decision:
    return Decision(ask.seat, ask.kind, 1, ask.moves, ask.prompt, ask.sealed, ask.passing, ask.unasked)


class Table:
    """A position being played. Seats as in a position file; Burghers are on Market unless told otherwise."""

    def __init__(self, *seats: dict[str, Any], dice: tuple[int, int] = (1, 4), **position: Any) -> None:
        self.chance = Chance(SECRET)
        self.events: list[Event] = []
        rows = [{"burgher": "market", **seat} for seat in seats]
        position = {"now": {"dice": list(dice)}, **position, "seats": rows}
        self.state = GAME.read_position(position)

    def ask(self, seat: int = 0) -> Ask | None:
        return next((ask for ask in GAME.asks(self.state) if ask.seat == seat), None)

    def asked(self) -> dict[int, str]:
        """Kind of the open decision by seat."""
        return {ask.seat: ask.kind for ask in GAME.asks(self.state)}

    def texts(self, seat: int = 0, verb: str = "") -> list[str]:
        ask = self.ask(seat)
        return [move.text for move in ask.moves if move.text.startswith(verb)] if ask else []

    def play(self, *texts: str, seat: int = 0) -> Table:
        """Play canonical texts, each of which must be legal; `events` are those of all of them."""
        self.events = []
        for text in texts:
            ask = self.ask(seat)
            assert ask is not None, f"seat {seat} is not asked, but {self.asked()}"
            assert Move.of(text) in (*ask.moves, *ask.unasked), (text, self.texts(seat))
            self.events += GAME.play(self.state, seat, Move.of(text), self.chance)
        return self

    def why_not(self, text: str, seat: int = 0) -> str:
        return GAME.why_not(GAME.view(self.state, seat), seat, Move.of(text))

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The events of a kind that were told."""
        return [event.data for event in self.events if event.kind == kind]

    def seat(self, number: int = 0) -> Seat:
        return self.state.seats[number]

    def stock(self, number: int = 0) -> dict[str, int]:
        return {name: count for name, count in zip(MATERIALS, self.seat(number).stock, strict=True) if count}

    def store(self, number: int = 0) -> dict[str, int]:
        return {name: count for name, count in zip(GOODS, self.seat(number).store, strict=True) if count}

    def cards(self, number: int = 0) -> list[str]:
        return [card_of(laid).name for laid in self.seat(number).laid()]

    def dice(self) -> dict[str, tuple[int, int]]:
        """Tile -> (seat, value)."""
        return {name: die for name, die in zip(TILES, self.state.dice, strict=True) if die}

    def reached(self, die: int) -> set[str]:
        """The tiles that can be reached with a die, the Boat staying where it is."""
        moves = [text.split() for text in self.texts(0, f"move {die} ")]
        return {words[2] for words in moves if "boat" not in words}


def full(name: str, held: int = 0) -> dict[str, Any]:
    """A built workshop or an activated Master Builder for a position."""
    return {"card": name, "ready": True} | ({"held": held} if held else {})
