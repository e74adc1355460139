"""One letter for everybody who has a seat, with the question for whoever is asked. Within the caller's transaction."""

from __future__ import annotations

from collections.abc import Callable

from tournaments.actions.table import turns
from tournaments.actions.table.session import Sitting
from tournaments.letters.parts.draft import Draft
from tournaments.models import Seat, Turn
from tournaments.outbox import outbox


def tell_all(s: Sitting, written: Callable[[Seat, Turn | None], Draft], what: str) -> tuple[int, ...]:
    """Send each what is written for the seat and its open turn; the numbers of the seats that have been asked by it.

    what  of which each seat gets one letter only
    """
    asked = []
    for seat in s.seats:
        if seat.player is None:
            continue
        turn = s.turns.get(seat.number)
        if turn is not None:
            turns.turn_asked(s, turn)
            asked.append(seat.number)
        s.next_letter()
        outbox.write(written(seat, turn), player=seat.player, seat=seat, dedupe=f"{what}:{seat.pk}")
    return tuple(asked)
