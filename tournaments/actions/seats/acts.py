"""Acts of an organiser on one seat of which the others at its table read, whoever gains by them."""

from __future__ import annotations

from collections.abc import Container

from tournaments.actions.table import session
from tournaments.actions.table.session import Sitting
from tournaments.language.reasons import said_to
from tournaments.letters.organiser import Act, acted
from tournaments.models import Player, Seat
from tournaments.outbox import outbox

__all__ = ["Act", "tell"]


def tell(
    s: Sitting, seat: Seat, actor: Player, act: Act, reason: str, once: str, *, but: Container[int] = (), n: int = 0
) -> None:
    """A letter to everybody who has a seat, within the sitting.

    once  what makes this act another than the same one before
    but   keys of seats that another letter tells
    n     hours, of MORE_TIME
    """
    whose = str(session.owner(seat))
    for other in s.seats:
        if other.player is None or not other.player.is_active or other.pk in but:
            continue
        s.next_letter()
        draft = acted(other, s.match, act, actor, whose, said_to(other.player, reason), n)
        outbox.write(draft, player=other.player, seat=other, dedupe=f"acted:{act.name}:{once}:{other.pk}")
