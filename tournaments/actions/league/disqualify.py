"""Disqualification of a player from a league: the games are kept for the others, or count for nobody."""

from __future__ import annotations

from django.db import transaction

from tournaments.actions import journal
from tournaments.actions.league import leagues, results
from tournaments.actions.league.permissions import check_impartial_on
from tournaments.actions.seats import offered, seats
from tournaments.actions.table import stop
from tournaments.actions.table.session import Session, lock_tables
from tournaments.language.refusals import NotOpen
from tournaments.letters import counting as letters
from tournaments.models import Entry, League, Player, Seat, SeatOffer, Table
from tournaments.outbox import outbox
from tournaments.queries.stoppages import DISQUALIFIED

PLAYED = (Table.State.RUNNING, Table.State.FINISHED)


@transaction.atomic
def disqualify(entry_id: int, actor: Player, reason: str, *, void: bool) -> Entry:
    """Put an entrant out, before the start or after it. Everybody in the league is told. A second call does nothing.

    void  the games count for nobody and those that run stop; otherwise the stand-in plays them to their end and they
          count for the others. The standings go on without the player in either case.
    NotYours, NotOpen once the results are final, and for who has left: nothing is theirs that could come back.
    """
    entry = Entry.objects.select_related("player").get(pk=entry_id)
    played = Table.objects.filter(league=entry.league_id, seats__player=entry.player, state__in=PLAYED)
    lock_tables(played)
    league = leagues.locked(entry.league)
    check_impartial_on(league, actor, entry.player)
    entry = Entry.objects.select_related("player").get(pk=entry_id)
    if entry.state == Entry.State.OUT:
        return entry
    if entry.state == Entry.State.LEFT:
        raise NotOpen(f"{entry.player} has left {league}.")
    if league.state not in (League.State.OPEN, League.State.RUNNING):
        raise NotOpen(f"{league} is {league.get_state_display()}.")
    _end_what_is_open(entry)
    was, entry.state, entry.league = entry.state, Entry.State.OUT, league
    entry.save(update_fields=("state",))
    left = [] if void else _leave_to_stand_in(entry)
    stopped = _annul(entry, actor, reason) if void else []
    how = "games void" if void else "games kept"
    words = f"{actor} disqualified {entry.player}, {how}: {reason}"
    line = journal.note(
        DISQUALIFIED, words, actor=actor, league=league, player=entry.player_id, void=void, seats=left, was=was
    )  # fmt: skip
    _tell(entry, actor, reason, line.pk, void=void, stopped=stopped)
    leagues.fill_places(league)
    results.finish(league, anew=was == Entry.State.IN)
    return entry


def _end_what_is_open(entry: Entry) -> None:
    """Seats of the league that are offered to the player's registered address, and mailed invitations to it.

    What went to another address of theirs stays open, or the desk would show whose it is; `admission` refuses them.
    """
    league, email = entry.league, entry.player.email
    offered.end(SeatOffer.objects.filter(seat__table__league=league, email__same=email))
    asked = league.invitations.filter(email__same=email)
    asked.filter(player=None).delete()
    asked.update(email="")


def _leave_to_stand_in(entry: Entry) -> list[int]:
    """The keys of the seats that the stand-in has got by it."""
    found = []
    for table_id, pk in _seats_that_run(entry):
        with Session.open(table_id) as session:
            seat = session.seat(pk)
            if seat.mover != Seat.Mover.REPLACED:
                found.append(pk)
            seats.leave_to_bot(session, seat)
    return found


def _annul(entry: Entry, actor: Player, reason: str) -> list[Table]:
    """Mark the finished games as void and stop the running ones; the tables that stopped."""
    for table in entry.league.tables.filter(state=Table.State.COMMITTED):
        if entry.player_id in table.lineup:
            table.state = Table.State.UNUSED
            table.save(update_fields=("state",))
    finished = Table.objects.filter(league=entry.league_id, seats__player=entry.player, state=Table.State.FINISHED)
    for table in finished:
        table.result = {**(table.result or {}), "void": True}
        table.save(update_fields=("result",))
    return [stop.stop(table_id, actor, reason, out=entry.player_id) for table_id, _ in _seats_that_run(entry)]


def _seats_that_run(entry: Entry) -> list[tuple[int, int]]:
    """The keys of the tables that the player plays at now, and of the seats there."""
    running = Seat.objects.filter(player=entry.player, table__league=entry.league_id, table__state=Table.State.RUNNING)
    return list(running.order_by("table_id").values_list("table_id", "pk"))


def _tell(entry: Entry, actor: Player, reason: str, line: int, *, void: bool, stopped: list[Table]) -> None:
    others = entry.league.entries.exclude(state__in=Entry.GONE).select_related("player")
    for reader in [entry.player, *(other.player for other in others)]:
        draft = letters.disqualified(reader, entry, actor, reason, void=void, stopped=stopped)
        outbox.write(draft, player=reader, league=entry.league, dedupe=f"disqualified:{line}:{reader.pk}")
