"""The moves of a decision in groups, at most 40 lines in any position. Plays nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.decisions import Decision, Group, Move
from engine.venise.rules.builders import USE
from engine.venise.state import TILES, State
from engine.venise.words.doing import meaning
from engine.venise.words.speech import say
from engine.venise.words.voice import capital, listed, the, title

MOST_LINES = 40
MOST_LINKS = 40
MOST_ALIKE = 4  # moves of a line that are told one by one
NUMBERED = ("take", "keep", "sell", "pay", "recall", "boat", "burgher")  # kinds that a bare number answers


@dataclass(frozen=True, slots=True)
class Offer:
    """A line of a menu: what to write in brackets, what it means with that behind it, the moves it offers."""

    label: str
    words: str
    moves: tuple[Move, ...]

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """The moves whose labels are in the words."""
        found = [(f"[{move.text}]" if k else self.label, move.text) for k, move in enumerate(self.moves)]
        return tuple(link for link in found if link[0] in self.words)

    @property
    def card(self) -> str:
        """The card that is to be kept, "" of other offers."""
        kept = self.moves[0].verb in ("take", "keep")
        return " ".join(word for word in self.moves[0][1:] if not word.startswith("row")) if kept else ""

    def shortly(self) -> Offer:
        """Only in which row the card is laid, as what it is has been said."""
        words = say("{card} in row {row}", card=the(self.card), row=self.moves[0][-1].removeprefix("row"))
        return replace(self, words=f"{words} {self.label}")


def menu(view: State, decision: Decision) -> tuple[Group, ...]:
    """The moves in groups: one move each where they are few, else what differs only in a number or place together."""
    return tuple(Group(offer.words, offer.moves) for offer in offers(view, decision))


def offers(view: State, decision: Decision) -> list[Offer]:
    """Every move on a line of its own; grouped where that would be more than a menu may have."""
    answers = [move for move in decision.moves if move.verb != USE]
    if decision.kind in NUMBERED and decision.kind != "keep" and len(answers) <= MOST_LINES:
        uses = _grouped([move for move in decision.moves if move.verb == USE], _key)
        return [*_numbered(view, decision.seat, answers), *(_offer(view, decision.seat, moves) for moves in uses)]
    grouped = _grouped(decision.moves, _key)
    if decision.kind not in ("turn", "place") and len(decision.moves) <= 12:
        grouped = [(move,) for move in decision.moves]
    return [_offer(view, decision.seat, moves) for moves in grouped]


def _numbered(view: State, seat: int, moves: Sequence[Move]) -> list[Offer]:
    """Each move with its number; two ways to say the same (all, or just as many) share a line."""
    found: dict[str, Offer] = {}
    for number, move in enumerate(moves, 1):
        words = meaning(move, view, seat)
        if words in found:
            found[words] = replace(found[words], moves=(*found[words].moves, move))
        else:
            found[words] = Offer(f"[{number}]", f"{capital(words)} [{number}]", (move,))
    return list(found.values())


def _offer(view: State, seat: int, moves: Sequence[Move]) -> Offer:
    """Moves that differ only in a number or a place, in a line: the first, then the others or what is put instead."""
    shown = moves[:1] if len(moves) > 2 and moves[0].verb in ("place", "put") else moves[:MOST_ALIKE]
    words = "; ".join(f"{meaning(move, view, seat)} [{move.text}]" for move in shown)
    if len(moves) > len(shown):
        words += say("; likewise {others}", others=_differences(moves)) if len(shown) == 1 else say(" and so on")
    return Offer(f"[{moves[0].text}]", capital(words), tuple(moves))


def _differences(moves: Sequence[Move]) -> str:
    """The other words that may be put where the first of the moves differs from the others."""
    at = 2 if moves[0].verb == "place" else 1
    found = [move[at] for move in moves[1:]]
    return listed([title(word) if word in TILES else word for word in dict.fromkeys(found)], say("or"))


def _grouped(moves: Sequence[Move], by: Callable[[Move], tuple[str, ...]]) -> list[tuple[Move, ...]]:
    groups: dict[tuple[str, ...], list[Move]] = {}
    for move in moves:
        groups.setdefault(by(move), []).append(move)
    return [tuple(group) for group in groups.values()]


def _key(move: Move) -> tuple[str, ...]:
    """Moves with the same key share a line."""
    match move.verb:
        case "move":
            return move[:3]
        case "put":
            return ("put", *move[2:])
        case "discard":
            return ("discard", move[2])
        case "place" | "use":
            return move[:2]
        case "sell":
            return ("sell", move[2] if move[1].isdecimal() else move[1])
        case "pay":
            return ("pay", move[2])
    return tuple(move)
