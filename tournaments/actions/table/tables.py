"""Tables: opened at the start of a league, run when kept orders are due."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

import engine
from engine.orders import api
from tournaments.actions import journal
from tournaments.actions.clock import in_time
from tournaments.actions.table import reveal as sealing
from tournaments.actions.table import turns
from tournaments.actions.table.notify_table import tell_all
from tournaments.actions.table.session import Session
from tournaments.language.refusals import AlreadyEntered
from tournaments.letters import table as letters
from tournaments.models import Entry, League, Seat, Table
from tournaments.queries import matches
from tournaments.runtime import hints

AT_ONCE = 20  # tables that are opened in one transaction, about a second
LATER = timedelta(minutes=5)


def open_table(table: Table, entries: Sequence[Entry | None]) -> None:
    """Begin the game of a committed table, within the caller's transaction; `entries` by seat, None for the stand-in.

    AlreadyEntered where one of them is named twice.
    """
    league = table.league
    secret, public = bytes(table.secret), (league.draw or {}).get("public")
    match = engine.Match.start(
        matches.game_of(league), len(entries), league.options, secret=secret, words=table.words, public=public
    )
    table.state, table.opened_at, table.header = Table.State.RUNNING, timezone.now(), match.header
    table.position = match.dump()
    table.save(update_fields=("state", "opened_at", "header", "position"))
    _seat_all(table, entries)
    with Session(table, match, table.opened_at) as session:
        turns.advance(session)
        session.write_down()
        _announce(session)
    names = ", ".join(entry.player.name if entry else "the stand-in" for entry in entries)
    journal.note("table opened", f"{table} began: {names}", table=table)


def open_next(league: League) -> int:
    """Open the tables at which everybody has room for one more, by number; how many.

    Within a transaction that has the league locked. A player's tables beyond the league's number wait in their order,
    and a worker opens those of a large league that nobody should have to wait for in front of a page.
    """
    waiting = league.tables.filter(state=Table.State.COMMITTED).exclude(lineup=[])
    running = Seat.objects.filter(table__league=league, table__state=Table.State.RUNNING, player__isnull=False)
    busy = Counter(running.values_list("player_id", flat=True))
    entries = {entry.player_id: entry for entry in league.entries.select_related("player")}
    opened, left = 0, False
    for table in waiting.order_by("number"):
        if league.at_once and any(busy[player] >= league.at_once for player in table.lineup):
            continue
        if opened == AT_ONCE:
            hints.open_tables(league.pk)
            left = True
            break
        busy.update(table.lineup)
        table.league = league
        open_table(table, [entries[player] for player in table.lineup])
        opened += 1
    # What is left is found by the sweep if its hint is lost; what waits for room is, once a table has ended.
    League.objects.filter(pk=league.pk).update(room_at=timezone.now() if left else None)
    return opened


@transaction.atomic
def open_due(league_id: int) -> int:
    """`open_next` for a running league: games that have ended have made room, or more tables have to be opened."""
    league = League.objects.select_for_update(no_key=True).get(pk=league_id)
    if league.state == League.State.RUNNING:
        return open_next(league)
    League.objects.filter(pk=league.pk).update(room_at=None)
    return 0


def put_off(league_id: int) -> None:
    """Move a league whose tables could not be opened out of the way of the others."""
    League.objects.filter(pk=league_id).update(room_at=timezone.now() + LATER)


def _absent(entry: Entry) -> bool:
    """Whether an entrant has been put out or forgotten since the league began: the stand-in plays in their place."""
    return entry.state in Entry.GONE or not entry.player.is_active


def _seat_all(table: Table, entries: Sequence[Entry | None]) -> None:
    rows = [_seat(table, number, entry) if entry else _bot(table, number) for number, entry in enumerate(entries)]
    try:
        with transaction.atomic():
            Seat.objects.bulk_create(rows)
    except IntegrityError as error:
        raise AlreadyEntered(f"Somebody is to have two seats at {table}.") from error


def _bot(table: Table, number: int) -> Seat:
    return Seat(table=table, number=number, mover=Seat.Mover.REPLACED)


def _seat(table: Table, number: int, entry: Entry) -> Seat:
    mover = Seat.Mover.REPLACED if _absent(entry) else Seat.Mover.PLAYER
    return Seat(table=table, number=number, player=entry.player, mover=mover)


def _announce(session: Session) -> None:
    """Tell those who wait that the game has begun; those who are asked learn it from their first turn letter."""
    asked = [decision.seat for decision in session.match.waiting]
    if asked:
        first = session.seats[asked[0]].owner.name
        rest = [seat for seat in session.seats if seat.number not in asked]
        tell_all(session, lambda seat: letters.begun(seat, session.match, session.news(seat), first), "begun", rest)


@transaction.atomic
def run(table_id: int) -> bool:
    """Play the kept orders that have waited for the second-thoughts delay. True if anything was due."""
    with Session.open(table_id) as session:
        if not session.is_running or session.table.run_at is None or session.table.run_at > session.now:
            return False
        # What is kept may be withdrawn in time.
        why = in_time.waits(session.now, session.table.run_at, in_time.of_table(session.table))
        if why:
            if why == in_time.FOR_LETTERS:
                session.table.run_look_at = session.now + in_time.LOOK_AGAIN
            return False
        session.table.run_at = None
        before = session.match.count
        api.autoplay(session.match, session.plans, kept=True)
        turns.advance(session)
    words = f"kept orders ran at {session.table}: {session.match.count - before} moves"
    journal.note("kept orders", words, table=session.table, head=session.table.head[:10])
    return True


@transaction.atomic
def reveal(table_id: int) -> bool:
    """Reveal the sealed choices of a table whose second thoughts are over. True if it was due; a second call is not.

    What the seats have attached to their choices runs at once: nothing of it could be taken back in between.
    """
    with Session.open(table_id) as session:
        if not session.is_running or api.to_close(session.match) is None:
            return False
        if session.table.reveal_at is None or session.table.reveal_at > session.now:
            return False
        # A letter in time may change a choice.
        why = in_time.waits(session.now, session.table.reveal_at, in_time.of_table(session.table))
        if why:
            if why == in_time.FOR_LETTERS:
                session.table.reveal_look_at = session.now + in_time.LOOK_AGAIN
            return False
        sealing.reveal(session)
        turns.advance(session)
    table = session.table
    journal.note("revealed", f"sealed choices of {table} were revealed", table=table, head=table.head[:10])
    return True
