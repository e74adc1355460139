"""A match told entry by entry, or round by round: played again from its log, with positions. Changes nothing.

In rounds what was taken back is left out. Where an entry ends a round and begins the next, its events are divided:
those from the first one that names the new round on belong to the new round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.chance import Chance
from engine.decisions import Move
from engine.events import Event
from engine.game import Game
from engine.log import CLOSE, START, Entry, live
from engine.match import Match


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


def positions(
    game: Game[Any], header: Mapping[str, Any], secret: bytes, log: Sequence[Entry]
) -> Iterator[tuple[Entry, Any]]:
    """Every entry of a log with the state after it: what was taken back as well, if it stands in the log.

    The state is one object that goes on; copy what you keep. Nothing is checked and nothing offered, which makes it
    many times cheaper than `Match.steps`: for logs that this service has written itself.
    """
    chance = Chance.under(header, secret)
    wanted = {entry.to for entry in log if entry.to is not None}
    kept: dict[int, Any] = {}
    state: Any = None
    for entry in log:
        chance.branch = entry.branch
        if entry.kind == START:
            state = _begun(game, header, chance)
        elif entry.kind == CLOSE:
            game.close(state, chance)
        elif entry.to is not None:
            state = game.copy(kept[entry.to])
        elif entry.seat is not None and entry.move is not None:
            game.play(state, entry.seat, Move.of(entry.move), chance)
        if entry.number in wanted:
            kept[entry.number] = game.copy(state)
        yield entry, state


def _begun(game: Game[Any], header: Mapping[str, Any], chance: Chance) -> Any:
    if "position" in header:
        return game.read_position(header["position"])
    return game.start(header["seats"], header["options"], chance)[0]


def _divided(entry: Entry, round_begun: int) -> tuple[Entry, Entry]:
    """What of an entry belongs to the round that it ends, and what to the one that it begins."""
    border = next((place for place, event in enumerate(entry.events) if _names(event, round_begun)), len(entry.events))
    return replace(entry, events=entry.events[:border]), replace(entry, events=entry.events[border:])


def _names(event: Event, number: int) -> bool:
    return isinstance(event.data, dict) and event.data.get("round") == number
