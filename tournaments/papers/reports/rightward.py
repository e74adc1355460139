"""Right-to-left words set for a drawer that only goes from left to right. Names and headings, not whole texts.

Arabic letters are given the form they have next to their neighbours; then the Unicode bidirectional
algorithm for one line without control characters puts everything in its place on paper.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache

_FORMS = range(0xFB50, 0xFEFD)  # blocks that hold each Arabic letter in its four forms
_PAIRS = range(0xFEF5, 0xFEFD)  # lam with alef, which are never written side by side
_KINDS = {"R": "R", "AL": "R", "L": "L", "EN": "D", "AN": "D", "NSM": "M"}
_BRACKETS = {"(": ")", "[": "]", "{": "}", "«": "»", "<": ">"}
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")


def reorder(words: str) -> str:
    """The words in the order in which they are on paper.

    The papers and pictures are in a language written to the right: a name written to the left turns alone, also
    where a sentence begins with it. Only words that begin so and hold nothing else turn as a whole.
    """
    clusters = _clusters(_joined(words))
    kinds = [_KINDS.get(unicodedata.bidirectional(cluster[0]), "") for cluster in clusters]
    base = "R" if kinds[:1] == ["R"] and "L" not in kinds else "L"
    directions = _directions(clusters, kinds, base)
    level = {"L": 0 if base == "L" else 2, "R": 1, "D": 2}
    levels = [level[direction] for direction in directions]
    mirrored = [c.translate(_MIRRORED) if n == 1 else c for c, n in zip(clusters, levels, strict=True)]
    return "".join(mirrored[place] for place in _on_paper(levels))


def _clusters(words: str) -> list[str]:
    """Letters with their marks."""
    clusters: list[str] = []
    for letter in words:
        if clusters and unicodedata.combining(letter):
            clusters[-1] += letter
        else:
            clusters.append(letter)
    return clusters


def _on_paper(levels: Sequence[int]) -> list[int]:
    """The places in the order of drawing: from the deepest level on, every stretch at it or deeper is turned."""
    order = list(range(len(levels)))
    for level in (2, 1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[start:end] = reversed(order[start:end])
            start = max(end, start) + 1
    return order


def _directions(clusters: Sequence[str], kinds: Sequence[str], base: str) -> list[str]:
    """The resulting direction of each letter: "L", "R", or "D" for digits behind right-to-left letters.

    A letter without direction between two of one direction has it too, else that of the whole.
    """
    before, out = base, []
    for kind in kinds:
        before = kind if kind in {"L", "R"} else before
        out.append(("D" if before == "R" else "L") if kind == "D" else kind.replace("M", before))
    _turn_brackets(clusters, out, base)
    for place, kind in enumerate(out):
        if not kind:
            around = {_side(out, place, -1, base), _side(out, place, 1, base)}
            out[place] = around.pop() if len(around) == 1 else base
    return out


def _side(directions: Sequence[str], place: int, step: int, base: str) -> str:
    """The nearest direction on one side, digits counting as right to left."""
    place += step
    while 0 <= place < len(directions) and not directions[place]:
        place += step
    return directions[place].replace("D", "R") if 0 <= place < len(directions) else base


def _turn_brackets(clusters: Sequence[str], directions: list[str], base: str) -> None:
    """Give brackets around letters the base direction, unless those and what comes before have only the other one."""
    other = "R" if base == "L" else "L"
    for begin, end in sorted(_pairs(clusters)):
        inside = {direction.replace("D", "R") for direction in directions[begin + 1 : end]} - {""}
        if inside:
            inner = base in inside or _side(directions, begin, -1, base) != other
            directions[begin] = directions[end] = base if inner else other


def _pairs(clusters: Sequence[str]) -> list[tuple[int, int]]:
    waiting: list[int] = []
    found = []
    for place, cluster in enumerate(clusters):
        if cluster in _BRACKETS:
            waiting.append(place)
        elif waiting and cluster == _BRACKETS[clusters[waiting[-1]]]:
            found.append((waiting.pop(), place))
    return found


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
