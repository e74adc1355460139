"""A rule for the letters of names: each word is of one script, and of a script in everyday use.

A letter among those of another script is there to look like one of them. After UTS 39 of Unicode, 5.2 ("moderately
restrictive", word by word), with the recommended scripts of UAX 31, table 5.
"""

from __future__ import annotations

import re
import unicodedata

from engine.language.normal_form import normal_form

# As Unicode's names of characters begin.
_EAST_ASIAN = frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "BOPOMOFO", "HANGUL", "IDEOGRAPHIC"})
_IN_USE = _EAST_ASIAN | {
    "ARABIC", "ARMENIAN", "BENGALI", "CYRILLIC", "DEVANAGARI", "ETHIOPIC", "GEORGIAN", "GREEK", "GUJARATI",
    "GURMUKHI", "HEBREW", "KANNADA", "KHMER", "LAO", "LATIN", "MALAYALAM", "MYANMAR", "ORIYA", "SINHALA",
    "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN",
}  # fmt: skip
_OF_ANOTHER_NAME = {"ARABIC-INDIC": "ARABIC", "EXTENDED": "ARABIC"}  # the figures of Arabic and of Persian
_OF_NO_SCRIPT = frozenset({"COMBINING", "DIGIT", "MODIFIER", "FEMININE", "MASCULINE", "VARIATION"})
# Phonetic signs and letters of old manuscripts that Unicode counts among the Latin ones: nobody's name has them.
_TECHNICAL = re.compile("[\u1d00-\u1dbf\u2c60-\u2c7f\ua722-\ua788\ua78d-\ua7ff\uab30-\uab6f\U00010780-\U000107bf]")
# Scripts with marks of their own, and the marks of others that would be drawn like these.
_OF_OWN_MARKS = _IN_USE - _EAST_ASIAN - {"ARMENIAN", "CYRILLIC", "GEORGIAN", "GREEK", "LATIN"}
_ACCENTS = re.compile("[\u0300-\u034e\u0350-\u036f\u1dc0-\u1dff]")  # without a joiner of Hebrew
# Letters of names of today that Unicode takes for others (NFKC): of a Spanish Mª, two in one, vowels, a name of God.
_FOR_OTHERS = frozenset(
    "\u00aa\u00ba\u0132\u0133\u013f\u0140\u01c4\u01c5\u01c6\u01c7\u01c8\u01c9\u01ca\u01cb\u01cc\u01f1\u01f2\u01f3"
    "\u0587\u0e33\u0eb3\u0edc\u0edd\ufdf2"
)
_BETWEEN_WORDS = re.compile(r"[\s\-\u058a\u05be\u2010-\u2015\u2212]+")  # blanks, and the hyphens of several alphabets


def foreign(name: str) -> str:
    """The first word that mixes scripts or has letters that are not in everyday use; "" if none does.

    name  composed as Unicode's NFC
    """
    plain = normal_form("NFKC", name)
    old = (word for word in _BETWEEN_WORDS.split(name) if any(map(_is_out_of_use, word)))
    return next(old, "") or next((word for word in _BETWEEN_WORDS.split(plain) if not _is_common(word)), "")


def _is_out_of_use(sign: str) -> bool:
    """Whether another letter is written for it today, like which it may not be drawn: a long s, a lunate sigma."""
    if unicodedata.category(sign)[0] not in "LM" or normal_form("NFKC", sign) == sign:
        return False
    of_another_width = unicodedata.decomposition(sign).startswith(("<wide>", "<narrow>"))
    return not of_another_width and sign not in _FOR_OTHERS


def _is_common(word: str) -> bool:
    found = {_script(sign) for sign in word if unicodedata.category(sign)[0] in "LMN"} - _OF_NO_SCRIPT
    # East Asian words are written in several scripts, Latin among them.
    together = len(found) <= 1 or found <= _EAST_ASIAN | {"LATIN"}
    odd = found & _OF_OWN_MARKS and _ACCENTS.search(normal_form("NFD", word))
    return together and found <= _IN_USE and not odd and not _TECHNICAL.search(word)


def is_in_use(sign: str) -> bool:
    """Whether a letter or figure belongs to a script in everyday use, and is no technical sign."""
    return _script(sign) in _IN_USE and not _TECHNICAL.match(sign)


def _script(sign: str) -> str:
    begins = unicodedata.name(sign, "").partition(" ")[0]
    return _OF_ANOTHER_NAME.get(begins, begins)
