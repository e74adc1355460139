"""The look of an organiser at what is hidden at a table: always in the journal, and told to a table they play at."""

from __future__ import annotations

from django.db import transaction

from tournaments.actions import journal
from tournaments.actions.league.permissions import check_helper
from tournaments.actions.table.notify_table import tell_all
from tournaments.actions.table.session import Session
from tournaments.language.refusals import NotOpen
from tournaments.letters import organiser as letters
from tournaments.models import Player, Table
from tournaments.queries.access.desk_rights import LOOKED, closed_to, looked_into


@transaction.atomic
def look_inside(table_id: int, actor: Player, reason: str) -> Table:
    """Open hands, plans, letters and private words of a table to an organiser. A second call does nothing.

    Everybody at the table reads of it with the reason if the organiser plays there: nobody knows more in silence.
    """
    with Session.open(table_id) as session:
        check_helper(session.league, actor)
        if looked_into(actor).filter(pk=table_id).exists():
            return session.table
        if not closed_to(actor).filter(pk=table_id).exists():
            raise NotOpen(f"The game at {session.table} has not begun: nothing is hidden there.")
        words = f"{actor} looked at what is hidden at {session.table}: {reason}"
        journal.note(LOOKED, words, actor=actor, table=session.table)
        if any(seat.player_id == actor.pk for seat in session.seats):
            what = f"looked:{table_id}:{actor.pk}"
            tell_all(session, lambda seat: letters.looked_inside(seat, session.match, actor, reason), what)
        return session.table
