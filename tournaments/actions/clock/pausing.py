"""The organiser stops the clocks of a table and sets them going again; whoever likes may play on meanwhile."""

from __future__ import annotations

from django.db import transaction

from tournaments.actions import journal
from tournaments.actions.league.permissions import check_impartial
from tournaments.actions.table import session, turns
from tournaments.actions.table.session import Sitting
from tournaments.language.refusals import MovedOn, NotOpen
from tournaments.letters import organiser as letters
from tournaments.models import Player, Table
from tournaments.outbox import outbox
from tournaments.queries.stoppages import PAUSED


@transaction.atomic
def pause(table_id: int, actor: Player, reason: str) -> Table:
    """Stop the clocks: nobody is reminded or judged until they go on. MovedOn where they stand still already."""
    s = _take_up(table_id, actor)
    if s.table.paused_at is not None:
        raise MovedOn(f"The clocks of {s.table} stand still already.")
    s.table.paused_at = s.now
    for turn in s.turns.values():
        turn.judge_at = turn.remind_at = None
        turn.save(update_fields=("judge_at", "remind_at"))
    words = f"{actor} stopped the clocks of {s.table}: {reason}"
    line = journal.note(PAUSED, words, actor=actor, table=s.table, reason=reason)
    _tell(s, actor, reason, line.pk)
    session.save(s)
    return s.table


@transaction.atomic
def go_on(table_id: int, actor: Player, reason: str) -> Table:
    """Let the clocks go on: every open question has as much time as it had left. MovedOn where they go on."""
    s = _take_up(table_id, actor)
    if s.table.paused_at is None:
        raise MovedOn(f"The clocks of {s.table} go on already.")
    for turn in s.turns.values():
        turns.wake(s, turn)
    s.table.paused_at = None
    line = journal.note("goes on", f"{actor} let the clocks of {s.table} go on: {reason}", actor=actor, table=s.table)
    _tell(s, actor, reason, line.pk)
    session.save(s)
    return s.table


def _take_up(table_id: int, actor: Player) -> Sitting:
    s = session.begin(table_id)
    check_impartial(s.league, actor, pk=s.table.pk)
    if s.table.state != Table.State.RUNNING:
        raise NotOpen(f"The game at {s.table} is over.")
    return s


def _tell(s: Sitting, actor: Player, reason: str, line: int) -> None:
    for seat in s.seats:
        if seat.player is None:
            continue
        s.next_letter()
        draft = letters.clocks_changed(seat, s.match, s.turns.get(seat.number), actor, reason)
        outbox.write(draft, player=seat.player, seat=seat, dedupe=f"clocks:{line}:{seat.pk}")
