"""The conditions under which a seat may take its orders back, and how far. Changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import Game
from engine.language.speech import say
from engine.match.log import CLOSE, Entry
from engine.refusals import UndoRefused

_OWN_WORD = ("order", "kept")
_NO_CHOICE = ("rule", "default", "automatic")


def last_orders(line: Sequence[Entry], seat: int) -> int:
    """Find where in the entries in force the last decision begins that the seat itself has answered."""
    own = [entry for entry in line if entry.seat == seat and entry.by in _OWN_WORD]
    if not own:
        raise UndoRefused("undo", say("there is no order of yours to take back"))
    return next(at for at, entry in enumerate(line) if entry.seat == seat and entry.serial == own[-1].serial)


def check(game: Game[Any], entries: Sequence[Entry], seat: int, branch: int) -> None:
    """UndoRefused unless all this can still be taken back: nobody else has chosen, nothing hidden was seen.

    branch  of chance that is in force now
    """
    for entry in entries:
        if entry.branch != branch:
            raise UndoRefused("undo", say("the organiser has had chance drawn anew since"))
        if entry.kind == CLOSE:
            raise UndoRefused("undo", say("the choices have been revealed"))
        if entry.seat != seat and entry.by not in _NO_CHOICE:
            raise UndoRefused("undo", say("somebody else has moved since"))
        if entry.rolls:
            raise UndoRefused("undo", say("dice were thrown or cards were shuffled since"))
        if game.reveals(entry.events, seat if entry.seat is None else entry.seat):
            raise UndoRefused("undo", say("something hidden was seen"))
