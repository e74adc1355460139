"""The use of words in a player's line: of everyday speech, and of those that stand for words of orders. Data only.

Files hold phrases, divided by commas or ends of lines; `*` behind a word is any ending, `...` a few words
between two others, `#` begins a remark.
`engine/orders/talk/everyday/<language>.txt` has a section for each use, `said/<language>.txt` beside a game's orders a
line for each word of orders, `engine/orders/talk/common/<language>.txt` words that change no order. Phrases are read
as `typed.spelt_plainly` leaves them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from itertools import chain, product
from pathlib import Path

from engine.language import typed
from engine.language.languages import LANGUAGES

EVERYDAY, COMMON = (Path(__file__).parent / name for name in ("everyday", "common"))
_HEAD = re.compile(r"\[(\w+)\]")
_NAMED = re.compile(r"([\w ]+):(.*)")
NOTHING, DENIED = "nothing", "denied"  # named for phrases of a game that say nothing, or what no order does
GAP, WIDEST_GAP = "...", 4  # words between two parts of a phrase
_SHORTEST_STEM = 2  # letters before `*`
# Sections of fillers: with which something is chosen, so that a number or a thing alone may stand beside it; those that
# may stand beside a deed, a number or a thing alone; those that may beside a number or a thing; those beside a thing.
CHOOSING, DOING, NAMING, TOWARDS = BESIDE = "choosing", "doing", "naming", "towards"


class Use(StrEnum):
    """The use of a phrase in a line."""

    SAID = "said"  # it stands for a word of orders
    COUNT = "count"  # a number
    COURTESY = "courtesy"  # nothing, wherever it stands
    FILLER = "filler"  # nothing, in an order
    THEN = "then"  # another order follows
    OR = "or"  # what follows is for the case that what stands before is not possible
    DENIAL = "denial"  # its part of the sentence says no
    CONDITION = "condition"  # it depends on something
    TELLING = "telling"  # its part of the sentence tells something
    REASON = "reason"  # why somebody does it; to the end of the sentence
    COMMON = "common"  # it changes nothing in an order of which enough is said
    DOUBT = "doubt"  # it is asked, denied or left open
    OPEN = "open"  # nothing is decided yet, whatever the letter says
    REVISE = "revise"  # what was said before does not hold any more


SECTIONS = tuple(use for use in Use if use not in (Use.SAID, Use.COMMON))  # of a file of everyday speech


_NUMBERS = ("count", "tens", "compound")
# Sections of words that have a use of their own as well, for the place where they stand in a sentence: before
# what replaces an order; of others; of questions without a sign; for another time; behind "but"; behind a number;
# of conditions that begin a sentence; alone in a sentence behind an order; behind somebody's name;
# of what is paid; of what is left for later; before a sign where a line begins; second parts of
# German compounds that say only what something is; of what an order brings; that point to what stands elsewhere,
# as a line of the letter that was quoted.
LISTS = (
    "correction", "others", "inverted", "later", "limits", "units", "conditional", "halting", "plans", "prices", "rest",
    "opening", "heads", "gaining", "pointing",
)  # fmt: skip


class BadLexicon(ValueError):
    """A file of phrases that cannot be read; the message names file and line."""


_OF_NAMES = {NOTHING: (Use.FILLER, TOWARDS), DENIED: (Use.DENIAL, "")}


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase: its words, `*` for any ending, what it does and the word of orders or number that it means."""

    words: tuple[str, ...]
    use: Use
    value: str = ""

    @property
    def is_stem(self) -> bool:
        return self.words[0].endswith("*")

    def fits(self, words: Sequence[str]) -> int:
        """The number of words with which a line begins that are this phrase. A gap is up to WIDEST_GAP words."""
        return _fits(self.words, words)


def _fits(known: Sequence[str], words: Sequence[str]) -> int:
    for at, part in enumerate(known):
        if part == GAP:
            ends = range(at, min(at + WIDEST_GAP, len(words)) + 1)
            return next((end + count for end in ends if (count := _fits(known[at + 1 :], words[end:]))), 0)
        if at >= len(words):
            return 0
        if not (_begins(words[at], part[:-1]) if part.endswith("*") else words[at] == part):
            return 0
    return len(known)


def _begins(word: str, stem: str) -> bool:
    """Whether a word is a stem and an ending: letters, since a figure would be a word of its own."""
    return word.startswith(stem) and (len(word) == len(stem) or word[len(stem) :].isalpha())


@dataclass(slots=True)
class Lexicon:
    """Phrases by their first word; of two alike the first one counts."""

    whole: dict[str, list[Phrase]] = field(default_factory=dict)
    stems: dict[str, list[Phrase]] = field(default_factory=dict)

    def add(self, phrases: Iterator[Phrase] | Sequence[Phrase]) -> None:
        for phrase in phrases:
            first = phrase.words[0]
            place = self.stems if first.endswith("*") else self.whole
            place.setdefault(first.rstrip("*"), []).append(phrase)

    def find(self, words: Sequence[str]) -> tuple[Phrase, int] | None:
        """The longest phrase with which the words begin, and how many they are."""
        best: tuple[Phrase, int] | None = None
        for phrase in chain(self.whole.get(words[0], ()), self._by_stem(words[0])):
            count = phrase.fits(words)
            if count > (best[1] if best else 0):
                best = phrase, count
        return best

    def _by_stem(self, word: str) -> Iterator[Phrase]:
        for length in range(len(word), _SHORTEST_STEM - 1, -1):
            yield from self.stems.get(word[:length], ())

    @property
    def spelt(self) -> dict[str, str]:
        """The words that stand for a word of orders by themselves, which may be misspelt, with that word."""
        phrases = chain(*self.whole.values(), *self.stems.values())
        return {one.words[0].rstrip("*"): one.value for one in phrases if one.use is Use.SAID and len(one.words) == 1}


