"""Plays one game in the engine and in the oracle and compares all that is public after every move."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import engine
from tests.engine.bruges.oracle.cards import COLOURS, lay_out
from tests.engine.bruges.oracle.rules import play
from tests.engine.bruges.oracle.scoring import cards, ranks, sheet, totals


class Differs(AssertionError):
    """The two disagree: what, in which position, after which moves."""


class Lockstep:
    def __init__(self, match: engine.Match, position: dict[str, Any] | None = None) -> None:
        lay_out(match.game.deck)
        self.match = match
        self.pos = deepcopy(position or match.position())
        self.moves: list[str] = []
        self.dice: list[dict[str, int]] = []
        self.rules = play(self.pos)
        self.asked = self._on(None)
        self.compare()

    def _on(self, answer: Any) -> list[tuple[int, list[str]]]:
        try:
            asked = self.rules.send(answer)
            while asked == "dice":
                asked = self.rules.send(dict(self.dice.pop(0)))
        except StopIteration:
            return []
        return asked

    def move(self, seat: int, text: str) -> list[engine.Event]:
        """Both play the move of that seat; the engine's events."""
        self.moves.append(f"{seat}: {text}")
        events = self.match.play(seat, engine.Move.of(text))
        self.dice += [event.data["dice"] for event in events if event.kind == "dice"]
        self.asked = self._on((seat, text))
        self.compare()
        return events

    def compare(self) -> None:
        theirs = self.match.position()
        decisions = [(d.seat, sorted(move.text for move in d.moves)) for d in self.match.decisions]
        ours = [(seat, sorted(moves)) for seat, moves in self.asked]
        self._same("what is asked", sorted(ours), sorted(decisions))
        for key, mine, engines in zip(COMPARED, public(self.pos), public(theirs), strict=True):
            self._same(key, mine, engines)
        for reader in (None, *range(len(self.pos["seats"]))):
            self._same(f"cards seen by {reader}", seen(self.pos, reader), shown(self.match.view(reader)))
        scores = self.match.scoresheet()
        self._same(
            "score",
            [sheet(self.pos, seat) for seat in self.pos["seats"]],
            [list(c) for c in zip(*(v for _, v in scores.rows), strict=True)],
        )
        self._same("totals", totals(self.pos), list(scores.totals))
        self._same("ranks", ranks(self.pos), list(scores.ranks))

    def _same(self, what: str, ours: Any, theirs: Any) -> None:
        if ours != theirs:
            if what == "seats":
                for number, (mine, others) in enumerate(zip(ours, theirs, strict=True)):
                    for key in mine:
                        self._same(f"seat {number} {key}", mine[key], others[key])
            before = "\n".join(self.moves[-12:])
            raise Differs(
                f"{what}:\n oracle {ours}\n engine {theirs}\nafter {len(self.moves)} moves, the last being\n{before}"
            )


COMPARED = (
    "round",
    "start",
    "turn",
    "last",
    "over",
    "dice",
    "statues",
    "piles",
    "extra",
    "discard",
    "veiled",
    "totals",
    "seats",
)


def seen(pos: dict[str, Any], reader: int | None) -> list[int]:
    """The number of known hand cards of each seat: all but those just drawn of the reader, of others public ones."""
    return [
        len(cards(seat)) - seat["unseen"] if number == reader else len(seat["public"])
        for number, seat in enumerate(pos["seats"])
    ]


def shown(view: Any) -> list[int]:
    return [sum(card >= 0 for card in seat.cards()) for seat in view.seats]


LIKING = (
    ("no climb", 0.2),
    ("climb", 0.6),
    ("recruit", 0.7),
    ("use", 0.4),
    ("canal", 0.3),
    ("house", 0.4),
    ("threat", 0.1),
)


def public(pos: dict[str, Any]) -> list[Any]:
    table = [pos[key] for key in ("round", "start", "turn", "last", "over")]
    return [
        *table,
        dict(pos["dice"]),
        pos["statues"],
        pos["piles"],
        pos["extra"],
        sorted(pos["discard"]),
        pos["veiled"],
        pos["totals"],
        [area(seat) for seat in pos["seats"]],
    ]


def area(seat: dict[str, Any]) -> dict[str, Any]:
    houses = [(house["colour"], house.get("person") or "", bool(house.get("used"))) for house in seat["houses"]]
    same = ("points", "guilders", "step", "canals", "statues", "climbed", "track", "unseen")
    return {
        **{name: seat[name] for name in same},
        "workers": {name: seat["workers"].get(name, 0) for name in COLOURS},
        "threats": {name: seat["threats"].get(name, 0) for name in COLOURS},
        "hand": sorted(cards(seat)),
        "public": sorted(seat["public"]),
        "houses": sorted(houses),
        "house cards": sorted(house["card"] for house in seat["houses"]),
        "crowned": sorted(seat["crowned"]),
        "markers": sorted(seat["markers"]),
    }


def random_move(decision: engine.Decision, rng: Random) -> str:
    """Rather builds than hoards: persons, houses and canals are where the rules are."""
    moves = [move.text for move in decision.moves]
    if decision.unasked and rng.random() < 0.3:
        return rng.choice(decision.unasked).text
    for verb, chance in LIKING:
        fitting = [move for move in moves if move.startswith(verb)]
        if fitting and rng.random() < chance:
            return rng.choice(fitting)
    return rng.choice(moves)
