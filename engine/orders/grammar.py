"""The grammar of orders, for all games: a verb, and behind it words of certain kinds. Plays nothing.

A game says in a `Grammar` how its orders are written. Two readers share it. The strict one needs no position: words
are whole or surely begun (`typed.surely`), and nothing else is there. The forgiving one is a `Line` of the game's own:
three letters that begin one name only, filler words, numbers of menu lines, and what the game lets be left out.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import ClassVar

from engine.decisions import Decision, Move
from engine.language.speech import say
from engine.language.typed import complete, nearest, surely
from engine.language.typed import words as split
from engine.language.wording import either
from engine.refusals import AmbiguousOrder, UnreadableOrder

Match = Callable[[str, Collection[str]], str | None]  # which of these a word means: `surely` or `only`
Find = Callable[[str, str], str | None]  # (a word, its kind) -> the canonical word for it


@dataclass(frozen=True)
class Grammar:
    """The written form of the orders of a game.

    forms      each verb with the forms that may follow it: CAPITALS are a kind of word, other words mean
               themselves, and what is in [brackets] may be missing
    synonyms   other words for the verbs
    little     words that may be left out, and that the forgiving reader passes over
    examples   orders for whoever has written something that is none
    any_order  whether the words behind a verb may come in any order
    """

    forms: Mapping[str, tuple[str, ...]]
    synonyms: Mapping[str, str]
    little: frozenset[str]
    examples: tuple[str, ...]
    any_order: bool = False

    def reads(self, words: Sequence[str], find: Find) -> bool:
        """Strict reader: whether words are an order, whole or surely begun; its little words may be left out."""
        verb = surely(words[0], self.forms) if words else None
        for form in self._forms[verb] if verb else ():
            said = [word for word in words[1:] if word not in form.little] if form.little else words[1:]
            if any(True for _ in form.fits(said, find)):
                return True
        return False

    def fits(self, verb: str, words: Sequence[str], find: Find) -> Iterator[tuple[str, ...]]:
        """Yield the canonical words of each form of a verb that the words behind it fit; these hold no little ones."""
        for form in self._forms[verb]:
            yield from form.fits(words, find)

    @cached_property
    def kinds(self) -> dict[str, tuple[tuple[str, ...], ...]]:
        """For each verb the kinds of words of its forms, and words that mean themselves, without little ones."""
        return {verb: tuple(form.kinds for form in forms) for verb, forms in self._forms.items()}

    @cached_property
    def _forms(self) -> dict[str, tuple[_Form, ...]]:
        return {
            verb: tuple(dict.fromkeys(self._form((verb, *words)) for form in forms for words in _spelt_out(form)))
            for verb, forms in self.forms.items()
        }

    def _form(self, words: tuple[str, ...]) -> _Form:
        places = tuple(place for place, word in enumerate(words) if place and word not in self.little)
        orders = tuple(permutations(places)) if self.any_order else (places,)
        return _Form(words, tuple(words[place] for place in places), self.little.intersection(words), orders)


@dataclass(frozen=True, slots=True)
class _Form:
    """One form in full, with its verb.

    kinds   those of its words that must be said behind the verb
    little  those that may be left out
    orders  the places of the former, in every order in which they may be said
    """

    words: tuple[str, ...]
    kinds: tuple[str, ...]
    little: frozenset[str]
    orders: tuple[tuple[int, ...], ...]

    def fits(self, words: Sequence[str], find: Find) -> Iterator[tuple[str, ...]]:
        for places in self.orders if len(words) == len(self.kinds) else ():
            found = list(self.words)
            for word, place in zip(words, places, strict=True):
                value = find(word, found[place])
                if value is None:
                    break
                found[place] = value
            else:
                yield tuple(found)


def _spelt_out(form: str) -> Iterator[tuple[str, ...]]:
    """The words of a form without and with what is in brackets."""
    before, bracket, rest = form.partition("[")
    if not bracket:
        yield tuple(form.split())
        return
    inside, _, behind = rest.partition("]")
    yield from _spelt_out(before + behind)
    yield from _spelt_out(before + inside + behind)


def said_words(text: str, little: Collection[str]) -> tuple[str, ...]:
    """The words of a line as the forgiving reader takes them, without brackets around them."""
    return tuple([word.strip("[]()") for word in split(text) if word not in little])


class Line(ABC):
    """One line of a player being read forgivingly. A game says what the words behind a verb mean.

    legal  the moves of the decision; () where there is none
    """

    grammar: ClassVar[Grammar]

    def __init__(self, text: str, decision: Decision | None) -> None:
        self.text = text
        self.decision = decision
        self.legal = decision.moves if decision else ()

    @abstractmethod
    def ordered(self, verb: str, words: tuple[str, ...]) -> Move:
        """The move that a verb means with the words behind it. UnreadableOrder or AmbiguousOrder if they mean none."""

    def move(self) -> Move:
        """The canonical move that the line means, legal now or not.

        UnreadableOrder or AmbiguousOrder with the nearest legal texts otherwise.
        """
        found = self.words()
        if not found:
            raise self.unreadable(say("there is no order in it"))
        if found[0].isdecimal():
            return self.numbered(found)
        return self.ordered(self.verb(found[0]), found[1:])

    def words(self) -> tuple[str, ...]:
        """The words of the line that say something."""
        return said_words(self.text, self.grammar.little)

    def menu(self) -> Sequence[Move]:
        """The moves that a number alone can mean, in the order of their numbers."""
        return ()

    def numbered(self, words: tuple[str, ...]) -> Move:
        """The move that words mean of which the first is a number: a line of the menu."""
        lines = self.menu()
        if not lines:
            raise self.unreadable(say("a number alone is no order here; write what you do, in words"))
        if move := self.menu_line(words):
            return move
        raise self.unreadable(say("the choices are numbered 1 to {n}", n=len(lines)))

    def menu_line(self, words: tuple[str, ...]) -> Move | None:
        """The move of the menu whose number is all that is said."""
        lines = self.menu()
        return lines[int(words[0]) - 1] if len(words) == 1 and 0 < int(words[0]) <= len(lines) else None

    def verb(self, word: str) -> str:
        """The verb that a word means: itself, its beginning or a synonym."""
        grammar = self.grammar
        found = complete(word, grammar.forms)
        if not found:
            found = tuple(dict.fromkeys(grammar.synonyms[other] for other in complete(word, grammar.synonyms)))
        if not found:
            raise self.unreadable(say('"{word}" is no order', word=word))
        return self.one(word, found)

    def one(self, word: str, found: Sequence[str]) -> str:
        """The only one of those that a word can mean. AmbiguousOrder if there are more."""
        if len(found) == 1:
            return found[0]
        reason = say('"{word}" can mean {choices}', word=word, choices=either(found))
        raise AmbiguousOrder(self.text, reason, tuple(found[:3]))

    def unreadable(self, reason: str, kind: type[UnreadableOrder] = UnreadableOrder) -> UnreadableOrder:
        """A refusal with what may have been meant."""
        texts = (move.text for move in self.legal)
        return kind(self.text, reason, nearest(self.text, texts) if self.legal else self.grammar.examples)


class FormLine(Line):
    """A line whose words are told one by one, as the forms of its verb say."""

    @abstractmethod
    def find(self, word: str, kind: str) -> str | None:
        """The canonical word that a word behind a verb means if it is of that kind; None if it is not."""

    @abstractmethod
    def incomplete(self, verb: str, words: tuple[str, ...]) -> Move:
        """The move that words mean which are no whole form of the verb. UnreadableOrder or AmbiguousOrder if none."""

    def whole(self, words: tuple[str, ...]) -> Move:
        """The move that a whole form means."""
        return Move(words)

    def ordered(self, verb: str, words: tuple[str, ...]) -> Move:
        whole = next(self.grammar.fits(verb, words, self.find), None)
        return self.whole(whole) if whole else self.incomplete(verb, words)
