"""A match told entry by entry, or round by round: played again from its log, with positions. Changes nothing.

In rounds what was taken back is left out. Where an entry ends a round and begins the next, its events are divided:
those from the first one that names the new round on belong to the new round.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.events import Event
from engine.match.log import Entry, live
from engine.match.match import Match
from engine.match.restoring import positions


@dataclass(frozen=True, slots=True)
class Chapter:
    """One round.

    entries  of the log, in force, with the events that belong to this round
    state    the whole position after it: where the next round begins, at the end of the game the final one
    """

    round: int
    entries: tuple[Entry, ...]
    state: Any


def chronicle(match: Match) -> list[Chapter]:
    """The rounds of a match, the last one as far as it has come. Needs the whole log (BrokenRecord without it)."""
    game, chapters, entries = match.game, list[Chapter](), list[Entry]()
    before: int | None = None
    for entry, state in positions(game, match.header, match.secret, live(match.history)):
        now = game.round(state)
        if before is not None and now > before:
            ended, begun = _divided(entry, now)
            chapters.append(Chapter(before, (*entries, ended), game.copy(state)))
            entries = [begun]
        else:
            entries.append(entry)
        before = now
    if before is not None:
        chapters.append(Chapter(before, tuple(entries), state))
    return chapters


def _divided(entry: Entry, round_begun: int) -> tuple[Entry, Entry]:
    """Divide an entry into what belongs to the round that it ends, and what to the one that it begins."""
    border = next((place for place, event in enumerate(entry.events) if _names(event, round_begun)), len(entry.events))
    return replace(entry, events=entry.events[:border]), replace(entry, events=entry.events[border:])


def _names(event: Event, number: int) -> bool:
    return isinstance(event.data, dict) and event.data.get("round") == number
