"""The start of a signature, and the notes that firms put below letters. Else no phrases are known: lines like "sent
from my phone" are left out as they are no orders.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice

KEYED = re.compile(r"[A-Za-z]{1,20}: .*")  # "Version: GnuPG v2"
BASE64 = re.compile(r"(?=.+[A-Z])(?=.*[a-z])[A-Za-z0-9+/]{4,76}={0,2}")
MOST_NAMES = 5  # lines of a name, what somebody is and how to reach him
LONGEST_NAME = 48
LOOKED_AT = 12  # rows below a rule
RULE = re.compile(r"[—―]{4,}|_{8,}")
SEPARATOR = re.compile(r"(?:- )?--|[—―]+|_{4,}")  # "- --": as it stands in a signed text (RFC 4880, 7.1)
DASHES = ("--", "- --")
FRAME = SIGNED, SIGNATURE, END, SEALED, SEALED_END = tuple(
    f"-----{words}-----"
    for words in (
        *("BEGIN PGP SIGNED MESSAGE", "BEGIN PGP SIGNATURE", "END PGP SIGNATURE"),
        *("BEGIN PGP MESSAGE", "END PGP MESSAGE"),
    )
)

LOOKED_INTO = 300  # characters of a line
DISCLAIMER = re.compile(
    r"\b(?:this|the) (?:e-?mail|message|communication|transmission|information)\b.*"
    r"\b(?:confidential|privileged|intended (?:only|solely|recipient))"
    r"|\bnot the (?:intended|named) (?:recipient|addressee)|^(?:confidentiality (?:notice|note)|disclaimer)\b"
    r"|\b(?:environment|trees?)\b.*\bprint"
    r"|\bdiese[rsn]? (?:e-?mail|nachricht|mail|mitteilung)\b.*\b(?:vertraulich|rechtlich geschützt|ausschließlich)"
    r"|\bnicht der (?:richtige|vorgesehene|beabsichtigte|berechtigte) (?:adressat|empfänger)|^vertraulichkeitshinweis"
    r"|\bumwelt\b.*(?:druck|print)|druck\w*\b.*\bumwelt\b",
    re.IGNORECASE,
)


def is_disclaimer(text: str) -> bool:
    """Whether a line is of a note that a firm's mail host puts below every letter: nobody means it for us."""
    return DISCLAIMER.search(text[:LOOKED_INTO]) is not None


def begins_signature(text: str) -> bool:
    """Whether a cleaned line is a signature separator: "--", a long dash, or a line of underscores."""
    return SEPARATOR.fullmatch(text) is not None


def ends_text(text: str) -> bool:
    """Whether a cleaned line is the separator that mail programs put above signatures: nothing below it is an order."""
    return text in DASHES


def divides(text: str, below: Iterable[str]) -> bool:
    """Whether a separator is a rule between two parts of a text: sentences go on below it, not a block of names.

    `below`: the rows that follow, to the end of what somebody wrote in one go. Underscores close to the next row are a
    mailing list's.
    """
    if RULE.fullmatch(text) is None:
        return False
    rows = list(islice(below, LOOKED_AT))
    if text[0] == "_" and (not rows or rows[0]):
        return False
    return not _are_names([row for row in rows if row])


def _are_names(lines: Sequence[str]) -> bool:
    """Whether no line is a sentence and there are few of them."""
    return len(lines) <= MOST_NAMES and not any(
        len(line) > LONGEST_NAME or line.endswith((".", "!", "?", ",", ";", "。", "！", "？", "；")) for line in lines
    )


def armour(text: str, above: str) -> str:
    """The part of an OpenPGP frame, or the encrypted text, that a line is in, given that of the line above."""
    if text in FRAME:
        return text
    if above == SIGNED:
        return above if text else ""  # "Hash: SHA256" and the like, to the first blank line
    return above if above in (SIGNATURE, SEALED) else ""


def is_sealed(below: Iterable[str]) -> bool:
    """Whether the rows below the beginning of an encrypted text are one: keyed lines, a blank one, letters of base64.

    Its end may be cut off, while somebody who writes the beginning alone goes on with words.
    """
    rows = list(islice(below, LOOKED_AT))
    blank = next((at for at, row in enumerate(rows) if not KEYED.fullmatch(row)), 0)
    return rows[blank : blank + 1] == [""] and any(BASE64.fullmatch(row) for row in rows[blank + 1 : blank + 2])
