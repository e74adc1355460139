"""Leagues until they start: created, opened, joined, left, started."""

from __future__ import annotations

import secrets
from itertools import islice
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from engine import chance
from engine.language.languages import to_say
from engine.language.normal_form import normal_form
from tournaments.actions import journal, present
from tournaments.actions.league import admission, close_and_draw, decks
from tournaments.actions.league import settings as league_settings
from tournaments.actions.league.permissions import check_organiser, refuse_own_gain, why_no_place
from tournaments.actions.league.results import finish, standings
from tournaments.actions.player import names
from tournaments.actions.seats import seats
from tournaments.language.refusals import (
    AlreadyEntered,
    BadSettings,
    CannotStart,
    NotEntered,
    NotInvited,
    NotOpen,
    NotYours,
    TooOften,
)
from tournaments.language.speech import say
from tournaments.letters import people
from tournaments.models import TAKES_ENTRIES, Entry, League, Player, Table
from tournaments.outbox import limits, outbox
from tournaments.queries.letters import identify

PREPARED_AT_MOST = 20  # leagues of one organiser that are not open yet
JOINED = ("state", "joined_at", "ready_at", "accepted_at")  # what joining again changes
JOINED_AGAIN_A_DAY = 5  # times, one league by one player: each joining and each leaving is a letter

__all__ = ["create", "enrol", "finish", "leave", "open_league", "standings", "start"]


@transaction.atomic
def create(actor: Player, **fields: Any) -> League:
    """Prepare a league; `fields` are those of `League`, `deck` one that `decks.read` gives or None.

    BadSettings names the first that does not fit.
    NotYours for somebody who is no organiser of this service. TooOften for very many in a day, or in preparation.
    """
    actor = present.hold(actor)  # a league knows its organiser's name: another one must not come at this moment
    if not actor.prepares:
        raise NotYours("Only those prepare leagues whom the owner of the service has appointed.")
    league = League(**fields, owner=actor)
    league_settings.check(league, actor)
    _count(actor)
    decks.keep(league)
    league.save(force_insert=True)
    league.organisers.add(actor)
    journal.note("league created", f"{actor} prepared the league {league}", actor=actor, league=league)
    return league


def _count(actor: Player) -> None:
    """Limit new leagues: each may have a large deck, and open ones are kept for ever. The actor is locked."""
    prepared = League.objects.filter(organisers=actor, state=League.State.DRAFT).count()
    if prepared >= PREPARED_AT_MOST:
        raise TooOften(f"You have {prepared} leagues in preparation. Open or cancel one of them first.")
    if not limits.allow("leagues of", str(actor.pk), settings.LEAGUES_A_DAY, limits.DAY):
        raise TooOften(f"You have prepared {settings.LEAGUES_A_DAY} leagues today. Prepare the next one tomorrow.")


@transaction.atomic
def open_league(league: League, actor: Player) -> League:
    """Let players join. The secrets of lots and of all tables that could be needed are drawn and committed to now."""
    league = locked_for(league, actor)
    refuse_cancelled(league)
    if league.state != League.State.DRAFT:
        raise NotOpen(f"{league} is {league.get_state_display()} already.")
    limits.hold("names of leagues", "")  # two that open at one moment are looked at one after the other
    league_settings.check(league, actor)
    decks.pin(league)
    rows = []
    for number in range(1, len(close_and_draw.schedule(league, league.max_players)) + 1):
        secret = secrets.token_bytes(32)
        rows.append(Table(league=league, number=number, secret=secret, commitment=chance.commitment(secret)))
    Table.objects.bulk_create(rows)
    league.secret = secrets.token_bytes(32)
    league.commitment = chance.commitment(league.secret)
    league.state, league.opened_at, league.begin_at = League.State.OPEN, timezone.now(), league.start_at
    league.save(update_fields=("state", "opened_at", "begin_at", "secret", "commitment", "rules", "deck"))
    journal.note("league opened", f"{actor} opened {league} to join", actor=actor, league=league)
    return league


