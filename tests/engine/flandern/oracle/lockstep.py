"""Plays one game in the engine and in the oracle and compares all that is public after every move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import engine
from tests.engine import styles

from .play import choose_areas, pair, rounds
from .rules import Table
from .towns import COAT_OF, read_town


class Differs(AssertionError):
    """The two disagree: what, in which position, after which moves."""


class Lockstep:
    def __init__(self, match: engine.Match) -> None:
        self.match = match
        position = match.position()
        self.table = Table.read(position)
        self.asked: dict[int, list[str]] = {}
        self.moves: list[str] = []
        self.over = False
        self.told: list[engine.Event] = []
        self.game = self._game(position)
        self._on(None)
        self.compare()

    def _game(self, position: dict[str, Any]) -> Any:
        start = position["start"]
        if position["phase"] == "setup":
            yield from choose_areas(self.table, start, {coat: name for name, coat in COAT_OF.items()})
            yield ("lots",)
        if len(self.table.guilds) == 2:
            yield from pair(self.table, start, position["stall"])
        else:
            yield from rounds(self.table, start)

    def move(self, seat: int, text: str) -> None:
        """Both play the move of that seat."""
        self.moves.append(f"{seat}: {text}")
        self._after(self.match.play(seat, engine.Move.of(text)), (seat, text))

    def close(self) -> None:
        """Both reveal what was chosen."""
        self.moves.append("close")
        self._after(self.match.close(self.match.decisions[0].serial), None)

    def _after(self, events: list[engine.Event], answer: Any) -> None:
        self.told = list(events)
        self._on(answer)
        self.compare()

    def _on(self, answer: Any) -> None:
        try:
            what, *rest = self.game.send(answer)
            while what != "ask":
                what, *rest = self.game.send(getattr(self, f"_{what}")())
            self.asked = rest[0]
        except StopIteration:
            self.over, self.asked = True, {}

    # --- what only chance knows -------------------------------------------------------------------------------

    def _lots(self) -> None:
        """The last two towns have come to their areas."""
        for name, entry in self.match.position()["towns"].items():
            if name not in self.table.towns:
                self.table.towns[name] = read_town(name, {**entry, "laid": {}, "covered": [], "scored": False})

    def _top(self) -> tuple[str, str]:
        """The next card that this move has turned up."""
        event = next(event for event in self.told if event.kind in ("turned up", "card of a scored town"))
        self.told.remove(event)
        name = event.data.get("card") or event.data["name"]
        return event.data["coat"], "site" if name == "building site" else name.lower()

    # --- comparing --------------------------------------------------------------------------------------------

    def compare(self) -> None:
        position, table = self.match.position(), self.table
        engines = {decision.seat: decision.moves for decision in self.match.decisions}
        self._same("seats asked", sorted(self.asked), sorted(engines))
        for seat, moves in self.asked.items():
            self._same(f"moves of {seat}", set(moves), {move.text for move in engines[seat]})
        for name, entry in position["towns"].items():
            theirs, mine = read_town(name, entry), table.towns.get(name)
            if mine is not None:
                for key in ("area", "scored", "covered", "laid", "cells"):
                    self._same(f"{name} {key}", getattr(mine, key), getattr(theirs, key))
        for seat, entry in enumerate(position["seats"]):
            self._same(f"hand of {seat}", table.hands[seat], set(entry["hand"]))
            self._same(f"played by {seat}", table.played[seat], set(entry["played"]))
            self._same(f"influence of {seat}", table.influence[seat], entry["influence"])
        self._same("golden pile", table.pile, position.get("pile", []))
        for pile in ("deck", "discards"):
            cards = Counter((coat, card) for coat, card in position.get(pile, []))
            self._same(pile, getattr(table, pile), cards)
        self._same("over", self.over, self.match.over)
        if self.over:
            self._same("totals", table.totals(), list(self.match.scoresheet().totals))

    def _same(self, what: str, ours: Any, theirs: Any) -> None:
        if ours != theirs:
            if isinstance(ours, set):
                ours, theirs = sorted(ours - theirs), sorted(theirs - ours)
            last = "\n".join(self.moves[-8:])
            told = f"{what}:\n oracle {ours}\n engine {theirs}\nafter {len(self.moves)} moves, the last being\n{last}"
            raise Differs(f"{told}\nin {self.match.position()}")


def styled_step(both: Lockstep, rng: Random, seated: Sequence[str]) -> None:
    """A move of anybody by the style of the seat; where all have chosen the choice is closed or, rarely, changed."""
    waiting = both.match.waiting
    if not waiting and rng.random() < 0.9:
        both.close()
        return
    decision = rng.choice(waiting or both.match.decisions)
    both.move(decision.seat, styles.answer(both.match, seated, decision, rng))


def random_step(both: Lockstep, rng: Random, idle: float = 0.0) -> None:
    """The same, any verb first; the pick-up card as often as `idle` says, so that games end with free spaces too."""
    waiting = both.match.waiting
    if not waiting and rng.random() < 0.9:
        both.close()
        return
    decision = rng.choice(waiting or both.match.decisions)
    texts = [move.text for move in decision.moves]
    if "choose pickup" in texts and rng.random() < idle:
        both.move(decision.seat, "choose pickup")
        return
    verb = rng.choice(sorted({text.split()[0] for text in texts}))
    both.move(decision.seat, rng.choice([text for text in texts if text.startswith(verb)]))
