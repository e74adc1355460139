"""The rule of who may write for a seat, and the words for who may not: the same for letters and pages."""

from __future__ import annotations

from tournaments.language.refusals import NotYours
from tournaments.language.speech import say
from tournaments.models import Player, Seat, Table
from tournaments.queries.names import table_title


def check(seat: Seat, player: Player | None = None) -> None:
    """NotYours where nobody may write for the seat now. `player`: who writes on the page, if it is not a letter."""
    if words := why_not(seat, player):
        raise NotYours(words)


def why_not(seat: Seat, player: Player | None = None) -> str:
    """The reason why that player, or the seat's own, may not write for the seat now; "" where they may."""
    table, title = seat.table, table_title(seat.table)
    if table.state == Table.State.STOPPED:  # asked first: the stand-in has all seats of a stopped table
        if table.league.is_cancelled:
            return say(
                "The league was cancelled: {title} has stopped, and nothing is played there any more.", title=title
            )
        return say("The organiser has stopped {title}: nothing is played there any more.", title=title)
    if seat.mover == Seat.Mover.REPLACED or seat.player is None:
        if table.state == Table.State.FINISHED:
            return say("{title} is over, and the stand-in played this seat when it ended.", title=title)
        return say("The stand-in plays this seat now.")
    if not seat.player.is_active or (player is not None and seat.player_id != player.pk):
        return say("This seat is no longer yours.")
    return ""
