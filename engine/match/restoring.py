"""States made again from entries of a log, by the rules alone: nothing is asked, offered or compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.chance import Chance
from engine.decisions import Move
from engine.events import Event, Json
from engine.game import Game
from engine.match.log import CLOSE, START, Entry, live
from engine.refusals import UndoRefused


def begun(game: Game[Any], header: Mapping[str, Json], chance: Chance) -> tuple[Any, list[Event]]:
    """The state with which a match begins, and what happened up to its first choice."""
    if "position" in header:
        return game.read_position(header["position"]), []
    return game.start(header["seats"], header["options"], chance)


def positions(
    game: Game[Any], header: Mapping[str, Any], secret: bytes, log: Sequence[Entry]
) -> Iterator[tuple[Entry, Any]]:
    """Every entry of a log with the state after it: what was taken back as well, if the log has it.

    The state is one object that goes on; copy what you keep. Nothing is checked and nothing offered, which makes it
    many times cheaper than `Match.steps`: for logs that this service has written itself.
    """
    chance = Chance.under(header, secret)
    branch = 0  # under which what lies unseen in `state` was drawn
    wanted = {entry.to for entry in log if entry.to is not None}
    kept: dict[int, tuple[Any, int]] = {}
    state: Any = None
    for entry in log:
        chance.branch = entry.branch
        if entry.to is not None:
            state, branch = game.copy(kept[entry.to][0]), kept[entry.to][1]
        if entry.branch != branch:
            game.redraw(state, chance)
            branch = entry.branch
        if entry.kind == START:
            state = begun(game, header, chance)[0]
        elif entry.kind == CLOSE:
            game.close(state, chance)
        elif entry.seat is not None and entry.move is not None:
            game.play(state, entry.seat, Move.of(entry.move), chance)
        if entry.number in wanted:
            kept[entry.number] = game.copy(state), branch
        yield entry, state


def landing(game: Game[Any], header: Mapping[str, Any], secret: bytes, log: Sequence[Entry], to: int) -> int:
    """The entry to which a roll back to entry `to` of a whole log goes: that one, or the one before choices begin.

    Among choices that all make at once nobody lands: some would hold, and they may have been read since, while others
    are open. UndoRefused where the log has no such entry.
    """
    if not 0 <= to < len(log):
        raise UndoRefused("roll back", f"the log has no entry {to}")
    line, kept, sealed = live(log[: to + 1]), 0, False
    for number, (entry, state) in enumerate(positions(game, header, secret, line), 1):
        before, sealed = sealed, any(ask.sealed for ask in game.asks(state))
        if entry.kind == CLOSE or not (before and sealed):
            kept = number
    return to if kept == len(line) else line[kept].number - 1
