"""Reads the orders that players write. Plays nothing; `reasons` says why a move is not allowed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.decisions import Decision, Move
from engine.language.typed import complete, only
from engine.language.typed import words as split
from engine.orders.grammar import FormLine
from engine.refusals import AmbiguousOrder, UnreadableOrder
from engine.venise.data.box import shipped
from engine.venise.data.hexagons import SIDES, cell
from engine.venise.orders.grammar import GRAMMAR, WANTED, choices, exactly, perhaps
from engine.venise.rules import boards
from engine.venise.rules.cubes import LAY
from engine.venise.rules.production import order_values
from engine.venise.rules.turns import IDLE
from engine.venise.state import MARKET, ROWS, TILES, UNKNOWN, State
from engine.venise.words.speech import say

SAME = {"take": "keep", "keep": "take"}
COMPOUND = re.compile(r"(?P<verb>put|disc[a-z]*)\s+(?P<rest>.*)")
SEPARATOR = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+")


# --- the strict reader -------------------------------------------------------------------------------------


def reads(text: str) -> bool:
    """Whether a whole line is an order of this game. A number alone is not: any letter could contain one."""
    return GRAMMAR.reads(_without_little(split(text, forgiving=False)), exactly)


def _without_little(found: Sequence[str]) -> tuple[str, ...]:
    """`put 2 gold on brooch` may have its little words, but not at the end."""
    kept = tuple(word for word in found[:-1] if word not in GRAMMAR.little)
    return joined((*kept, *found[-1:]))


def joined(found: Sequence[str]) -> tuple[str, ...]:
    """With "port 1" and "row 2", as letters write them, in one word."""
    words: list[str] = []
    for word in found:
        if words and words[-1] in ("port", "row") and word in ("1", "2"):
            words[-1] += word
        else:
            words.append(word)
    return tuple(words)


def whole(move: Move, end: Move) -> Move | None:
    """The move that takes the Boat along, of a move and an order for where the Boat is left."""
    return Move((*move, *end)) if (move.verb, len(move), end.verb) == ("move", 3, "boat") else None


def expand(text: str) -> tuple[str, ...]:
    """The orders that one means: `put 2 gold on brooch, 1 in stock` is two, and so is `move 4 market idle`."""
    found = COMPOUND.fullmatch(text)
    if not found:
        return _unsold(text) or (text,)
    pieces, material, orders = SEPARATOR.split(found["rest"]), "", []
    for piece in pieces:
        words = piece.split()
        if not words or not words[0].isdecimal():
            return (text,)
        named = complete(words[1], choices("MATERIAL")) if len(words) > 1 else ()
        material = named[0] if len(named) == 1 else material
        rest = words[2:] if named else words[1:]
        orders.append(" ".join([found["verb"], words[0], *([material] if material else []), *rest]))
    return tuple(orders)


def _unsold(text: str) -> tuple[str, ...]:
    """A move that leaves the Market or a Port alone: the move, and then no sale. () for other orders."""
    found = joined([word for word in split(text) if word not in GRAMMAR.little])
    if len(found) < len(("move", "die", "tile", IDLE)) or found[-1] != IDLE:
        return ()
    if not complete(found[0], ("move", "go")) or perhaps(found[2], "TILE") not in TILES[MARKET:]:
        return ()
    return (text.removesuffix(IDLE).rstrip(" ,"), "none")


# --- the forgiving reader ------------------------------------------------------------------------------------


def read(text: str, view: State, decision: Decision | None, seat: int) -> Move:
    """The canonical move that a text of this seat means, legal now or not.

    UnreadableOrder or AmbiguousOrder with the nearest legal texts otherwise.
    """
    return _Line(text, view, decision, seat).move()


def as_now(move: Move, legal: Sequence[Move]) -> Move:
    """The move itself; or the first legal one that only says more: where the Boat goes. Take and keep mean the same."""
    if move in legal or not legal:
        return move
    if move.verb in SAME and (twin := Move((SAME[move.verb], *move[1:]))) in legal:
        return twin
    if move.verb == "move" and "boat" not in move:
        same = (other for other in legal if other[:3] == move[:3])
        return next((other for other in same if ("idle" in other) == ("idle" in move)), move)
    if move.verb == "sell" and move[1] == "1" and Move((move[0], *move[2:])) in legal:
        return Move((move[0], *move[2:]))
    return move


def shortened(move: Move, view: State, legal: Sequence[Move]) -> Move:
    """A move without words for what is so anyway: the Boat stays where it lies, a tile that brings nothing is idle."""
    if move.verb != "move" or move in legal:
        return move
    words = list(move)
    if "boat" in words and words[words.index("boat") + 1] == TILES[view.boat]:
        del words[words.index("boat") : words.index("boat") + 2]
    if words[-1] == IDLE and Move(words) not in legal:
        words.pop()
    return Move(words)


def numbered(decision: Decision) -> tuple[Move, ...]:
    """The moves of a menu with numbers."""
    if decision.kind in ("turn", "finish", "place"):
        return ()
    return tuple(move for move in decision.moves if move.verb != "use")


class _Line(FormLine):
    """One text being read for one seat."""

    grammar = GRAMMAR
    find = staticmethod(perhaps)

    def __init__(self, text: str, view: State, decision: Decision | None, seat: int) -> None:
        super().__init__(text, decision)
        self.view = view
        self.seat = view.seats[seat]

    def menu(self) -> tuple[Move, ...]:
        return numbered(self.decision) if self.decision else ()

    def words(self) -> tuple[str, ...]:
        return joined(super().words())

    def ordered(self, verb: str, words: tuple[str, ...]) -> Move:
        if verb == "bridge" and len(words) > 1 and words[-1] != "back":
            words = (*words, "back")
        if verb == "place" and len(words) > 2:
            words = self._beside(words)
        return super().ordered(verb, words)

    def _beside(self, rest: tuple[str, ...]) -> tuple[str, ...]:
        """`gold east of market` as `gold l11`."""
        side, tile = only(rest[1], SIDES), perhaps(rest[-1], "TILE")
        at = self.view.places[TILES.index(tile)] if tile else None
        if side is None or at is None:
            return rest
        step = SIDES[side]
        return (rest[0], cell((at[0] + step[0], at[1] + step[1])))

    # --- what was left out ------------------------------------------------------------------------------

    def whole(self, words: tuple[str, ...]) -> Move:
        """A whole form as the game writes it: rows, values and orders of laying that were not named."""
        if words[-1] == "none":
            return Move(("none",))
        verb, rest = words[0], words[1:]
        if verb == "lay":
            known = next((move for move in LAY if move[1 : len(words)] == rest), None)
            if known is None:
                raise self.unreadable(say(WANTED[verb]))
            return known
        if verb == "produce" and len(rest) == 1:
            return Move((verb, rest[0], str(self._value(rest[0]))))
        if verb in SAME:
            name, row = (rest[:-1], rest[-1:]) if rest[-1] in ROWS else (rest, ())
            return as_now(Move((verb, *name, *self._row(" ".join(name), row))), self.legal)
        if verb in ("pay", "use") and len(rest) > 1 and rest[-1] in choices("MATERIAL"):
            return self._cubes(words)
        if verb == "sell" and rest[0] == "all":
            words = (verb, *rest[1:])
        if verb == "sell" and rest[0] == "1" and rest[-1] != "2" and len(rest) > 2:
            words = (verb, *rest[1:])
        return as_now(Move(words), self.legal)

    def _value(self, workshop: str) -> int:
        kind = shipped().cards[shipped().number[workshop]].kind
        return next(iter(order_values(self.seat, kind)), 1)

    def _row(self, name: str, said: tuple[str, ...] = ()) -> tuple[str, ...]:
        """The row of a Master Builder, where there is more space if none is said; the other cards have but one."""
        card = shipped().cards[shipped().number[name]]
        if card.capacity or card.is_order:
            only = ROWS[card.is_order]
            if said not in ((), (only,)):
                raise self.unreadable(say("that card lies in row {row} only", row=only[-1]))
            return ()
        if said:
            return said
        free = boards.rows_for(self.seat, shipped().number[name]) or [0]
        return (ROWS[min(free, key=lambda row: len(self.seat.rows[row]))],)

    def _cubes(self, words: tuple[str, ...]) -> Move:
        """Cubes in the order in which the game names them: gold, flax, wool."""
        start = next(k for k, word in enumerate(words) if word.isdecimal())
        pairs = list(zip(words[start::2], words[start + 1 :: 2], strict=True))
        if len({material for _, material in pairs}) < len(pairs):
            raise self.unreadable(say("a raw material is named twice"))
        ranked = sorted(pairs, key=lambda pair: -choices("MATERIAL").index(pair[1]))
        return Move((*words[:start], *(word for pair in ranked for word in pair)))

    def incomplete(self, verb: str, rest: tuple[str, ...]) -> Move:
        """The meaning of words that fit no form: the only legal move that has all these words, else a refusal."""
        if verb == "keep" and not rest and self.seat.pending:
            move = next((m for m in self.legal if m.verb == "keep"), None) or self._kept()
            if move:
                return move
        found = [move for move in self.legal if move.verb == verb and _within(rest, move)]
        if len(found) == 1:
            return found[0]
        if found and rest:
            raise AmbiguousOrder(self.text, say("say more"), tuple(move.text for move in found[:3]))
        raise self._misread(verb, rest)

    def _kept(self) -> Move | None:
        for card in self.seat.pending[0][1]:
            if card != UNKNOWN and boards.rows_for(self.seat, card):
                name = shipped().cards[card].name
                return Move(("keep", *name.split(), *self._row(name)))
        return None

    # --- refusals -----------------------------------------------------------------------------------

    def _misread(self, verb: str, rest: tuple[str, ...]) -> UnreadableOrder:
        known = {kind for form in GRAMMAR.kinds[verb] for kind in form}
        unknown = next((word for word in rest if not any(perhaps(word, kind) for kind in known)), None)
        wanted = say(WANTED[verb])
        if unknown is not None:
            return self.unreadable(say('"{word}" is not known here; {wanted}', word=unknown, wanted=wanted))
        return self.unreadable(wanted)


def _within(words: Sequence[str], move: Move) -> bool:
    """Whether each word begins another word of the move, in order."""
    rest = iter(move[1:])
    return all(any(meant == word or (len(word) > 2 and meant.startswith(word)) for meant in rest) for word in words)
