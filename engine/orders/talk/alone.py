"""Numbers alone on a line: whether they stand as an answer there, by the lines right above and below.

A sentence that was broken around one, an address and the like have numbers too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.language import typed
from engine.orders.command_words import command
from engine.orders.talk import lexicon
from engine.orders.talk.lexicon import Use
from engine.orders.talk.meaning import SAYS_NOTHING, Meaning
from engine.orders.talk.plain_lines import MONTH
from engine.orders.talk.vocabulary import Item, without_names

NUMBER = re.compile(r"\W{0,3}\d{1,3}\W{0,3}")
_ENDS = re.compile(r"[.!?:;,…)\]*_\"'”’-]$")
_REACHED_BY = re.compile(r"(?:[^\W\d_]{1,8}[.:]?\s*)?[+(]?\d[\d\s/().-]{6,}|\S+@\S+")  # a telephone, a mail address
_FEWEST_NAMES = 3  # words of the lines around a number in an address
_WHEN = ("today", "tonight", "tomorrow", "now", "soon", "heute", "morgen", "jetzt", "bald")  # goes on with a sentence
_ORDERS = (Use.SAID, Use.COUNT, Use.OR, Use.THEN, *SAYS_NOTHING)  # all that a line of orders has
_OF_LABELS = (*_ORDERS, Use.TELLING)  # of lines that say of a number only that it is an order
_UNFINISHED = (Use.DOUBT, Use.CONDITION)  # at the end of a line: it goes on with the next
_OPEN_ENDS = ("not", "nicht", "auf keinen fall", "with", "about", "for", "mit", "für", "nur", "at", "um")
_MONTH = re.compile(MONTH, re.IGNORECASE)
_ATTRIBUTION = re.compile(r"\b(?:wrote|schrieb|geschrieben)\b.{0,80}:$", re.IGNORECASE)  # of a quote that is cut off
_WROTE = re.compile(r"\b(?:I|ich)\b.*\b(?:wrote|written|typed|geschrieben|getippt)\b|\bschrieb ich\b", re.IGNORECASE)


def is_number(line: str) -> bool:
    """Whether a line is a number and nothing else."""
    return NUMBER.fullmatch(typed.normalise(line)) is not None


def around(lines: Sequence[str], place: int) -> tuple[str, str]:
    """The lines above and below one, "" for none."""
    above, below = (lines[at].strip() if 0 <= at < len(lines) else "" for at in (place - 1, place + 1))
    return above, below


def stands_alone(meaning: Meaning, above: str, below: str) -> bool:
    """Whether a number between two lines of its paragraph, "" for none, stands as an answer."""
    if _MONTH.match(below) or below.partition(" ")[0].casefold() in lexicon.words("units"):
        return False  # "22 / March"
    if not above or not _is_talk(meaning, above):
        return True
    goes_on = _goes_on(meaning, below)
    if above.endswith((":", "：")):
        label = _is_label(meaning, above) and not _ATTRIBUTION.search(above)
        return not (label or _WROTE.search(above) or (goes_on and below[0].islower()))
    last = next((item for item in reversed(_words(meaning, above))), None)
    if last is not None and not _ENDS.search(above) and (last.use in _UNFINISHED or last.text in _OPEN_ENDS):
        return False
    if not goes_on or (_ENDS.search(above) and command(above) is None):
        return True
    return not (below[0].islower() or _REACHED_BY.fullmatch(above) or _are_names(above, below))


def _is_talk(meaning: Meaning, line: str) -> bool:
    """Whether a line says something that is no order, no courtesy and no number."""
    said = command(line)
    if said is not None:
        return said.word.spoken
    if line.endswith((":", "：")) and _is_label(meaning, line):
        return True
    return not is_number(line) and any(item.use not in _ORDERS for item in _words(meaning, line))


def _goes_on(meaning: Meaning, below: str) -> bool:
    """Whether a line may be the rest of a sentence."""
    words = _words(meaning, below)
    said = any(item.use is not Use.COURTESY for item in words) or (bool(words) and words[0].text in _WHEN)
    return said and not is_number(below)


def _words(meaning: Meaning, line: str) -> list[Item]:
    return [item for item in without_names(meaning.items(line)) if item.text[0].isalnum()]


def _is_label(meaning: Meaning, line: str) -> bool:
    """Whether a line with a colon may say of what a number below it is: "Room:", "Next round:"."""
    words = _words(meaning, line)
    later = bool(words) and words[-1].text in lexicon.words("later")
    return later or any(item.use not in _OF_LABELS for item in words)


def _are_names(above: str, below: str) -> bool:
    """Whether the lines around a number are names and numbers alone, as in an address."""
    words = [*above.split(), *below.split()]
    return len(words) >= _FEWEST_NAMES and all(not word[0].islower() for word in words)
