"""The mover of a seat: the stand-in for good, or the player again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.db import transaction

from tournaments.actions import journal
from tournaments.actions.league.permissions import check_impartial
from tournaments.actions.seats import acts, offered
from tournaments.actions.table import turns
from tournaments.actions.table.notify_table import tell_all
from tournaments.actions.table.session import Session, lock
from tournaments.language.refusals import MovedOn, NotOpen
from tournaments.letters import table as letters
from tournaments.models import Entry, JournalLine, League, Player, Seat, Table
from tournaments.queries.stoppages import GIVEN, GIVEN_BACK, REPLACED, RESIGNED

GIVEN_UP = (REPLACED, RESIGNED)  # verbs of the journal after which the stand-in has a seat for good
GIVEN_TO = (GIVEN, GIVEN_BACK)  # and after which a player has it again


@transaction.atomic
def replace_by_stand_in(seat_id: int, actor: Player, reason: str, epoch: int | None = None) -> Seat:
    """Let the stand-in move for a seat for good; its reply addresses end. MovedOn where it does, NotOpen after the end.

    epoch  the seat's `token_epoch` when the organiser looked: MovedOn if somebody else has got it since
    """
    with _seat_of_game(seat_id, actor, epoch) as (session, seat):
        if seat.mover == Seat.Mover.REPLACED:
            raise MovedOn("The stand-in plays this seat already.")
        leave_to_bot(session, seat)
        session.write_down()
        _tell_everybody(session, seat, actor, reason)
    words = f"{actor} let the stand-in play for {seat.player}: {reason}"
    journal.note(REPLACED, words, actor=actor, seat=seat)
    return seat


@transaction.atomic
def give_back(seat_id: int, actor: Player, reason: str, epoch: int | None = None) -> Seat:
    """The organiser gives a seat back to its player, who is asked by letter if it is their turn.

    The table reads of it. Offers of the seat to others are over. MovedOn where the player has it, NotOpen after the
    game and where nobody would be there to play.
    epoch  as for `replace_by_stand_in`
    """
    with _seat_of_game(seat_id, actor, epoch) as (session, seat):
        if seat.mover == Seat.Mover.PLAYER:
            raise MovedOn("The player has this seat already.")
        if not may_play(seat):
            raise NotOpen(
                "Nobody is there who could play this seat: readmit its player, or give the seat to another one."
            )
        player_again(seat)
        offered.end_for(seat)
        turns.advance(session)
        session.write_down()
        acts.tell(session, seat, actor, acts.Act.GIVEN_BACK, reason, f"{seat.pk}:{session.table.letters}")
    journal.note(GIVEN_BACK, f"{actor} gave {seat} back to {seat.player}: {reason}", actor=actor, seat=seat)
    return seat


def has_any(league: League, player: Player) -> bool:
    """Whether the player has a seat in the league, which makes one a member of it once it has begun.

    Also at a table that has stopped, or that is yet to be opened: it may come back.
    """
    return Seat.objects.filter(table__league=league, player=player).exists() or bool(later(league, player))


def later(league: League, player: Player) -> list[Table]:
    """The tables that have not been opened and have the player in their line-up, by number."""
    tables = league.tables.filter(state__in=Table.UNOPENED).order_by("number")
    return [table for table in tables if player.pk in table.lineup]


def may_play(seat: Seat) -> bool:
    """Whether the seat has a player who is here and in the league."""
    if seat.player is None or not seat.player.is_active:
        return False
    entries = seat.table.league.entries.filter(player=seat.player_id)
    return not entries.filter(state__in=Entry.GONE).exists()


@transaction.atomic
def take_back(seat: Seat) -> bool:
    """Let the stand-in leave the seat of a player who is there again. True if it was sitting there."""
    with Session.open(seat.table_id) as session:
        seat = session.seat(seat.pk)
        if seat.mover != Seat.Mover.STAND_IN or not session.is_running:
            return False
        player_again(seat)
    journal.note("back", f"{seat.player} is back", actor=seat.player, seat=seat)
    return True


def leave_to_bot(session: Session, seat: Seat) -> None:
    """The stand-in has the seat from now on, and plays; its reply addresses end."""
    seat.mover = Seat.Mover.REPLACED
    seat.token_epoch += 1
    turns.advance(session)


def player_again(seat: Seat) -> None:
    """Return the seat to its player; earlier expiries no longer count towards losing it."""
    seat.mover = Seat.Mover.PLAYER
    seat.expired_on = []


def not_given_up(replaced: Iterable[Seat]) -> list[Seat]:
    """Of seats that the stand-in has, those whose player has neither resigned nor been replaced by the organiser.

    It has such a seat because the player is out of the league or the table was stopped, and for as long as that.
    """
    found = list(replaced)
    lines = JournalLine.objects.filter(seat__in=found, verb__in=(*GIVEN_UP, *GIVEN_TO)).order_by("pk")
    newest = dict(lines.values_list("seat", "verb"))
    return [seat for seat in found if newest.get(seat.pk) not in GIVEN_UP]


@contextmanager
def _seat_of_game(seat_id: int, actor: Player, epoch: int | None) -> Iterator[tuple[Session, Seat]]:
    """The session of a running game for an act of the actor on one of its seats, which is as they saw it."""
    with Session.open(lock(seats=seat_id)) as session:
        check_impartial(session.league, actor, pk=session.table.pk)
        seat = session.seat(seat_id)
        if not session.is_running:
            raise NotOpen(f"The game at {session.table} is over.")
        if epoch not in (None, seat.token_epoch):
            raise MovedOn("Somebody else has got this seat since you looked. Look again.")
        yield session, seat


def _tell_everybody(session: Session, seat: Seat, actor: Player, reason: str) -> None:
    whose = seat.player.name if seat.player else str(seat)
    what = f"replaced:{seat.pk}:{seat.token_epoch}"
    tell_all(session, lambda other: letters.replaced(other, session.match, actor, whose, reason), what)
