"""Who moves for a seat: a bot in the player's place, the player again."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from tournaments.actions import journal
from tournaments.actions.league.permissions import check_impartial
from tournaments.actions.seats import acts, offered
from tournaments.actions.table import session, turns
from tournaments.actions.table.session import Sitting
from tournaments.language.refusals import MovedOn, NotOpen
from tournaments.letters import table as letters
from tournaments.models import Entry, JournalLine, League, Player, Seat, Table
from tournaments.outbox import outbox
from tournaments.queries.stoppages import GIVEN, GIVEN_BACK, REPLACED, RESIGNED

GIVEN_UP = (REPLACED, RESIGNED)  # verbs of the journal after which a bot has a seat for good
GIVEN_TO = (GIVEN, GIVEN_BACK)  # and after which a player has it again


@transaction.atomic
def replace_by_bot(seat_id: int, actor: Player, reason: str, epoch: int | None = None) -> Seat:
    """Let a bot move for a seat for good; its reply addresses end. MovedOn where a bot has it, NotOpen after the game.

    epoch  the seat's `token_epoch` when the organiser looked: MovedOn if somebody else has got it since
    """
    s, seat = _take_up(seat_id, actor, epoch)
    if seat.mover == Seat.Mover.BOT:
        raise MovedOn("A bot plays this seat already.")
    seat.mover = Seat.Mover.BOT
    seat.token_epoch += 1
    turns.advance(s)
    turns.write_down(s)
    _tell_everybody(s, seat, actor, reason)
    turns.close(s)
    words = f"{actor} let a bot play for {seat.player}: {reason}"
    journal.note(REPLACED, words, actor=actor, seat=seat)
    return seat


@transaction.atomic
def give_back(seat_id: int, actor: Player, reason: str, epoch: int | None = None) -> Seat:
    """The organiser gives a bot's seat back to its player, who is asked by letter if it is their turn.

    The table reads of it. Offers of the seat to others are over. MovedOn where the player has it, NotOpen after the
    game and where nobody would be there to play.
    epoch  as for `replace_by_bot`
    """
    s, seat = _take_up(seat_id, actor, epoch)
    if seat.mover == Seat.Mover.PLAYER:
        raise MovedOn("The player has this seat already.")
    if not may_play(seat):
        raise NotOpen("Nobody is there who could play this seat: readmit its player, or give the seat to another one.")
    player_again(seat)
    offered.end_for(seat)
    turns.advance(s)
    turns.write_down(s)
    acts.tell(s, seat, actor, acts.Act.GIVEN_BACK, reason, f"{seat.pk}:{s.table.letters}")
    turns.close(s)
    journal.note(GIVEN_BACK, f"{actor} gave {seat} back to {seat.player}: {reason}", actor=actor, seat=seat)
    return seat


def has_any(league: League, player: Player) -> bool:
    """Whether the player has a seat in the league: who has one is in it once it has begun, who has none is not.

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
    """The player is there again: the stand-in leaves the seat. True if it was sitting there."""
    s = session.begin(seat.table_id)
    seat = s.seat(seat.pk)
    if seat.mover != Seat.Mover.STAND_IN or s.table.state != Table.State.RUNNING:
        return False
    player_again(seat)
    turns.write_down(s)
    turns.close(s)
    journal.note("back", f"{seat.player} is back", actor=seat.player, seat=seat)
    return True


def player_again(seat: Seat) -> None:
    """Whoever comes back begins anew: earlier expiries no longer count towards losing the seat."""
    seat.mover = Seat.Mover.PLAYER
    seat.expired_on = []


def not_given_up(bots: Iterable[Seat]) -> list[Seat]:
    """Of seats that a bot has, those whose player has neither resigned nor been replaced by the organiser.

    Such a seat has a bot because its player is out of the league or its table was stopped, and for as long as that.
    """
    found = list(bots)
    lines = JournalLine.objects.filter(seat__in=found, verb__in=(*GIVEN_UP, *GIVEN_TO)).order_by("pk")
    newest = dict(lines.values_list("seat", "verb"))
    return [seat for seat in found if newest.get(seat.pk) not in GIVEN_UP]


def _take_up(seat_id: int, actor: Player, epoch: int | None) -> tuple[Sitting, Seat]:
    s = session.begin(session.lock(seats=seat_id))
    check_impartial(s.league, actor, pk=s.table.pk)
    seat = s.seat(seat_id)
    if s.table.state != Table.State.RUNNING:
        raise NotOpen(f"The game at {s.table} is over.")
    if epoch not in (None, seat.token_epoch):
        raise MovedOn("Somebody else has got this seat since you looked. Look again.")
    return s, seat


def _tell_everybody(s: Sitting, seat: Seat, actor: Player, reason: str) -> None:
    whose = seat.player.name if seat.player else str(seat)
    for other in s.seats:
        if other.player is None:
            continue
        s.next_letter()
        draft = letters.replaced(other, s.match, actor, whose, reason)
        outbox.write(draft, player=other.player, seat=other, dedupe=f"replaced:{seat.pk}:{seat.token_epoch}:{other.pk}")
