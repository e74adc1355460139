"""The cancelling of a league that is not over: nothing of it acts or asks any more. What was played stays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from tournaments.actions import journal
from tournaments.actions.league import decks, leagues
from tournaments.actions.league.permissions import check_impartial_in
from tournaments.actions.table import stop
from tournaments.actions.table.session import lock_tables
from tournaments.language.refusals import MovedOn, NotOpen
from tournaments.letters import counting as letters
from tournaments.models import Case, Entry, League, Player, Seat, Table
from tournaments.outbox import outbox
from tournaments.queries.stoppages import CANCELLED

NO_RULING = "The league was cancelled before there was a ruling."


@dataclass(frozen=True, slots=True)
class Loss:
    """The things that end if a league is cancelled now.

    told      who has joined and gets the letter, also those on the waiting list
    stopped   tables that are played now
    kept      tables that have ended and stay as they are
    unplayed  tables that are never opened now
    """

    told: tuple[Entry, ...]
    stopped: tuple[Table, ...]
    kept: tuple[Table, ...]
    unplayed: int


def what_ends(league: League) -> Loss:
    """The things that end with the league: the same for the page that asks and for the action."""
    entered = league.entries.exclude(state__in=Entry.GONE).filter(player__is_active=True)
    tables = league.tables.order_by("number")
    return Loss(
        told=tuple(entered.select_related("player")),
        stopped=tuple(tables.filter(state=Table.State.RUNNING)),
        kept=tuple(tables.filter(state=Table.State.FINISHED)),
        unplayed=tables.filter(state=Table.State.COMMITTED).exclude(lineup=[]).count(),
    )


@transaction.atomic
def cancel(league: League, actor: Player, reason: str, seen: str = "") -> League:
    """End a league before its time. Everybody who has joined is told; a second call does nothing.

    Games that run stop and count for nobody, games that have ended keep their results. The deck of a league that was
    never open goes with it: nobody could read it.
    seen  the league's state when the organiser looked: MovedOn if it has changed since; "" for any
    NotYours for somebody who does not organise it, NotOpen once the results are final.
    """
    lock_tables(league.tables.filter(state=Table.State.RUNNING))
    league = leagues.locked(league)
    check_impartial_in(league, actor)
    if league.state == League.State.CANCELLED:
        return league
    if league.state in League.OVER:
        raise NotOpen(f"{league} has ended: its results are final, and there is nothing left to cancel.")
    if seen not in ("", league.state):
        raise MovedOn(f"{league} goes on since you looked. Look again at what would end with it.")
    loss = what_ends(league)
    stopped = [stop.stop(table.pk, actor, reason, cancelled=True) for table in loss.stopped]
    league.tables.filter(state=Table.State.COMMITTED).update(state=Table.State.UNUSED)
    _close_cases(league, actor)
    unread = league.deck if league.state == League.State.DRAFT else None
    if unread is not None:
        league.deck = None
    league.state, league.finished_at, league.final_by = League.State.CANCELLED, timezone.now(), None
    league.save(update_fields=("state", "finished_at", "final_by", "deck"))
    decks.drop_unused(unread)
    words = f"{actor} cancelled {league}: {reason}"
    journal.note(CANCELLED, words, actor=actor, league=league, reason=reason)
    _tell(league, loss, stopped, actor, reason)
    return league


def _close_cases(league: League, actor: Player) -> None:
    waiting = Case.objects.filter(seat__in=Seat.objects.filter(table__league=league), ruled_at=None)
    waiting.update(ruling=NO_RULING, ruled_by=actor, ruled_at=timezone.now(), passed_over=True)


def _tell(league: League, loss: Loss, stopped: list[Table], actor: Player, reason: str) -> None:
    for entry in loss.told:
        draft = letters.cancelled(
            entry, league, actor, reason, stopped=_theirs(entry, stopped), kept=_theirs(entry, loss.kept)
        )
        outbox.write(draft, player=entry.player, league=league, dedupe=f"cancelled:{league.pk}:{entry.player_id}")


def _theirs(entry: Entry, tables: Iterable[Table]) -> list[Table]:
    return [table for table in tables if any(seat.player_id == entry.player_id for seat in table.seated)]
