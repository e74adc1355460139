"""Standing orders of all games: reads the words after `always`, and takes the first wish that can be granted.

A rule has a topic and wishes, the dearest first: `draw red > blue > any`. Every topic takes `ask`, alone or as a wish.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import ClassVar

from engine.decisions import ASK, Move, Rule
from engine.language.speech import say
from engine.language.typed import PREFIX, normalise, only
from engine.language.wording import listed
from engine.refusals import UnreadableOrder

THEN = " > "  # between the wishes of a canonical rule
_SEPARATOR = re.compile(r"\s*(?:>|/|;|,|\bor\b|\bthen\b|\belse\b)\s*")
_COLON = re.compile(r"\s*:\s*")


class RuleLine(ABC):
    """The words of one standing order being read. A game says what can be ordered, and how it refuses.

    topics    what rules are about
    words     each topic with its wishes
    little    words that are passed over in a wish
    synonyms  other words for words of wishes
    samples   rules for whoever has written something that is none
    """

    topics: ClassVar[tuple[str, ...]]
    words: ClassVar[Mapping[str, tuple[str, ...]]]
    little: ClassVar[Collection[str]]
    synonyms: ClassVar[Mapping[str, str]] = {}
    samples: ClassVar[tuple[str, ...]]

    def __init__(self, text: str) -> None:
        self.text = text

    def no_topic(self, word: str) -> str:
        """That nothing is ordered by this word."""
        return say('"{topic}" is nothing that can be ordered for always', topic=word)

    @abstractmethod
    def no_wish(self, part: str, topic: str) -> str:
        """That a part of a rule is no wish, and what are some."""

    @abstractmethod
    def filled(self, topic: str, wishes: list[str]) -> Collection[str]:
        """The wishes, each once, with one behind them that has always an answer."""

    def rule(self) -> Rule:
        """The standing order that the words mean. UnreadableOrder, with samples, when they mean none."""
        word, _, rest = _COLON.sub(" ", normalise(self.text), count=1).partition(" ")
        topic = only(word, self.topics)
        if topic is None:
            raise self.unreadable(self.no_topic(word))
        return Rule(topic, self.answer(topic, rest.strip()))

    def answer(self, topic: str, words: str) -> str:
        """The canonical words after the topic."""
        if words == ASK:
            return ASK
        parts = [part for part in _SEPARATOR.split(words) if part]
        if not parts:
            raise self.wordless(self.words[topic])
        return THEN.join(self.filled(topic, self.wishes(topic, parts)))

    def wishes(self, topic: str, parts: list[str]) -> list[str]:
        """The wishes that the parts of a rule mean."""
        return [self._wish(topic, part) for part in parts]

    def choices(self, topic: str) -> tuple[str, ...]:
        """All that may be wished for a topic."""
        return (*self.words[topic], ASK)

    def _wish(self, topic: str, part: str) -> str:
        said = [self.synonyms.get(word, word) for word in part.split() if word not in self.little]
        choices = self.choices(topic)
        for order in (said, said[::-1])[: len(said)]:
            whole = " ".join(order)
            fits = [whole] if whole in choices else [choice for choice in choices if _means(order, choice)]
            if len(fits) == 1:
                return fits[0]
        raise self.unreadable(self.no_wish(part, topic))

    def wordless(self, words: Sequence[str]) -> UnreadableOrder:
        """A refusal of a topic alone."""
        return self.unreadable(say("say how: {words} or ask", words=", ".join(words)))

    def unreadable(self, reason: str) -> UnreadableOrder:
        """A refusal with samples."""
        return UnreadableOrder(self.text, reason, self.samples)


def _means(words: Sequence[str], choice: str) -> bool:
    """Whether each word is that of the choice in its place, or begins it."""
    full = choice.split()
    return len(words) == len(full) and all(map(_begins, words, full))


def _begins(word: str, full: str) -> bool:
    return word == full or (len(word) >= PREFIX and full.startswith(word))


def granted(rule: str, grant: Callable[[str], Move | None]) -> Move | None:
    """The move of the first wish that can be granted; None when the seat must be asked."""
    for wish in rule.split(THEN):
        if wish == ASK:
            return None
        if move := grant(wish):
            return move
    return None


def usual_among(rules: Mapping[str, str], defaults: Collection[Rule]) -> set[str]:
    """The topics on which rules say what the game's own rules say."""
    return {topic for topic, text in rules.items() if Rule(topic, text) in defaults}


def told(rules: Mapping[str, str], usual: Collection[str], asked: Sequence[str]) -> str:
    """All that answers for a seat in up to three sentences.

    rules  its rules and the game's, topic -> words
    usual  the topics of which the seat has said nothing, so that the game's rule holds
    asked  what it is asked about
    """
    own = [words for topic, words in rules.items() if topic not in usual]
    others = [words for topic, words in rules.items() if topic in usual]
    sentences = [say("Your standing orders: {rules}.", rules="; ".join(own))] if own else []
    sentences += [say("Usual rules: {rules}.", rules="; ".join(others))] if others else []
    sentences += [say("You are asked about {topics}.", topics=listed(asked))] if asked else []
    return " ".join([*sentences, say('New ones begin with the word "always".')])
