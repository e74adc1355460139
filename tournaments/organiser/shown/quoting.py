"""The parts of a letter that came in, and of our answer to it, that the desk does not show. Reads only.

Notes are their writer's alone, and organisers read nothing of each other's leagues: neither in the letter itself, nor
in what was understood of it, nor told back in an answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.actions.table.refused_letters import ORDERED
from tournaments.models import InboundLetter, OutboundLetter, Player
from tournaments.queries.letters import kinds, quoted
from tournaments.queries.letters.letters_shown import quotes_other_leagues

NOTES = "not shown: it holds notes that a player keeps for themselves"
UNSEEN = "not shown: it could not be looked through for notes that a player keeps for themselves"
LEAGUES = "not shown: it may tell of leagues of other organisers"
KEY = "not shown: it holds a link that is for its reader alone"
FORGOTTEN = "no longer kept: the person has been forgotten"
HIDDEN = "…"  # instead of a line that may be such words


def withheld(letter: InboundLetter, organiser: Player) -> str:
    """The reason why the words of a letter are not shown; "" where they are."""
    found = quoted.of(letter)
    if found.note:
        return UNSEEN if found.unseen else NOTES
    return LEAGUES if found.mixed or quotes_other_leagues(letter, organiser) else ""


def closed_by_kind(letter: OutboundLetter) -> str:
    """The reason why no letter of ours of that kind is shown to others than its reader; "" where there is none."""
    kind = kinds.of(letter.kind)
    if kind.leagues:
        return LEAGUES
    if kind.key:
        return KEY
    if kind.notes:
        return NOTES
    return "" if letter.text else FORGOTTEN


def understood(letter: InboundLetter, organiser: Player) -> list[Mapping[str, str]]:
    """The result of each line: its `state`, the line as `text`, the reasons as `words`.

    Of a letter whose words are withheld, lines that were no orders may be these words, or the rest of them.
    """
    lines = letter.account.get("lines", [])
    if all(_is_order(line) for line in lines) or not withheld(letter, organiser):
        return list(lines)
    return [line if _is_order(line) else {**line, "text": HIDDEN, "words": HIDDEN} for line in lines]


def told_back(letter: OutboundLetter, organiser: Player) -> str:
    """The reason why a letter of ours is not shown: it tells back lines that were no orders of one withheld; or ""."""
    if letter.answers is None:
        return ""
    account = letter.answers.account
    lines = account.get("lines", [])
    told = letter.tells_account and lines and not account.get("ignored")
    if told and all(_is_order(line) for line in lines):
        return ""
    return withheld(letter.answers, organiser)


def _is_order(line: Mapping[str, Any]) -> bool:
    return line.get("state") in ORDERED
