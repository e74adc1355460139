"""An organiser looks at what is hidden at a table: journalled always, and told to a table they play at."""

from __future__ import annotations

from django.db import transaction

from tournaments.actions import journal
from tournaments.actions.league.permissions import check_organiser
from tournaments.actions.table import session
from tournaments.language.refusals import NotOpen
from tournaments.letters import organiser as letters
from tournaments.models import Player, Table
from tournaments.outbox import outbox
from tournaments.queries.access.rights import LOOKED, closed_to, looked_into


@transaction.atomic
def look_inside(table_id: int, actor: Player, reason: str) -> Table:
    """Open hands, plans, letters and private words of a table to an organiser. A second call does nothing.

    Everybody at the table reads of it with the reason if the organiser plays there: nobody knows more in silence.
    """
    s = session.begin(table_id)
    check_organiser(s.league, actor)
    if looked_into(actor).filter(pk=table_id).exists():
        return s.table
    if not closed_to(actor).filter(pk=table_id).exists():
        raise NotOpen(f"The game at {s.table} has not begun: nothing is hidden there.")
    words = f"{actor} looked at what is hidden at {s.table}: {reason}"
    journal.note(LOOKED, words, actor=actor, table=s.table)
    if any(seat.player_id == actor.pk for seat in s.seats):
        for seat in s.seats:
            if seat.player is None:
                continue
            s.next_letter()
            draft = letters.looked_inside(seat, s.match, actor, reason)
            outbox.write(draft, player=seat.player, seat=seat, dedupe=f"looked:{table_id}:{actor.pk}:{seat.pk}")
        session.save(s)
    return s.table
