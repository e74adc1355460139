"""An organiser helps a player of whose letters nothing can be done: with their words, and the open question again."""

from __future__ import annotations

from django.db import transaction

from tournaments.actions import journal, lengths, present
from tournaments.actions.league.permissions import check_organiser
from tournaments.actions.table import refused_letters, session, turns
from tournaments.formats import clocks
from tournaments.language.refusals import BadSettings, MovedOn, NotOpen, TooOften
from tournaments.letters import organiser as letters
from tournaments.models import Player, Seat, Table
from tournaments.outbox import limits, outbox

LETTERS_AN_HOUR = 6  # to one seat


@transaction.atomic
def help_player(seat_id: int, actor: Player, words: str, epoch: int | None = None) -> Seat:
    """Mail the words to a seat's player, with what the seat is asked now; its refused letters are counted anew.

    epoch  the seat's `token_epoch` when the organiser looked: MovedOn if somebody else has got it since
    NotOpen where nobody plays; BadSettings without words or for too many; TooOften for more letters than anybody reads.
    """
    s = session.begin(session.lock(seats=seat_id))
    check_organiser(s.league, actor)
    present.hold(actor)
    seat, words = s.seat(seat_id), words.strip()
    if epoch not in (None, seat.token_epoch):
        raise MovedOn("The seat has changed hands or addresses since you looked. Look again.")
    if s.table.state != Table.State.RUNNING or seat.mover == Seat.Mover.BOT or seat.player is None:
        raise NotOpen("Nobody plays this seat now, so there is nobody to help.")
    if not words:
        raise BadSettings("Write what the player should know: the letter has your words above the question.")
    lengths.check(words)
    if not limits.allow("helped", limits.holder(seat), LETTERS_AN_HOUR, limits.HOUR):
        moment = clocks.short(limits.end_of(limits.HOUR), actor.zone, s.now)
        raise TooOften(f"You have written to this player {LETTERS_AN_HOUR} times in this hour. Write after {moment}.")
    refused_letters.begin_anew(seat)
    turns.write_down(s)
    turns.close(s, without=_write(s, seat, seat.player, actor, words))
    journal.note("helped", f"{actor} wrote to {seat.player} at {s.table}", actor=actor, seat=seat)
    return seat


def _write(s: session.Sitting, seat: Seat, player: Player, actor: Player, words: str) -> tuple[int, ...]:
    turn = s.turns.get(seat.number)
    if turn is not None:
        turns.turn_asked(s, turn)
    number, news = s.next_letter(), session.news(s, seat)
    draft = letters.helped(seat, s.match, s.plans[seat.number], turn, actor=actor, words=words, since=news)
    outbox.write(draft, player=player, seat=seat, dedupe=f"helped:{seat.pk}:{number}")
    return (seat.number,) if turn is not None else ()
