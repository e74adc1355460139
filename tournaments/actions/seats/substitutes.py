"""Substitutes: a new player for a seat in mid-game. Old addresses and orders end; a letter tells what has happened."""

from __future__ import annotations

from django.db import IntegrityError, transaction

from engine.events import Event
from engine.match import log
from tournaments.actions import journal, present
from tournaments.actions.league import admission, leagues
from tournaments.actions.league.permissions import check_impartial, check_impartial_later, refuse_own_gain
from tournaments.actions.player import names
from tournaments.actions.seats import seats
from tournaments.actions.table import refused_letters, turns
from tournaments.actions.table.notify_table import tell_all
from tournaments.actions.table.session import Session, lock_tables, plan_of
from tournaments.actions.table.session import lock as lock_table
from tournaments.language.refusals import AlreadyEntered, HasLooked, MovedOn, NotOpen
from tournaments.language.speech import say
from tournaments.letters import substitutes as letters
from tournaments.letters.parts.draft import Draft
from tournaments.models import Entry, InboundLetter, League, Player, Seat, Table
from tournaments.outbox import outbox
from tournaments.queries import matches, telling
from tournaments.queries.access.desk_rights import drawn_anew_by, looked_into
from tournaments.queries.letters import outcomes
from tournaments.queries.stoppages import GIVEN

ROUNDS_TOLD = 2  # of what has happened, to the new player


@transaction.atomic
def give_seat(seat_id: int, player: Player, actor: Player, reason: str, *, epoch: int) -> Seat:
    """Let another player play a seat from here on; whether they want that is asked before (`actions.offers`).

    epoch  the seat's `token_epoch` when the organiser looked: MovedOn if somebody has got the seat since, so that
           of two presses one counts
    What has been scored so far goes with the seat. NotYours, NotOpen, AlreadyEntered (at this table, also in this
    seat), HasDecided, HasLooked, NameTaken, BadSettings.
    """
    with Session.open(lock_table(seats=seat_id)) as session:
        seat = session.seat(seat_id)
        check(seat, actor, epoch)
        _refuse_who_has_it(seat, player)
        league = leagues.locked(session.league)
        _refuse_unfair(session.table, seat, player)
        refuse_own_gain(league, player, actor)
        former = seat.player
        _enter(league, player)
        _hand_over(session, seat, player)
        turns.advance(session)
        session.write_down()
        _catch_up(session, seat, former, actor, reason)
        _tell_others(session, seat, former, actor, reason)
    if former is not None:
        seat.former.add(former)
        _leave(session.league, former)
    words = f"{actor} gave the seat of {former or 'the stand-in'} at {session.table} to {player}: {reason}"
    journal.note(GIVEN, words, actor=actor, seat=seat, to=player.pk, former=former.pk if former else None)
    return seat


def _refuse_who_has_it(seat: Seat, player: Player) -> None:
    """AlreadyEntered for the seat's own player, whose letters would end as those of a former one."""
    if seat.player_id != player.pk:
        return
    if seat.mover == Seat.Mover.REPLACED:
        raise AlreadyEntered(
            say(
                "This seat is {player}'s, and the stand-in plays it; nothing was changed. An organiser may give the "
                "seat back instead.",
                player=player,
            )
        )  # fmt: skip
    raise AlreadyEntered(say("{player} plays this seat already; nothing was changed.", player=player))


def _refuse_unfair(table: Table, seat: Seat, player: Player) -> None:
    """HasLooked for a player who knows more than the others at the table, or has had a hand in its chance."""
    if looked_into(player).filter(pk=table.pk).exists():
        words = say(
            "{player} has looked at what is hidden at {table} as an organiser and cannot play there any more.",
            player=player, table=table,
        )  # fmt: skip
        raise HasLooked(words)
    if drawn_anew_by(player).filter(pk=table.pk).exists():
        words = say(
            "{player} has had dice and cards drawn anew at {table} as an organiser and cannot take a seat there any "
            "more.",
            player=player, table=table,
        )  # fmt: skip
        raise HasLooked(words)
    if player.former_seats.filter(table=table).exclude(pk=seat.pk).exists():
        raise HasLooked(
            say("{player} has played another seat at {table} and knows its hand.", player=player, table=table)
        )


@transaction.atomic
def give_all_seats(seat_id: int, player: Player, actor: Player, reason: str, *, epoch: int) -> list[Seat]:
    """`give_seat` for every seat that the player of this one has in the league, now and later; all or none.

    AlreadyEntered too where both are to meet at a table that has not begun.
    """
    rest = lock(seat_id, everywhere=True)
    chosen = Seat.objects.select_related("table__league", "player").get(pk=seat_id)
    first = give_seat(seat_id, player, actor, reason, epoch=epoch)
    others = [give_seat(pk, player, actor, reason, epoch=epochs) for pk, epochs in rest.items()]
    _give_later_seats(chosen.table.league, chosen.player, first.owner, actor)
    return [first, *others]


def lock(seat_id: int, *, everywhere: bool) -> dict[int, int]:
    """Lock the tables of a seat and, `everywhere`, of its player's other seats in the league; the epochs of those."""
    chosen = Seat.objects.select_related("table").get(pk=seat_id)
    rest = {}
    if everywhere and chosen.player_id is not None:
        theirs = Seat.objects.filter(table__league=chosen.table.league_id, table__state=Table.State.RUNNING)
        theirs = theirs.filter(player=chosen.player_id).exclude(pk=seat_id)
        rest = dict(theirs.values_list("pk", "token_epoch"))
    lock_tables(Table.objects.filter(seats__in=[seat_id, *rest]))
    return rest


