"""Names as they look: two that a reader takes for the same are equal here, whatever characters they are written with.

After UTS 39 of Unicode ("skeleton"), for the alphabets in which letters look like Latin ones most often: Greek,
Cyrillic and Armenian. Two looks of a name are compared, with and without what only capitals share (I and l). Used for
comparing alone: a name is kept and shown as it was typed, composed as Unicode's NFC.

Whom words mean is asked of all who bear the name, or bore it, also where they cannot be meant now: left out, their
name would be taken for that of somebody else.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

from engine import notation

Thing = TypeVar("Thing")

REMEMBERED = 8192
# Default_Ignorable_Code_Point of Unicode, and the blank sign of Braille: drawn as nothing.
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_LIKE_LATIN = (
    ("\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7", "ABEZHIKMNOPTYX"),  # Greek
    ("\u03b1\u03b9\u03bd\u03bf\u03c1\u03c5\u03f2\u03f3", "aivopucj"),
    ("\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425", "ABEKMHOPCTYX"),  # Cyrillic
    ("\u0405\u0406\u0408\u04ae\u04c0\u051a\u051c", "SIJYIQW"),
    ("\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458", "aeopcyxsij"),
    ("\u04bb\u04cf\u0501\u051b\u051d\u0475\u04af", "hldqwvy"),
    ("\u054d\u054f\u0555\u0566\u0570\u0578\u057d\u0581\u0585", "USOqhnugo"),  # Armenian
    ("\u0433\u043a\u04d4\u04d5", "rk\u00c6\u00e6"),
    ("\u0131\u0237\u0251\u0261\u0269\u0185", "ijagib"),  # Latin letters of their own
    ("\u01c0\u01c3\u01bc\u01bd\u01a7\u01a8\u01bb", "l!55222"),  # clicks and tones
    ("\u0262\u026a\u0274\u0280\u028f\u0299\u029c\u029f", "ginrybhl"),
    ("\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212", "--------"),
    ("\u2018\u2019\u201b\u2032\u02b9\u02bb\u02bc\u02bd\ua78c\u0060\u00b4", "'''''''''''"),
)
_TABLE = str.maketrans({odd: usual for odds, usuals in _LIKE_LATIN for odd, usual in zip(odds, usuals, strict=True)})
_TABLE[ord("\u01c1")] = "ll"  # a click too
_CAPITALS = str.maketrans("I1|0\u0661\u06f1\u0665", "lllollo")  # and figures, of Arabic too
_DOT = re.compile("(?<=[ij])\u0307")  # is drawn already
# A mark that makes no letter of any alphabet with the one before it: some languages write such, but it is easily
# overlooked, and may be drawn on nothing.
_ODD_MARKS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+")


@lru_cache(REMEMBERED)
def looks(name: str) -> tuple[str, str]:
    """The name in small letters of one alphabet as far as they look alike, and the same where I is like l."""
    seen = unicodedata.normalize("NFKC", _UNSEEN.sub("", unicodedata.normalize("NFKC", name))).translate(_TABLE)
    return _small(seen), _small(seen.translate(_CAPITALS)).replace("rn", "m").replace("vv", "w")


def _small(seen: str) -> str:
    small = unicodedata.normalize("NFD", seen.casefold()).translate(_TABLE)
    return " ".join(_ODD_MARKS.sub("", unicodedata.normalize("NFC", _DOT.sub("", small))).split())


def alike(one: str, other: str) -> bool:
    """Whether a reader may take one name for the other."""
    (first, second), (third, fourth) = looks(one), looks(other)
    return first == third or second == fourth


def named(words: str, called: Sequence[tuple[str, Thing]]) -> list[Thing]:
    """Whom somebody may mean by a name: all whose name the words are, or begin, with whoever looks like one of them.

    A beginning has at least three letters, or is somebody's whole name.
    """
    plain = notation.normalise(words)
    if len(plain) < notation.PREFIX and not bearing(words, called):
        return []
    begun = {name: zip(looks(notation.normalise(name)), looks(plain), strict=True) for name, _ in called}
    return _looking_like([name for name in begun if any(look.startswith(own) for look, own in begun[name])], called)


def bearing(words: str, called: Sequence[tuple[str, Thing]]) -> list[Thing]:
    """All whose whole name the words are, or look like."""
    said = notation.normalise(words)
    return _looking_like([name for name, _ in called if alike(notation.normalise(name), said)], called)


def beginning(words: str, called: Sequence[tuple[str, Thing]]) -> list[Thing]:
    """All whose name the words begin, with whoever looks like one of them."""
    plain = {name: notation.normalise(name) for name, _ in called}
    fits = set(notation.complete(notation.normalise(words), plain.values()))
    return _looking_like([name for name in plain if plain[name] in fits], called)


def _looking_like(names: Sequence[str], called: Sequence[tuple[str, Thing]]) -> list[Thing]:
    firsts, seconds = {looks(name)[0] for name in names}, {looks(name)[1] for name in names}
    return list(dict.fromkeys(one for name, one in called if looks(name)[0] in firsts or looks(name)[1] in seconds))
