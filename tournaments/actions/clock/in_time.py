"""Whether something has to wait for what a letter in time could still change: one rule for all that the clock decides.

Every action that the sweep takes because somebody's time is over asks here first (`sweeps`), and so do organisers' acts
that end such a time. A letter is in time if it came until the moment that the players were told, whenever it is read:

    it may not be here yet     a door was closed, or has not been seen open since (`heartbeats.at_rest`)
    it may lie here unread     whoever may write for the seat, or is proved to be its player, has sent it

Letters that only claim to be a player's move nothing without a yes and are not waited for, nor are those with the null
sender. Letters that have to wait in a queue (`pace`) count as far as they are read soon: however many somebody
sends, that puts nothing off for longer than HELD_UP after its moment.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q

from tournaments.actions.clock import pace
from tournaments.models import League, Player, Seat, Table
from tournaments.runtime import heartbeats

LOOK_AGAIN = timedelta(seconds=15)  # while letters that may count are still unread
HELD_UP = timedelta(minutes=30)  # after the moment; who sends more than anybody needs waits ten minutes
AT_REST, FOR_LETTERS = "at rest", "waits for letters"


def waits(now: datetime, due: datetime, letters: Q) -> str:
    """The reason why what was due at a moment cannot be done now: AT_REST, FOR_LETTERS, or "".

    due      the moment that was told to the players; it must not move while letters are waited for
    letters  that could change it: `of_table`, `of_seat`, `of_player` or `of_league`
    """
    if heartbeats.at_rest(now, due):
        return AT_REST
    return FOR_LETTERS if unread(letters, due) else ""


def unread(letters: Q, due: datetime, by: datetime | None = None) -> bool:
    """Whether some of these letters that came in time are still unread.

    by  until when a letter comes in time, if not until the moment itself
    """
    soon = Q(queue="") | Q(read_from__lte=due + HELD_UP)
    in_time = pace.unread().filter(soon, received_at__lte=by or due).exclude(mail_from=pace.NULL_SENDER)
    return in_time.filter(letters).exists()


def of_table(table: Table) -> Q:
    """Letters for the seats of a table, and those without a seat from everybody who plays there."""
    players = [seat.player_id for seat in table.seated if seat.player_id is not None]
    return Q(seat__in=[seat.pk for seat in table.seated]) | _without_seat(player__in=players)


def of_seat(seat: Seat) -> Q:
    """Letters for one seat, and those of its player without a seat."""
    return Q(seat=seat.pk) | _without_seat(player=seat.player_id)


def of_player(player: Player) -> Q:
    """Letters that are proved to be one player's, for whatever seat."""
    return Q(player=player, proved=True)


def of_league(league: League) -> Q:
    """Letters for the seats of a league's tables, and those without a seat from everybody who has entered it."""
    return Q(seat__table__league=league) | _without_seat(player__in=league.entries.order_by().values("player"))


def _without_seat(**whose: object) -> Q:
    return Q(seat=None, proved=True, **whose)
