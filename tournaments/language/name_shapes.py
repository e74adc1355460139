"""The form of a person's name: words of letters, as far as people are called so anywhere in the world.

Whatever else is beside a name in a sentence (commas, brackets, numbers, `and`) could be read as part of it, or the
name as part of the sentence. Leagues are called as they like.
"""

from __future__ import annotations

import re
import unicodedata

from engine.language.languages import to_say
from engine.language.normal_form import normal_form
from tournaments.language.speech import say

JOINERS = "\u200c\u200d"  # invisible, but they belong to the spelling of some scripts
APOSTROPHES = "'\u2019"
LETTERS_TOO = (
    "\u02bb\u02bc\u02be\u02bf\ua78b\ua78c\u05f3"  # apostrophes of Hawaiian, of Arabic in Latin letters, of Hebrew
)
HYPHENS = "-\u2010\u2011\u058a\u05be\u30fb\u00b7\u0f0b"  # of Armenian, Hebrew, Japanese, Catalan, Tibetan
MARKS = 6  # above and below one letter: that many has Tibetan
SHORT = 3  # letters before a full stop: J. St. Jr.
ABBREVIATED = 5  # where another word follows, and the last one is no vowel: Prof. Capt. Mohd.
_VOWELS = frozenset(
    "aeiouy\u0430\u0435\u0438\u043e\u0443\u044b\u044d\u044e\u044f\u0456\u03b1\u03b5\u03b7\u03b9\u03bf\u03c5\u03c9"
)
_GERESH = re.compile("(?<=[\u05d0-\u05ea])['\u2019]")  # is typed as an apostrophe
_SIGN = to_say(
    "“{sign}” is no part of a name. Write letters, with nothing between them but blanks, hyphens, apostrophes and the "
    "full stops of initials."
)
_FIGURE = to_say(
    "In “{word}” a figure stands for itself. In a name figures stand behind the letters of a word only: Anna2, Bob III."
)
_WORD = to_say(
    "“{word}” cannot be a word of a name: a hyphen or apostrophe stands between letters, a full stop behind initials "
    "as in J. R. Smith, and no sign stands twice. Leave the others out."
)
# L: a letter, H: one like an apostrophe, M: a mark, 9: a figure, and each of the signs. One begins a word: 't Hooft.
_PART = rf"H?(?:LM{{0,{MARKS}}}H?)+"
_SHORT = rf"(?:LM*){{1,{SHORT}}}"
_WORD_SHAPE = re.compile(rf"'?{_PART}(?:['-]{_PART})*9*|(?:{_SHORT}\.-?)+(?:{_PART})?")
_ABBREVIATION = re.compile(rf"(?:LM*){{1,{ABBREVIATED}}}\.")
_FIGURES_FIRST = re.compile("9+[LM]*")


def fault(name: str) -> str:
    """A sentence about the first thing that a name of a person cannot have, and what to write; "" if there is none."""
    words = name.split()
    for word, behind in zip(words, [*words[1:], ""], strict=True):
        shape = "".join(map(_kind, _GERESH.sub("\u05f3", word)))
        if "?" in shape:
            return say(_SIGN, sign=word[shape.index("?")])
        if _FIGURES_FIRST.fullmatch(shape):
            return say(_FIGURE, word=word)
        short = behind and _ABBREVIATION.fullmatch(shape) and not _ends_in_vowel(word)
        if not short and not _WORD_SHAPE.fullmatch(shape):
            return say(_WORD, word=word)
    return ""


def _ends_in_vowel(word: str) -> bool:
    """Whether the word before a full stop may be a whole name: Anna, Bea."""
    letters = [sign for sign in normal_form("NFD", word.casefold()) if sign.isalpha()]
    return letters[-1] in _VOWELS


def _kind(sign: str) -> str:
    if sign in APOSTROPHES:
        return "'"
    if sign in LETTERS_TOO:
        return "H"
    if sign in HYPHENS:
        return "-"
    category = unicodedata.category(sign)
    if sign in JOINERS or category in ("Mn", "Mc"):
        return "M"
    if category in ("Lu", "Ll", "Lt", "Lo") or (category == "Lm" and "MODIFIER" not in unicodedata.name(sign, "")):
        return "L"
    return {"Nd": "9"}.get(category, "." if sign == "." else "?")
