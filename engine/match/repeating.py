"""One entry of a log done once more, as it was done first. Compares nothing: that is the match's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.decisions import Move
from engine.match.log import CLOSE, MOVE, ROLL_BACK, UNDO, Entry
from engine.refusals import BrokenRecord

if TYPE_CHECKING:
    from engine.match.match import Match


def repeat(match: Match, entry: Entry) -> None:
    """Do to a match what the entry says was done. BrokenRecord when it says nothing that can be done."""
    if entry.kind == CLOSE and entry.serial is not None:
        match.close(entry.serial)
    elif entry.kind == UNDO and entry.seat is not None:
        match.undo(entry.seat)
    elif entry.kind == ROLL_BACK and entry.to is not None:
        match.roll_back(entry.to, anew=entry.branch > max(before.branch for before in match.history))
    elif entry.kind == MOVE and entry.seat is not None and entry.move is not None:
        match.play(entry.seat, Move.of(entry.move), serial=entry.serial, by=entry.by)
    else:
        raise BrokenRecord(f"no entry is of kind {entry.kind!r} with these fields")
