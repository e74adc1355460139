"""Leagues that start by themselves: when they are full, or on a date; and dates that close entries.

Every step may run twice.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from tournaments.actions import journal
from tournaments.actions.clock import in_time
from tournaments.actions.league import close_and_draw, leagues
from tournaments.actions.league import settings as league_settings
from tournaments.language.refusals import CannotStart, NotOpen
from tournaments.letters import beginnings as letters
from tournaments.models import Entry, League, Player
from tournaments.outbox import outbox

LOOK_AGAIN = timedelta(minutes=1)  # for letters that came in time and are still unread
LATER = timedelta(minutes=5)
NOT_STARTED, MOVED, CLOSED = "not started", "start moved", "entries closed by date"  # verbs of the journal


@transaction.atomic
def begin(league_id: int) -> bool:
    """Start a league whose moment has come, or close its entries where its organisers start it; True if it was started.

    They are told where it cannot be, and where it waits for them.
    """
    league, now = League.objects.select_for_update(no_key=True).get(pk=league_id), timezone.now()
    if league.state != League.State.OPEN or league.begin_at is None or league.begin_at > now:
        return False
    due = league.start_at is not None and league.start_at <= now
    entered = league.entries.filter(state=Entry.State.IN).count()
    if not due and entered < league.max_players:  # somebody has left again
        return _look_again(league, league.start_at)
    if due and league.start_at and in_time.waits(now, league.start_at, in_time.of_league(league)):
        return _look_again(league, now + LOOK_AGAIN)
    if league.start == League.Start.HAND:
        _close(league, entered)
        return _look_again(league, None)
    try:
        entries = leagues.entries_to_start(league)
    except CannotStart as why:
        _tell(league, str(why))
        return _look_again(league, None)
    close_and_draw.close(league, entries, None)
    return True


def _close(league: League, entered: int) -> None:
    """Tell the organisers that nobody can join any more, and that the league waits for them."""
    waiting = league.entries.filter(state=Entry.State.WAITING).count()
    line = journal.note(CLOSED, f"the entries of {league} closed: {entered} in", league=league)
    for organiser in league.organisers.filter(is_active=True).order_by("pk"):
        draft = letters.to_be_started(organiser, league, entered, waiting)
        outbox.write(draft, player=organiser, league=league, dedupe=f"to-be-started:{line.pk}:{organiser.pk}")


def _look_again(league: League, at: datetime | None) -> bool:
    league.begin_at = at
    league.save(update_fields=("begin_at",))
    return False


def _tell(league: League, why: str) -> None:
    """Tell the organisers that the league did not start, and what to do."""
    line = journal.note(NOT_STARTED, f"{league} did not start: {why}", league=league)
    for organiser in league.organisers.filter(is_active=True).order_by("pk"):
        draft = letters.not_started(organiser, league, why)
        outbox.write(draft, player=organiser, league=league, dedupe=f"not-started:{line.pk}:{organiser.pk}")


def put_off(league_id: int) -> None:
    """Move a league that could not be started out of the way of the others."""
    League.objects.filter(pk=league_id).update(begin_at=timezone.now() + LATER)


@transaction.atomic
def move(league: League, actor: Player, start: str, start_at: datetime | None) -> League:
    """Let an open league start in another way or on another date; everybody who has joined is told. BadSettings."""
    league = leagues.locked_for(league, actor)
    if league.state != League.State.OPEN:
        raise NotOpen(f"{league} is {league.get_state_display()}: its start cannot be moved any more.")
    league.start, league.start_at = start, start_at
    league_settings.check_beginning(league)
    entered = league.entries.filter(state=Entry.State.IN).count()
    full = start == League.Start.FULL and entered >= league.max_players
    league.begin_at = timezone.now() if full else start_at
    league.save(update_fields=("start", "start_at", "begin_at"))
    line = journal.note(MOVED, f"{actor} moved the start of {league}", actor=actor, league=league)
    for entry in league.entries.exclude(state__in=Entry.GONE).select_related("player", "league").order_by("pk"):
        draft = letters.start_moved(entry, league, actor, entered)
        outbox.write(draft, player=entry.player, league=league, dedupe=f"start-moved:{line.pk}:{entry.pk}")
    return league