@transaction.atomic
def enrol(league: League, player: Player, word: str = "") -> Entry:
    """Join; on the waiting list when the league is full. `word` counts at the first time only, and never changes."""
    league = locked(league)
    refuse_closed(league)
    entry = league.entries.select_for_update(no_key=True).filter(player=player).first()
    player = present.hold(player)
    admission.refuse_out(league, player)
    refuse_own_gain(league, player)
    if entry is not None and entry.state != Entry.State.LEFT:
        raise AlreadyEntered(say("You are in {league} already.", league=league))
    refuse_uninvited(league, player)
    names.refuse_in(league, player)
    if entry is not None and not limits.allow("joined again", str(entry.pk), JOINED_AGAIN_A_DAY, limits.DAY):
        raise TooOften(
            say("You have left {league} and joined it again very often today. Join it tomorrow.", league=league)
        )
    entered = league.entries.filter(state=Entry.State.IN).count()
    full = entered >= league.max_players
    entry = entry or Entry(league=league, player=player, word=plain_word(word))
    entry.state = Entry.State.WAITING if full else Entry.State.IN
    entry.joined_at, entry.ready_at = timezone.now(), None
    entry.accepted_at = entry.joined_at
    _check(entry)
    entry.save(update_fields=JOINED if entry.pk else None)
    if league.start == League.Start.FULL and entered + 1 == league.max_players:
        League.objects.filter(pk=league.pk).update(begin_at=entry.joined_at)
    where = "waits for a place in" if full else "joined"
    line = journal.note("joined", f"{player} {where} {league}", actor=player, league=league)
    outbox.write(people.welcome(entry), player=player, league=league, dedupe=f"welcome:{line.pk}")
    return entry


def plain_word(word: str) -> str:
    """A word for the chance as it is kept: composed as Unicode's NFC, with single blanks. BadSettings for a key."""
    plain = " ".join(normal_form("NFC", word).split())
    names.refuse_key(plain, to_say("A word for the chance"))
    return plain


def refuse_closed(league: League) -> None:
    """Raise NotOpen for a league that nobody can join now."""
    refuse_cancelled(league)
    if not league.takes_entries:
        raise NotOpen(say("{league} takes no entries now.", league=league))


def refuse_uninvited(league: League, player: Player) -> None:
    """Raise NotInvited where the league is neither for everybody nor for this player."""
    if not may_join(league, player):
        raise NotInvited(say("{league} is for players whom its organiser has invited.", league=league))


def may_join(league: League, player: Player) -> bool:
    """Whether the league is for everybody, or for this player."""
    return league.access == League.Access.OPEN or league.invitations.filter(player=player).exists()


def open_to_all() -> QuerySet[League]:
    """The leagues that everybody may join now."""
    return League.objects.filter(TAKES_ENTRIES, access=League.Access.OPEN, practice=False).order_by("pk")


def to_join(player: Player) -> QuerySet[League]:
    """The leagues that the player may join now."""
    invited = Q(invitations__player=player)
    return League.objects.filter(Q(access=League.Access.OPEN) | invited, TAKES_ENTRIES).distinct()


def known_to(player: Player) -> QuerySet[League]:
    """The leagues open to everybody, and those in any state that the player was ever in, is invited to or organises."""
    theirs = Q(pk__in=player.entries.values("league")) | Q(pk__in=player.invitations.values("league"))
    known = Q(pk__in=open_to_all().values("pk")) | theirs | Q(pk__in=player.organised.values("pk"))
    return League.objects.filter(known, practice=False).order_by("pk")


def _check(entry: Entry) -> None:
    try:
        entry.clean_fields(exclude=["joined_at"])
    except ValidationError as error:
        raise BadSettings(" ".join(error.messages)) from error


@transaction.atomic
def leave(league: League, player: Player) -> Entry:
    """Leave before the start; the first of the waiting list moves up."""
    league = locked(league)
    entries = league.entries.select_for_update(of=("self",), no_key=True).select_related("player")
    entry = entries.filter(player=player).first()
    present.hold(player)
    entry = to_leave(league, entry)
    entry.state = Entry.State.LEFT
    entry.save(update_fields=("state",))
    line = journal.note("left", f"{player} left {league}", actor=player, league=league)
    outbox.write(people.left(entry), player=player, league=league, dedupe=f"left:{line.pk}")
    fill_places(league)
    return entry