def _give_later_seats(league: League, former: Player | None, player: Player, actor: Player) -> None:
    """Give the seats at the league's tables that have not been opened yet, or come back if somebody is readmitted.

    AlreadyEntered where that would give one player two seats of a table, and with them two hands; NotYours where the
    actor is to play.
    """
    if former is None:
        return
    league = leagues.locked(league)
    for table in seats.later(league, former):
        check_impartial_later(table, actor)
        if player.pk in table.lineup:
            raise AlreadyEntered(
                say(
                    "{player} is to sit at {table} against {former}, and nobody has two seats at one table. Give only "
                    "this one seat, or all of them to somebody else.",
                    player=player, table=table, former=former,
                )
            )  # fmt: skip
        table.lineup = [player.pk if pk == former.pk else pk for pk in table.lineup]
        table.save(update_fields=("lineup",))
    _leave(league, former)


def check_later(seat: Seat, actor: Player) -> None:
    """NotYours where one of all the seats of this one's player is at a table at which the actor is to play."""
    for table in seats.later(seat.table.league, seat.player) if seat.player else ():
        check_impartial_later(table, actor)


def check(seat: Seat, actor: Player, epoch: int) -> None:
    """NotYours, NotOpen, MovedOn: whether the actor may give away a seat whose table is locked."""
    table = seat.table
    check_impartial(table.league, actor, pk=table.pk)
    if table.state != Table.State.RUNNING:
        raise NotOpen(f"The game at {table} is over.")
    if seat.token_epoch != epoch:
        raise MovedOn("Somebody else has got this seat since you looked. Look again.")


def _enter(league: League, player: Player) -> None:
    """Enter a player into the locked league, from its waiting list or from outside; an entrant stays as they are."""
    list(Entry.objects.select_for_update(no_key=True).filter(league=league, player=player).values_list("pk"))
    player = present.hold(player)
    admission.refuse_out(league, player)
    if not league.entries.filter(player=player, state=Entry.State.IN).exists():
        names.refuse_in(league, player)
    entry, _ = Entry.objects.get_or_create(league=league, player=player)
    if entry.state != Entry.State.IN:
        entry.state = Entry.State.IN
        entry.save(update_fields=("state",))


def _leave(league: League, former: Player) -> None:
    """Take a player who has no seat left in the league out of it."""
    if not seats.has_any(league, former):
        league.entries.filter(player=former, state=Entry.State.IN).update(state=Entry.State.LEFT)


def _hand_over(session: Session, seat: Seat, player: Player) -> None:
    waiting = InboundLetter.objects.filter(seat=seat, state=InboundLetter.State.HELD)
    waiting.update(state=InboundLetter.State.DONE, verdict=outcomes.of("seat given").verdict)
    outbox.take_back_questions(seat)
    seat.player, seat.since = player, session.now
    seat.token_epoch += 1
    _sit_down(seat, player)
    seats.player_again(seat)
    refused_letters.begin_anew(seat)
    seat.grace_used_at = None
    session.plans[seat.number] = plan_of(seat, {})


def _sit_down(seat: Seat, player: Player) -> None:
    """Write the seat's new player; the session saves the rest. AlreadyEntered for one who has another seat there."""
    try:
        with transaction.atomic():
            seat.save(update_fields=("player", "since"))
    except IntegrityError as error:
        raise AlreadyEntered(say("{player} sits at this table already.", player=player)) from error


def _catch_up(session: Session, seat: Seat, former: Player | None, actor: Player, reason: str) -> None:
    """Write the first letter to the new player, with the open question if there is one."""
    turn = session.turns.get(seat.number)
    if turn is not None:
        turns.begin_anew(session, turn)
    seat.seen = session.match.count - 1
    session.next_letter()
    draft = letters.taken_over(
        seat, session.match, session.plans[seat.number], turn, former=former, actor=actor, reason=reason,
        since=_lately(session),
    )  # fmt: skip
    outbox.write(draft, player=seat.owner, seat=seat, dedupe=f"taken-over:{seat.pk}:{seat.token_epoch}")


def _lately(session: Session) -> list[Event]:
    """The events of this round and the one before."""
    entries = log.live(matches.log_of(session.table))
    begun = [entry.number for entry in entries if any(event.kind == "round begins" for event in entry.events)]
    first = begun[-ROUNDS_TOLD] if len(begun) >= ROUNDS_TOLD else 0
    return telling.happened(entry for entry in entries if entry.number >= first)


def _tell_others(session: Session, seat: Seat, former: Player | None, actor: Player, reason: str) -> None:
    """Tell the others by their seats, and the former player as a person: the seat's addresses are not theirs."""
    key = f"seat-given:{seat.pk}:{seat.token_epoch}"

    def written(other: Seat) -> Draft:
        return letters.seat_given(other, session.match, seat.owner, former, actor, reason)

    tell_all(session, written, key, [other for other in session.seats if other.pk != seat.pk])
    if former is not None:
        draft = letters.seat_gone(former, session.table, seat.owner, actor, reason)
        outbox.write(draft, player=former, league=session.league, dedupe=f"{key}:former")
