"""One letter for everybody who has a seat. Within the session of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from tournaments.actions.table import turns
from tournaments.letters.parts.draft import Draft
from tournaments.models import Seat, Turn
from tournaments.outbox import outbox

if TYPE_CHECKING:
    from tournaments.actions.table.session import Session


def tell_all(session: Session, written: Callable[[Seat], Draft], what: str, to: Iterable[Seat] | None = None) -> None:
    """Send what is written for it to each seat that is a player's.

    what  the letter's key: each seat gets only one with it
    to    these seats alone
    """
    for seat in session.seats if to is None else to:
        if seat.player is not None:
            session.next_letter()
            outbox.write(written(seat), player=seat.player, seat=seat, dedupe=f"{what}:{seat.pk}")


def ask_all(session: Session, written: Callable[[Seat, Turn | None], Draft], what: str) -> None:
    """`tell_all` with the open question of whoever is asked."""

    def asking(seat: Seat) -> Draft:
        turn = session.turns.get(seat.number)
        if turn is not None:
            turns.turn_asked(session, turn)
        return written(seat, turn)

    tell_all(session, asking, what)
