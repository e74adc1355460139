"""Acts of an organiser on one seat of which the others at its table read, whoever gains by them."""

from __future__ import annotations

from collections.abc import Container

from tournaments.actions.table.notify_table import tell_all
from tournaments.actions.table.session import Session
from tournaments.language.default_reasons import said_to
from tournaments.letters.organiser import Act, acted
from tournaments.letters.parts.draft import Draft
from tournaments.models import Player, Seat

__all__ = ["Act", "tell"]


def tell(
    session: Session, seat: Seat, actor: Player, act: Act, reason: str, once: str, *, but: Container[int] = (),
    n: int = 0,
) -> None:  # fmt: skip
    """A letter to everybody who has a seat, within the session.

    once  what makes this act another than the same one before
    but   keys of seats that another letter tells
    n     hours, of MORE_TIME
    """

    def written(other: Seat) -> Draft:
        return acted(other, session.match, act, actor, str(seat.owner), said_to(other.player, reason), n)

    here = [other for other in session.seats if other.player and other.player.is_active and other.pk not in but]
    tell_all(session, written, f"acted:{act.name}:{once}", here)
