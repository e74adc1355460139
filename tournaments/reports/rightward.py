"""Right-to-left words set for a drawer that only goes from left to right. Names and headings, not whole texts.

Arabic letters are given the form they have next to their neighbours, then every right-to-left stretch is
turned round. Numbers and other scripts inside keep their own direction.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from itertools import groupby

_FORMS = range(0xFB50, 0xFEFD)  # blocks that hold each Arabic letter in its four forms
_PAIRS = range(0xFEF5, 0xFEFD)  # lam with alef, which are never written side by side
_RIGHTWARD = {"R", "AL"}
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")


def reorder(words: str) -> str:
    """The words in the order in which they stand on paper; the whole turns when the first strong letter asks."""
    joined = _joined(words)
    stretches = _stretches(joined)
    drawn = ["".join(reversed(_clusters(piece))) if rightward else piece for rightward, piece in stretches]
    if _first_strong(joined) in _RIGHTWARD:
        drawn.reverse()
    return "".join(drawn)


def _clusters(words: str) -> list[str]:
    """Letters with their marks, brackets mirrored."""
    clusters: list[str] = []
    for letter in words.translate(_MIRRORED):
        if clusters and unicodedata.combining(letter):
            clusters[-1] += letter
        else:
            clusters.append(letter)
    return clusters


def _first_strong(words: str) -> str:
    kinds = (unicodedata.bidirectional(letter) for letter in words)
    return next((kind for kind in kinds if kind in {"L", *_RIGHTWARD}), "L")


def _stretches(words: str) -> list[tuple[bool, str]]:
    """(right to left?, letters) pairs, neighbours in the same direction joined."""
    base = "R" if _first_strong(words) in _RIGHTWARD else "L"
    directions = _directions([_kind(letter) for letter in words], base)
    pairs = zip(directions, words, strict=True)
    return [
        (direction == "R", "".join(letter for _, letter in group))
        for direction, group in groupby(pairs, lambda pair: pair[0])
    ]


def _kind(letter: str) -> str:
    """ "R" and "L" for letters with a direction, "D" digits, "M" marks, "" all others."""
    kind = unicodedata.bidirectional(letter)
    return {"R": "R", "AL": "R", "L": "L", "EN": "D", "AN": "D", "NSM": "M"}.get(kind, "")


def _directions(kinds: list[str], base: str) -> list[str]:
    """What each letter's direction comes to: "R", "L", or "D" for digits among right-to-left letters.

    Marks follow their letter; a letter without direction between two of one direction has it too, else
    that of the whole. Digits run from left to right but count as what stands before them.
    """
    before, out = base, []
    for kind in kinds:
        if kind in {"R", "L"}:
            before = kind
        out.append({"D": "D" if before == "R" else "L", "M": before}.get(kind, kind))
    for place, kind in enumerate(out):
        if not kind:
            around = {_side(out, place, -1, base), _side(out, place, 1, base)}
            out[place] = around.pop() if len(around) == 1 else base
    return out


def _side(directions: list[str], place: int, step: int, base: str) -> str:
    place += step
    while 0 <= place < len(directions) and not directions[place]:
        place += step
    return directions[place].replace("D", "R") if 0 <= place < len(directions) else base


# --- Arabic -------------------------------------------------------------------------------------------


def _joined(words: str) -> str:
    """Every Arabic letter in the form that its neighbours ask for, lam-alef as one sign."""
    out = []
    for place, letter in enumerate(words):
        joins_before = _has(letter, "final") and _has(_neighbour(words, place, -1), "initial")
        joins_after = _has(letter, "initial") and _has(_neighbour(words, place, 1), "final")
        form = {(False, False): "isolated", (False, True): "initial", (True, True): "medial", (True, False): "final"}
        out.append(_forms().get((form[joins_before, joins_after], letter), letter))
    return _paired("".join(out))


def _paired(words: str) -> str:
    """Lam and alef as the one sign that they make, in its isolated or final form."""
    for code in _PAIRS:
        form, _, base = unicodedata.decomposition(chr(code)).partition("> ")
        lam, alef = (chr(int(part, 16)) for part in base.split())
        first = _forms()["initial" if form == "<isolated" else "medial", lam]
        words = words.replace(first + _forms()["final", alef], chr(code))
    return words


def _neighbour(words: str, place: int, step: int) -> str:
    """The next letter in that direction, not counting marks above and below; "" at the end."""
    place += step
    while 0 <= place < len(words) and unicodedata.combining(words[place]):
        place += step
    return words[place] if 0 <= place < len(words) else ""


def _has(letter: str, form: str) -> bool:
    """Whether a letter can join backwards ("final") or onwards ("initial"); the lengthening stroke does both."""
    return letter == "ـ" or (form, letter) in _forms()


@cache
def _forms() -> dict[tuple[str, str], str]:
    """(form, letter) -> the sign of that form, from Unicode's own decompositions; only single letters."""
    forms = {}
    for code in _FORMS:
        form, _, base = unicodedata.decomposition(chr(code)).partition("> ")
        if form and len(base) == 4:
            forms[form.lstrip("<"), chr(int(base, 16))] = chr(code)
    return forms
