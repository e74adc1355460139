"""The shared parts of all games' notations: making a typed line plain, prefixes, the nearest texts. Knows no game.

Both readers of a game use `normalise`; only the forgiving one drops filler words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

from engine.language.normal_form import normal_form

_FILLER_WORDS = "a an the my your his her please pls i we will would want like to now then just do play card for and of"
FILLERS = frozenset(_FILLER_WORDS.split())
_EVERYDAY_WORDS = (
    "about after again all also any are back been before both but by can could did does done down each even ever "
    "few from get give goes good had has have he her here his how if into is it its just last left less let like "
    "long made make may me might more most much must near need never next no none not on once one only onto open "
    "or other our out over own part past read right said same seen sent shall she should side since so some soon "
    "still such sure take than that their them then there these they thing this those time turn until up upon us "
    "used very was well went were what when where which while who whom whose why wish with yes yet you"
)
EVERYDAY = FILLERS | frozenset(_EVERYDAY_WORDS.split())  # never the beginning of a name in a strict line
_COUNTS = "one two three four five six seven eight nine ten eleven twelve"
_FIGURES = {word: str(number) for number, word in enumerate(_COUNTS.split(), 1)}
PREFIX = 3  # letters that a shortened word has at least
SURE_PREFIX = 4  # and in a strict line
_LONGEST_LETTER = 3  # letters that one sign is written out as: ﬃ, …
LONGEST_KEPT = 500  # characters of a line that is kept in memory
_LONG = 8_000  # characters of a line of which the newest are kept as well
_LONGEST = 72  # characters compared when looking for what was meant
_suggestions: ContextVar[list[int] | None] = ContextVar("suggestions", default=None)  # how many are left

_QUOTES = str.maketrans(
    {
        "‘": "'", "’": "'", "‚": "'", "‛": "'", "′": "'", "`": "'", "´": "'",
        "“": '"', "”": '"', "„": '"', "‟": '"', "«": '"', "»": '"', "″": '"',
        "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-",
        "≥": ">=", "≤": "<=", "≧": ">=", "≦": "<=", "⩾": ">=", "⩽": "<=",
        "→": ">", "／": "/", "；": ";", "：": ":", "，": ",", "、": ",", "。": ".",
    }
)  # fmt: skip
SIGNS = frozenset(chr(sign) for sign in _QUOTES)  # signs that are read as others
_BULLET = re.compile(r"^(?:[-*+•·‣◦▪●○]\s*|\(?\d{1,2}[.)]\s+(?=\D))+")
_ENDS = " .;,!"


def normalise(line: str) -> str:
    """A line as the readers take it: NFKC, small letters without accents, plain quotes and dashes.

    Zero-width characters, a list bullet in front, quotes around the whole and a trailing `.` or `;` go;
    blanks become one space.

    >>> normalise("• Hôuse  “Sérvant”. ")
    'house "servant"'
    """
    return _kept(line) if len(line) <= LONGEST_KEPT else _kept_long(line) if len(line) <= _LONG else _normalised(line)


@lru_cache(maxsize=1_024)  # the readers of a line ask one after the other
def _kept(line: str) -> str:
    return _normalised(line)


@lru_cache(maxsize=64)
def _kept_long(line: str) -> str:
    return _normalised(line)


def _normalised(line: str) -> str:
    plain = _BULLET.sub("", spelt_plainly(line)).rstrip(_ENDS)
    if len(plain) > 1 and plain[0] == plain[-1] and plain[0] in "\"'" and plain.count(plain[0]) == 2:
        plain = plain[1:-1].strip(" .;,!")
    return plain


def spelt_plainly(line: str) -> str:
    """The letters of a line as `normalise` has them, with all of its signs and single blanks."""
    plain = line.replace("`", "'").lower() if line.isascii() and line.isprintable() else _plain(line)
    return " ".join(plain.split())


def _plain(line: str) -> str:
    """A line's letters: NFKC, small, without accents, invisible ones left out, quotes and dashes as ASCII has them."""
    plain = compatible(line.translate(_QUOTES)).translate(_QUOTES).casefold()
    return normal_form("NFC", _without_accents(normal_form("NFD", plain)))


def compatible(line: str) -> str:
    """NFKC of a typed line, but of no sign that would become a figure, or more than three letters."""
    return normal_form("NFC", "".join(map(_compatible, line)))


@lru_cache(maxsize=1_024)
def _compatible(letter: str) -> str:
    """NFKC of a letter, or itself: ² and ½ are no part of the number before them, and one letter is no sentence."""
    if letter.isdecimal():  # ٢ and ۲ too
        return str(unicodedata.decimal(letter))
    plain = normal_form("NFKC", letter)
    is_figure = any(map(str.isdecimal, plain))
    return letter if is_figure or len(plain) > _LONGEST_LETTER else plain


def _without_accents(line: str) -> str:
    """A line without its accents and what is not seen. A stroke through a sign stays: ≠ is not =."""
    kept: list[str] = []
    for letter in line:
        if _is_seen(letter) or (unicodedata.combining(letter) and (not kept or _is_sign(kept[-1]))):
            kept.append(letter)
    return "".join(kept)


@lru_cache(maxsize=1_024)
def _is_seen(letter: str) -> bool:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Cf"):
        return False
    return letter.isspace() or letter.isprintable()


