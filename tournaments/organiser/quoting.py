"""What a letter that came in may hold of what its writer keeps for themselves: notes, and leagues of other organisers.

Written in it, or quoted from a letter of ours whose words the desk does not show. One letter too many is found rather
than one too few. Reads only.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from django.db.models import Q

from tournaments.actions.refused_letters import ORDERED
from tournaments.letter_rights import quotes_other_leagues
from tournaments.mail import kinds
from tournaments.mail.named import answered
from tournaments.models import InboundLetter, Note, OutboundLetter, Player
from tournaments.organiser.sources import decoded_source

# As `engine.commands` reads it: whatever is no letter or digit may stand around the word, marks of bold type as well.
NOTE = re.compile(r"(?<![^\W_])note[\W_]{0,60}?:", re.IGNORECASE)
TAG = re.compile(r"<[^<>]{0,2000}>")
HIDDEN = "…"  # instead of a line that may be a note
LONGEST = 400_000  # characters of a source that are looked through; twice as many once they are normalised
SHORTEST = 8  # letters and digits: fewer stand in many a letter


def holds_note(letter: InboundLetter) -> bool:
    """Whether a note of its writer may stand in it, as they wrote it or quoted from the letter with all notes.

    True as well for what is too long to be looked through while a page waits.
    """
    text = _plain(letter)
    if text is None or NOTE.search(text) or any(kind.notes for kind in _answered(letter)):
        return True
    players = {letter.player_id, letter.seat.player_id if letter.seat else None} - {None}
    squeezed = _squeezed(text)
    noted = Note.objects.filter(player__in=players).values_list("words", flat=True)
    return any(len(words) >= SHORTEST and words in squeezed for words in map(_squeezed, noted))


def understood(letter: InboundLetter) -> list[Mapping[str, str]]:
    """What was made of each line: its `state`, the line as `text`, the reasons as `words`.

    In a letter that may hold a note, lines that were no orders may be one, or the rest of one.
    """
    lines = letter.account.get("lines", [])
    if all(_is_order(line) for line in lines) or not holds_note(letter):
        return list(lines)
    return [line if _is_order(line) else {**line, "text": HIDDEN, "words": HIDDEN} for line in lines]


def repeats_note(letter: OutboundLetter) -> bool:
    """Whether a letter of ours answers one that may hold a note, and tells back lines of it that were no orders."""
    if letter.answers is None:
        return False
    lines = letter.answers.account.get("lines", [])
    told_back = not lines or any(not _is_order(line) for line in lines) or letter.answers.account.get("ignored")
    return bool(told_back) and holds_note(letter.answers)


def _is_order(line: Mapping[str, Any]) -> bool:
    return line.get("state") in ORDERED


def quotes_leagues(letter: InboundLetter, organiser: Player) -> bool:
    """Whether it answers a letter of ours that may tell of leagues of other organisers, and so may quote it."""
    return any(kind.leagues for kind in _answered(letter)) or quotes_other_leagues(letter, organiser)


def _plain(letter: InboundLetter) -> str | None:
    """The source, or the lines that were made of it once it is purged, twice: with and without tags of HTML.

    Tags may stand in the middle of a word.

    Nothing of what cannot be read: the desk does not show that either. None for what is too long.
    """
    lines = (line.get("text", "") for line in letter.account.get("lines", []))
    source = (decoded_source(bytes(letter.raw)) or "") if letter.raw else "\n".join(lines)
    text = unicodedata.normalize("NFKC", source) if len(source) <= LONGEST else ""
    if len(source) > LONGEST or len(text) > 2 * LONGEST:
        return None
    return f"{text}\n{unicodedata.normalize('NFKC', html.unescape(TAG.sub('', text)))}"


def _squeezed(text: str) -> str:
    """Letters and digits alone: programs wrap what they quote and put marks in front of it."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))


def _answered(letter: InboundLetter) -> list[kinds.Kind]:
    """The kinds of those letters of ours that it names as what it answers; of a copy, that of what was copied."""
    ids = answered(bytes(letter.raw))
    found = OutboundLetter.objects.filter(Q(message_id__in=ids) | Q(copies__message_id__in=ids))
    return [kinds.of(name) for name in set(found.order_by().values_list("kind", flat=True))]
