"""Reads one line that a player wrote into instructions, for all games alike. Plays nothing, keeps nothing.

The grammar is in docs/orders.md. What a single move is called is the game's affair; alternatives, guards,
sequences, standing orders and the words that deal with a plan are the same everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from engine.decisions import Decision, Move
from engine.game import Game
from engine.language import typed
from engine.language.speech import say
from engine.orders.command_words import Said, command, is_command, likest, misfit, without_also
from engine.orders.instructions import (
    Forget,
    GoOn,
    Guard,
    Hold,
    Ignored,
    Instruction,
    Never,
    Once,
    Order,
    Outdated,
    Refused,
    Standing,
    What,
    chat,
    misplaced,
)  # fmt: skip
from engine.orders.lines.asides import is_aside
from engine.orders.lines.guards import apart
from engine.orders.lines.guards import guard as read_guard
from engine.orders.lines.plan_words import plan_word
from engine.orders.lines.strict import CHOICES, TOPIC, begins, has_form, pieces, reads
from engine.orders.numbers import ALL, Numbers, OtherNumber, is_bare
from engine.orders.talk.alone import is_number, stands_alone
from engine.orders.talk.meaning import Meaning
from engine.orders.talk.reading import Talk
from engine.orders.talk.typed_back import TypedBack
from engine.refusals import AmbiguousOrder, GoneNumber, Refusal, UnreadableOrder

__all__ = [
    "Forget", "GoOn", "Guard", "Hold", "Ignored", "Instruction", "Never", "Once", "Order", "Outdated", "Reader",
    "Refused", "Said", "Standing", "What", "begins", "command", "is_command", "reads",
]  # fmt: skip

MOST_HELPED = 5  # lines of a letter for which orders are offered
OFFERS = 8  # searches for what a line may mean
LONGEST = 500  # characters of a line, as in a letter; longer ones would take long to read


class Reader:
    """Reads the lines of one letter of one seat.

    view      what the seat may know
    decision  the one the letter answers, for bare menu numbers; they count in its first order only
    strict    only lines that are orders in full words count; everything else is left aside
    numbers   how far the numbers of the letter count
    ours      the lines are words of ours, offered back or asked about, and as long as they have become by that
    """

    def __init__(
        self, game: Game[Any], view: Any, decision: Decision | None, seat: int, *, strict: bool = False,
        numbers: Numbers = ALL, ours: bool = False,
    ) -> None:  # fmt: skip
        self._ours = ours
        self._game, self._view, self._seat, self._strict = game, view, seat, strict
        self._decision = decision
        self._numbered, self._by = decision, numbers  # the menu is consumed by the first order
        self._unnumbered = None if numbers.codes and not numbers.ask else game.unnumbered(view, seat)
        self._helped = 0  # lines that have got an offer
        self._begins: dict[str, bool] = {}  # first words, and whether orders begin so
        self._codes: dict[tuple[str, Numbers, bool], str] = {}
        self._spoken = False  # whether words to people may still go on
        self._asks = False  # whether an order counts only after a yes, for its numbers
        self._done = set[str]()  # verbs of the orders read so far
        self._close = False  # whether orders stand above in the same paragraph

    def read(self, line: str, above: str = "", below: str = "") -> list[Instruction]:
        """The instructions in a line, in order; [] for an empty one. Never raises.

        above, below  the lines right above and below it, "" for blank ones
        """
        with typed.suggesting(OFFERS if self._helped < MOST_HELPED else 0):
            found = self._read(line, above, below)
        self._helped += any(isinstance(one.what, Refused | Ignored) and bool(one.what.nearest) for one in found)
        verbs = {move.split()[0] for one in found if isinstance(one.what, Order) for move in one.what.moves}
        self._done |= verbs
        self._close = (self._close or bool(verbs)) and bool(line.strip())
        return found

    def _read(self, line: str, above: str, below: str) -> list[Instruction]:
        # A sign like ﬃ is three letters; a line far too long is not even made plain.
        if not self._ours and (len(line) > LONGEST or len(typed.normalise(line)) > LONGEST):
            return [self._long(line)]
        plain = typed.normalise(line)
        if not plain:
            self._spoken = False
            return []
        if (above or below) and is_number(line) and not self._is_answer(above, below):
            return [self.beside(line)]
        if is_aside(line, plain, close=self._close):
            return self._as_talk(line, [Instruction(line.strip(), Ignored())], also=False)
        said = command(line)
        self._spoken = (self._spoken and not self._game.reads(plain)) or (said is not None and said.word.spoken)
        if said and not self._game.reads(plain):
            return [Instruction(line.strip(), said)]
        body = without_also(plain)
        if not (self._strict or reads(self._game, line)) and (told := self._typed_back.move(body)):
            return [self._ordered(line, told, also=body != plain)]
        orders = [order for piece in pieces(body) for order in self._game.expand(piece)]
        found = [instruction for piece in orders for instruction in self._piece(piece, body != plain)]
        if len(found) == 1:
            (one,) = found
            # Who carries a command out reads its text once more.
            if not isinstance(one.what, Said) or command(line) == one.what:
                found = [Instruction(line.strip(), one.what, one.also)]
        if self._strict or any(isinstance(one.what, Said) and is_command(one.text) for one in found):
            return [self._alone(one) for one in found]
        found = [self._alone(one) for one in found]
        understood = not any(isinstance(one.what, Refused | Ignored) for one in found)
        return found if understood or has_form(self._game, body) else self._as_talk(line, found, also=body != plain)

    def _as_talk(self, line: str, found: list[Instruction], *, also: bool) -> list[Instruction]:
        """The instructions of a line that the grammar does not read to its end."""
        told = self._talk.read(line, found, above=self._done, close=self._close)
        if any(isinstance(one.what, Order) for one in told):
            self._numbered, self._by = None, self._by._replace(menu=None)
        return [replace(one, also=also) for one in told]

    def _ordered(self, line: str, move: str, *, also: bool) -> Instruction:
        """The order that a line is which tells a move as letters do."""
        self._numbered, self._by = None, self._by._replace(menu=None)
        return Instruction(line.strip(), Order((move,)), also)

    @cached_property
    def _typed_back(self) -> TypedBack:
        return TypedBack(self._game, self._view, self._decision, self._seat)

    @property
    def revised(self) -> bool:
        """Whether a line takes back, or puts in question, what another one orders."""
        return self._talk.revised

    def _is_answer(self, above: str, below: str) -> bool:
        """Whether a number alone stands as an answer: not in a sentence, in an address or in words to people."""
        return not (self._spoken and command(above) is None) and stands_alone(self._meaning, above, below)

    def beside(self, line: str) -> Instruction:
        """A line that is left aside for its place alone, with what would be done elsewhere."""
        kept = self._numbered, self._by, self._asks, set(self._done), self._close
        found = self.read(line)
        self._numbered, self._by, self._asks, self._done, self._close = kept
        orders = tuple(one.what.words for one in found if isinstance(one.what, Order | Outdated) and one.what.words)
        return Instruction(line.strip(), Ignored(misplaced(), orders) if orders else Ignored())

    @cached_property
    def _meaning(self) -> Meaning:
        return Meaning(self._game, self._view, self._decision, self._seat, self._number)

    @cached_property
    def _talk(self) -> Talk:
        return Talk(self._meaning, self._verbs)

    def _number(self, text: str) -> str:
        """The move that a number means now by itself; "" for none, or where it counts only after a yes."""
        key = text, self._by, self._numbered is None
        if key not in self._codes:
            self._codes[key] = self._code(text)
        return self._codes[key]

    def _code(self, text: str) -> str:
        self._asks = False
        try:
            with typed.suggesting(0):
                move = self._move(text).text
        except (OtherNumber, UnreadableOrder, AmbiguousOrder):
            return ""
        return "" if self._asks else move

    def _alone(self, one: Instruction) -> Instruction:
        """A part of a line. Words to the service are carried out of whole lines only."""
        if isinstance(one.what, Said):
            return Instruction(one.text, Refused(say('"{word}" has to stand on a line of its own', word=one.text)))
        return one

    def _long(self, line: str) -> Instruction:
        """Words to people are read whole; any other line is not read, and refused only if it was meant as an order."""
        said = command(line[:LONGEST])
        if said is not None and said.word.spoken:
            return Instruction(line.strip(), command(line) or said)
        beginning = line[:LONGEST]
        if reads(self._game, line) or (not self._strict and self._looks_meant(typed.normalise(beginning))):
            return Instruction(beginning, Refused(say("a line has at most {most} characters", most=LONGEST)))
        return Instruction(beginning, Ignored())

    def _piece(self, piece: str, also: bool) -> list[Instruction]:
        whole = self._what(piece)
        if isinstance(whole, Refused | Ignored) and "," in piece:
            return self._listed(piece, also) or [Instruction(piece, whole, also)]
        return [Instruction(piece, whole, also)]

    def _listed(self, piece: str, also: bool) -> list[Instruction]:
        """Orders with commas between them; [] as soon as one part is none."""
        found = []
        for part in filter(None, map(str.strip, piece.split(","))):
            what = self._what(part)
            if not isinstance(what, Order | Outdated):
                return []
            found.append(Instruction(part, what, also))
        return found

    def _what(self, piece: str) -> What:
        if self._strict or self._looks_meant(piece):
            return self._meant(piece)
        with typed.suggesting(0):  # nobody hears what it is like
            return self._meant(piece)

    def _meant(self, piece: str) -> What:
        try:
            return plan_word(piece, self._game.read_rule, self._name) or self._in_time(self._order(piece))
        except OtherNumber:
            return Outdated()
        except (UnreadableOrder, AmbiguousOrder) as refusal:
            return self._rule_or(piece, refusal)

    def _in_time(self, order: Order) -> What:
        """An order, or that it counts only after a yes, for its numbers."""
        return Outdated(order.words) if self._asks else order

    def _name(self, words: str) -> str:
        """The canonical name of what acts by itself, as the game reads it behind `use`."""
        return " ".join(self._game.read(f"use {words}", self._view, None, self._seat)[1:])

    def _order(self, piece: str) -> Order:
        anyway, self._asks = piece.endswith(" anyway"), False
        condition, text = apart(piece.removesuffix(" anyway").rstrip(" ,"))
        guard = read_guard(condition, piece, self._game.facts(self._view)) if condition else None
        first, *others = CHOICES.split(text)
        texts = self._choices(first, others)
        self._numbered, self._by = None, self._by._replace(menu=None)
        return Order(tuple(dict.fromkeys(texts)), guard, anyway)

    def _choices(self, first: str, others: Sequence[str]) -> list[str]:
        """The moves of an order's choices, without those of numbers that are gone. GoneNumber if all are."""
        texts, gone = list[str](), list[GoneNumber]()
        for at, choice in enumerate((first, *others)):
            try:
                texts.append((self._other(choice, first) if at else self._move(choice)).text)
            except GoneNumber as refusal:
                gone.append(refusal)
        if not texts:
            raise gone[0]
        return texts

    def _other(self, text: str, first: str) -> Move:
        """A choice behind the first, which may leave out the verb of that one, as in `show bee / cat`."""
        try:
            return self._move(text)
        except UnreadableOrder as refusal:
            try:
                return self._move(f"{first.partition(' ')[0]} {text}")
            except UnreadableOrder:
                raise refusal from None

    def _move(self, text: str) -> Move:
        if self._strict and not self._game.reads(text):
            raise UnreadableOrder(text, chat(), self._near(text))
        decision = self._numbered
        if is_bare(self._game, text) and not self._by.menu:
            if self._by.menu is not None:
                raise OtherNumber
            decision = None
        if self._unnumbered is not None and self._needs_number(text):
            if not self._by.codes:
                raise OtherNumber
            self._asks = True
        return self._game.read(text, self._view, decision, self._seat)

    def _needs_number(self, text: str) -> bool:
        """Whether a text that can be read cannot be read without menu and numbered hand."""
        with typed.suggesting(0):
            in_words = self._reads(text, self._unnumbered) or not self._reads(text, self._view)
        return is_bare(self._game, text) or not in_words

    def _reads(self, text: str, view: Any) -> bool:
        try:
            return bool(self._game.read(text, view, self._numbered, self._seat))
        except (UnreadableOrder, AmbiguousOrder):
            return False

    def _rule_or(self, piece: str, refusal: Refusal) -> What:
        """A rule without `always`, for the next time; else why the piece is nothing."""
        if piece.startswith("always "):
            return self._refused(piece, refusal)
        try:
            topic = TOPIC.match(piece)
            return Once(self._game.read_rule(f"{topic[1]} {topic[2]}" if topic else piece))
        except (UnreadableOrder, AmbiguousOrder):
            return command(piece) or self._refused(piece, refusal)

    def _refused(self, piece: str, refusal: Refusal) -> Refused | Ignored:
        several, meant = isinstance(refusal, AmbiguousOrder), self._looks_meant(piece)
        near = (self._possible(refusal.nearest) or self._near(piece)) if several or meant else ()
        if self._strict and not piece.startswith("always "):
            return Ignored(chat(), near if meant else ())
        if several or (meant and not misfit(piece)):
            return Refused(refusal.reason, near, several)
        return Ignored(nearest=likest(piece) if self._helped < MOST_HELPED else ())

    def _possible(self, readings: tuple[str, ...]) -> tuple[str, ...]:
        """Without the orders that cannot be played now; behind another order nobody knows that yet."""
        if self._numbered is None:
            return readings
        return tuple(text for text in readings if text in self._legal or not self._game.reads(text))

    @cached_property
    def _legal(self) -> frozenset[str]:
        return frozenset(move.text for move in self._decision.moves) if self._decision else frozenset()

    def _looks_meant(self, piece: str) -> bool:
        """Whether a line that cannot be read was meant as an order: it begins like one."""
        first = (typed.words(piece) or ("",))[0]
        if first[:1].isdigit() or first in ("if", "always", "never", "hold", "forget"):
            return True
        if first not in self._begins:
            self._begins[first] = self._is_like_verb(first)
        return self._begins[first]

    def _is_like_verb(self, word: str) -> bool:
        return (len(word) >= typed.PREFIX and bool(typed.complete(word, self._verbs))) or (
            len(word) > typed.PREFIX
            and any(typed.distance(word, verb, 3) <= 1 + len(verb) // 6 for verb in self._verbs)
        )

    @cached_property
    def _verbs(self) -> tuple[str, ...]:
        known = [verb for verbs in self._game.verbs.values() for verb in verbs]
        asked = [move.verb for move in self._decision.moves] if self._decision else []
        return tuple(dict.fromkeys([*known, *asked]))

    def _near(self, piece: str) -> tuple[str, ...]:
        return typed.nearest(piece, [move.text for move in self._decision.moves]) if self._decision else ()