def _is_sign(letter: str) -> bool:
    """Tell whether a character is a sign such as "=": a stroke through it changes its meaning."""
    return unicodedata.category(letter)[0] not in "LMN"


def words(line: str, *, forgiving: bool = True) -> tuple[str, ...]:
    """The words of a line, normalised; filler words go when `forgiving`, unless there is nothing else.

    Then a number in words is one in figures too, where the line is nothing but that: so telephones take it down.

    >>> words("Number three, please.")
    ('3',)
    """
    found = [word for part in normalise(line).replace(",", " ").split() if (word := part.strip("\"',"))]
    if not forgiving:
        return tuple(found)
    return tuple(_in_figures([word for word in found if word not in FILLERS] or found))


def _in_figures(found: list[str]) -> list[str]:
    said = found[1:] if found[:1] == ["number"] else found
    if said and all(word in _FIGURES or word.isdecimal() for word in said):
        return [_FIGURES.get(word, word) for word in said]
    return found


def complete(word: str, choices: Collection[str]) -> tuple[str, ...]:
    """The choices that a normalised word can mean: itself if it is a choice, else every choice it begins.

    A beginning has at least three letters. No result: unknown; several: ambiguous.
    """
    if word in choices:
        return (word,)
    if len(word) < PREFIX:
        return ()
    return tuple(dict.fromkeys([choice for choice in choices if choice.startswith(word)]))


def only(word: str, choices: Collection[str]) -> str | None:
    """The one choice that a normalised word can mean; None if there are none or several."""
    fits = complete(word, choices)
    return fits[0] if len(fits) == 1 else None


def surely(word: str, choices: Collection[str]) -> str | None:
    """The choice that a normalised word of a strict line means: a whole choice, or the only one that it begins.

    A beginning has at least four letters and is no everyday word; None for anything less certain.
    """
    if word in choices:
        return word
    if len(word) < SURE_PREFIX or word in EVERYDAY:
        return None
    fits = {choice for choice in choices if choice.startswith(word)}
    return fits.pop() if len(fits) == 1 else None


def distance(one: str, other: str, limit: int = 1_000) -> int:
    """Letters to insert, delete, change or swap with their neighbour to make one text the other.

    Stops at `limit`: a larger distance is given as `limit`.
    """
    if abs(len(one) - len(other)) >= limit:
        return limit
    # Each letter that only one of them has is one to change, insert or delete.
    letters, others = set(one), set(other)
    if len(letters - others) >= limit or len(others - letters) >= limit:
        return limit
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        # What is further off than `limit` letters is no way to less.
        first, last = max(1, i - limit), min(len(other), i + limit)
        before_that, before, row = before, row, [i if first == 1 else limit] * (len(other) + 1)
        for j in range(first, last + 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other[j - 1]))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == other[j - 1]:
                cost = min(cost, before_that[j - 2] + 1)
            row[j] = cost
        if last < len(other):
            row[last + 1 :] = [limit] * (len(other) - last)
        if min(row) >= limit:
            return limit
    return min(row[-1], limit)


@contextmanager
def suggesting(at_most: int) -> Iterator[None]:
    """Let `nearest` suggest something so many times meanwhile: it is the dear part of reading what is no order."""
    token = _suggestions.set([min(at_most, *(_suggestions.get() or [at_most]))])
    try:
        yield
    finally:
        _suggestions.reset(token)


def may_suggest() -> bool:
    """Whether something may still be suggested, as `suggesting` allows."""
    left = _suggestions.get()
    return left is None or left[0] > 0


def nearest(text: str, choices: Iterable[str], n: int = 3) -> tuple[str, ...]:
    """Up to n choices that are most like the text, the likest first; their own order among equals.

    None once as many have been suggested as `suggesting` allows.
    """
    if (left := _suggestions.get()) is not None:
        if left[0] <= 0:
            return ()
        left[0] -= 1
    asked = normalise(text)[:_LONGEST]
    costs = _Costs()
    ranked = sorted((_unlikeness(asked, choice, costs), at, choice) for at, choice in enumerate(dict.fromkeys(choices)))
    return tuple(choice for _, _, choice in ranked[:n])


class _Costs(dict[tuple[str, str], int]):
    """The costs of words said for words meant, each worked out once."""

    def __missing__(self, pair: tuple[str, str]) -> int:
        self[pair] = cost = _word_cost(*pair)
        return cost


def _unlikeness(asked: str, choice: str, costs: _Costs) -> int:
    """Edit distance, where a word cut short costs little and another verb much."""
    said, meant = asked.split(), choice.lower().split()
    if not said:
        return len(choice)
    cost = 2 * costs[said[0], meant[0]] if meant else len(asked)
    rest = meant[1:]
    for word in said[1:]:
        if rest:
            best = min(rest, key=lambda other: costs[word, other])
            cost += min(costs[word, best], len(word) + 1)
            if costs[word, best] <= len(word) // 2:
                rest.remove(best)
    return 4 * cost + len(rest)


def _word_cost(said: str, meant: str) -> int:
    if said == meant:
        return 0
    return 1 if len(said) >= PREFIX and meant.startswith(said) else 1 + distance(said, meant, 12)
