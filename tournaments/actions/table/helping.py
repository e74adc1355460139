"""Help by an organiser for a player whose letters are refused: their words, and the open question again."""

from __future__ import annotations

from django.db import transaction

from tournaments.actions import journal, lengths, present
from tournaments.actions.league.permissions import check_helper
from tournaments.actions.table import refused_letters, turns
from tournaments.actions.table.session import Session, lock
from tournaments.formats import clocks
from tournaments.language.refusals import BadSettings, MovedOn, NotOpen, TooOften
from tournaments.letters import organiser as letters
from tournaments.models import Player, Seat
from tournaments.outbox import limits, outbox

LETTERS_AN_HOUR = 6  # to one seat


@transaction.atomic
def help_player(seat_id: int, actor: Player, words: str, epoch: int | None = None) -> Seat:
    """Mail the words to a seat's player, with what the seat is asked now; its refused letters are counted anew.

    epoch  the seat's `token_epoch` when the organiser looked: MovedOn if somebody else has got it since
    NotOpen where nobody plays; BadSettings without words or for too many; TooOften for more letters than anybody reads.
    """
    with Session.open(lock(seats=seat_id)) as session:
        check_helper(session.league, actor)
        present.hold(actor)
        seat, words = session.seat(seat_id), words.strip()
        if epoch not in (None, seat.token_epoch):
            raise MovedOn("The seat has changed hands or addresses since you looked. Look again.")
        if not session.is_running or seat.mover == Seat.Mover.REPLACED or seat.player is None:
            raise NotOpen("Nobody plays this seat now, so there is nobody to help.")
        if not words:
            raise BadSettings("Write what the player should know: the letter has your words above the question.")
        lengths.check(words)
        if not limits.allow("helped", limits.holder(seat), LETTERS_AN_HOUR, limits.HOUR):
            moment = clocks.short(limits.end_of(limits.HOUR), actor.zone, session.now)
            raise TooOften(
                f"You have written to this player {LETTERS_AN_HOUR} times in this hour. Write after {moment}."
            )
        refused_letters.begin_anew(seat)
        _write(session, seat, seat.player, actor, words)
    journal.note("helped", f"{actor} wrote to {seat.player} at {session.table}", actor=actor, seat=seat)
    return seat


def _write(session: Session, seat: Seat, player: Player, actor: Player, words: str) -> None:
    turn = session.turns.get(seat.number)
    if turn is not None:
        turns.turn_asked(session, turn)
    number, news = session.next_letter(), session.news(seat)
    draft = letters.helped(seat, session.match, session.plans[seat.number], turn, actor=actor, words=words, since=news)
    outbox.write(draft, player=player, seat=seat, dedupe=f"helped:{seat.pk}:{number}")
