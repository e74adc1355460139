"""The language in which readers are spoken to, and sentences that can be said in every one. Knows no game.

A sentence is written in English where it is said; the catalogues have it in other languages, those of its
package, `locale/<language>/LC_MESSAGES/messages.po` (GNU gettext, compiled by `make messages`). English needs none.

What a sentence is about is in braces. Who reads it and how many there are decides between two forms:

    {who:stand|stands}     "you stand" for the reader's own seat, "Anna stands" for another
    {who:your|#'s}         "your" or "Anna's": # is where the name goes, if not in front
    {n:a card|# cards}     "a card", "3 cards"
    {n:card|cards}         "1 card", "3 cards"
    {n:!is|are}            only the form: "is", "are"

A value `who` that is a `Reader` may be written `Who` at the beginning of a sentence ("You stand").
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ENGLISH = "en"
# In its own language, as its readers look for it.
LANGUAGES = {ENGLISH: "English", "de": "Deutsch"}
# What readers of one language call the others, beside the names above and the codes; in small letters.
_CALLED = {"englisch": ENGLISH, "german": "de"}
_AROUND = " .,!\"'„“”»«[]"  # what people write around a word

BEGINNING = re.compile(r"\{[A-Z]")
_spoken = ContextVar("spoken", default=ENGLISH)


def spoken() -> str:
    """The language of what is said now."""
    return _spoken.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Say everything in this language, one of LANGUAGES, meanwhile; in this thread or task only."""
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


def named(words: str) -> str | None:
    """The language that somebody calls by these words, in any language; None for one that is not spoken here."""
    word = words.strip(_AROUND).casefold()
    names = {name.casefold(): language for language, name in LANGUAGES.items()}
    return word if word in LANGUAGES else names.get(word) or _CALLED.get(word)


class NotCompiled(Exception):
    """The catalogue of a language is not where its package looks for it. The message says how it is made."""


class Catalogue:
    """The sentences of one package in other languages.

    folder  that of the package; its `locale` holds the catalogues
    """

    def __init__(self, folder: Path, domain: str = "messages") -> None:
        self.folder = folder / "locale"
        self.domain = domain
        self.known: dict[str, gettext.NullTranslations] = {}

    def say(self, sentence: str, /, **values: object) -> str:
        """A sentence about these values in the language that is spoken now."""
        language = _spoken.get()
        if language != ENGLISH and sentence:  # nothing stays nothing: by it a catalogue speaks of itself
            sentence = (self.known.get(language) or self.read(language)).gettext(sentence)
        if not values:
            return sentence
        return sentence.format_map(_Ready(values) if _has_forms(sentence) else values)

    def read(self, language: str) -> gettext.NullTranslations:
        """The catalogue of a language, once read. NotCompiled when there is none."""
        try:
            found = gettext.translation(self.domain, self.folder, [language])
        except OSError as error:
            raise NotCompiled(f"{self.folder} has no compiled {language}: run `make messages`") from error
        return self.known.setdefault(language, found)


def to_say(sentence: str) -> str:
    """A sentence of a table that is said later, unchanged."""
    return sentence


@cache
def _has_forms(sentence: str) -> bool:
    """Whether a sentence chooses between forms or begins with its reader; most do not and are said at once."""
    return "|" in sentence or BEGINNING.search(sentence) is not None


class _Ready(dict[str, object]):
    """The values of a sentence with their forms: numbers can be counted, readers begin sentences."""

    def __init__(self, values: dict[str, object]) -> None:
        super().__init__(values)
        for name, value in values.items():
            if type(value) is int:
                self[name] = Count(value)

    def __missing__(self, name: str) -> object:
        value = self[name.lower()] if name != name.lower() else None
        if type(value) is not Reader:
            raise KeyError(name)
        return value.first()


class Count(int):
    """A number in a sentence, with a form for one and a form for all others (as in English and German)."""

    def __format__(self, forms: str) -> str:
        if "|" not in forms:
            return int.__format__(self, forms)
        return _formed(str(int(self)), forms, first=self == 1)


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody in a sentence: the reader, who is spoken to, or somebody with a name.

    name     as the sentence has it: a name, or what the language says to its reader ("you")
    is_own   whether it is the reader
    """

    name: str
    is_own: bool = False

    def __format__(self, forms: str) -> str:
        if "|" in forms:
            return _formed(self.name, forms, first=self.is_own)
        return f"{self.name} {forms}" if forms else self.name

    def __str__(self) -> str:
        return self.name

    def first(self) -> Reader:
        """The same at the beginning of a sentence."""
        return Reader(self.name[:1].upper() + self.name[1:], True) if self.is_own else self


@cache
def _split(forms: str) -> tuple[Sequence[str], bool, bool]:
    """The two forms, whether they are all of the text, and whether one says where the name or number goes."""
    one, other = forms.removeprefix("!").split("|")
    return (one, other), forms.startswith("!"), "#" in forms


def _formed(subject: str, forms: str, *, first: bool) -> str:
    both, alone, placed = _split(forms)
    form = both[0] if first else both[1]
    if alone:
        return form
    return form.replace("#", subject) if placed else f"{subject} {form}"
