"""Names as they look: two that a reader takes for the same are equal here, whatever characters they are written with.

After UTS 39 of Unicode ("skeleton"), with its list of signs (`drawn`). Letters and figures alone are compared: not
what is between them. Three looks of a name count, as capitals and small letters look like different
ones. Used for comparing alone: a name is kept and shown as it was typed, composed as Unicode's NFC.

Whom words mean is asked of all who bear the name, or bore it, also where they cannot be meant now: left out, their
name would be taken for that of somebody else.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import TypeVar

from engine.language import typed
from engine.language.normal_form import normal_form
from tournaments.language.drawn import TABLE

Thing = TypeVar("Thing")

REMEMBERED = 8192
# Default_Ignorable_Code_Point of Unicode, the blank sign of Braille, what makes Arabic words longer: drawn as nothing.
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u0640\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_CAPITALS = str.maketrans("I1|0", "lllo")  # and figures
_TWO_LIKE = str.maketrans("\u028b\u01b2", "vV")  # that the list has as u, and others see as v
_ACCENTS = str.maketrans("\u030a\u030b\u030c\u0326", "\u0307\u0308\u0306\u0327")  # a ring, two strokes, a hook, a comma
# A mark that makes no letter of any alphabet with the one before it: some languages write such, but it is easily
# overlooked, and may be drawn on nothing.
_ODD_MARKS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+")
_PARTS = re.compile("[\u17d2\u1039]\\w|.", re.DOTALL)  # signs of Khmer and Burmese that put a letter below another one
# Signs above, below and between letters that Unicode counts among the letters: apostrophes, and some of dictionaries.
_MODIFIERS = re.compile("[\u02b0-\u02ff\ua700-\ua721\ua788-\ua78c\ua78f]+")


def seen(words: str) -> str:
    """The words without what is drawn as nothing, and with the usual sign for each (NFKC)."""
    return normal_form("NFKC", _UNSEEN.sub("", normal_form("NFKC", words)))


def drawn(words: str) -> str:
    """The words in small letters of one alphabet as far as they are drawn alike."""
    return _small(_apart(seen(words)).translate(TABLE))


@lru_cache(REMEMBERED)
def looks(name: str) -> tuple[str, str, str]:
    """Letters and figures of a name in three ways: as small letters, as it is drawn, and so where I is like l.

    Of a name that has none, whatever it has.
    """
    plain = _apart(seen(name))
    same = plain.translate(_TWO_LIKE).translate(TABLE).translate(_CAPITALS)
    loosely = _small(same).replace("rn", "m").replace("vv", "w")
    return _letters(_small(plain)), _letters(_small(plain.translate(TABLE))), _letters(loosely)


def _small(plain: str) -> str:
    same = _apart(plain.casefold()).translate(TABLE).translate(_ACCENTS)
    composed = normal_form("NFC", _marked(same))
    return _ODD_MARKS.sub("", composed)


def _marked(plain: str) -> str:
    """Each letter with its marks in one order, and none that is drawn on itself: any order may be drawn the same."""
    if plain.isascii():
        return plain
    runs = groupby(_PARTS.findall(plain), _is_mark)
    return "".join(part for are_marks, run in runs for part in (_in_order(run) if are_marks else run))


@cache
def _is_mark(part: str) -> bool:
    return len(part) > 1 or (unicodedata.category(part)[0] == "M" and not _ODD_MARKS.match(part))


def _in_order(marks: Iterable[str]) -> list[str]:
    found = sorted(marks)
    return [mark for before, mark in zip(["", *found], found, strict=False) if mark != before or not _hides(mark)]


def _hides(mark: str) -> bool:
    """Whether it is drawn on itself where it is written twice."""
    return len(mark) == 1 and unicodedata.category(mark) == "Mn"


def without_accents(look: str) -> str:
    """A look of a name for what is read in haste."""
    return _ODD_MARKS.sub("", _apart(look))


def _apart(words: str) -> str:
    """Letters and their marks, each by itself: an accent on a letter of another alphabet is seen as well."""
    return normal_form("NFD", words)


def _letters(look: str) -> str:
    kept = "".join(sign for sign in _MODIFIERS.sub("", look) if unicodedata.category(sign)[0] in "LMN")
    return kept or "".join(look.split())


def alike(one: str, other: str) -> bool:
    """Whether a reader may take one name for the other."""
    return any(first == second for first, second in zip(looks(one), looks(other), strict=True))


def named(words: str, called: Sequence[tuple[str, Thing]]) -> list[Thing]:
    """Find whom a name may mean: all whose name the words are, or begin, with all who look like one of them.

    A beginning has at least three letters, or is somebody's whole name.
    """
    plain = typed.normalise(words)
    if len(plain) < typed.PREFIX and not bearing(words, called):
        return []
    begun = {name: zip(looks(typed.normalise(name)), looks(plain), strict=True) for name, _ in called}
    return _looking_like([name for name in begun if any(look.startswith(own) for look, own in begun[name])], called)


def bearing(words: str, called: Sequence[tuple[str, Thing]]) -> list[Thing]:
    """All whose whole name the words are, or look like."""
    said = typed.normalise(words)
    return _looking_like([name for name, _ in called if alike(typed.normalise(name), said)], called)


def beginning(words: str, called: Sequence[tuple[str, Thing]]) -> list[Thing]:
    """All whose name the words begin, with whoever looks like one of them."""
    plain = {name: typed.normalise(name) for name, _ in called}
    fits = set(typed.complete(typed.normalise(words), plain.values()))
    return _looking_like([name for name in plain if plain[name] in fits], called)


def _looking_like(names: Sequence[str], called: Sequence[tuple[str, Thing]]) -> list[Thing]:
    ways = [set(way) for way in zip(*map(looks, names), strict=True)]
    fits = {name: any(look in way for look, way in zip(looks(name), ways, strict=False)) for name, _ in called}
    return list(dict.fromkeys(one for name, one in called if fits[name]))
