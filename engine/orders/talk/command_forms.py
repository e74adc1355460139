"""Other forms of the words to the service, in every language: what files in `commands` hold. Data only.

A line of `<language>.txt` has a word to the service, perhaps with words behind it as in `vacation cancel`, a colon, and
the forms for it with commas between them. `#` begins a remark.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.language import typed
from engine.language.languages import LANGUAGES
from engine.orders.talk import lexicon
from engine.orders.talk.lexicon import Use

FOLDER = Path(__file__).parent / "commands"


class BadForms(ValueError):
    """A file of forms that cannot be read; the message names file and line."""


@dataclass(frozen=True, slots=True)
class Form:
    """A way to write a word to the service.

    written   the form, in small letters
    name      the word to the service
    behind    words behind that word which the form has in it, or ""
    """

    written: str
    name: str
    behind: str = ""

    @property
    def plain(self) -> str:
        """The form as a normalised line has it."""
        return typed.spelt_plainly(self.written)


def read(names: Collection[str], folder: Path = FOLDER) -> tuple[Form, ...]:
    """The forms of every language. BadForms where one stands for no word of these, or twice for the same."""
    found = list[Form]()
    for language in LANGUAGES:
        file = folder / f"{language}.txt"
        for number, line in lexicon.lines_of(file):
            place = f"{file.name}, line {number}"
            meant, colon, forms = line.partition(":")
            name, _, behind = meant.strip().partition(" ")
            if not colon or name not in names:
                raise BadForms(f"{place}: write a word to the service, a colon and forms")
            for written in filter(None, map(str.strip, forms.split(","))):
                form = Form(written, name, behind)
                if form.plain in names or any((form.plain, name) == (one.plain, one.name) for one in found):
                    raise BadForms(f"{place}: {written!r} stands for {name!r} already, or is a word itself")
                found.append(form)
    return tuple(found)


@cache
def _everyday() -> frozenset[str]:
    """The words of everyday speech in all languages, without numbers."""
    return frozenset(_single_words())


def _single_words() -> Iterator[str]:
    for language in LANGUAGES:
        for phrase in lexicon.everyday(language):
            if len(phrase.words) == 1 and phrase.use is not Use.COUNT:
                yield phrase.words[0]


def has_everyday_word(rest: str) -> bool:
    """Whether a word of a normalised text is one of everyday speech, in any language."""
    return not _everyday().isdisjoint(rest.split())
