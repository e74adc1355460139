"""The words of letters about a choice that all make at the same time: who has chosen, how long it can be changed."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

import engine
from tournaments.formats import clocks
from tournaments.language.speech import say
from tournaments.models import Seat


def standing(seat: Seat, match: engine.Match) -> str:
    """The state of the choice in two sentences; "" where the seat has neither to make one nor made one."""
    if not is_sealed(seat, match):
        return ""
    return f"{counted(match)} {changeable(seat, match)}"


def is_sealed(seat: Seat, match: engine.Match) -> bool:
    """Whether the seat takes part in a choice that is sealed at this moment."""
    decision = match.decision(seat.number)
    return decision is not None and decision.sealed


def is_made(seat: Seat, match: engine.Match) -> bool:
    """Whether the seat has made that choice."""
    return is_sealed(seat, match) and match.decision(seat.number) not in match.waiting


def count(match: engine.Match) -> str:
    """ "2 of 4 have chosen", for the marker line."""
    made = match.seats - len(match.waiting)
    return say("{made} of {seats} {made:!has|have} chosen", made=made, seats=match.seats)


def counted(match: engine.Match) -> str:
    """The state of the choice in one sentence."""
    if len(match.waiting) == match.seats:
        return say("Nobody has chosen yet.")
    return say("So far {count}.", count=count(match)) if match.waiting else say("All have chosen.")


def changeable(seat: Seat, match: engine.Match) -> str:
    """The sentence on how long it can be changed: a moment once all have chosen, before that a condition.

    The moment stays where somebody opens their choice again; all wait for them if it passes meanwhile.
    """
    moment, delay, now = seat.table.reveal_at, seat.table.league.reveal_delay, timezone.now()
    is_over = moment is not None and moment <= now
    if is_over and not match.waiting:
        return say("The choices are revealed now.")
    if is_over or delay <= timedelta(0):
        return say("You can change your mind until the last of you has chosen.")
    if moment is not None and seat.player is not None:
        by = clocks.short(moment, seat.player.zone, now)
        if not match.waiting:
            return say("You can change your mind until {moment}.", moment=by)
        return say("You can change your mind until {moment} at least, and until the last of you has chosen.", moment=by)
    after = clocks.time_left(now, now + delay)
    return say("You can change your mind until {time} after the last of you has chosen.", time=after)
