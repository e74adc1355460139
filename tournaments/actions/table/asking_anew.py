"""An open question asked anew from the table as it is now, instead of by a letter that may not go out as it is."""

from __future__ import annotations

from django.db import transaction

from tournaments.actions.table.session import Session, lock
from tournaments.letters import turn as letters
from tournaments.models import OutboundLetter, Seat
from tournaments.outbox import outbox
from tournaments.queries.letters import kinds


@transaction.atomic
def instead_of(letter: OutboundLetter) -> OutboundLetter | None:
    """Ask the letter's reader what it asked, if that is still open and theirs; the new letter, if one was written.

    It goes out at once, whatever the reader wants in the daily letter: the old one was to go out now, too.
    """
    if letter.seat_id is None or letter.copy_of_id is not None or not kinds.of(letter.kind).asks:
        return None
    with Session.open(lock(seats=letter.seat_id)) as session:
        seat = session.seat(letter.seat_id)
        turn = session.turns.get(seat.number)
        if not session.is_running or turn is None or turn.serial != letter.serial:
            return None
        if seat.player is None or seat.player_id != letter.player_id or seat.mover != Seat.Mover.PLAYER:
            return None
        number = session.next_letter()
        draft = letters.turn(seat, turn, session.match, session.plans[seat.number], session.news(seat))
        key = f"asked-anew:{seat.pk}:{number}"
        new = outbox.write(draft, player=seat.player, seat=seat, dedupe=key, serial=turn.serial)
        if new.state == OutboundLetter.State.FOR_DIGEST:
            outbox.release(OutboundLetter.objects.filter(pk=new.pk))
        return new
