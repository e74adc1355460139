"""Plays one game in the engine and in the oracle and compares all that is public after every move."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import engine

from .box import DECKS, read
from .cubes import cards, gain, room
from .rules import rest_of_game, whole_game
from .scoring import ranks, sheet, totals

SEAT = ("points", "burgher", "stock", "store", "dice", "bridges", "rows", "used", "pending")
TABLE = ("tiles", "boat", "round", "turn", "prices", "bonuses", "ports", "last", "ending", "over", "totals")
CHANCE = ("rolled", "cards")


class Differs(AssertionError):
    """The two disagree: what, in which position, after which moves."""


class Lockstep:
    """The main game is one generator, and so are the cubes that each other seat has still to lay (`gifts`)."""

    def __init__(self, match: engine.Match) -> None:
        self.match = match
        self.pos = read(match.position())
        self.under = dict.fromkeys(DECKS, 0)  # how many cards lie shuffled under each deck
        self.gifts: dict[int, Any] = {}
        self.waits = False
        self.asked: dict[int, tuple[Any, ...]] = {}
        self.told: list[engine.Event] = []
        self.moves: list[str] = []
        self.game = rest_of_game(self.pos) if self.pos["round"] else whole_game(self.pos)
        self._on(self.game, None)
        self.compare()

    def move(self, seat: int, text: str) -> list[engine.Event]:
        """Both play the move of that seat; the engine's events."""
        self.moves.append(f"{seat}: {text}")
        events = self.match.play(seat, engine.Move.of(text))
        self.told += [event for event in events if event.kind in CHANCE]
        del self.asked[seat]
        if seat in self.gifts:
            self._on(self.gifts[seat], text)
        else:
            self._on(self.game, text)
        if self.waits and not self.gifts:
            self.waits = False
            self._on(self.game, None)
        self.compare()
        return events

    # --- what only chance knows is learnt from what the engine has told --------------------------------------

    def _on(self, game: Any, answer: Any) -> None:
        """On to the next question."""
        try:
            what, *rest = game.send(answer)
            while not isinstance(what, int):
                if what == "gifts" and self.gifts:
                    self.waits = True
                    return
                what, *rest = game.send(getattr(self, f"_{what}")(*rest))
            self.asked[what] = tuple(rest)
        except StopIteration:
            self.gifts = {seat: gift for seat, gift in self.gifts.items() if gift is not game}

    def _gifts(self) -> None:
        """Nobody has cubes left to lay."""

    def _gift(self, seat: int, material: str, number: int) -> None:
        self.gifts[seat] = gain(self.pos["seats"][seat], seat, material, number)
        self._on(self.gifts[seat], None)

    def _where(self, tile: str) -> Any:
        return self.match.position()["tiles"][tile]

    def _dice(self, seat: int) -> Any:
        told = self._next("rolled")
        self._same("who rolls", seat, told["seat"])
        return told["dice"]

    def _next(self, kind: str) -> dict[str, Any]:
        found = [event for event in self.told if event.kind == kind]
        if not found:
            raise self._difference("what is told", kind, "nothing")
        self.told.remove(found[0])
        return found[0].data

    def _cards(self, deck: str, number: int) -> list[str]:
        """The top cards; below those that were put under in this move the order is the engine's own affair."""
        drawn = list(self._next("cards")["cards"])
        pile, under = self.pos["decks"][deck], self.under[deck]
        known = pile[max(under, len(pile) - number) :]
        self._same("how many are drawn", number, len(drawn))
        self._same("cards drawn", Counter(known), Counter(drawn) & Counter(known))
        for card in (Counter(drawn) - Counter(known)).elements():
            self._same("cards under the deck", True, card in pile[:under])
            pile.remove(card)
            self.under[deck] -= 1
        del pile[len(pile) - len(known) :]
        return drawn

    def _under(self, deck: str, few: list[str]) -> None:
        self.under[deck] += len(few)
        self.pos["decks"][deck][:0] = few

    def _shares(self, seat: int, number: int, material: str, rooms: dict[str, int]) -> dict[str, int]:
        """Cubes laid on cards of one kind when there are too few for all: how the engine has shared them out."""
        theirs = {card["card"]: card for card in cards(read(self.match.position())["seats"][seat])}
        mine = {card["card"]: card for card in cards(self.pos["seats"][seat])}
        shares = {
            name: free if theirs[name]["ready"] > mine[name]["ready"] else free - room(theirs[name], material)
            for name, free in rooms.items()
        }
        self._same("cubes laid on cards", number, sum(shares.values()))
        return shares

    # --- comparing --------------------------------------------------------------------------------------------

    def compare(self) -> None:
        theirs = read(self.match.position())
        engines = {decision.seat: decision.moves for decision in self.match.decisions}
        self._same("seats asked", sorted(self.asked), sorted(engines))
        for seat, asked in self.asked.items():
            self._same_moves(seat, asked, {move.text for move in engines[seat]})
        for key in TABLE:
            if key != "turn" or not self.pos["over"]:
                self._same(key, self.pos[key], theirs[key])
        for number, (mine, other) in enumerate(zip(self.pos["seats"], theirs["seats"], strict=True)):
            for key in SEAT:
                self._same(f"seat {number} {key}", mine[key], other[key])
        for deck in DECKS:
            self._same_deck(deck, theirs["decks"][deck])
        self._same_points()

    def _same_moves(self, seat: int, asked: tuple[Any, ...], theirs: set[str]) -> None:
        if len(asked) == 1:
            self._same(f"moves of {seat}", set(asked[0]), theirs)
            return
        tiles, places = asked  # what a cell of the map is called is not compared, only how many there are
        self._same("tiles to place", {tile: len(places) for tile in tiles}, Counter(text.split()[1] for text in theirs))

    def _same_deck(self, deck: str, theirs: list[str]) -> None:
        mine, under = self.pos["decks"][deck], self.under[deck]
        self._same(f"{deck} cards under the deck", sorted(mine[:under]), sorted(theirs[:under]))
        self._same(f"deck of {deck}", mine[under:], theirs[under:])
        self.pos["decks"][deck], self.under[deck] = list(theirs), 0

    def _same_points(self) -> None:
        scores = self.match.scoresheet()
        rows = [list(column) for column in zip(*(values for _, values in scores.rows), strict=True)]
        self._same("points", [sheet(self.pos, seat) for seat in self.pos["seats"]], rows)
        self._same("totals", totals(self.pos), list(scores.totals))
        self._same("ranks", ranks(self.pos), list(scores.ranks))

    def _same(self, what: str, ours: Any, theirs: Any) -> None:
        if ours != theirs:
            if isinstance(ours, set):
                ours, theirs = sorted(ours - theirs), sorted(theirs - ours)
            raise self._difference(what, ours, theirs)

    def _difference(self, what: str, ours: Any, theirs: Any) -> Differs:
        last = "\n".join(self.moves[-8:])
        told = f"{what}:\n oracle {ours}\n engine {theirs}\nafter {len(self.moves)} moves, the last being\n{last}"
        return Differs(f"{told}\nin {self.match.position()}")


def random_move(decision: engine.Decision, rng: Random) -> str:
    """Any verb first, so that the many ways to move do not drown the rest."""
    if decision.unasked and rng.random() < 0.3:
        return rng.choice(decision.unasked).text
    verb = rng.choice(sorted({move.verb for move in decision.moves}))
    return rng.choice([move for move in decision.moves if move.verb == verb]).text
