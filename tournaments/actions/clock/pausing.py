"""Pauses: the organiser stops a table's clocks and sets them going again; players may play on meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from tournaments.actions import journal
from tournaments.actions.clock import turn_clock
from tournaments.actions.league.permissions import check_impartial
from tournaments.actions.table import turns
from tournaments.actions.table.notify_table import tell_all
from tournaments.actions.table.session import Session
from tournaments.language.refusals import MovedOn, NotOpen
from tournaments.letters import organiser as letters
from tournaments.letters.parts.draft import Draft
from tournaments.models import Player, Seat, Table
from tournaments.queries.stoppages import PAUSED


@transaction.atomic
def pause(table_id: int, actor: Player, reason: str) -> Table:
    """Stop the clocks: nobody is reminded or judged until they go on. MovedOn where they are stopped already."""
    with _running(table_id, actor) as session:
        if session.table.paused_at is not None:
            raise MovedOn(f"The clocks of {session.table} stand still already.")
        session.table.paused_at = session.now
        for turn in session.turns.values():
            turn_clock.write(turn, turn.clock.stopped())
        words = f"{actor} stopped the clocks of {session.table}: {reason}"
        line = journal.note(PAUSED, words, actor=actor, table=session.table, reason=reason)
        _tell(session, actor, reason, line.pk)
        return session.table


@transaction.atomic
def go_on(table_id: int, actor: Player, reason: str) -> Table:
    """Let the clocks go on: every open question has as much time as it had left. MovedOn where they go on."""
    with _running(table_id, actor) as session:
        if session.table.paused_at is None:
            raise MovedOn(f"The clocks of {session.table} go on already.")
        for turn in session.turns.values():
            turns.wake(session, turn)
        session.table.paused_at = None
        words = f"{actor} let the clocks of {session.table} go on: {reason}"
        line = journal.note("goes on", words, actor=actor, table=session.table)
        _tell(session, actor, reason, line.pk)
        return session.table


@contextmanager
def _running(table_id: int, actor: Player) -> Iterator[Session]:
    with Session.open(table_id) as session:
        check_impartial(session.league, actor, pk=session.table.pk)
        if not session.is_running:
            raise NotOpen(f"The game at {session.table} is over.")
        yield session


def _tell(session: Session, actor: Player, reason: str, line: int) -> None:
    def written(seat: Seat) -> Draft:
        return letters.clocks_changed(seat, session.match, session.turns.get(seat.number), actor, reason)

    tell_all(session, written, f"clocks:{line}")
