"""Letters that tell a table what its organiser has done to it. Nothing here is done in silence; nothing is decided."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import engine
from engine.events import Event
from engine.plans import Plan
from tournaments import telling
from tournaments.mail.letters.draft import Draft, compose
from tournaments.mail.letters.frame import about_table, about_turn, picture_of, told
from tournaments.mail.letters.layout import marker, quoted
from tournaments.mail.letters.names import harmless
from tournaments.models import Player, Seat, Turn


def rolled_back(
    seat: Seat,
    match: engine.Match,
    plan: Plan,
    turn: Turn | None,
    *,
    actor: Player,
    reason: str,
    back_to: Sequence[Event],
    since: Iterable[Event],
    anew: bool,
) -> Draft:
    """The game stands where it stood before. `back_to`: what had happened last then; `turn`: what is asked now."""
    values = about_turn(seat, turn, match, plan, ()) if turn else about_table(seat, match)
    after = [event for event in since if event.kind != telling.TAKEN_BACK]
    values |= {
        "organiser": harmless(actor.name),
        "reason": quoted(reason),
        "back_to": told(match.game, back_to, values["names"], seat.number)[-1:],
        "happened": told(match.game, after, values["names"], seat.number),
        "anew": anew,
    }
    asked = (f"now {values['state']}", "write above here") if turn else ("nothing to do now",)
    values["first"] = marker("THE GAME GOES BACK", *asked)
    picture = picture_of(seat, match)
    return compose("rolled_back", values, serial=turn.serial if turn else 0, picture=picture)