@cache
def everyday(language: str) -> tuple[Phrase, ...]:
    """The phrases of everyday speech in a language. BadLexicon."""
    sections = _sections(EVERYDAY / f"{language}.txt")
    found = [
        Phrase(words, Use.FILLER, name) if name in BESIDE else Phrase(words, Use(name))
        for name, lines in sections.items()
        if name not in (*_NUMBERS, *LISTS)
        for _, line in lines
        for words in _phrases(line)
    ]
    return (*found, *_counts(sections))


def _counts(sections: Mapping[str, list[tuple[int, str]]]) -> Iterator[Phrase]:
    """Numbers in words, those of a ten and a unit among them."""
    units, tens = (_numbers(sections.get(name, [])) for name in ("count", "tens"))
    yield from (Phrase(words, Use.COUNT, str(number)) for number, all_words in (*units, *tens) for words in all_words)
    for _, line in sections.get("compound", []):
        for form in line.split(","):
            for (unit, of_unit), (ten, of_ten) in product(units, tens):
                for one, other in product(of_unit, of_ten):
                    if unit < 10:
                        text = form.replace("{count}", " ".join(one)).replace("{tens}", " ".join(other))
                        yield Phrase(tuple(typed.spelt_plainly(text).split()), Use.COUNT, str(ten + unit))


def _numbers(lines: Sequence[tuple[int, str]]) -> list[tuple[int, list[tuple[str, ...]]]]:
    return [(int(number), list(_phrases(rest))) for _, line in lines for number, _, rest in (line.partition(":"),)]


@cache
def words(section: str) -> frozenset[str]:
    """The words, or phrases, of one of LISTS, of all languages."""
    files = (_sections(EVERYDAY / f"{language}.txt") for language in LANGUAGES)
    return frozenset(
        " ".join(phrase) for file in files for _, line in file.get(section, ()) for phrase in _phrases(line)
    )


@cache
def common() -> frozenset[str]:
    """Common words of all languages that change no order."""
    files = (COMMON / f"{language}.txt" for language in LANGUAGES)
    return frozenset(word for file in files for _, line in lines_of(file) for (word,) in _phrases(line))


@cache
def of_game(folder: Path) -> tuple[Phrase, ...]:
    """The phrases for words of orders in the files of a folder, for every language that has one. BadLexicon."""
    found = list[Phrase]()
    for language in LANGUAGES:
        file = folder / f"{language}.txt"
        for number, line in lines_of(file) if file.exists() else ():
            named = _NAMED.fullmatch(line)
            if named is None:
                raise BadLexicon(f"{file.name}, line {number}: write a word of orders, a colon and phrases")
            name = named[1].strip()
            use, value = _OF_NAMES.get(name, (Use.SAID, name))
            found += [Phrase(words, use, value) for words in _phrases(named[2])]
    return tuple(found)


@cache
def of_orders(folder: Path | None) -> Lexicon:
    """The phrases for words of orders alone."""
    known = Lexicon()
    known.add(of_game(folder) if folder else ())
    return known


@cache
def of(folder: Path | None, language: str) -> Lexicon:
    """All phrases: those for words of orders, everyday ones of that language, a game's that say nothing, the others."""
    known, of_orders = Lexicon(), of_game(folder) if folder else ()
    known.add([phrase for phrase in of_orders if phrase.use is not Use.FILLER])
    known.add(everyday(language))
    known.add([phrase for phrase in of_orders if phrase.use is Use.FILLER])  # "die" is no German die
    for other in LANGUAGES:
        known.add(everyday(other) if other != language else ())
    return known


def _sections(file: Path) -> dict[str, list[tuple[int, str]]]:
    found: dict[str, list[tuple[int, str]]] = {}
    name = ""
    for number, line in lines_of(file):
        if head := _HEAD.fullmatch(line):
            name = head[1]
            if name in found or name not in (*SECTIONS, *BESIDE, *LISTS, *_NUMBERS):
                raise BadLexicon(f"{file.name}, line {number}: there is no section [{name}], or it stands twice")
            found[name] = []
        elif not name:
            raise BadLexicon(f"{file.name}, line {number}: a phrase before the first section")
        else:
            found[name].append((number, line))
    return found


def lines_of(file: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file of phrases that hold any, with their numbers; remarks are left out."""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        text = line.partition("#")[0].strip()
        if text:
            yield number, text


def _phrases(line: str) -> Iterator[tuple[str, ...]]:
    for phrase in line.split(","):
        ending = "*" if phrase.rstrip().endswith("*") else ""
        words = tuple(
            word if word == GAP else typed.spelt_plainly(word) for word in phrase.rstrip().rstrip("*").split()
        )
        if words:
            yield (*words[:-1], words[-1] + ending)
