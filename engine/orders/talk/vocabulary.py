"""The parts of a clause: words and phrases, and the words of orders and numbers that they stand for."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.language import typed
from engine.language.languages import spoken
from engine.orders.command_words import FORMS
from engine.orders.talk import lexicon
from engine.orders.talk.lexicon import Use
from engine.orders.talk.spoken import Spoken

WORD = re.compile(r"[0-9]+(?:[:.,-][0-9]+)+|[^\W_]+(?:['.-][^\W_]+)*'?|[^\w\s]")
SPLIT = re.compile(r"([a-z]+)([0-9]+)")  # grey2: grey with 2
ONE, ARTICLES = ("one", "ones"), ("a", "an", "the", "that", "this")
_FIGURES = re.compile(r"[0-9]{1,3}")
_MISSPELT, _MUCH_MISSPELT = 5, 9  # letters from which a word may have one wrong, or two
_NAME_MISSPELT = 7  # letters from which a name of what is possible now may have two wrong
_SURELY_MISSPELT = 6  # letters from which a word may be another one misspelt that the question does not name
_SHORTEST_STEM = 3  # letters, of a word in a compound one
_BEGUN = 5  # letters that begin a word of orders for sure
MOST_GUESSED, LONGEST_GUESSED = 120, 24  # words of one letter that may be misspelt, and their letters


@dataclass(frozen=True, slots=True)
class Item:
    """A part of a clause: the text, what it does (None: nobody knows), and the word of orders or number it means.

    exact  it is not misspelt or only begun
    """

    text: str
    use: Use | None
    value: str = ""
    exact: bool = True


class Vocabulary:
    """Finds the parts of clauses of one letter.

    named  words of the orders that are possible now
    told   words that are said of these in any language
    verbs  words with which orders begin
    """

    def __init__(self, game: Spoken, named: Collection[str], told: Collection[str], verbs: Collection[str]) -> None:
        self._is_name, self._verbs = game.is_name, verbs
        self._named, self._told, self._known = named, told, {*named, *told}
        self._lexicon, self._everyday = lexicon.of(game.phrases, spoken()), lexicon.of(None, spoken())
        self._of_orders = lexicon.of_orders(game.phrases)
        self._guessed: dict[str, str] = {}

    def items(self, clause: str) -> list[Item]:
        """The parts of a clause, a phrase each; signs between words are parts without a use, and no word."""
        words = [part for word in WORD.findall(typed.spelt_plainly(clause)) for part in self._apart(word)]
        found, at = list[Item](), 0
        while at < len(words):
            item, count = self._item(words[at : at + 9])
            found += [replace(item, value=value) for value in item.value.split()] if item.use is Use.SAID else [item]
            at += count
        return list(_without_pronouns(found))

    def _apart(self, word: str) -> Sequence[str]:
        """A word and the number behind it, where they are no word of orders together: "grau2"."""
        split = SPLIT.fullmatch(word)
        if split is None or word in self._known or self._is_name(word):
            return (word,)
        return split.groups() if self._lexicon.find([split[1]]) else (word,)

    def _item(self, words: Sequence[str]) -> tuple[Item, int]:
        word = words[0]
        found = self._lexicon.find(words)
        if word in self._named and (found is None or found[1] == 1):
            return Item(word, Use.SAID, word), 1
        if found is not None and found[1] == 1 and found[0].is_stem and word in self._told:
            return Item(word, Use.SAID, word), 1  # "Hausierer" is somebody, whatever houses are
        if found is not None and found[1] == 1 and found[0].value in self._verbs and found[0].value not in self._told:
            found = self._everyday.find(words) or found
        if found is not None:
            phrase, count = found
            return Item(" ".join(words[:count]), phrase.use, phrase.value), count
        if _FIGURES.fullmatch(word):
            return Item(word, Use.COUNT, str(int(word))), 1
        if word in self._told or self._is_name(word):
            return Item(word, Use.SAID, word), 1
        if joined := self._in_two(words[:2]):
            return Item(" ".join(words[:2]), Use.SAID, joined), 2
        if word in lexicon.common():
            return Item(word, Use.COMMON), 1
        meant = self._compound(word) or self._misspelt(word)
        return Item(word, Use.SAID if meant else None, meant, exact=False), 1

    def _in_two(self, words: Sequence[str]) -> str:
        """The word of orders that is written in two, "fortune teller"; "" if it is none."""
        joined = "".join(words)
        return joined if len(joined) >= _BEGUN and joined in self._known else ""

    def _compound(self, word: str) -> str:
        """The word of orders before a word that says only what it is, in German: "Herzogskarte"; "" if it is none."""
        head = next((head for head in lexicon.words("heads") if word.endswith(head)), "")
        stem = word.removesuffix(head) if head else ""
        forms = (stem, stem + "e", *(stem.removesuffix(end) for end in ("s", "es", "n", "en")))
        return next((form for form in forms if len(form) > _SHORTEST_STEM and form in self._known), "")

    def _misspelt(self, word: str) -> str:
        """The only word of orders that a word begins or has a letter or two wrong of; "" if there is none."""
        if word not in self._guessed:
            self._guessed[word] = self._guess(word) if len(self._guessed) < MOST_GUESSED else ""
        return self._guessed[word]

    def _guess(self, word: str) -> str:
        if not _BEGUN <= len(word) <= LONGEST_GUESSED or not word.isalpha():
            return ""
        choices = self._choices if len(word) < _SURELY_MISSPELT else self._choices_of_long
        if len(word) == _BEGUN:
            choices = choices | self._of_longer.get(word[:2], {})
        begun = {choices[known] for known in choices if known.startswith(word)}
        if begun or len(word) < _MISSPELT:
            return begun.pop() if len(begun) == 1 else ""
        near = _near(word, choices, 2 if len(word) >= _MUCH_MISSPELT else 1)
        if not near and len(word) >= _NAME_MISSPELT:
            near = _near(word, {known: known for known in self._named if len(known) >= _NAME_MISSPELT}, 2)
        return near.pop() if len(near) == 1 else ""

    @cached_property
    def _choices(self) -> dict[str, str]:
        return {known: known for known in self._known if known.isalpha()}

    @cached_property
    def _choices_of_long(self) -> dict[str, str]:
        return self._choices | self._lexicon.spelt

    @cached_property
    def _of_longer(self) -> dict[str, dict[str, str]]:
        """The longer words that stand for words of orders, by their first two letters."""
        found: dict[str, dict[str, str]] = {}
        for known, value in self._lexicon.spelt.items():
            if len(known) > _BEGUN:
                found.setdefault(known[:2], {})[known] = value
        return found

    # --- for offers -----------------------------------------------------------------------------

    def begun(self, word: str) -> frozenset[str]:
        """The words of orders that a word is without their number: "port" of port1 and port2."""
        named = {known for known in self._named if known != word and known.rstrip("0123456789") == word}
        phrases = self._lexicon.whole.get(word, ())
        said = {one.value for one in phrases if one.words[1:] and one.words[1].isdecimal() and one.use is Use.SAID}
        return frozenset(named | said)

    def within(self, items: Sequence[Item]) -> Iterator[frozenset[str]]:
        """The words of orders that words of a clause are by themselves, where as everyday phrases they say nothing."""
        words = [word for item in items for word in item.text.split()]
        for at in range(len(words)):
            found = self._of_orders.find(words[at : at + 9])
            if found is not None and found[0].use is Use.SAID:
                yield frozenset(found[0].value.split())


def _without_pronouns(items: Sequence[Item]) -> Iterator[Item]:
    """The parts with "one" for a number only where a thing follows: "a yellow one" has none, "yellow one" may have."""
    for at, item in enumerate(items):
        counts = (
            item.use is not Use.COUNT or item.text not in ONE or (at + 1 < len(items) and items[at + 1].use is Use.SAID)
        )
        if counts or at == 0:
            yield item
        else:
            stands_for = any(one.text in ARTICLES for one in items[max(at - 2, 0) : at])
            yield Item(item.text, Use.FILLER if stands_for else None)


def _near(word: str, choices: Mapping[str, str], most: int) -> set[str]:
    """The values of the choices that have at most so many letters wrong."""
    return {choices[known] for known in choices if typed.distance(word, known, most + 1) <= most}


def without_names(items: Sequence[Item]) -> list[Item]:
    """The parts with names behind greetings and thanks taken for these: "22 please Anna"."""
    found = list[Item]()
    for item, behind in zip(items, [*items[1:], None], strict=False):
        labels = behind is not None and behind.text == ":"  # "Good point:"
        greeted = bool(found) and found[-1].use is Use.COURTESY and item.use is None and _may_be_name(item.text)
        greeted = greeted and not labels
        found.append(Item(item.text, Use.COURTESY) if greeted and found[-1].text != item.text else item)
    return found


def _may_be_name(word: str) -> bool:
    return word.isalpha() and word not in FORMS