def to_leave(league: League, entry: Entry | None) -> Entry:
    """The entry of a player who may leave the league now. NotEntered, NotOpen."""
    if entry is None or entry.state in Entry.GONE:
        raise NotEntered(say("You are not in {league}.", league=league))
    refuse_cancelled(league)
    if league.started_at:
        if not _has_a_seat_to_give_up(league, entry.player):
            raise NotOpen(say("{league} has begun, and you have no seat there that you could give up.", league=league))
        raise NotOpen(
            say(
                "{league} has begun. At a table the word [resign] gives your seat up; else write to its organiser.",
                league=league,
            )
        )
    if league.state == League.State.DRAWING:
        raise NotOpen(say("The entries of {league} are closed; write to its organiser.", league=league))
    if league.state != League.State.OPEN:
        raise NotOpen(say("{league} is not open.", league=league))
    return entry


def _has_a_seat_to_give_up(league: League, player: Player) -> bool:
    """Whether the player plays in the league now, or will."""
    now = any(seat.table.league_id == league.pk for seat in identify.seats_of(player))
    return now or bool(seats.later(league, player))


def fill_places(league: League) -> None:
    """Give the free places of an open league to the first of its waiting list. A second call does nothing.

    Within the caller's transaction, the league locked. Whatever takes somebody out of an open league ends with it.
    """
    if league.state != League.State.OPEN:
        return
    free = league.max_players - league.entries.filter(state=Entry.State.IN).count()
    waiting = league.entries.select_related("player").filter(state=Entry.State.WAITING)
    admitted = (entry for entry in waiting if free > 0 and not why_no_place(league, entry.player))
    for entry in list(islice(admitted, max(0, free))):
        move_up(league, entry)


def hold_entries(*leagues: League, player: Player | None = None) -> None:
    """Lock the entries of locked leagues: whoever says "ready" now is seen as ready, or says it when it is done.

    Before players are locked, for what gives places to the waiting list.
    player  all of whose own entries are locked as well, in the one order for all
    """
    there = Q(league__in=leagues) & ~Q(state__in=Entry.GONE)
    if player is not None:
        there |= Q(player=player)
    list(Entry.objects.select_for_update(no_key=True).filter(there).order_by("pk").values_list("pk"))


def move_up(league: League, entry: Entry) -> None:
    """Give an entrant of the waiting list a place; within the caller's transaction, which has the league locked."""
    entry.state = Entry.State.IN
    entry.save(update_fields=("state",))  # who waits may be saying at this moment that they are ready
    words = f"{entry.player} got a place in {league}"
    line = journal.note("moved up", words, league=league, player=entry.player_id)
    outbox.write(people.welcome(entry), player=entry.player, league=league, dedupe=f"place:{line.pk}")


@transaction.atomic
def start(league: League, actor: Player) -> League:
    """Close the entries and draw who sits where, at once or when the public value is there that it waits for."""
    league = locked_for(league, actor)
    close_and_draw.close(league, entries_to_start(league), actor)
    return league


def entries_to_start(league: League) -> list[Entry]:
    """The entries with which an open league can start now. CannotStart says why it cannot."""
    if league.state != League.State.OPEN:
        raise CannotStart(f"{league} is {league.get_state_display()}.")
    entries = list(league.entries.select_related("player").filter(state=Entry.State.IN))
    if len(entries) < league.seats:
        raise CannotStart(f"{league} needs {league.seats} players, {len(entries)} have joined.")
    left_over = len(entries) % league.seats
    if league.games == League.Games.ONE and left_over:
        missing = league.seats - left_over
        raise CannotStart(
            f"{len(entries)} players do not fill tables of {league.seats}: {missing} more would, or {left_over} fewer."
        )
    return entries


def refuse_cancelled(league: League) -> None:
    """Raise NotOpen for a league that was cancelled, in words for players."""
    if league.is_cancelled:
        raise NotOpen(say("{league} was cancelled; nothing in it goes on.", league=league))


def locked_for(league: League, actor: Player) -> League:
    """The league for somebody who may act for it; NotYours for everybody else."""
    league = locked(league)
    check_organiser(league, actor)
    return league


def locked(league: League) -> League:
    """The row, fresh and locked until the end of the transaction."""
    return League.objects.select_for_update(no_key=True).get(pk=league.pk)
